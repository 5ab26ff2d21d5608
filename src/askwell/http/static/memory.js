// The memory of a conversation: a summary, items, and a line about each turn.
import { read, write } from "./api.js";
import { confirmed } from "./confirm.js";
import { showTurn } from "./conversation.js";
import { $, button, iconButton, item, line, make, said } from "./dom.js";
import { closePanel, openPanel, panelShows } from "./panel.js";
import { now } from "./state.js";
import { nameOf, t } from "./words.js";

const KIND = "memory";

let isServed = true;
let memory = null;
let editing = "";
let changed = Promise.resolve();

const path = () => `/v1/sessions/${encodeURIComponent(now.session.id)}/memory`;

/** Load it again and show it, unless it is being edited. Without memory on the server there is no button. */
export async function lookAtMemory() {
  const session = now.session;
  const found = session && isServed ? await read(path()).catch(missed) : null;
  if (session !== now.session) return;
  memory = found;
  $("memory").hidden = !memory;
  if (!panelShows(KIND) || (memory && editing)) return;
  if (memory) show();
  else closePanel();
}

/** Show or hide it. */
export async function toggleMemory() {
  if (panelShows(KIND)) return closePanel();
  editing = "";
  await lookAtMemory();
  return memory && show($("memory"));
}

function missed({ code }) {
  isServed = code !== "route_not_found";
  return null;
}

function show(opener) {
  const isEmpty = !memory.summary && !memory.items.length && !memory.topics.length;
  const everything = button(t("forget_all"), forgetAll, "danger");
  const nothing = make("p", "soft", t("nothing_remembered"));
  const parts = isEmpty ? [nothing] : [...summary(), ...items(), ...topics(), everything];
  openPanel(KIND, t("memory"), parts, opener);
}

function summary() {
  if (!memory.summary) return [];
  const about = line(t("up_to", { n: memory.up_to }), memory.summary_by === "user" && t("by_you"));
  const at = `${path()}/summary`;
  const save = (text) => write("PUT", at, { text });
  const shown = entry("summary", memory.summary, make("small", "", about), save, () => save(""));
  return [make("h3", "", t("summary")), shown];
}

function items() {
  if (!memory.items.length) return [];
  const rows = memory.items.map(({ id, number, text, kind, supersedes_id: before, by }) => {
    const about = make("small", "", nameOf("items", kind), " · ", turnLink(number));
    if (before) about.append(` · ${t("replaces")}`);
    if (by === "user") about.append(` · ${t("by_you")}`);
    const at = `${path()}/items/${encodeURIComponent(id)}`;
    return item(entry(id, text, about, (changed) => write("PATCH", at, { text: changed }), () => write("DELETE", at)));
  });
  return [make("h3", "", t("settled")), make("ul", "entries", ...rows)];
}

function topics() {
  if (!memory.topics.length) return [];
  const rows = memory.topics.map(({ number, line: text, topics: words }) => {
    const about = make("small", "", turnLink(number), words.length ? ` · ${words.join(", ")}` : "");
    const at = `${path()}/topics/${number}`;
    return item(entry(`topic ${number}`, text, about, null, () => write("DELETE", at)));
  });
  const older = memory.next ? [button(t("earlier"), showOlder, "quiet")] : [];
  return [make("h3", "", t("topics")), make("ul", "entries", ...rows), ...older];
}

async function showOlder() {
  const before = memory;
  const { topics: older, next } = await read(`${path()}?below=${before.next}`);
  if (memory !== before) return;
  memory = { ...before, topics: [...before.topics, ...older], next };
  show();
}

/** A text with its details, its edit action if it has one, and its delete action. */
function entry(id, text, about, save, remove) {
  if (save && editing === id) return editor(text, save);
  const edit = save && iconButton("edit", t("edit_entry", { text }), () => {
    editing = id;
    show();
    $("panel").querySelector("textarea").focus();
  });
  const forget = iconButton("bin", t("forget_entry", { text }), () => change(remove));
  const ways = make("span", "ways", ...(edit ? [edit] : []), forget);
  return make("div", "entry", said("p", "", text), make("div", "about", about, ways));
}

function editor(text, save) {
  const box = Object.assign(said("textarea", "", ""), { value: text, rows: 4, required: true, ariaLabel: t("text") });
  const stop = () => {
    editing = "";
    show();
    $("panel").focus();
  };
  const form = make("form", "entry", box, make("button", "main", t("save")), button(t("cancel"), stop, "quiet"));
  form.onsubmit = (event) => {
    event.preventDefault();
    if (box.value.trim()) change(() => save(box.value.trim()));
  };
  form.onkeydown = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    stop();
  };
  return form;
}

const turnLink = (number) =>
  button(t("turn", { n: number }), async () => {
    if (!(await showTurn(number))) $("live").textContent = t("not_on_this_branch");
  }, "link");

async function forgetAll() {
  const at = path();
  if (await confirmed(t("forget_everything"), t("forget_all"))) await change(() => write("DELETE", at));
}

/** Change it after the previous change has ended, and show the result; a problem is shown above it. */
function change(act) {
  changed = changed.then(async () => {
    let problem = null;
    await act().catch((error) => (problem = error));
    if (!problem) editing = "";
    await lookAtMemory();
    if (problem) $("panel-body").prepend(make("p", "failed", problem.detail ?? nameOf("problems", "network")));
    $("panel").focus();
  });
  return changed;
}
