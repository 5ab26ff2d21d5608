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
const GONE = "document_not_found";

const entries = make("div");
let documents = [];
let next = null;
/** Files that are sent, read one after the other, or failed. */
let files = [];
/** Documents that were removed since the list was opened. */
let removed = [];

/** Whether the reader has added documents. */
export const hasOwn = async () => (await read(`/v1/documents?collection=${OWN}&limit=1`)).documents.length > 0;

/** Show or hide the list. */
export async function toggleLibrary() {
  if (panelShows(KIND)) return closePanel();
  files = files.filter(({ state }) => state !== "failed");
  removed = [];
  await look();
  return show($("library"));
}

const collection = () => now.assistants.find((each) => each.name === $("assistant").value)?.collections[0] ?? OWN;

const isOwn = () => collection() === OWN;

async function look(after = "") {
  const address = `/v1/documents?collection=${encodeURIComponent(collection())}&after=${encodeURIComponent(after)}`;
  const page = await read(address);
  documents = after ? [...documents, ...page.documents] : page.documents;
  next = page.next;
}

function show(opener) {
  openPanel(KIND, t("documents"), [...(isOwn() ? adding() : []), entries], opener);
  showEntries();
}

/** Show the list again; the focus stays. */
function showEntries() {
  const focused = entries.contains(document.activeElement) && document.activeElement.ariaLabel;
  const own = isOwn() ? [...files.map(sent), ...removed.map(gone)] : [];
  const all = [...own, ...documents.map(entry)];
  const list = all.length ? make("ul", "entries", ...all) : make("p", "soft", t("no_documents"));
  entries.replaceChildren(list, ...(next ? [button(t("show_more"), showMore, "quiet")] : []));
  if (focused) [...entries.querySelectorAll("button")].find((each) => each.ariaLabel === focused)?.focus();
}

function adding() {
  const input = Object.assign(make("input"), { type: "file", multiple: true, hidden: true, id: "own-files" });
  input.onchange = () => add([...input.files]);
  return [input, button(t("add_documents"), () => input.click(), "main")];
}

/** Send files one after the other; each is read before the answer comes. */
async function add(chosen) {
  const waiting = chosen.map((file) => ({ file, name: file.name, state: "queued", share: 0 }));
  files.push(...waiting);
  showEntries();
  for (const each of waiting) await send(each);
  const added = waiting.filter(({ state }) => state === "ready");
  if (added.length) $("live").textContent = t("documents_added", { n: added.length });
}

async function send(each) {
  const form = new FormData();
  form.append("files", each.file, each.name);
  change(each, "sending");
  try {
    await upload("/v1/documents", form, (share) => {
      Object.assign(each, { share });
      if (each.bar) each.bar.value = share;
      if (share === 1) change(each, "parsing");
    });
    await look();
    files = files.filter((other) => other !== each);
    removed = removed.filter(({ name }) => name !== each.name);
    change(each, "ready");
  } catch (problem) {
    fail(each, problem);
  }
}

function change(each, state) {
  each.state = state;
  showEntries();
}

function fail(each, error) {
  Object.assign(each, { error });
  change(each, "failed");
  $("live").textContent = `${each.name}: ${reasonOf(error)}`;
}

const reasonOf = ({ code = "network", detail = "" }) => (isNamed("problems", code) ? nameOf("problems", code) : detail);

/** A file that is not in the collection, with its state. */
function sent(each) {
  const { name, state, share, error } = each;
  const put = () => {
    files = files.filter((other) => other !== each);
    showEntries();
    $("panel").focus();
  };
  each.bar = state === "sending" ? make("progress") : null;
  if (each.bar) Object.assign(each.bar, { max: 1, value: share, ariaLabel: t("sending", { name }) });
  const about = each.bar ?? make("small", "", error ? reasonOf(error) : nameOf("file_states", state));
  return row(state, name, about, ...(error ? [iconButton("bin", t("remove_file", { name }), put)] : []));
}

const gone = ({ name, title }) => row("removed", title || name, make("small", "", nameOf("file_states", "removed")));

function entry(found) {
  const { name, title, chars } = found;
  const size = t("characters", { n: chars.toLocaleString(document.documentElement.lang) });
  const state = isOwn() && nameOf("file_states", "ready");
  const about = make("small", "", line(title === name ? "" : name, size, state));
  const ways = isOwn() ? [iconButton("bin", t("remove_file", { name }), () => remove(found))] : [];
  return row("ready", title || name, about, ...ways);
}

const row = (state, name, about, ...ways) =>
  item(make("div", `row ${state}`, make("div", "", said("p", "", name), about), ...ways));

/** Somebody else may have removed it. */
function unlessGone(problem) {
  if (problem.code !== GONE) throw problem;
}

async function remove(found) {
  const { id, name } = found;
  if (!(await confirmed(t("remove_document", { name }), t("remove_file", { name })))) return;
  try {
    await write("DELETE", `/v1/documents/${encodeURIComponent(id)}`).catch(unlessGone);
    removed.unshift(found);
    await look();
    showEntries();
  } catch (problem) {
    const each = { name };
    files.push(each);
    fail(each, problem);
  }
  $("panel").focus();
}

async function showMore() {
  await look(next);
  showEntries();
}
