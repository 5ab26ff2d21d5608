// A conversation as a file.
import { call } from "./api.js";
import { button, make } from "./dom.js";
import { nameOf, t } from "./words.js";

const FORMS = ["markdown", "html", "json"];
const READING_MS = 10_000;

/** One button a form; `path` is the conversation's, `act` does what it is given and shows where that is refused. */
export function exporting(path, act) {
  const ways = FORMS.map((form) =>
    button(nameOf("forms", form), () => act(async () => {
      const response = await call(`${path}/export?format=${form}`);
      save(await response.blob(), nameIn(response));
    }))
  );
  const group = make("div", "ways", make("span", "soft", t("export")), ...ways);
  return Object.assign(group, { role: "group", ariaLabel: t("export") });
}

const nameIn = (response) => /filename="([^"]+)"/.exec(response.headers.get("content-disposition"))[1];

/** Hand it to the reader's downloads; a link alone would not carry the token. */
function save(blob, name) {
  const link = Object.assign(make("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READING_MS);
}
