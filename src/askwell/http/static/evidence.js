// The passages of a source, each in the text around it.
import { read } from "./api.js";
import { line, make, said } from "./dom.js";
import { openPanel } from "./panel.js";
import { pagesAt, Sheet } from "./sheets.js";
import { tabled } from "./tables.js";
import { t } from "./words.js";

const AROUND = 240;

export const named = (source) => source.title || source.document;

/** Position of a passage: headings and page. */
export function place(source, passage = source.passages[0]) {
  const headings = passage.headings.filter((each) => each !== named(source)).join(" › ");
  return line(headings, passage.page && t("page", { n: passage.page }));
}

/** The document of a source, unless its name shows it, the date that it states, and the position in it. */
export const whereabouts = (source) =>
  line(source.document !== named(source) && source.document, source.date, place(source));

/**
 * Open a source at the words of a sentence: `places` in its document. Without places all its passages are lit.
 * A PDF is shown as the page with the words in boxes, above the text.
 */
export async function openSource(source, opener, places = []) {
  const here = (passage) => places.filter(({ start, end }) => start < passage.end && end > passage.start);
  const meant = source.passages.filter((each) => here(each).length);
  const first = meant.length ? meant : source.passages;
  const others = source.passages.filter((each) => !first.includes(each));
  const spans = meant.length ? meant.flatMap(here) : first.slice(0, 1);
  const [pages, shown, rest] = await Promise.all([
    first[0].page ? pagesAt(source.document_id, spans) : [],
    Promise.all(first.map((each) => quoted(source, each, here(each)))),
    Promise.all(others.map((each) => quoted(source, each, false))),
  ]);
  const about = line(source.document !== named(source) && source.document, source.date);
  const name = about ? [said("p", "", about)] : [];
  const sheets = pages.map((page) => new Sheet(source.document_id, source.document, page));
  const nodes = [...name, ...sheets.map(({ box }) => box), ...shown.flat(), ...folded(rest.flat())];
  openPanel("source", `${source.number}  ${named(source)}`, nodes, opener);
  if (!sheets.length) document.querySelector("#panel blockquote mark")?.scrollIntoView({ block: "center" });
  await Promise.all(sheets.map((sheet) => sheet.show()));
}

/** Passages that the sentence does not rest on, closed at first. */
function folded(nodes) {
  return nodes.length ? [make("details", "", make("summary", "", t("other_passages")), ...nodes)] : [];
}

/** A passage in the text around it. `places` are lit; all of it where the list is empty, nothing where it is false. */
async function quoted(source, passage, places) {
  const alone = { before: "", text: passage.text, after: "" };
  const path = `/v1/passages/${encodeURIComponent(passage.chunk_id)}?around=${AROUND}`;
  const found = await read(path).catch(() => alone);
  const before = found.before.length < AROUND ? found.before : found.before.replace(/^\S*\s/, "… ");
  const quote = said("blockquote", "", "");
  quote.replaceChildren(...tabled([before, ...lit(found.text, passage.start, places), found.after]));
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
