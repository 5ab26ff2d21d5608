// The stored text of a document, at a place: a part of it, and more of it before and after.
import { read } from "./api.js";
import { button, make } from "./dom.js";
import { charactersOf } from "./offsets.js";
import { showStored } from "./stored.js";
import { t } from "./words.js";

/** Characters that are read at once, and those of them before the place. */
const PART = 20000;
const BEFORE = 6000;
/** How much of it may be left out, so that it begins and ends with a paragraph. */
const MARGIN = 2000;
const BORDER = "\n\n";

/** The text of a document in the panel. */
export class Reading {
  constructor(documentId, headings) {
    this.path = `/v1/documents/${encodeURIComponent(documentId)}/text`;
    this.headings = headings;
    this.earlier = button(t("earlier_text"), () => this.showEarlier(), "quiet");
    this.later = button(t("later_text"), () => this.showLater(), "quiet");
    this.parts = make("div");
    this.box = make("section", "reading", this.earlier, this.parts, this.later);
  }

  /** Show the text around the first of the places, which are lit; throws the problem if it cannot be read. */
  async open(places) {
    const from = Math.max(0, Math.min(...places.map(({ start }) => start)) - BEFORE);
    const part = toBorder(fromBorder(await this.read(from, from + PART)));
    Object.assign(this, { places, start: part.start, end: part.end });
    this.add(part, "replaceChildren");
  }

  /** Scroll to the first lit words. */
  show() {
    this.box.querySelector("mark")?.scrollIntoView({ block: "center" });
  }

  /** What is read stays where it is on the screen. */
  async showEarlier() {
    const part = fromBorder(await this.read(Math.max(0, this.start - PART), this.start));
    const panel = this.box.closest("aside");
    const below = panel.scrollHeight - panel.scrollTop;
    this.start = part.start;
    this.add(part, "prepend");
    panel.scrollTop = panel.scrollHeight - below;
  }

  async showLater() {
    const part = toBorder(await this.read(this.end, this.end + PART));
    this.end = part.end;
    this.add(part, "append");
  }

  read(start, end) {
    return read(`${this.path}?start=${start}&end=${end}`);
  }

  add({ text, start, chars }, how) {
    this.parts[how](showStored(make("div"), text, start, this.places, this.headings));
    this.earlier.hidden = this.start === 0;
    this.later.hidden = this.end >= chars;
  }
}

/** The part without the rest of a paragraph that it begins in. */
function fromBorder(part) {
  const at = part.text.slice(0, MARGIN).indexOf(BORDER) + BORDER.length;
  if (part.start === 0 || at < BORDER.length) return part;
  return { ...part, text: part.text.slice(at), start: part.start + charactersOf(part.text.slice(0, at)) };
}

/** The part without the beginning of a paragraph that goes on after it. */
function toBorder(part) {
  const at = part.text.lastIndexOf(BORDER) + BORDER.length;
  if (part.end === part.chars || at < part.text.length - MARGIN) return part;
  return { ...part, text: part.text.slice(0, at), end: part.end - charactersOf(part.text.slice(at)) };
}
