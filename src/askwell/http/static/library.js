// The documents of the chosen assistant: a list in the panel; a reader's own ones are added and removed there.
import { read, upload, write } from "./api.js";
import { confirmed } from "./confirm.js";
import { $, button, iconButton, item, line, make, said } from "./dom.js";
import { closePanel, openPanel, panelShows } from "./panel.js";
import { now } from "./state.js";
import { isNamed, nameOf, t } from "./words.js";

const KIND = "library";
/** The collection that a reader fills; those of other assistants follow a folder. */
const OWN = "documents";

let documents = [];
let next = null;
let failed = [];

/** Whether the reader has added documents. */
export const hasOwn = async () => (await read(`/v1/documents?collection=${OWN}&limit=1`)).documents.length > 0;

/** Show or hide the list. */
export async function toggleLibrary() {
  if (panelShows(KIND)) return closePanel();
  failed = [];
  await look();
  return show($("library"));
}

const collection = () => now.assistants.find((each) => each.name === $("assistant").value)?.collections[0] ?? OWN;

async function look(after = "") {
  const address = `/v1/documents?collection=${encodeURIComponent(collection())}&after=${encodeURIComponent(after)}`;
  const page = await read(address);
  documents = after ? [...documents, ...page.documents] : page.documents;
  next = page.next;
}

function show(opener) {
  const more = button(t("show_more"), showMore, "quiet");
  const none = make("p", "soft", t("no_documents"));
  const list = documents.length ? make("ul", "entries", ...documents.map(entry)) : none;
  const parts = [...(collection() === OWN ? adding() : []), list, ...(next ? [more] : [])];
  openPanel(KIND, t("documents"), parts, opener);
}

function adding() {
  const input = Object.assign(make("input"), { type: "file", multiple: true, hidden: true });
  input.id = "own-files";
  const bar = Object.assign(make("progress"), { max: 1, value: 0, hidden: true, ariaLabel: t("adding_documents") });
  input.onchange = () => add([...input.files], bar);
  const reasons = failed.map(({ name, error }) => make("p", "failed", said("b", "", name), ` ${reasonOf(error)}`));
  reasons.forEach((each) => (each.role = "alert"));
  return [input, button(t("add_documents"), () => input.click(), "main"), bar, ...reasons];
}

async function add(files, bar) {
  if (!files.length) return;
  const form = new FormData();
  files.forEach((file) => form.append("files", file, file.name));
  bar.hidden = false;
  try {
    const sent = await upload("/v1/documents", form, (share) => (bar.value = share));
    failed = sent.documents.filter((each) => each.error);
  } catch (problem) {
    failed = [{ name: files.map((file) => file.name).join(", "), error: problem }];
  }
  await look();
  if (panelShows(KIND)) show();
  $("live").textContent = t("documents_added", { n: files.length - failed.length });
}

const reasonOf = ({ code = "network", detail = "" }) => (isNamed("problems", code) ? nameOf("problems", code) : detail);

function entry({ id, name, title, chars }) {
  const size = t("characters", { n: chars.toLocaleString(document.documentElement.lang) });
  const about = make("small", "", line(title === name ? "" : name, size));
  const text = make("div", "", said("p", "", title || name), about);
  const ways = collection() === OWN ? [iconButton("bin", t("remove_file", { name }), () => remove(id, name))] : [];
  return item(make("div", "row", text, ...ways));
}

async function remove(id, name) {
  if (!(await confirmed(t("remove_document", { name }), t("remove_file", { name })))) return;
  await write("DELETE", `/v1/documents/${encodeURIComponent(id)}`);
  await look();
  show();
  $("panel").focus();
}

async function showMore() {
  await look(next);
  show();
}
