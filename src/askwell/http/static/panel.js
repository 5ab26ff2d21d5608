// The panel next to the conversation; shows a passage, the memory or the documents.
import { $ } from "./dom.js";

/** Kinds whose buttons say whether it is open. */
const BUTTONS = ["memory", "library"];

let opener = null;

/** Show content of a `kind`. Moves the focus there, and back to its opener on closing. */
export function openPanel(kind, title, nodes, from) {
  const panel = $("panel");
  opener = from ?? opener;
  panel.dataset.kind = kind;
  $("panel-title").textContent = title;
  $("panel-body").replaceChildren(...nodes);
  panel.hidden = false;
  tellButtons();
  if (!from) return;
  panel.scrollTop = 0;
  panel.focus();
}

const tellButtons = () => BUTTONS.forEach((kind) => ($(kind).ariaExpanded = String(panelShows(kind))));

export const panelShows = (kind) => !$("panel").hidden && $("panel").dataset.kind === kind;

export function closePanel() {
  if ($("panel").hidden) return;
  const within = $("panel").contains(document.activeElement);
  $("panel").hidden = true;
  tellButtons();
  if (within) (opener?.isConnected ? opener : $("question")).focus();
  opener = null;
}
