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

export async function openSource(source, opener) {
  const shown = await Promise.all(source.passages.map((passage) => quoted(source, passage)));
  const name = source.document === named(source) ? [] : [said("p", "", source.document)];
  openPanel("source", `${source.number}  ${named(source)}`, [...name, ...shown.flat()], opener);
}

async function quoted(source, passage) {
  const alone = { before: "", text: passage.text, after: "" };
  const path = `/v1/passages/${encodeURIComponent(passage.chunk_id)}?around=${AROUND}`;
  const found = await read(path).catch(() => alone);
  const before = found.before.length < AROUND ? found.before : found.before.replace(/^\S*\s/, "… ");
  const quote = said("blockquote", "", before);
  quote.append(make("mark", "", found.text), found.after);
  return [said("p", "", place(source, passage)), quote];
}
