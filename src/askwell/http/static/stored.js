// The blocks of a document's stored text: tables, lists, code, headings and paragraphs. Readers have taken the markup
// away, so that every other character is one of the document: `2*3*4` is no emphasis.
import { make } from "./dom.js";
import { Markdown } from "./markdown.js";
import { unitsOf } from "./offsets.js";

const GAP = /\n(?:[^\S\n]*\n)+/g;
const APART = " | ";
const LEAST_ROWS = 2;
const MAX_NAME = 60;
const ITEM = /^\s*(?:[-*•]|(\d{1,3})\.) +/;
const INDENTED = /^(?: {2}|\t)/;
/** A line that continues the code next to it. */
const CODE = /[{};]$|^[\w.[\]]+ ?[-+]?= ?\S|^[\w.]+\(.*\)$|^(?:import|from|return) \w|^(?:\$|>>>|#|\/\/) /;
const URL = /https?:\/\/[^\s<>"']*[^\s<>"').,:;!?\]]/g;

const MADE = { code, heading, list, prose, space: ({ raw }) => ({ type: "space", raw }), table };

/**
 * Show a stored text in an element, the words of `places` lit: `{start, end}` in characters of the document, of which
 * `from` is the offset of the text. `headings` are those of its passages, outermost first.
 */
export function showStored(box, text, from, places, headings) {
  const unit = unitsOf(text);
  const within = ({ start, end }) => ({ start: unit(Math.max(0, start - from)), end: unit(Math.max(0, end - from)) });
  const spans = [];
  for (const { start, end } of places.map(within).sort((one, two) => one.start - two.start)) {
    const begin = Math.max(start, spans.at(-1)?.end ?? 0);
    if (end > begin) spans.push({ start: begin, end, open: () => make("mark") });
  }
  new Markdown(box, () => null, tokensBy(headings)).show(text, spans);
  box.classList.add("stored");
  return box;
}

/**
 * What gives the tokens of a stored text. A paragraph with the words of a heading is one. Readers keep the indentation
 * of code and of nothing else.
 */
const tokensBy = (headings) => (text) => {
  const parts = partsOf(text);
  const codes = codesOf(parts);
  const runs = [];
  for (const [index, part] of parts.entries()) {
    for (const run of codes[index] ? [{ kind: "code", raw: part.raw }] : runsOf(part, headings)) add(runs, run);
  }
  return runs.map((run) => MADE[run.kind](run));
};

/** The text between blank lines: each part as it is, and `raw` with the blank lines after it. */
function partsOf(text) {
  const parts = [];
  let at = 0;
  for (const { 0: gap, index } of [...text.matchAll(GAP), { 0: "", index: text.length }]) {
    const end = index + gap.length;
    if (end > at) parts.push({ lines: text.slice(at, index).split("\n"), raw: text.slice(at, end) });
    at = end;
  }
  return parts;
}

/** Whether each part is code: one with indented lines, and those next to it whose lines all look like code. */
function codesOf(parts) {
  const isIndented = (line) => INDENTED.test(line) && !ITEM.test(line);
  const codes = parts.map(({ lines }) => !ITEM.test(lines[0]) && lines.some(isIndented));
  const continues = ({ lines }) => lines.every((line) => CODE.test(line) || INDENTED.test(line));
  const spread = (index, from) => (codes[index] ||= Boolean(codes[from]) && continues(parts[index]));
  for (let index = 1; index < codes.length; index += 1) spread(index, index - 1);
  for (let index = codes.length - 2; index >= 0; index -= 1) spread(index, index + 1);
  return codes;
}

/** The heading, rows, items and other lines of a part. */
function runsOf({ lines, raw }, headings) {
  if (!raw.trim()) return [{ kind: "space", raw }];
  const words = lines.join(" ").trim();
  const depth = Math.max(0, ...headings.map((path) => path.indexOf(words) + 1));
  if (depth) return [{ kind: "heading", raw, depth }];
  const isTable = lines.filter((line) => line.includes(APART)).length >= LEAST_ROWS;
  return raw.split(/(?<=\n)(?=[^\n]*\S)/).map((line) => {
    if (isTable && line.includes(APART)) return { kind: "table", raw: line, rows: [line.trim()] };
    const item = ITEM.exec(line);
    if (!item) return { kind: "prose", raw: line };
    return { kind: "list", raw: line, number: Number(item[1]), items: [[line, item[0].length]] };
  });
}

/** Append a run of lines, or add it to the last one if it goes on with it. */
function add(runs, run) {
  const last = runs.at(-1);
  if (!last || last.kind !== run.kind || !goesOn(last, run)) {
    runs.push(run);
    return;
  }
  const isRepeated = run.kind === "table" && hasGap(last);
  last.raw += run.raw;
  last.rows?.push(...(isRepeated ? [] : run.rows));
  last.items?.push(...(run.items ?? []));
}

/** A long table is stored in parts, each of which begins with the column names. */
function goesOn(last, run) {
  if (run.kind === "table") return !hasGap(last) || run.rows[0] === last.rows[0];
  if (run.kind === "list" && isNaN(run.number)) return isNaN(last.number);
  if (run.kind === "list") return last.number + last.items.length === run.number;
  return run.kind === "code" || (run.kind === "prose" && !hasGap(last));
}

const hasGap = ({ raw }) => /\n\s*\n$/.test(raw);

function code({ raw }) {
  return { type: "code", raw, text: raw.trimEnd() };
}

function heading({ raw, depth }) {
  return { type: "heading", raw, depth, tokens: textsOf(raw.trim()) };
}

function prose({ raw }) {
  return { type: "text", raw, tokens: textsOf(raw.trim()) };
}

function list({ raw, number, items }) {
  const made = items.map(([line, sign]) => ({ tokens: [{ type: "text", tokens: textsOf(line.slice(sign).trim()) }] }));
  return { type: "list", raw, ordered: !isNaN(number), start: number, items: made };
}

/** The first row has column names if its cells are different short texts without digits. */
function table({ raw, rows }) {
  const cells = rows.map((row) => row.split(APART));
  const isName = (cell) => cell && cell.length <= MAX_NAME && !/\d/.test(cell);
  const isHead = new Set(cells[0]).size === cells[0].length && cells[0].every(isName);
  const shown = cells.map((row) => row.map((cell) => ({ tokens: textsOf(cell) })));
  return { type: "table", raw, header: isHead ? shown[0] : [], rows: isHead ? shown.slice(1) : shown };
}

/** A text with its web addresses as links. */
function textsOf(text) {
  const tokens = [];
  const say = (part) => part && tokens.push({ type: "text", raw: part, text: part });
  let at = 0;
  for (const { 0: raw, index } of text.matchAll(URL)) {
    say(text.slice(at, index));
    tokens.push({ type: "link", raw, href: raw, tokens: [{ type: "text", raw, text: raw }] });
    at = index + raw.length;
  }
  say(text.slice(at));
  return tokens;
}
