// The open conversation: ask, follow an answer, ask again, switch branches.
import { addressed, moveTo, settleAt } from "./address.js";
import { call, events, freshKey, read, write } from "./api.js";
import { $, button, make } from "./dom.js";
import { closePanel } from "./panel.js";
import { now, tell } from "./state.js";
import { options } from "./switches.js";
import { TurnView } from "./turn.js";
import { isNamed, nameOf, t } from "./words.js";

const PAGE = 100;
const TRIES = 5;
const FIRST_PAUSE_MS = 500;
const BUSY = "session_busy";

const acts = { edit, regenerate, choose };
let views = [];
let earliest = 0;
let following = null;
let spoken = 0;
let openings = 0;

export const path = (session = now.session) => `/v1/sessions/${encodeURIComponent(session.id)}`;

/** Ask the typed question. A rejected question is put back into the input. */
export function ask(question) {
  if (now.busy || !question.trim()) return undefined;
  keepDraft("");
  const body = { question, ...options() };
  return run({ question, body, replaced: [], isTyped: true, open: post("/turns") });
}

/** Ask instead of a turn: another question, or the same with an edited standalone question. */
function edit(view, question, understood = "") {
  const body = { question, ...(understood && { standalone_question: understood }), ...options() };
  return run({ question, body, replaced: from(view), open: post(at(view, "edit")) });
}

function regenerate(view) {
  if (now.busy) return undefined;
  return run({ question: view.question, replaced: from(view), open: post(at(view, "regenerate")) });
}

/** Switch to a sibling; its arrow keeps the focus if there are further siblings. */
async function choose(number, arrow) {
  if (now.busy || !number) return;
  try {
    await write("POST", `${path()}/turns/${number}/choose`);
    await openSession(now.session.id);
    views.find((each) => each.turn?.turn_number === number)?.focusArrow(arrow);
  } catch (problem) {
    refuse(problem);
  }
}

/** Stop the running turn; the partial answer is kept. If the question is not accepted yet, stop after that. */
export function stop() {
  now.stopping = true;
  const ended = () => {}; // it may have ended by itself
  if (now.turn) call(`/v1/turns/${now.turn.turn_id}/stop`, { method: "POST" }).catch(ended);
}

/** Typed text survives errors and reloads. */
export function keepDraft(text) {
  $("question").value = text;
  sessionStorage.setItem("draft", text);
}

/** An empty conversation, or the frame of an existing one. */
export function begin(session = null) {
  following?.abort();
  if (session?.id !== now.session?.id || !session) closePanel();
  now.session = session;
  views = [];
  earliest = 0;
  $("turns").replaceChildren();
  $("earlier").hidden = true;
  $("refused").hidden = true;
  showStart();
  openings += 1;
  moveTo(session?.id ?? "");
  tell("opened");
}

export function showStart() {
  const assistant = now.assistants.find((each) => each.name === $("assistant").value);
  const [title, about, starters] = $("start").children;
  $("start").hidden = views.length > 0;
  title.textContent = assistant?.title ?? "";
  about.textContent = assistant?.description ?? "";
  starters.replaceChildren(...(assistant?.starters ?? []).map((starter) => button(starter, () => ask(starter))));
}

/** Show the conversation that the address names, or an empty one. The address stays with what is shown. */
export async function openAddressed(id = addressed()) {
  if (id === (now.session?.id ?? "")) return;
  if (!id) {
    begin();
    return;
  }
  try {
    await openSession(id);
  } catch (problem) {
    settleAt(now.session?.id ?? "");
    refuse(problem);
  }
}

/** Show a conversation, unless another is opened meanwhile; follow its running turn, if any. */
export async function openSession(id) {
  const mine = (openings += 1);
  const session = await read(`/v1/sessions/${encodeURIComponent(id)}`);
  if (mine !== openings) return;
  $("assistant").value = session.assistant;
  begin(session);
  earliest = Math.max(0, session.turns - PAGE);
  const { turns } = await read(`${path()}/turns?limit=${PAGE}&after=${earliest}`);
  if (now.session !== session) return;
  $("earlier").hidden = !earliest;
  for (const turn of turns) {
    const view = add(turn.question);
    if (turn.status !== "running") view.settle(turn);
    else await attend(view, () => call(`${path()}/turns/${turn.turn_number}/events`, { signal: following.signal }));
  }
  views.at(-1)?.box.scrollIntoView();
}

