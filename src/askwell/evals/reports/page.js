"use strict";
// Shows the conversations that have a turn which all checked filters select, and dims their other turns.
const form = document.querySelector(".filters");
const conversations = [...document.querySelectorAll(".conversation")];

const selects = {
  failed: (turn) => turn.classList.contains("failed"),
  context: (turn) => "context" in turn.dataset,
  flipped: (turn) => "flipped" in turn.dataset,
};

function apply() {
  const active = Object.keys(selects).filter((name) => form.elements[name]?.checked);
  const assistant = form.elements.assistant.value;
  const domain = form.elements.domain?.value;
  let shown = 0;
  for (const each of conversations) {
    let found = null;
    for (const turn of each.querySelectorAll(".turn")) {
      const selected = active.every((name) => selects[name](turn));
      turn.classList.toggle("other", !selected);
      if (selected && !found) found = turn;
    }
    // A conversation may miss its criteria without a failed turn.
    const alone = active.length === 1 && active[0] === "failed" && each.classList.contains("failed");
    const other = (assistant && each.dataset.assistant !== assistant) || (domain && each.dataset.domain !== domain);
    each.hidden = other || (!found && !alone);
    if (each.hidden) continue;
    shown += 1;
    const row = each.querySelector(".turns");
    row.scrollLeft = active.length && found ? found.offsetLeft - row.offsetLeft - 12 : 0;
  }
  const all = shown === conversations.length;
  form.querySelector("output").textContent = `${all ? "" : `${shown} of `}${conversations.length} conversations`;
}

form.addEventListener("change", apply);
form.addEventListener("submit", (event) => event.preventDefault());
