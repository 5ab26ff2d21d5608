// The page's own words, `page.json` of each language; the answers' language is the question's, not this one.
import { $ } from "./dom.js";
import { tell } from "./state.js";

export const LANGUAGES = ["en", "nl", "it"];
const KEPT = "language";

let language = LANGUAGES[0];
let words = {};

/** The words for a key with its values filled in; `n` chooses between one and many where both are given. */
export function t(key, values = {}) {
  const found = words[key] ?? key;
  const template = typeof found === "string" ? found : found[new Intl.PluralRules(language).select(values.n)];
  return template.replace(/\{(\w+)\}/g, (place, name) => spell(values[name] ?? place));
}

/** What a name of the interface means, like that of a step; the name itself, with spaces, where it has no words. */
export const nameOf = (table, name) => words[table]?.[name] ?? String(name).replaceAll("_", " ");

/** Whether a name has words of its own. */
export const isNamed = (table, name) => Boolean(words[table]?.[name]);

/** A number from 0 to 1 with two decimals. */
export const share = (score) => score.toLocaleString(language, { maximumFractionDigits: 2 });

export const day = (time) => new Date(time).toLocaleDateString(language, { dateStyle: "long" });

/** Speak the reader's language: the one chosen before, else the first of the browser's that we know. */
export async function learn(wanted = localStorage.getItem(KEPT)) {
  const codes = [wanted, ...navigator.languages].map((each) => each?.slice(0, 2));
  language = codes.find((each) => LANGUAGES.includes(each)) ?? LANGUAGES[0];
  words = await (await fetch(`/static/words/${language}.json`)).json();
  document.documentElement.lang = $("language").value = language;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll("[data-t-label]")) element.ariaLabel = t(element.dataset.tLabel);
  for (const element of document.querySelectorAll("[data-t-placeholder]")) {
    element.placeholder = t(element.dataset.tPlaceholder);
  }
}

/** Choose a language, here and for the next visit. */
export async function choose(wanted) {
  localStorage.setItem(KEPT, wanted);
  await learn(wanted);
  tell("worded");
}

const spell = (value) => (typeof value === "number" ? value.toLocaleString(language) : value);
