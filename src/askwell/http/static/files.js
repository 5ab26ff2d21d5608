// The files of the conversation: given by button, drop or paste, shown with their state, chosen, removed.
import { read, upload, write } from "./api.js";
import { ensureSession, markRemoved, path, refuse } from "./conversation.js";
import { $, button, iconButton, item, make, said } from "./dom.js";
import { hear, now } from "./state.js";
import { isNamed, nameOf, t } from "./words.js";

const POLL_MS = 400;
const PENDING = ["queued", "parsing"];

let files = [];
let uploading = [];
let refused = [];
let timer = 0;

export function wireFiles() {
  $("add-file").onclick = () => $("file").click();
  $("file").onchange = () => {
    attach([...$("file").files]);
    $("file").value = "";
  };
  $("question").onpaste = (event) => {
    const pasted = [...event.clipboardData.files];
    if (!pasted.length) return;
    event.preventDefault();
    attach(pasted);
  };
  const carries = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  document.ondragover = (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    $("composer").classList.add("dropping");
  };
  document.ondragleave = (event) => event.relatedTarget || $("composer").classList.remove("dropping");
  document.ondrop = (event) => {
    $("composer").classList.remove("dropping");
    if (!carries(event)) return;
    event.preventDefault();
    attach([...event.dataTransfer.files]);
  };
  hear("opened", load);
  hear("worded", show);
}

/** The files of the opened conversation. */
async function load() {
  [files, uploading, refused] = [[], [], []];
  show();
  await look();
}

/** Send files one after the other; the conversation is created if there is none. */
async function attach(chosen) {
  if (!chosen.length) return;
  try {
    await ensureSession(chosen[0].name);
  } catch (problem) {
    refuse(problem);
    return;
  }
  const session = now.session;
  const waiting = chosen.map((file) => ({ file, name: file.name, sent: 0 }));
  uploading.push(...waiting);
  show();
  for (const each of waiting) {
    const form = new FormData();
    form.append("files", each.file, each.name);
    try {
      await upload(`${path(session)}/documents`, form, (sent) => {
        each.sent = sent;
        if (each.bar) each.bar.value = sent;
      });
    } catch (problem) {
      if (now.session === session) refused.push({ name: each.name, problem });
    }
    uploading = uploading.filter((other) => other !== each);
    if (now.session === session) await look();
  }
}

/** Read the list again, and once more soon while a file is not read yet. */
async function look() {
  clearTimeout(timer);
  const session = now.session;
  if (!session) return;
  const { documents } = await read(`${path()}/documents`).catch(() => ({ documents: files }));
  if (now.session !== session) return;
  announce(documents);
  files = documents;
  show();
  if (files.some((each) => PENDING.includes(each.state))) timer = setTimeout(look, POLL_MS);
}

function announce(documents) {
  const before = new Map(files.map((each) => [each.number, each.state]));
  const changed = documents.filter((each) => before.has(each.number) && before.get(each.number) !== each.state);
  if (changed.length) $("live").textContent = changed.map((each) => `${each.name}: ${stateOf(each)}`).join(", ");
}

function show() {
  const shown = [...files.map(chip), ...uploading.map(sending), ...refused.map(failure)];
  const active = document.activeElement?.dataset?.key;
  $("files").replaceChildren(...shown);
  $("files").hidden = !shown.length;
  if (active) $("files").querySelector(`[data-key="${active}"]`)?.focus();
}

function chip(file) {
  const works = file.state !== "failed";
  const only = button(t("only_this"), () => change(file, { only: !file.only }), "quiet");
  Object.assign(only, { ariaPressed: String(file.only), ariaLabel: t("only_named", { name: file.name }) });
  only.dataset.key = `only${file.number}`;
  const box = item(
    make("span", "number", `${file.number}`),
    said("span", "name", file.name),
    make("small", "", stateOf(file)),
    ...(works ? [only] : []),
    remover(file.name, () => remove(file))
  );
  box.className = `${file.state}${file.only ? " only" : ""}${file.active ? "" : " off"}`;
  return box;
}

function sending(each) {
  const ariaLabel = t("sending", { name: each.name });
  each.bar = Object.assign(make("progress"), { max: 1, value: each.sent, ariaLabel });
  return item(said("span", "name", each.name), each.bar);
}

function failure(each) {
  const drop = () => {
    refused = refused.filter((other) => other !== each);
    show();
    $("add-file").focus();
  };
  const box = item(said("span", "name", each.name), make("small", "", reason(each.problem)), remover(each.name, drop));
  box.className = "failed";
  box.role = "alert";
  return box;
}

const remover = (name, act) => iconButton("bin", t("remove_file", { name }), act);

const reason = ({ code = "network", detail = "" }) => (isNamed("problems", code) ? nameOf("problems", code) : detail);

const stateOf = (file) => (file.error ? reason(file.error) : nameOf("file_states", file.state));

async function change(file, body) {
  await write("PATCH", `${path()}/documents/${file.number}`, body).catch(refuse);
  await look();
}

async function remove(file) {
  await write("DELETE", `${path()}/documents/${file.number}`).catch(refuse);
  if (file.document_id) markRemoved(file.document_id);
  await look();
  $("add-file").focus();
}
