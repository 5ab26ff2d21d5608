// The page: connects index.html to its actions.
import { addressed, onMove, settleAt } from "./address.js";
import { $ } from "./dom.js";
import { read } from "./api.js";
import { ask, begin, editLast, keepDraft, openAddressed, openSession } from "./conversation.js";
import { refuse, showEarlier, showStart, stop } from "./conversation.js";
import { wireFiles } from "./files.js";
import { wireKeys } from "./keys.js";
import { hasOwn, toggleLibrary } from "./library.js";
import { closePanel } from "./panel.js";
import { lookAtMemory, toggleMemory } from "./memory.js";
import { hear, now } from "./state.js";
import { wireSwitches } from "./switches.js";
import { listThreads, searchThreads, showMoreThreads } from "./threads.js";
import { choose, learn } from "./words.js";

const THEME = "theme";
/** The assistant for documents that readers have added themselves. */
const OWN = "documents";
const PREPARING_MS = 2000;

function wire() {
  $("composer").onsubmit = (event) => {
    event.preventDefault();
    ask($("question").value);
    $("question").focus();
  };
  $("question").oninput = () => sessionStorage.setItem("draft", $("question").value);
  $("question").onkeydown = (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) $("composer").onsubmit(event);
    if (event.key === "ArrowUp" && !$("question").value && editLast()) event.preventDefault();
  };
  wireKeys({
    stop: () => (now.busy ? stop : closePanel)(),
    search: () => {
      showThreads(true);
      $("search").focus();
    },
    to_question: () => $("question").focus(),
    new_conversation: start,
  });
  $("stop").onclick = stop;
  $("close").onclick = closePanel;
  $("memory").onclick = toggleMemory;
  $("library").onclick = () => toggleLibrary().catch(refuse);
  $("earlier").onclick = showEarlier;
  $("new").onclick = () => start();
  $("assistant").onchange = () => start();
  $("past").onclick = () => showThreads(!$("sessions").classList.contains("open"));
  $("search").oninput = searchThreads;
  $("more").onclick = showMoreThreads;
  $("language").onchange = () => choose($("language").value);
  $("theme").onchange = () => dress($("theme").value);
  wireSwitches();
  wireFiles();
  for (const change of ["opened", "answered"]) hear(change, lookAtMemory);
  for (const change of ["opened", "asked", "answered", "worded"]) hear(change, listThreads);
  hear("worded", showAnew);
}

function start() {
  begin();
  $("question").focus();
}

/** Show the page in another language. */
function showAnew() {
  if (now.session && !now.busy) openSession(now.session.id);
  else showStart();
}

function showThreads(yes) {
  $("sessions").classList.toggle("open", yes);
  $("past").ariaExpanded = String(yes);
}

/** Light, dark, or as the system has it; remembered. */
function dress(theme = localStorage.getItem(THEME) ?? "auto") {
  localStorage.setItem(THEME, theme);
  document.documentElement.dataset.theme = $("theme").value = theme;
}

async function watchPreparing() {
  const { reasons = [] } = await fetch("/readyz").then((found) => found.json()).catch(() => ({}));
  [$("preparing").hidden, $("preparing").textContent] = [!reasons.length, reasons.join("; ")];
  if (reasons.length) setTimeout(watchPreparing, PREPARING_MS);
}

async function open() {
  const link = new URLSearchParams(location.search);
  const wanted = addressed();
  const question = link.get("ask");
  dress();
  await learn();
  wire();
  watchPreparing();
  now.assistants = (await read("/v1/assistants")).assistants;
  const other = now.assistants.find((each) => each.name !== OWN)?.name;
  const chosen = link.get("assistant") || ((await hasOwn().catch(() => false)) ? OWN : other);
  $("assistant").replaceChildren(...now.assistants.map((each) => new Option(each.title, each.name)));
  if (chosen) $("assistant").value = chosen;
  keepDraft(question ?? sessionStorage.getItem("draft") ?? "");
  settleAt("");
  begin();
  $("question").focus();
  settleAt(wanted);
  onMove(openAddressed);
  if (wanted) await openAddressed();
  else if (question && link.get("send") === "1") await ask(question);
}

open().catch((problem) => refuse(problem));
