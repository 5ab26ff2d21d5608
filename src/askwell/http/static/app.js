"use strict"; // Everything is shown as text, never as markup: answers, passages and names are data.
const $ = (id) => document.getElementById(id);
const make = (tag, className = "", text = "") => Object.assign(document.createElement(tag), { className, textContent: text });
const button = (text, onclick, className = "") => Object.assign(make("button", className, text), { type: "button", onclick });
const item = (child) => { const li = make("li"); li.append(child); return li; };
const line = (...parts) => parts.filter(Boolean).join(" · ");
const named = (source) => source.title || source.document;
const place = (source, at = source.passages[0]) => line(at.headings.filter((each) => each !== named(source)).join(" › "), at.page && `page ${at.page}`);
const now = { assistants: [], session: null, turn: null, stopping: false, busy: false, token: "", spoken: 0, opener: null };

async function call(path, { method = "GET", body, headers = {} } = {}) { // throws the problem of a response that is none
  const sent = { ...headers, ...(now.token && { authorization: `Bearer ${now.token}` }), ...(body && { "content-type": "application/json" }) };
  const response = await fetch(path, { method, headers: sent, body: body && JSON.stringify(body) });
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({ code: `http_${response.status}`, detail: response.statusText, hint: "" }));
  if (response.status !== 401) throw problem;
  if (!$("key").open) { $("token").value = ""; $("key").showModal(); }
  await new Promise((closed) => $("key").addEventListener("close", closed, { once: true }));
  if (!(now.token = $("token").value)) throw problem;
  return call(path, { method, body, headers });
}
const read = async (path) => (await call(path)).json();
async function* events(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let frames = [""], step; !(step = await reader.read()).done;) {
    frames = (frames.pop() + step.value).split("\n\n");
    yield* frames.slice(0, -1).flatMap((frame) => frame.match(/^data: .*$/m) ?? []).map((data) => JSON.parse(data.slice(6)));
  }
}
function addTurn(question) {
  const view = { text: "", sources: new Map(), question, box: make("article", "turn") };
  for (const [name, tag] of Object.entries({ question: "p", asked: "p", answer: "div", note: "p", sources: "ol" })) {
    view[`${name}Box`] = Object.assign(make(tag, name), { dir: "auto" });
    view.box.append(view[`${name}Box`]);
  }
  view.questionBox.textContent = question;
  $("turns").append(view.box);
  $("start").hidden = true;
  return view;
}
function render(view) {
  view.answerBox.replaceChildren(...view.text.split(/(\[\d+\]|\*\*[^*]+\*\*)/).filter(Boolean).map((piece) => {
    const source = view.sources.get(Number(/^\[(\d+)\]$/.exec(piece)?.[1]));
    if (!source) return piece.startsWith("**") ? make("strong", "", piece.slice(2, -2)) : document.createTextNode(piece);
    const mark = button(source.number, () => openPassage(source, mark), "mark");
    mark.ariaLabel = line(`Source ${source.number}`, named(source), place(source)).replaceAll(" · ", ", ");
    return mark;
  }));
  view.sourcesBox.replaceChildren(...[...view.sources.values()].sort((one, two) => one.number - two.number).map((source) => {
    const open = button("", () => openPassage(source, open)), what = make("span", "", named(source));
    what.append(make("small", "", line(source.document, place(source))));
    open.append(make("span", "", source.number), what);
    return item(open);
  }));
}
const askedAs = (view, question) => { view.askedBox.textContent = question && question !== view.question ? `asked as: ${question}` : ""; };
function showAnswer(view, answer) {
  const ended = { stopped: "Stopped: this is what was written.", interrupted: "Interrupted: this is what was written." };
  view.noteBox.textContent = ended[answer.status] ?? (answer.error_code ? `Failed: ${answer.error_code}` : view.noteBox.textContent);
  view.text = answer.answer || "(nothing was written)";
  view.sources = new Map(answer.sources.map((source) => [source.number, source]));
  askedAs(view, answer.standalone_question);
  render(view);
}
function showProblem(view, error) {
  const problem = error.code ? error : { code: "network", detail: "The server cannot be reached.", hint: "Is it running?" };
  const box = make("div", "failed"), again = view.question ? [button("Try again", () => ask(view.question))] : [];
  box.append(make("p", "", `${problem.detail} (${problem.code})`), make("p", "", problem.hint), ...again);
  view.answerBox[view.text ? "after" : "replaceWith"](box);
  $("live").textContent = `${problem.detail} ${problem.hint}`;
}
function speak(view, end) { // whole sentences: half a word read aloud is noise
  const sentence = view.text.slice(now.spoken, end).replace(/\[\d+\]/g, "").trim();
  if (sentence) [$("live").textContent, now.spoken] = [sentence, end];
}
function show(view, event) { // true at the end of the log
  if (event.event === "accepted") { now.turn = event; listSessions(); if (now.stopping) stop(); }
  if (event.event === "resolved") askedAs(view, event.question);
  if (event.event === "citation") { view.sources.set(event.source.number, event.source); render(view); }
  if (event.event === "token") { view.text += event.text; render(view); speak(view, view.text.search(/[.!?]\s(?!.*[.!?]\s)/s) + 1); }
  if (event.event === "warning") view.noteBox.textContent = event.message;
  if (event.event === "done") { showAnswer(view, event); speak(view, view.text.length); }
  if (event.event === "failed") { view.text = event.partial; render(view); throw event; }
  return event.event === "done";
}
const again = (turn, seen = 0) => call(`/v1/sessions/${turn.session_id}/turns/${turn.turn_number}/events`, { headers: { "Last-Event-ID": `${seen}` } });
async function follow(view, open) {
  const busy = (yes) => {
    Object.assign(now, { busy: yes, turn: null, stopping: false, spoken: 0 });
    [$("send").hidden, $("stop").hidden, view.box.ariaBusy] = [yes, !yes, String(yes)];
    $("assistant").disabled = $("new").disabled = yes;
  };
  busy(true);
  view.box.scrollIntoView({ block: "start" });
  try {
    for (let tries = 0, last = 0; tries < 5; tries++) { // a broken connection is taken up again behind the last event
      try {
        for await (const event of events(await open(last))) { [last, tries] = [event.number, 0]; if (show(view, event)) return true; }
      } catch (error) { if (error.code || !now.turn) throw error; }
      open = (seen) => again(now.turn, seen);
      await new Promise((wake) => setTimeout(wake, 500 * 2 ** tries));
    }
    throw new Error("the connection is gone");
  } catch (error) { showProblem(view, error); return false; } finally { busy(false); listSessions(); }
}
async function ask(question) {
  if (now.busy || !question.trim()) return;
  if (question === $("question").value) keep("");
  const headers = { accept: "text/event-stream", "Idempotency-Key": crypto.getRandomValues(new Uint32Array(4)).join("-") };
  const fresh = { assistant: $("assistant").value, title: question.trim().slice(0, 80) };
  const whole = await follow(addTurn(question), async () => {
    now.session ??= await (await call("/v1/sessions", { method: "POST", body: fresh })).json();
    history.replaceState(null, "", `#${now.session.id}`);
    return call(`/v1/sessions/${now.session.id}/turns`, { method: "POST", body: { question }, headers });
  });
  if (!whole && !$("question").value) keep(question);
}
function stop() {
  now.stopping = true;
  if (now.turn) call(`/v1/turns/${now.turn.turn_id}/stop`, { method: "POST" }).catch(() => {}); // it may have ended by itself
}
function keep(text) { $("question").value = text; sessionStorage.setItem("draft", text); } // typed text outlives errors and reloads
async function openPassage(source, opener) {
  const [, title, name, quotes] = $("passage").children, around = 240;
  [now.opener, title.textContent, name.textContent] = [opener, `${source.number}  ${named(source)}`, source.document];
  quotes.replaceChildren(...(await Promise.all(source.passages.map(async (passage) => {
    const found = { before: "", text: passage.text, after: "" }, quote = Object.assign(make("blockquote"), { dir: "auto" });
    const shown = await read(`/v1/passages/${encodeURIComponent(passage.chunk_id)}?around=${around}`).catch(() => found);
    quote.append(shown.before.length < around ? shown.before : shown.before.replace(/^\S*\s/, "… "), make("mark", "", shown.text), shown.after);
    return [make("p", "", place(source, passage)), quote];
  }))).flat());
  [$("passage").hidden, $("passage").scrollTop] = [false, 0];
  $("passage").focus();
}
function closePassage() { $("passage").hidden = true; now.opener?.focus(); }
function begin(session = null) {
  now.session = session;
  $("turns").replaceChildren();
  closePassage();
  const chosen = now.assistants.find((each) => each.name === $("assistant").value), [title, about, starters] = $("start").children;
  [title.textContent, about.textContent, $("start").hidden] = [chosen?.title, chosen?.description, false];
  starters.replaceChildren(...(chosen?.starters ?? []).map((starter) => button(starter, () => ask(starter))));
  history.replaceState(null, "", session ? `#${session.id}` : location.pathname);
  listSessions();
  $("question").focus();
}
async function listSessions() {
  const { sessions } = await read("/v1/sessions?limit=100").catch(() => ({ sessions: [] }));
  $("sessions").lastElementChild.replaceChildren(...sessions.map(({ id, title }) => {
    const open = button(title || "Without a title", () => now.busy || openSession(id).catch((error) => showProblem(addTurn(""), error)));
    return item(Object.assign(open, { title, dir: "auto", ariaCurrent: String(id === now.session?.id) }));
  }));
}
async function openSession(id) {
  const path = `/v1/sessions/${id}`, session = await read(path);
  const { turns } = await read(`${path}/turns?limit=100&after=${Math.max(0, session.turns - 100)}`);
  $("assistant").value = session.assistant;
  $("sessions").classList.remove("open");
  begin(session);
  for (const turn of turns) {
    const view = addTurn(turn.question);
    if (turn.status === "running") await follow(view, () => again(turn)); else showAnswer(view, turn);
  }
  $("turns").lastElementChild?.scrollIntoView();
}
async function watchPreparing() {
  const { reasons = [] } = await fetch("/readyz").then((found) => found.json()).catch(() => ({}));
  [$("preparing").hidden, $("preparing").textContent] = [!reasons.length, reasons.join("; ")];
  if (reasons.length) setTimeout(watchPreparing, 2000);
}
$("composer").onsubmit = (event) => { event.preventDefault(); ask($("question").value); };
$("question").oninput = () => sessionStorage.setItem("draft", $("question").value);
$("question").onkeydown = (event) => { if (event.key === "Enter" && !event.shiftKey && !event.isComposing) $("composer").onsubmit(event); };
document.onkeydown = (event) => { if (event.key === "Escape") { if (now.busy) stop(); else if (!$("passage").hidden) closePassage(); } };
[$("stop").onclick, $("close").onclick] = [stop, closePassage];
$("new").onclick = $("assistant").onchange = () => begin();
$("past").onclick = () => { $("past").ariaExpanded = String($("sessions").classList.toggle("open")); };

(async () => {
  const link = new URLSearchParams(location.search), wanted = decodeURIComponent(location.hash.slice(1)), question = link.get("ask");
  try {
    watchPreparing();
    now.assistants = (await read("/v1/assistants")).assistants;
    $("assistant").replaceChildren(...now.assistants.map((each) => new Option(each.title, each.name)));
    if (link.get("assistant")) $("assistant").value = link.get("assistant");
    begin();
    keep(question ?? sessionStorage.getItem("draft") ?? "");
    if (wanted) await openSession(wanted);
    else if (question && link.get("send") === "1") await ask(question);
  } catch (error) { showProblem(addTurn(""), error); }
})();
