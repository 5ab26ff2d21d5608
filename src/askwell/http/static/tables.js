// Tables in the text of a document: lines that follow each other and whose cells are apart by bars, `a | b`.
import { make } from "./dom.js";

const APART = " | ";
const LEAST_ROWS = 2;

/** The nodes of a text, strings and elements with a text of their own, with its tables as elements. */
export function tabled(nodes) {
  const shown = [];
  let rows = [];
  const close = () => {
    if (rows.length >= LEAST_ROWS) {
      while (shown.at(-1) === "\n") shown.pop();
      shown.push(table(rows));
    } else shown.push(...rows.flatMap((row) => [...row, "\n"]));
    rows = [];
  };
  const lines = linesOf(nodes);
  for (const [index, line] of lines.entries()) {
    if (textOf(line).includes(APART)) {
      rows.push(line);
      continue;
    }
    close();
    shown.push(...line, ...(index < lines.length - 1 ? ["\n"] : []));
  }
  close();
  return shown;
}

/** The lines of a text, each a list of nodes. An element that has several lines is divided. */
function linesOf(nodes) {
  const lines = [[]];
  for (const node of nodes) {
    for (const [index, text] of textOf([node]).split("\n").entries()) {
      if (index) lines.push([]);
      if (text) lines.at(-1).push(like(node, text));
    }
  }
  return lines;
}

function table(rows) {
  const cell = (nodes) => Object.assign(make("td", "", ...nodes), { dir: "auto" });
  const made = rows.map((row) => make("tr", "", ...cellsOf(row).map(cell)));
  return Object.assign(make("div", "table", make("table", "", make("tbody", "", ...made))), { tabIndex: 0 });
}

function cellsOf(row) {
  const cells = [[]];
  for (const node of row) {
    for (const [index, text] of textOf([node]).split(APART).entries()) {
      if (index) cells.push([]);
      if (text) cells.at(-1).push(like(node, text));
    }
  }
  return cells;
}

const textOf = (nodes) => nodes.map((node) => node.textContent ?? node).join("");

/** Another text as the node has its own. */
const like = (node, text) => (typeof node === "string" ? text : make(node.localName, node.className, text));