/** Add earlier turns above the first one shown. */
export async function showEarlier() {
  const session = now.session;
  const last = earliest;
  earliest = Math.max(0, earliest - PAGE);
  const { turns } = await read(`${path()}/turns?limit=${PAGE}&after=${earliest}`);
  if (now.session !== session) return;
  const fresh = turns.filter((turn) => turn.turn_number <= last).map((turn) => {
    const view = new TurnView(turn.question, acts);
    view.settle(turn);
    return view;
  });
  views = [...fresh, ...views];
  $("turns").prepend(...fresh.map((view) => view.box));
  $("earlier").hidden = !earliest;
}

/** Scroll to a turn, loading earlier ones if needed. False if it is not on the shown branch. */
export async function showTurn(number) {
  while (earliest >= number) await showEarlier();
  const view = views.find((each) => each.turn?.turn_number === number);
  view?.focus();
  return Boolean(view);
}

/** Edit the last question in place. False if there is none. */
export function editLast() {
  const last = views.at(-1);
  if (now.busy || !last?.turn) return false;
  last.edit($("question"));
  return true;
}

/** Show above the input why a question was rejected, and what to do. */
export function refuse({ code = "network", detail = "", hint = "" }, request) {
  const message = isNamed("problems", code) ? nameOf("problems", code) : `${detail} (${code}) ${hint}`;
  const retry = (key, policy) => button(t(key), () => {
    if (now.busy) return;
    if (request.isTyped && $("question").value === request.question) keepDraft("");
    run(request, policy);
  });
  const whenBusy = () => [retry("wait_for_it", "enqueue"), retry("stop_it", "interrupt")];
  const ways = code === BUSY ? whenBusy : () => [retry("try_again", "")];
  $("refused").replaceChildren(make("p", "", message), ...(request ? ways() : []));
  $("refused").hidden = false;
}

const at = (view, what) => `/turns/${view.turn.turn_number}/${what}`;
const from = (view) => views.slice(views.indexOf(view));

const post = (place) => async (request, policy) => {
  const { body, key } = request;
  const { signal } = following;
  const headers = { accept: "text/event-stream", "Idempotency-Key": key };
  const sent = { method: "POST", body, headers, signal };
  if (body?.store === false && !now.session) {
    return call("/v1/ask", { ...sent, body: { question: body.question, assistant: $("assistant").value } });
  }
  await ensureSession(request.question, signal);
  return call(`${path()}${place}${policy && `?busy=${policy}`}`, sent);
};

let creating = null;

/** Create the conversation if there is none, once for all who wait for it; its title is the beginning of a text. */
export async function ensureSession(text, signal = null) {
  if (!now.session) {
    const fresh = { assistant: $("assistant").value, title: text.trim().slice(0, 80) };
    if (creating?.assistant !== fresh.assistant) {
      const session = write("POST", "/v1/sessions", fresh).finally(() => (creating = null));
      creating = { assistant: fresh.assistant, session };
    }
    const session = await creating.session;
    signal?.throwIfAborted();
    now.session = session;
  }
  settleAt(now.session.id);
}

/** Say of the shown answers that are built on a document that it was removed. */
export function markRemoved(documentId) {
  for (const view of views) view.markRemoved(documentId);
}

/** Ask a question and show its answer. If it is rejected, the page is unchanged and the attempt can be repeated. */
async function run(request, policy = "") {
  request.key ??= freshKey();
  $("refused").hidden = true;
  const session = now.session;
  for (const old of request.replaced) old.box.hidden = true;
  const view = Object.assign(add(request.question), { body: request.body });
  if (policy === "enqueue") view.say("waiting_turn");
  const replace = () => {
    for (const old of request.replaced) old.box.remove();
    if (request.replaced.length) view.focus();
    views = views.filter((each) => !request.replaced.includes(each));
  };
  const problem = await attend(view, () => request.open(request, policy), replace);
  if (!problem) return;
  view.box.remove();
  views = views.filter((each) => each !== view);
  for (const old of request.replaced) old.box.hidden = false;
  if (request.replaced.length) request.replaced[0].focus();
  if (session === null && !views.length) showStart();
  if (request.isTyped && !$("question").value) keepDraft(request.question);
  refuse(problem, request);
}

