// Copies an answer as Markdown with its sources.
import { $, iconButton, line, make } from "./dom.js";
import { named, whereabouts } from "./evidence.js";
import { t } from "./words.js";

const STATUS_MS = 2500;

/** A button that copies the result of `read`, `{text, sources}`, and an element for the outcome. */
export function copying(read) {
  const status = make("span", "copied");
  let fading = 0;
  const copy = iconButton("copy", t("copy"), async (event) => {
    const opener = event.currentTarget;
    const isCopied = await copied(asMarkdown(read()), opener);
    status.textContent = $("live").textContent = t(isCopied ? "copied" : "not_copied");
    clearTimeout(fading);
    if (isCopied) fading = setTimeout(() => status.replaceChildren(), STATUS_MS);
  });
  return [copy, status];
}

function asMarkdown({ text, sources }) {
  const listed = sources.map((source) => `- [${source.number}] ${plain(line(named(source), whereabouts(source)))}`);
  return [text, listed.join("\n")].filter(Boolean).join("\n\n");
}

/** Text escaped for Markdown. */
const plain = (text) => text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>#|&]/g, "\\$&");

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
