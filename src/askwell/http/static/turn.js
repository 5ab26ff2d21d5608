// One question and its answer as the page shows it.
import { callsOf } from "./calls.js";
import { copying } from "./copy.js";
import { button, iconButton, item, line, make, said } from "./dom.js";
import { editInPlace } from "./editor.js";
import { named, openSource, place, whereabouts } from "./evidence.js";
import { feedback } from "./feedback.js";
import { Markdown } from "./markdown.js";
import { unitsOf } from "./offsets.js";
import { toolLine, why } from "./why.js";
import { isNamed, nameOf, t } from "./words.js";

const PARTS = {
  question: "h2",
  asked: "p",
  tools: "ul",
  answer: "div",
  note: "p",
  sources: "ol",
  actions: "div",
  after: "div",
};

/** The view of a question that is asked or was asked. `acts` is what can be done with it: edit, regenerate, choose. */
export class TurnView {
  constructor(question, acts) {
    Object.assign(this, { question, acts, text: "", sources: new Map(), support: [], turn: null });
    this.box = make("article", "turn");
    this.parts = Object.fromEntries(Object.entries(PARTS).map(([name, tag]) => [name, make(tag, name)]));
    for (const name of ["question", "asked", "note"]) this.parts[name].dir = "auto";
    this.shown = new Markdown(this.parts.answer, (label, offset) => this.mark(label, offset));
    Object.assign(this.parts.question, { textContent: question, tabIndex: -1 });
    this.box.append(...Object.values(this.parts));
    this.say("waiting_answer");
  }

  /** Placeholder of the answer. */
  say(key) {
    this.shown.clear(make("span", "soft", t(key)));
  }

  /** What is searched for, if that is more than the typed question; editable when the turn has ended. */
  askedAs(question, terms = []) {
    const words = terms.map((term) => term.text);
    this.understood = words.length || question !== this.question ? [question, ...words].join(" ") : "";
    if (!this.understood) return this.parts.asked.replaceChildren();
    const shown = [
      ...(question === this.question ? [] : [t("asked_as", { question })]),
      ...(words.length ? [t("searched_with", { words: words.join(", ") })] : []),
    ].join(", ");
    const correct = iconButton("edit", t("correct"), (event) => this.correct(event.currentTarget), "asking");
    return this.parts.asked.replaceChildren(shown, ...(this.turn ? [" ", correct] : []));
  }

  addTool(tool) {
    this.parts.tools.append(item(toolLine(tool)));
  }

  addSource(source) {
    this.sources.set(source.number, source);
    this.renderSoon();
  }

  addText(text) {
    this.text += text;
    this.renderSoon();
  }

  warn(code, message) {
    this.parts.note.textContent = isNamed("warnings", code) ? nameOf("warnings", code) : message;
  }

  /** Scroll to it and focus it. */
  focus() {
    this.box.scrollIntoView({ block: "start" });
    (this.editor?.firstChild ?? this.parts.question).focus({ preventScroll: true });
  }

  /** Focus its arrow to the previous or next version; the other arrow at the end. */
  focusArrow(name) {
    this.box.scrollIntoView({ block: "start" });
    const arrows = [...this.parts.actions.querySelectorAll(".versions button:enabled")];
    (arrows.find((each) => each.classList.contains(name)) ?? arrows[0])?.focus({ preventScroll: true });
  }

  showPartial(text) {
    this.text = text;
    this.render();
  }

  /** The whole answer, from its last event or the store. */
  showAnswer(answer) {
    this.text = answer.answer;
    this.sources = new Map(answer.sources.map((source) => [source.number, source]));
    this.support = inUnits(answer.answer, answer.support ?? []);
    const decisions = answer.decisions ?? [];
    const unread = decisions.filter((each) => answer.warnings.includes(each.choice)).map((each) => `(${each.reason})`);
    const warnings = [...answer.warnings.map((each) => nameOf("warnings", each)), ...unread].join(" ");
    const ended = isNamed("ended", answer.status) && nameOf("ended", answer.status);
    const failed = answer.error_code && t("failed_with", { code: answer.error_code });
    this.parts.note.textContent = failed || ended || warnings;
    this.askedAs(answer.standalone_question, answer.resolution?.terms);
    this.render();
    if (!this.text) this.say("nothing_written");
    this.parts.tools.replaceChildren();
  }

  /** A final stored turn: its actions, and the explanation of its answer. */
  settle(turn) {
    this.turn = turn;
    this.showAnswer(turn);
    const path = `/v1/sessions/${turn.session_id}/turns/${turn.turn_number}`;
    const { thumbs, area } = feedback(path, turn.feedback, (problem) => this.refused(problem));
    const edit = iconButton("edit", t("edit"), (event) => this.edit(event.currentTarget), "asking");
    const again = iconButton("again", t("regenerate"), () => this.acts.regenerate(this), "asking");
    const [copy, copied] = copying(t("copy"), () => asMarkdown(this.content()));
    copy.hidden = !this.text;
    this.parts.actions.replaceChildren(...this.versions(), edit, again, copy, ...thumbs, copied);
    const calls = turn.warnings.includes("call_waits") ? [callsOf(turn, (problem) => this.refused(problem))] : [];
    this.parts.after.replaceChildren(...calls, area, why(turn));
  }

