// The keys that work everywhere on the page, and the dialog that lists them.
import { $, make } from "./dom.js";
import { nameOf } from "./words.js";

const KEPT = "single-keys";
const FIELD = "textarea, select, input:not([type='checkbox'])";
const ALONE = { "/": "to_question", "?": "help" };
const HELD = { k: "search", "shift o": "new_conversation" };
const LISTED = ["ask", "new_line", "stop", "edit_last", "search", "to_question", "new_conversation", "help"];

/** Bind each key to its action, by name. An open dialog disables them. */
export function wireKeys(acts) {
  const all = { ...acts, help: showHelp };
  $("single-keys").checked = localStorage.getItem(KEPT) !== "off";
  $("single-keys").onchange = () => localStorage.setItem(KEPT, $("single-keys").checked ? "on" : "off");
  for (const id of ["help", "all-keys"]) $(id).onclick = showHelp;
  document.onkeydown = (event) => {
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") acts.stop(); // what it does in a field it still does
    const act = all[meant(event)];
    if (!act) return;
    event.preventDefault();
    act();
  };
}

function meant({ key = "", ctrlKey, metaKey, altKey, shiftKey, target }) {
  if (altKey) return "";
  if (ctrlKey || metaKey) return HELD[`${shiftKey ? "shift " : ""}${key.toLowerCase()}`];
  return $("single-keys").checked && !target.closest?.(FIELD) ? ALONE[key] : "";
}

function showHelp() {
  const row = (act) => [make("dt", "", ...pressed(nameOf("keys", act))), make("dd", "", nameOf("acts", act))];
  $("help-keys").replaceChildren(...LISTED.flatMap(row));
  $("help-dialog").showModal();
}

const isMac = navigator.platform.startsWith("Mac");
const pressed = (keys) => keys.split("+").map((key) => make("kbd", "", key === "Ctrl" && isMac ? "⌘" : key));
