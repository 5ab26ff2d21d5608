// The words of a source: on the page of a PDF, or in the text of its document.
import { read } from "./api.js";
import { button, item, line, make, said } from "./dom.js";
import { charactersOf } from "./offsets.js";
import { openPanel } from "./panel.js";
import { Reading } from "./reading.js";
import { pagesAt, Sheet } from "./sheets.js";
import { showStored } from "./stored.js";
import { t } from "./words.js";

const AROUND = 240;
const FIRST_WORDS = 9;

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
 * Open a source at the words of a sentence: `places` in its document. Without places its first passage is lit.
 * A PDF is shown as the page with the words in boxes, above its passages; another document as its whole text.
 */
export async function openSource(source, opener, places = []) {
  const here = (passage) => places.filter(({ start, end }) => start < passage.end && end > passage.start);
  const meant = source.passages.filter((each) => here(each).length);
  const first = meant.length ? meant : source.passages;
  const others = source.passages.filter((each) => !first.includes(each));
  const spans = meant.length ? meant.flatMap(here) : first.slice(0, 1);
  const pages = first[0].page ? await pagesAt(source.document_id, spans) : [];
  const shown = pages.length ? null : await textAt(source, spans, others);
  const { nodes, show } = shown ?? (await passagesOf(source, first, others, here, pages));
  openPanel("source", `${source.number}  ${named(source)}`, [...about(source), ...nodes], opener);
  return show();
}

function about(source) {
  const name = line(source.document !== named(source) && source.document, source.date);
  return [
    ...(name ? [said("p", "", name)] : []),
    ...(source.removed ? [make("p", "removed", t("source_removed"))] : []),
  ];
}

/** The text of the document with the words lit; null if it was removed or has changed. */
async function textAt(source, spans, others) {
  const [{ chunk_id: first }] = source.passages;
  const headings = source.passages.map((each) => each.headings);
  const reading = new Reading(source.document_id, headings);
  try {
    await Promise.all([read(passagePath(first, 0)), reading.open(spans)]);
  } catch {
    return null;
  }
  const show = () => reading.show();
  const go = (passage) => button(beginning(passage), () => reading.open([passage]).then(show), "link");
  const ways = others.length ? [make("ul", "", ...others.map((each) => item(go(each))))] : [];
  return { nodes: [...folded(ways), reading.box], show };
}

const beginning = ({ text }) => `${text.trim().split(/\s+/).slice(0, FIRST_WORDS).join(" ")} …`;

/** The passages that the sentence rests on, below the pages with their words; the others are folded. */
async function passagesOf(source, first, others, here, pages) {
  const [shown, rest] = await Promise.all([
    Promise.all(first.map((each) => quoted(source, each, here(each)))),
    Promise.all(others.map((each) => quoted(source, each, null))),
  ]);
  const sheets = pages.map((page) => new Sheet(source.document_id, source.document, page));
  const nodes = [...sheets.map(({ box }) => box), ...shown.flat(), ...folded(rest.flat())];
  return { nodes, show: () => Promise.all(sheets.map((sheet) => sheet.show())) };
}

/** What the sentence does not rest on, closed at first. */
function folded(nodes) {
  return nodes.length ? [make("details", "", make("summary", "", t("other_passages")), ...nodes)] : [];
}

/** A passage in the text around it. `places` are lit; all of it if the list is empty, nothing if it is null. */
async function quoted(source, passage, places) {
  const { start, end, headings } = passage;
  const alone = { before: "", text: passage.text, after: "" };
  const found = await read(passagePath(passage.chunk_id, AROUND)).catch(() => alone);
  const before = found.before.length < AROUND ? found.before : found.before.replace(/^\S*\s/, "… ");
  const spans = places && (places.length ? places : [{ start, end }]);
  const from = start - charactersOf(before);
  const text = before + found.text + found.after;
  return [said("p", "", place(source, passage)), showStored(make("blockquote"), text, from, spans ?? [], [headings])];
}

const passagePath = (chunkId, around) => `/v1/passages/${encodeURIComponent(chunkId)}?around=${around}`;