/** Follow a turn to its end. Returns a problem from before the turn was accepted; later ones are shown. */
async function attend(view, open, accepted = () => {}) {
  following?.abort();
  const mine = (following = new AbortController());
  Object.assign(now, { turn: null, stopping: false });
  spoken = 0;
  beBusy(true);
  view.box.scrollIntoView({ block: "start" });
  try {
    const answer = await follow(view, open, mine.signal, accepted);
    await settle(view, answer);
  } catch (error) {
    if (mine.signal.aborted) return null;
    const problem = error.code && error.detail !== undefined ? error : { code: "network", detail: "", hint: "" };
    if (!now.turn) return problem;
    fail(view, problem);
  } finally {
    if (following === mine) beBusy(false);
  }
  tell("answered");
  return null;
}

/** Read events to the last one; reconnects after the last event received. */
async function follow(view, open, signal, accepted) {
  for (let tries = 0, last = 0; tries < TRIES; tries += 1) {
    try {
      for await (const event of events(await open(last))) {
        [last, tries] = [event.number, 0];
        if (event.event === "accepted") accept(event, accepted);
        show(view, event);
        if (event.event === "done") return event;
        if (event.event === "failed") throw event;
      }
    } catch (error) {
      if (error.code || signal.aborted || !now.turn) throw error;
    }
    const { turn_id: id } = now.turn;
    open = (seen) => call(`/v1/turns/${id}/events`, { headers: { "Last-Event-ID": `${seen}` }, signal });
    await new Promise((wake) => setTimeout(wake, FIRST_PAUSE_MS * 2 ** tries));
  }
  throw new Error("the connection is gone");
}

function accept(event, accepted) {
  now.turn = event;
  accepted();
  tell("asked");
  if (now.stopping) stop();
}

/** Show an event; unknown events are ignored. */
function show(view, event) {
  if (event.event === "resolved") view.askedAs(event.standalone_question, event.terms);
  if (event.event === "tool") view.addTool(event);
  if (event.event === "citation") view.addSource(event.source);
  if (event.event === "warning") view.warn(event.code, event.message);
  if (event.event === "failed") view.showPartial(event.partial);
  if (event.event === "token") {
    view.addText(event.text);
    announce(view, view.text.search(/[.!?]\s(?!.*[.!?]\s)/s) + 1);
  }
}

/** The end of an answer: as stored, or as streamed if nothing is stored. */
async function settle(view, answer) {
  view.text = answer.answer;
  announce(view, view.text.length);
  if (answer.turn_number === null) return view.settleLoose(answer);
  const turn = await read(`${path()}/turns/${answer.turn_number}`, following.signal);
  const before = views[views.indexOf(view) - 1];
  const isFirst = earliest > 0 || turn.parent_id === null;
  const isNext = before?.turn ? before.turn.turn_id === turn.parent_id : Boolean(before) || isFirst;
  if (isNext) return view.settle(turn);
  return openSession(now.session.id); // another client asked in between
}

function fail(view, problem) {
  const number = now.turn.turn_number;
  const { body } = view;
  const open = number === null ? post("/turns") : post(`/turns/${number}/regenerate`);
  const request = { question: view.question, ...(number === null && { body }), open };
  const again = () => now.busy || run({ ...request, replaced: from(view) });
  view.refused(problem, button(t("try_again"), again, "asking"));
  $("live").textContent = view.parts.after.textContent;
}

function add(question) {
  const view = new TurnView(question, acts);
  views.push(view);
  $("turns").append(view.box);
  $("start").hidden = true;
  return view;
}

function beBusy(yes) {
  now.busy = yes;
  if (!yes && document.activeElement === $("stop")) $("question").focus();
  [$("send").hidden, $("stop").hidden, $("turns").ariaBusy] = [yes, !yes, String(yes)];
  $("assistant").disabled = yes;
  for (const each of $("turns").querySelectorAll(".asking")) each.ariaDisabled = String(yes);
}

/** Complete sentences for screen readers, which would read partial words aloud. */
function announce(view, end) {
  const sentence = view.text.slice(spoken, end).replace(/\[\^?[\w.:/+-]*\d[\w.:/+, -]*\]|[*#|`]+/g, "").trim();
  if (sentence) [$("live").textContent, spoken] = [sentence, end];
}
