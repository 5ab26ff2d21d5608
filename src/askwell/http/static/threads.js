// The list of conversations: search, pin, rename, remove.
import { read, write } from "./api.js";
import { confirmed } from "./confirm.js";
import { begin, openSession, refuse } from "./conversation.js";
import { $, button, iconButton, item, make, said } from "./dom.js";
import { exporting } from "./exports.js";
import { now } from "./state.js";
import { day, t } from "./words.js";

const PAGE = 50;
const TYPING_MS = 200;
const LONGEST_TITLE = 200;
const DAY_MS = 86_400_000;

let shown = PAGE;
let asked = 0;
let unfolded = "";
let typing = 0;
let isRenaming = false;

/** Load the list again, unless a title is being edited; a late response does not replace a newer one. */
export async function listThreads() {
  if (isRenaming) return;
  const mine = (asked += 1);
  const search = encodeURIComponent($("search").value.trim());
  const find = (pinned) => pages(`/v1/sessions?search=${search}&pinned=${pinned}`, shown);
  const found = await Promise.all([find(true), find(false)]).catch(() => null);
  if (mine !== asked || !found || isRenaming) return;
  const [pinned, others] = found;
  const groups = new Map([["pinned", pinned.sessions]]);
  for (const session of others.sessions) {
    const group = age(session.updated_at);
    groups.set(group, [...(groups.get(group) ?? []), session]);
  }
  const focus = document.activeElement?.dataset?.keep;
  const lists = [...groups].filter(([, sessions]) => sessions.length).flatMap(([group, sessions]) => [
    make("h2", "", heading(group)),
    make("ul", "", ...sessions.map(row)),
  ]);
  $("threads").replaceChildren(...(lists.length ? lists : [make("p", "soft", t(search ? "none_found" : "none_yet"))]));
  $("more").hidden = !others.next;
  if (focus) $("threads").querySelector(`[data-keep="${CSS.escape(focus)}"]`)?.focus();
}

/** Search for the typed text when the typing pauses. */
export function searchThreads() {
  clearTimeout(typing);
  isRenaming = false;
  shown = PAGE;
  typing = setTimeout(listThreads, TYPING_MS);
}

export function showMoreThreads() {
  shown += PAGE;
  listThreads();
}

async function pages(path, wanted) {
  const sessions = [];
  let next = "";
  do {
    const page = await read(`${path}&limit=${PAGE}&before=${encodeURIComponent(next)}`);
    sessions.push(...page.sessions);
    next = page.next;
  } while (next && sessions.length < wanted);
  return { sessions, next };
}

function age(time) {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const at = Date.parse(time);
  if (at >= midnight) return "today";
  if (at >= midnight - DAY_MS) return "yesterday";
  return at >= midnight - 7 * DAY_MS ? "week" : "before";
}

function heading(group) {
  const words = { today: t("today"), yesterday: t("yesterday"), week: t("this_week"), before: t("before") };
  return words[group] ?? t("pinned");
}

function row(session) {
  const { id, title } = session;
  const open = button(title || t("untitled"), () => go(id), "open");
  Object.assign(open, { title: [title, day(session.updated_at)].filter(Boolean).join("\n"), dir: "auto" });
  if (id === now.session?.id) open.ariaCurrent = "true";
  const more = iconButton("more", t("more_about", { title: title || t("untitled") }), () => {
    unfolded = unfolded === id ? "" : id;
    listThreads();
  });
  more.ariaExpanded = String(unfolded === id);
  keep(open, "open", id);
  keep(more, "more", id);
  const element = item(make("div", "thread", open, more));
  if (unfolded === id) element.append(...ways(session, element));
  return element;
}

function ways(session, element) {
  const path = `/v1/sessions/${encodeURIComponent(session.id)}`;
  const turnPin = () => change(() => write("PATCH", path, { pinned: !session.pinned }));
  const pin = button(t(session.pinned ? "unpin" : "pin"), turnPin);
  const rename = button(t("rename"), () => {
    isRenaming = true;
    element.replaceChildren(renaming(session, path));
    element.querySelector("input").select();
  });
  const remove = button(t("delete"), async () => {
    if (!(await confirmed(t("delete_thread", { title: session.title || t("untitled") }), t("delete")))) return;
    const isGone = await change(() => write("DELETE", path));
    if (isGone && session.id === now.session?.id) begin();
    $("search").focus();
  });
  const changes = make("div", "ways", keep(pin, "pin", session.id), keep(rename, "rename", session.id), remove);
  return [changes, exporting(path, attempt)];
}

function renaming(session, path) {
  const name = Object.assign(said("input", "", ""), { value: session.title, maxLength: LONGEST_TITLE, required: true });
  name.ariaLabel = t("title");
  const cancel = button(t("cancel"), endRenaming, "quiet");
  const form = make("form", "renaming", name, make("button", "main", t("save")), cancel);
  form.onsubmit = (event) => {
    event.preventDefault();
    if (!name.value.trim()) return;
    isRenaming = false;
    change(() => write("PATCH", path, { title: name.value.trim() }));
  };
  form.onkeydown = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    endRenaming();
  };
  return form;
}

function endRenaming() {
  isRenaming = false;
  listThreads();
}

/** Change a conversation and show the result. False if it was rejected. */
async function change(act) {
  const isDone = await attempt(act);
  await listThreads();
  return isDone;
}

async function attempt(act) {
  const problem = await act().then(() => null, (refused) => refused);
  if (problem) refuse(problem);
  return !problem;
}

async function go(id) {
  $("sessions").classList.remove("open");
  $("past").ariaExpanded = "false";
  isRenaming = false;
  try {
    await openSession(id);
  } catch (problem) {
    refuse(problem);
    await listThreads();
  }
}

function keep(element, what, id) {
  element.dataset.keep = `${what} ${id}`;
  return element;
}
