"use strict"; // Draws /openapi.json: routes by tag, their parameters, and the example of every body, answer and error.
const make = (tag, text = "", ...children) => {
  const element = Object.assign(document.createElement(tag), { textContent: text });
  element.append(...children);
  return element;
};
const json = (value) => make("pre", typeof value === "string" ? value : JSON.stringify(value, null, 2));
const typeOf = (schema) => [schema.type ?? (schema.anyOf ?? []).map((each) => each.type).filter(Boolean).join(" or "), schema.format].filter(Boolean).join(" ");
const bounds = ({ minimum, maximum, default: usual }) =>
  [minimum !== undefined && `from ${minimum}`, maximum !== undefined && `to ${maximum}`, usual !== undefined && usual !== "" && `else ${JSON.stringify(usual)}`].filter(Boolean).join(", ");

function row(name, schema, needed, about) {
  const code = make("td", "", make("code", name + (needed ? " *" : "")));
  return make("tr", "", code, make("td", typeOf(schema)), make("td", [about, bounds(schema)].filter(Boolean).join(" ")));
}
function resolve(schema, all) {
  return schema.$ref ? schema.$ref.slice(2).split("/").reduce((place, part) => place[part], all) : schema;
}
function body(operation, all) {
  return Object.entries(operation.requestBody?.content ?? {}).flatMap(([media, content]) => {
    const schema = resolve(content.schema, all), needed = new Set(schema.required ?? []);
    const rows = Object.entries(schema.properties ?? {}).map(([name, inner]) => row(name, inner, needed.has(name), inner.description ?? ""));
    return [make("h3", `Body: ${media}`), make("table", "", ...rows), ...(schema.examples ?? []).map(json)];
  });
}
function responses(operation) {
  return Object.entries(operation.responses).flatMap(([status, response]) => [
    make("h3", `${status} ${response.description}`),
    ...Object.values(response.content ?? {}).flatMap((content) =>
      content.examples ? Object.values(content.examples).map((example) => json(example.value)) : content.example ? [json(content.example)] : []),
  ]);
}
function route(path, method, operation, all) {
  const title = make("summary", "", make("strong", method.toUpperCase()), make("code", path), make("span", operation.summary));
  const parameters = (operation.parameters ?? []).map((each) => row(`${each.name} (${each.in})`, each.schema, each.required, each.description ?? ""));
  const details = make("details", "", title, make("p", operation.description ?? ""));
  details.addEventListener("toggle", () => { // drawn when opened
    if (details.dataset.drawn) return;
    details.dataset.drawn = "yes";
    details.append(...(parameters.length ? [make("h3", "Parameters"), make("table", "", ...parameters)] : []), ...body(operation, all), ...responses(operation));
  });
  return details;
}

fetch("/openapi.json").then((response) => response.json()).then((all) => {
  document.getElementById("about").textContent = all.info.description;
  const byTag = new Map();
  for (const [path, methods] of Object.entries(all.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? "other";
      byTag.set(tag, [...(byTag.get(tag) ?? []), route(path, method, operation, all)]);
    }
  }
  const main = document.getElementById("routes");
  main.replaceChildren(...[...byTag].flatMap(([tag, routes]) => [make("h2", tag), ...routes]));
}).catch((error) => { document.getElementById("routes").textContent = `The description cannot be read: ${error.message}`; });
