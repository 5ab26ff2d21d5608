// The passages of a source, each in the text around it.
import { read } from "./api.js";
import { line, make, said } from "./dom.js";
import { openPanel } from "./panel.js";
import { t } from "./words.js";

const AROUND = 240;

export const named = (source) => source.title || source.document;

/** Position of a passage: headings and page. */
export function place(source, passage = source.passages[0]) {
  const headings = passage.headings.filter((each) => each !== named(source)).join(" › ");
  return line(headings, passage.page && t("page", { n: passage.page }));
}

/** The document of a source, unless its name shows it, and the position in it. */
export const whereabouts = (source) => line(source.document !== named(source) && source.document, place(source));

/** Open the passages of a source. `places` are the words of a sentence in the document; their passages are first. */
export async function openSource(source, opener, places = []) {
  const here = (passage) => places.filter(({ start, end }) => start < passage.end && end > passage.start);
  const ordered = [...source.passages].sort((one, two) => here(two).length - here(one).length);
  const isLit = (passage) => here(passage).length || !here(ordered[0]).length;
  const shown = await Promise.all(ordered.map((each) => quoted(source, each, isLit(each) && here(each))));
  const name = source.document === named(source) ? [] : [said("p", "", source.document)];
  openPanel("source", `${source.number}  ${named(source)}`, [...name, ...shown.flat()], opener);
  document.querySelector("#panel blockquote mark")?.scrollIntoView({ block: "center" });
}

/** A passage in the text around it. `places` are lit; all of it where the list is empty, nothing where it is false. */
async function quoted(source, passage, places) {
  const alone = { before: "", text: passage.text, after: "" };
  const path = `/v1/passages/${encodeURIComponent(passage.chunk_id)}?around=${AROUND}`;
  const found = await read(path).catch(() => alone);
  const before = found.before.length < AROUND ? found.before : found.before.replace(/^\S*\s/, "… ");
  const quote = said("blockquote", "", before);
  quote.append(...lit(found.text, passage.start, places), found.after);
  return [said("p", "", place(source, passage)), quote];
}

/** The text with its places marked. Offsets count characters of the document, not UTF-16 units. */
function lit(text, start, places) {
  if (!places) return [text];
  if (!places.length) return [make("mark", "", text)];
  const characters = Array.from(text);
  const parts = [];
  let end = 0;
  for (const each of [...places].sort((one, two) => one.start - two.start)) {
    const from = Math.max(end, each.start - start);
    const to = Math.min(characters.length, each.end - start);
    parts.push(characters.slice(end, from).join(""), make("mark", "", characters.slice(from, to).join("")));
    end = Math.max(from, to);
  }
  return [...parts, characters.slice(end).join("")];
}
