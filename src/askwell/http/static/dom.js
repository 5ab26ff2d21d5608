// Elements. Everything is shown as text, never as markup: answers, passages and names are data.
const SVG = "http://www.w3.org/2000/svg";
const SHAPES = {
  again: "M20 12a8 8 0 1 1-2.3-5.7L20 8.5M20 3v5.5h-5.5",
  bad: "M17 14V4h3v10zM17 13l-4 8c-1.7 0-2.7-1.3-2.3-3l.7-3H6c-1.4 0-2.3-1.2-1.9-2.5l2-7c.3-1 1-1.5 2-1.5H17",
  bin: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  copy: "M9 8h11v12H9zM15 8V4H4v12h5",
  edit: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  good: "M7 10v10H4V10zM7 11l4-8c1.7 0 2.7 1.3 2.3 3L12.6 9H18c1.4 0 2.3 1.2 1.9 2.5l-2 7c-.3 1-1 1.5-2 1.5H7",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  next: "M9 5l7 7-7 7",
  larger: "M12 5v14M5 12h14",
  previous: "M15 5l-7 7 7 7",
  smaller: "M5 12h14",
};

export const $ = (id) => document.getElementById(id);

/** An element of a class with properties and children; strings become text. */
export function make(tag, className = "", ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** An element whose text may be of any script: its direction follows its first letter. */
export const said = (tag, className, text) => Object.assign(make(tag, className, text), { dir: "auto" });

export const button = (text, onclick, className = "") =>
  Object.assign(make("button", className, text), { type: "button", onclick });

export const item = (...children) => make("li", "", ...children);

/** A drawing without an accessible name; its parent has one. */
export function icon(name) {
  const drawing = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SHAPES[name]);
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("class", `icon ${name}`);
  drawing.setAttribute("aria-hidden", "true");
  drawing.append(path);
  return drawing;
}

/** A button that shows a drawing and is named in words. */
export function iconButton(name, label, onclick, className = "") {
  const element = button(icon(name), onclick, `drawn ${className}`.trim());
  return Object.assign(element, { ariaLabel: label, title: label });
}

/** The non-empty parts, separated by a dot. */
export const line = (...parts) => parts.filter(Boolean).join(" · ");
