// The panel next to the conversation; shows a passage or the memory.
import { $ } from "./dom.js";

let opener = null;

/** Show content of a `kind`. Moves the focus there, and back to its opener on closing. */
export function openPanel(kind, title, nodes, from) {
  const panel = $("panel");
  opener = from ?? opener;
  panel.dataset.kind = kind;
  $("panel-title").textContent = title;
  $("panel-body").replaceChildren(...nodes);
  panel.hidden = false;
  $("memory").ariaExpanded = String(kind === "memory");
  if (!from) return;
  panel.scrollTop = 0;
  panel.focus();
}

export const panelShows = (kind) => !$("panel").hidden && $("panel").dataset.kind === kind;

export function closePanel() {
  if ($("panel").hidden) return;
  const within = $("panel").contains(document.activeElement);
  $("panel").hidden = true;
  $("memory").ariaExpanded = "false";
  if (within) (opener?.isConnected ? opener : $("question")).focus();
  opener = null;
}
