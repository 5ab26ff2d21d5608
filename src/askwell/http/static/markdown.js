// Markdown as elements. A library parses it, only the elements named here are made, and every text stays text: there
// is no HTML that would have to be sanitised.
import { copying } from "./copy.js";
import { make } from "./dom.js";
import { t } from "./words.js";
import { Marked } from "./vendor/marked.esm.js";

const HEADING_OFFSET = 2;
const LOWEST_HEADING = 6;
// A number, the id of a source, or a footnote: `[2]`, `[1706.03762, 2]`, `[^2]`. The address of a site is none.
const MARK = /^\[(?!\S*\/\/)(\^?[\w.:/+-]{1,80}(?:, ?[\w.:/+-]{1,80})*)\](?!\()/;
const MARKS = /\[(\^?[\w.:/+-]{1,80}(?:, ?[\w.:/+-]{1,80})*)\]/g;
const FOOTNOTES = /^\[\^\d+\]: /;
const NAME = /^__\w+__(?!\w)/;
const BREAK = /^<br ?\/?>/i;
const RUN = /\S{4000}|[^\S\n]{4000}/;
const WEB = ["http", "https"];
const LINKED = [...WEB, "mailto"];

const inline = (name, sign, pattern) => ({
  name,
  level: "inline",
  start: (text) => text.indexOf(sign),
  tokenizer: (text) => {
    const found = pattern.exec(text);
    return found ? { type: name, raw: found[0], text: found[1] ?? found[0] } : undefined;
  },
});

// HTML is text, but for line breaks. A text that is still written has no definitions of links: a later line must not
// change an earlier one. `__init__` is a name, and `5~6` a range.
const none = () => undefined;
const del = (text) => (text.startsWith("~~") ? false : undefined);
const parser = new Marked({
  breaks: true,
  extensions: [inline("mark", "[", MARK), inline("text", "__", NAME), inline("br", "<", BREAK)],
  tokenizer: { html: none, tag: none, def: none, reflink: none, del },
});

/** A text shown as Markdown in an element. What is shown already and did not change keeps its elements. */
export class Markdown {
  /**
   * `markFor(label, offset)` is the element of a mark such as `[2]`, or null if it is text. `parse(text)` gives the
   * tokens of the blocks of a text that is not Markdown.
   */
  constructor(box, markFor = () => null, parse = tokensOf) {
    Object.assign(this, { box, markFor, parse, text: "", blocks: [], settled: 0 });
    box.classList.add("markdown");
  }

  /** Show another content of the element. */
  clear(...nodes) {
    Object.assign(this, { text: "", blocks: [], settled: 0 });
    this.box.replaceChildren(...nodes);
  }

  /**
   * Show a text. `spans` are parts of it, in order and apart: `{start, end, open, close}` with offsets in UTF-16 units,
   * `open()` an element around each piece of it, `close()` a node after the last one. `known` are the labels of the
   * marks that are elements.
   */
  show(text, spans = [], known = new Set()) {
    const source = text.replace(/\r\n/g, " \n").replace(/\r/g, "\n");
    if (!source.startsWith(this.text)) this.settled = 0;
    if (!this.blocks.length) this.box.replaceChildren();
    const kept = this.blocks.slice(0, this.settled);
    const fresh = this.blocksOf(source, kept.at(-1)?.end ?? 0);
    const all = [...kept, ...fresh].map((block, index) => this.drawn(block, this.blocks[index], spans, known));
    for (const old of this.blocks.slice(all.length)) old.node.remove();
    // A block cannot change any more when the first line of a later one is complete.
    const settled = Math.max(0, all.findLastIndex(({ raw }) => raw.includes("\n")));
    Object.assign(this, { text: source, blocks: all, settled });
  }

  /** The blocks of a text from an offset on, where one begins. Space belongs to the block before it. */
  blocksOf(source, from) {
    const blocks = [];
    let at = from;
    for (const token of this.parse(source.slice(from))) {
      const end = at + token.raw.length;
      const last = blocks.at(-1);
      if (token.type === "space" && last) Object.assign(last, { end, raw: last.raw + token.raw });
      else blocks.push({ token, start: at, end, raw: token.raw });
      at = end;
    }
    return blocks;
  }

  /** The block with its element: the one of `old` if it would look the same. */
  drawn(block, old, spans, known) {
    const within = spans.filter(({ start, end }) => start < block.end && end > block.start);
    const labels = [...block.raw.matchAll(MARKS)].flatMap(([, text]) => labelsOf(text));
    const marks = labels.filter((label) => known.has(label));
    const key = JSON.stringify([block.start, block.raw, marks, within.map(({ start, end }) => [start, end])]);
    if (old?.key === key) return old;
    const markFor = (label, offset) => (known.has(label) ? this.markFor(label, offset) : null);
    const node = drawBlock(block, within, markFor);
    if (old) old.node.replaceWith(node);
    else this.box.append(node);
    return { ...block, key, node };
  }
}

/** A text that is nested too deep, or whose long runs take the parser quadratic time, is one paragraph. */
function tokensOf(text) {
  const plain = [{ type: "paragraph", raw: text, tokens: [{ type: "text", raw: text, text }] }];
  if (RUN.test(text)) return plain;
  try {
    return parser.lexer(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return plain;
  }
}

function drawBlock(block, spans, markFor) {
  try {
    return new Drawing(block, spans, markFor).done();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return make("p", "", block.raw);
  }
}

/** One block as elements. It knows where in the text it is, since spans and marks have offsets. */
class Drawing {
  constructor(block, spans, markFor) {
    Object.assign(this, { block, spans, markFor, at: 0, opened: new Map() });
  }

  done() {
    const [node = make("span")] = this.blockNodes([this.block.token]);
    const closed = [...this.opened].filter(([span]) => span.close && span.end <= this.block.end);
    for (const [span, piece] of closed) {
      const isMark = piece.lastChild instanceof HTMLButtonElement;
      piece.append(isMark ? make("span", "unbroken", piece.lastChild, span.close()) : span.close());
    }
    return node;
  }

  blockNodes(tokens) {
    return tokens.map((token) => this[`${token.type}Block`]?.(token) ?? this.textBlock(token)).filter(Boolean);
  }

  spaceBlock() {
    return make("span");
  }

  headingBlock({ depth, tokens }) {
    return aside(make(`h${Math.min(depth + HEADING_OFFSET, LOWEST_HEADING)}`, "", ...this.inlines(tokens)));
  }

  /** Footnotes are not shown: the sources are listed below the answer. */
  paragraphBlock({ raw, tokens }) {
    if (FOOTNOTES.test(raw)) return make("span");
    return aside(make("p", "", ...this.inlines(tokens)));
  }

  /** The text of an item of a tight list, and what has no other rule. */
  textBlock(token) {
    return aside(make("div", "", ...this.inlines(token.tokens ?? [{ type: "text", raw: token.raw, text: token.raw }])));
  }

  checkboxBlock({ checked }) {
    return Object.assign(make("input"), { type: "checkbox", checked, disabled: true });
  }

  hrBlock() {
    return make("hr");
  }

  blockquoteBlock({ tokens }) {
    return make("blockquote", "", ...this.blockNodes(tokens));
  }

  codeBlock({ text, lang }) {
    const [copy, status] = copying(t("copy_code"), () => text);
    const kind = make("span", "", (lang ?? "").split(/\s/)[0]);
    const code = make("code", "", ...grouped(this.pieces(text), null, this.opened));
    return make("figure", "code", make("figcaption", "", kind, status, copy), scrolled(make("pre", "", code)));
  }

  listBlock({ ordered, start, items }) {
    const list = make(ordered ? "ol" : "ul");
    if (ordered && Number.isSafeInteger(start)) list.start = start;
    list.append(...items.map(({ task, tokens }) => make("li", task ? "task" : "", ...this.blockNodes(tokens))));
    return list;
  }

  tableBlock({ header, rows }) {
    const row = (tag, cells) =>
      make("tr", "", ...cells.map(({ tokens, align }) => aside(make(tag, align ?? "", ...this.inlines(tokens)))));
    const head = header.length ? [make("thead", "", row("th", header))] : [];
    const body = make("tbody", "", ...rows.map((cells) => row("td", cells)));
    return scrolled(make("div", "table", make("table", "", ...head, body)));
  }

  inlines(tokens, around = {}) {
    return grouped(tokens.flatMap((token) => this.inline(token, around)), around.span ?? null, this.opened);
  }

  /** Nodes of an inline token, each with the span that it belongs to. */
  inline(token, around) {
    const tag = { strong: "strong", em: "em", del: "del" }[token.type];
    if (tag) return this.nested(token, around, (...nodes) => make(tag, "", ...nodes));
    switch (token.type) {
      case "br":
        return [[make("br"), null]];
      case "checkbox":
        return [[this.checkboxBlock(token), null]];
      case "codespan":
        return this.whole(token.raw, make("code", "", token.text));
      case "mark":
        return this.mark(token, around);
      case "image":
        return this.whole(token.raw, described(token));
      case "link":
        return this.link(token, around);
      default:
        return this.pieces(token.text ?? token.raw);
    }
  }

  mark({ raw, text }, around) {
    const [from] = this.find(raw);
    const labels = labelsOf(text);
    const marks = labels.map((label) => (around.isLink ? null : this.markFor(label, from)));
    const nodes = marks.some(Boolean) ? marks.map((mark, index) => mark ?? `[${labels[index]}]`) : [raw];
    return nodes.map((node) => [node, this.spanAt(from)]);
  }

  link(token, around) {
    const url = addressOf(token.href);
    if (!url || around.isLink) return this.pieces(token.raw);
    const isBare = !token.raw.startsWith("[");
    return this.nested(token, { ...around, isLink: true }, (...nodes) => {
      const link = make("a", "", ...nodes);
      Object.assign(link, { href: url.href, rel: "noopener noreferrer", target: "_blank", title: url.href });
      if (!isBare) link.append(" ", make("small", "host", `(${url.host || url.pathname})`));
      return link;
    });
  }

  /** An element around other inline tokens, in the span that it is wholly in. */
  nested(token, around, wrap) {
    const [from, to] = this.find(token.raw);
    const found = this.spanAt(from);
    const span = found && to <= found.end ? found : null;
    this.at = from - this.block.start;
    const node = wrap(...this.inlines(token.tokens, { ...around, span }));
    this.at = to - this.block.start;
    return [[node, span]];
  }

  whole(raw, node) {
    return [[node, this.spanAt(this.find(raw)[0])]];
  }

  /** A text cut where spans begin and end. Its lines are found one by one: in a list or quote they are indented. */
  pieces(text) {
    return text.split(/(?<=\n)/).flatMap((line) => {
      const [from, to] = this.find(line.replace(/\n$/, ""));
      const isBetween = (end) => end > 0 && from + end < to;
      const ends = this.spans.flatMap(({ start, end }) => [start - from, end - from]).filter(isBetween);
      const cuts = [...new Set([0, ...ends, line.length])];
      return cuts.slice(1).map((end, index) => [line.slice(cuts[index], end), this.spanAt(from + cuts[index])]);
    });
  }

  spanAt(offset) {
    return this.spans.find(({ start, end }) => start <= offset && offset < end) ?? null;
  }

  /** Offsets in the text of what comes next, which is then passed; both are the offset reached if it is not there. */
  find(raw) {
    const { start } = this.block;
    const found = this.block.raw.indexOf(raw, this.at);
    if (found < 0) return [start + this.at, start + this.at];
    this.at = found + raw.length;
    return [start + found, start + this.at];
  }
}

/** The labels between the brackets of a mark. */
const labelsOf = (text) => text.split(/, ?/);

/** The nodes, with neighbours of one span in one element. Those of the span `around` have it around them already. */
function grouped(pairs, around, opened) {
  const nodes = [];
  let last = null;
  for (const [node, span] of pairs) {
    if (!span || span === around) nodes.push(node);
    else if (span === last) nodes.at(-1).append(node);
    else {
      nodes.push(span.open());
      nodes.at(-1).append(node);
      opened.set(span, nodes.at(-1));
    }
    last = span && span !== around ? span : null;
  }
  return nodes;
}

/** The address of a link that may be opened; null for a relative one and for other schemes. */
function addressOf(href) {
  const url = URL.canParse(href) ? new URL(href) : null;
  return url && LINKED.includes(schemeOf(url)) ? url : null;
}

const schemeOf = (url) => url.protocol.slice(0, -1);

/** What an image shows in words, and its host: images are not loaded, since an address can carry data away. */
function described({ text, href }) {
  const url = addressOf(href);
  return make("span", "image", [text, url && WEB.includes(schemeOf(url)) && `(${url.host})`].filter(Boolean).join(" "));
}

/** Text of any script: its direction follows its first letter. */
const aside = (element) => Object.assign(element, { dir: "auto" });

/** What may be wider than the page is reached by keyboard too. */
const scrolled = (element) => Object.assign(element, { tabIndex: 0 });
