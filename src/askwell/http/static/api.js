// Calls of the server: JSON, problems, event streams, and the token where the server asks for one.
import { $ } from "./dom.js";

const DATA = "data: ";

let token = "";

/** The response; throws the problem of a failed one: `{code, detail, hint}`. */
export async function call(path, { method = "GET", body, headers = {}, signal } = {}) {
  const sent = { "accept-language": document.documentElement.lang, ...headers };
  if (token) sent.authorization = `Bearer ${token}`;
  if (body) sent["content-type"] = "application/json";
  const response = await fetch(path, { method, headers: sent, body: body && JSON.stringify(body), signal });
  if (response.ok) return response;
  const nameless = { code: `http_${response.status}`, detail: response.statusText, hint: "" };
  const problem = await response.json().catch(() => nameless);
  if (response.status !== 401 || !(token = await askForToken())) throw problem;
  return call(path, { method, body, headers, signal });
}

export const read = async (path, signal) => (await call(path, { signal })).json();

export const write = async (method, path, body) => {
  const response = await call(path, { method, body });
  return response.status === 204 ? null : response.json();
};

/** Send a form; calls back with the share that is sent. Returns the JSON, throws the problem of the first file. */
export async function upload(path, form, tell) {
  const request = new XMLHttpRequest();
  request.open("POST", path);
  request.responseType = "json";
  request.setRequestHeader("accept-language", document.documentElement.lang);
  if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
  request.upload.onprogress = (event) => tell(event.total ? event.loaded / event.total : 0);
  const network = { code: "network", detail: "", hint: "" };
  await new Promise((ended, failed) => {
    request.onload = ended;
    request.onerror = () => failed(network);
    request.send(form);
  });
  if (request.status === 401 && (token = await askForToken())) return upload(path, form, tell);
  if (request.status >= 400) throw request.response ?? network;
  return request.response;
}

/** The events of a stream, in order; the caller ignores unknown names. */
export async function* events(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let frames = [""], step; !(step = await reader.read()).done; ) {
    frames = (frames.pop() + step.value).split("\n\n");
    for (const frame of frames.slice(0, -1)) {
      // Not by a pattern: its `.` and `$` end a line at U+2028 and U+2029 too, which a text may hold.
      const data = frame.split("\n").find((line) => line.startsWith(DATA));
      if (data) yield JSON.parse(data.slice(DATA.length));
    }
  }
}

/** An idempotency key for one attempt to ask. */
export const freshKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

async function askForToken() {
  if (!$("key").open) {
    $("token").value = "";
    $("key").showModal();
  }
  await new Promise((closed) => $("key").addEventListener("close", closed, { once: true }));
  return $("token").value;
}
