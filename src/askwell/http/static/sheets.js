// Pages of a PDF as images, with the cited words in boxes.
import { call, read } from "./api.js";
import { iconButton, make, said } from "./dom.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const STEP = 1.3;
/** Pixels of the screen for a point of the page: legible without zooming, and the largest. */
const LEGIBLE = 1.3;
const LARGEST = 3;
/** Room around the words, in points. */
const MARGIN = 24;

const pathOf = (documentId) => `/v1/documents/${encodeURIComponent(documentId)}`;

/** The pages with the words of a document from `start` to `end`, for each of the spans; none without known places. */
export async function pagesAt(documentId, spans) {
  const boxes = ({ start, end }) => read(`${pathOf(documentId)}/boxes?start=${start}&end=${end}`);
  const found = await Promise.all(spans.map((span) => boxes(span).catch(() => ({ pages: [] }))));
  const pages = new Map();
  for (const each of found.flatMap((one) => one.pages)) {
    const known = pages.get(each.page);
    if (known) known.boxes.push(...each.boxes);
    else pages.set(each.page, each);
  }
  return [...pages.values()];
}

/** A page of a document; `show` draws it when it is on the screen. */
export class Sheet {
  constructor(documentId, name, page) {
    Object.assign(this, { page, path: `${pathOf(documentId)}/pages/${page.page}.png` });
    const { width, height } = page;
    this.image = drawn("image", { width, height });
    this.paper = drawn("svg", { class: "paper", viewBox: `0 0 ${width} ${height}`, role: "img" });
    this.paper.setAttribute("aria-label", t("page_image", { n: page.page, document: name }));
    this.paper.append(this.image, ...page.boxes.map(lit));
    this.view = Object.assign(make("div", "view", this.paper), { tabIndex: 0 });
    this.smaller = iconButton("smaller", t("smaller"), () => this.zoom(this.scale / STEP), "quiet");
    this.larger = iconButton("larger", t("larger"), () => this.zoom(this.scale * STEP), "quiet");
    const head = make("figcaption", "", said("span", "", t("page", { n: page.page })), this.smaller, this.larger);
    this.box = make("figure", "sheet", head, this.view);
  }

  /** Draw it as large as its words are legible, and scroll to them. Without an image it is removed. */
  async show() {
    const widest = Math.max(...this.page.boxes.map(([x0, , x1]) => x1 - x0)) + 2 * MARGIN;
    this.zoom(Math.min(this.view.clientWidth / widest, LEGIBLE));
    const response = await call(this.path).catch(() => null);
    if (!response) return this.box.remove();
    const url = URL.createObjectURL(await response.blob());
    this.image.addEventListener("load", () => URL.revokeObjectURL(url), { once: true });
    return this.image.setAttribute("href", url);
  }

  /** Change its size; the words stay in view. */
  zoom(scale) {
    const { page, view, paper } = this;
    const fitting = view.clientWidth / page.width;
    const largest = Math.max(LARGEST, fitting);
    this.scale = Math.min(Math.max(scale, fitting), largest);
    paper.setAttribute("width", page.width * this.scale);
    paper.setAttribute("height", page.height * this.scale);
    this.smaller.ariaDisabled = String(this.scale <= fitting);
    this.larger.ariaDisabled = String(this.scale >= largest);
    const left = Math.min(...page.boxes.map(([x0]) => x0)) - MARGIN;
    const [, top, , bottom] = page.boxes[0];
    view.scrollTo({ left: left * this.scale, top: ((top + bottom) * this.scale - view.clientHeight) / 2 });
  }
}

const lit = ([x0, y0, x1, y1]) => drawn("rect", { x: x0, y: y0, width: x1 - x0, height: y1 - y0 });

function drawn(name, attributes) {
  const element = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  return element;
}
