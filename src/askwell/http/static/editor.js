// Edits a text in place.
import { button, make, said } from "./dom.js";
import { now } from "./state.js";
import { t } from "./words.js";

/**
 * A form where an element stands, with its text to be changed and asked. It stays after that, for what is asked may be
 * refused. When cancelled, also by `reset`, the element is restored and `ended` is called.
 */
export function editInPlace(element, { text, label, ask, ended }) {
  const box = Object.assign(said("textarea", "", ""), { value: text, rows: 2, ariaLabel: label });
  const cancel = button(t("cancel"), () => form.reset());
  const form = make("form", "editor", box, make("button", "asking main", t("ask_edited")), cancel);
  form.onsubmit = (event) => {
    event.preventDefault();
    if (box.value.trim() && !now.busy) ask(box.value);
  };
  form.onreset = () => {
    form.remove();
    element.hidden = false;
    ended();
  };
  form.onkeydown = (event) => {
    const asks = event.target === box && event.key === "Enter" && !event.shiftKey && !event.isComposing;
    if (asks) form.onsubmit(event);
    if (event.key !== "Escape") return;
    event.stopPropagation();
    form.reset();
  };
  element.hidden = true;
  element.after(form);
  box.focus();
  box.setSelectionRange(text.length, text.length);
  return form;
}
