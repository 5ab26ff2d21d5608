// Copies texts.
import { $, iconButton, make } from "./dom.js";
import { t } from "./words.js";

const STATUS_MS = 2500;

/** A button of a name that copies the result of `read`, and an element for the outcome. */
export function copying(name, read) {
  const status = make("span", "copied");
  let fading = 0;
  const copy = iconButton("copy", name, async (event) => {
    const opener = event.currentTarget;
    const isCopied = await copied(read(), opener);
    status.textContent = $("live").textContent = t(isCopied ? "copied" : "not_copied");
    clearTimeout(fading);
    if (isCopied) fading = setTimeout(() => status.replaceChildren(), STATUS_MS);
  });
  return [copy, status];
}

/** Whether it was copied. Over plain HTTP from another machine only a selection can be copied. */
async function copied(text, opener) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text, opener);
  }
}

function copiedBySelection(text, opener) {
  const box = Object.assign(make("textarea", "unseen"), { value: text, readOnly: true });
  document.body.append(box);
  box.focus({ preventScroll: true });
  box.select();
  const isCopied = document.execCommand("copy");
  box.remove();
  opener.focus({ preventScroll: true });
  return isCopied;
}