  /** An answer that is not stored. */
  settleLoose(answer) {
    this.showAnswer(answer);
    if (this.text) this.parts.actions.replaceChildren(...copying(t("copy"), () => asMarkdown(this.content())));
    this.parts.after.replaceChildren(make("p", "soft", t("not_kept")), why(answer));
  }

  /** If a turn has siblings: its index among them, and the arrows to the previous and next one. */
  versions() {
    const all = this.turn.siblings;
    if (all.length < 2) return [];
    const at = all.indexOf(this.turn.turn_number);
    const to = (name, label, number) => {
      const arrow = iconButton(name, label, () => this.acts.choose(number, name), `asking ${name}`);
      return Object.assign(arrow, { disabled: !number });
    };
    const group = make(
      "span",
      "versions",
      to("previous", t("previous_version"), all[at - 1]),
      make("span", "", t("version", { at: at + 1, of: all.length })),
      to("next", t("next_version"), all[at + 1])
    );
    group.role = "group";
    group.ariaLabel = t("versions");
    return [group];
  }

  /** Edit the question in place; the typed text stays until another turn replaces this one. */
  edit(opener) {
    const ask = (text) => this.acts.edit(this, text);
    this.change(this.parts.question, { text: this.question, label: t("edited_question"), ask }, opener);
  }

  /** Edit the standalone question; the typed question stays unchanged. */
  correct(opener) {
    const ask = (text) => this.acts.edit(this, this.question, text);
    this.change(this.parts.asked, { text: this.understood, label: t("corrected_question"), ask }, opener);
  }

  change(part, how, opener) {
    this.editor?.reset();
    const ended = () => {
      this.editor = null;
      opener.focus();
    };
    this.editor = editInPlace(part, { ...how, ended });
  }

  /** A problem below the partial answer, with actions. */
  refused({ code, detail, hint }, ...ways) {
    const lines = isNamed("problems", code) ? [nameOf("problems", code)] : [`${detail} (${code})`, hint];
    if (!this.text) this.shown.clear();
    this.parts.after.replaceChildren(make("div", "failed", ...lines.map((each) => make("p", "", each)), ...ways));
  }

  /** The text so far, and its sources in order. */
  content() {
    const sources = [...this.sources.values()].sort((one, two) => one.number - two.number);
    return { text: this.text, sources };
  }

  /** Say of its sources from a document that it was removed. */
  markRemoved(documentId) {
    for (const source of this.sources.values()) source.removed ||= source.document_id === documentId;
    this.render();
  }

  /** Render once before the next frame, however much arrives until then. */
  renderSoon() {
    this.frame ??= requestAnimationFrame(() => this.render());
  }

  render() {
    cancelAnimationFrame(this.frame);
    this.frame = null;
    const { text, sources } = this.content();
    const doubted = this.support.filter(({ lacks }) => lacks).map(doubtful);
    if (text) this.shown.show(text, doubted, new Set(sources.map(labelOf)));
    this.parts.sources.replaceChildren(...sources.map(listed));
  }

  /** The mark of a source, at an offset of the answer. It opens what the sentence around it has from the source. */
  mark(label, offset) {
    const source = () => [...this.sources.values()].find((each) => labelOf(each) === label);
    const { number } = source();
    const mark = button(label.replace("^", ""), () => {
      const sentence = this.support.find(({ start, end }) => start <= offset && offset < end);
      openSource(source(), mark, sentence?.places.filter((each) => each.number === number));
    }, "mark");
    const where = line(named(source()), place(source())).replaceAll(" · ", ", ");
    mark.ariaLabel = t("source", { number, where });
    return mark;
  }
}

/** Support with offsets in UTF-16 units. */
function inUnits(text, support) {
  const unit = unitsOf(text);
  return support.map((each) => ({ ...each, start: unit(each.start), end: unit(each.end) }));
}

/** A sentence without support: underlined, with the reason for a pointer and for a screen reader. */
function doubtful({ start, end, lacks }) {
  const reason = nameOf("lacks", lacks);
  const open = () => Object.assign(make("span", "doubted"), { title: reason });
  const close = () => Object.assign(make("sup", "doubt", "?"), { role: "note", ariaLabel: reason });
  return { start, end, open, close };
}

/** What is between the brackets of a source's mark. */
const labelOf = (source) => source.mark.slice(1, -1);

/** An answer with its sources as Markdown; footnotes are in its text. */
function asMarkdown({ text, sources }) {
  const others = sources.filter(({ mark }) => !mark.startsWith("[^"));
  const listed = others.map((source) => `- ${source.mark} ${plain(line(named(source), whereabouts(source)))}`);
  return [text, listed.join("\n")].filter(Boolean).join("\n\n");
}

/** Text escaped for Markdown. */
const plain = (text) => text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>#|&]/g, "\\$&");

function listed(source) {
  const where = source.removed ? make("small", "removed", t("source_removed")) : said("small", "", whereabouts(source));
  const what = make("span", "", said("span", "", named(source)), where);
  const open = button(make("span", "number", labelOf(source).replace("^", "")), () => openSource(source, open));
  open.append(what);
  return item(open);
}
