// An answer to be taken elsewhere, as Markdown with its sources.
import { $, iconButton, line, make } from "./dom.js";
import { named, whereabouts } from "./evidence.js";
import { t } from "./words.js";

const TOLD_MS = 2500;

/** A button that copies what `read` gives, `{text, sources}`, and a place that tells how it went. */
export function copying(read) {
  const told = make("span", "copied");
  let fading = 0;
  const copy = iconButton("copy", t("copy"), async (event) => {
    const opener = event.currentTarget;
    const isCopied = await copied(asMarkdown(read()), opener);
    told.textContent = $("live").textContent = t(isCopied ? "copied" : "not_copied");
    clearTimeout(fading);
    if (isCopied) fading = setTimeout(() => told.replaceChildren(), TOLD_MS);
  });
  return [copy, told];
}

function asMarkdown({ text, sources }) {
  const listed = sources.map((source) => `- [${source.number}] ${plain(line(named(source), whereabouts(source)))}`);
  return [text, listed.join("\n")].filter(Boolean).join("\n\n");
}

/** Text that Markdown shows as it is. */
const plain = (text) => text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>#|&]/g, "\\$&");

/** Whether it could be copied. Over plain HTTP from elsewhere there is no clipboard but the one of a selection. */
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
