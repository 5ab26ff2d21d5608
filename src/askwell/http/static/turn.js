// One question and its answer as the page shows it.
import { button, iconButton, item, line, make, said } from "./dom.js";
import { named, openSource, place } from "./evidence.js";
import { feedback } from "./feedback.js";
import { now } from "./state.js";
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
    Object.assign(this, { question, acts, text: "", sources: new Map(), turn: null });
    this.box = make("article", "turn");
    this.parts = Object.fromEntries(Object.entries(PARTS).map(([name, tag]) => [name, make(tag, name)]));
    for (const name of ["question", "asked", "answer", "note"]) this.parts[name].dir = "auto";
    Object.assign(this.parts.question, { textContent: question, tabIndex: -1 });
    this.box.append(...Object.values(this.parts));
    this.say("waiting_answer");
  }

  /** What stands where the answer will be. */
  say(key) {
    this.parts.answer.replaceChildren(make("span", "soft", t(key)));
  }

  askedAs(question) {
    this.parts.asked.textContent = question && question !== this.question ? t("asked_as", { question }) : "";
  }

  addTool(tool) {
    this.parts.tools.append(item(toolLine(tool)));
  }

  addSource(source) {
    this.sources.set(source.number, source);
    this.render();
  }

  addText(text) {
    this.text += text;
    this.render();
  }

  warn(code, message) {
    this.parts.note.textContent = isNamed("warnings", code) ? nameOf("warnings", code) : message;
  }

  /** Bring it into sight, and the focus with it. */
  focus() {
    this.box.scrollIntoView({ block: "start" });
    (this.editor?.firstChild ?? this.parts.question).focus({ preventScroll: true });
  }

  /** Likewise its arrow to the version before or behind; the other one where there is no further. */
  focusArrow(name) {
    this.box.scrollIntoView({ block: "start" });
    const arrows = [...this.parts.actions.querySelectorAll(".versions button:enabled")];
    (arrows.find((each) => each.classList.contains(name)) ?? arrows[0])?.focus({ preventScroll: true });
  }

  showPartial(text) {
    this.text = text;
    this.render();
  }

  /** The whole answer, as its last event or the store tells it. */
  showAnswer(answer) {
    this.text = answer.answer;
    this.sources = new Map(answer.sources.map((source) => [source.number, source]));
    const warnings = answer.warnings.map((each) => nameOf("warnings", each)).join(" ");
    const ended = isNamed("ended", answer.status) && nameOf("ended", answer.status);
    const failed = answer.error_code && t("failed_with", { code: answer.error_code });
    this.parts.note.textContent = failed || ended || warnings;
    this.askedAs(answer.standalone_question);
    this.render();
    if (!this.text) this.say("nothing_written");
    this.parts.tools.replaceChildren();
  }

  /** A turn of the store, final: what can be done with it, and why it came out so. */
  settle(turn) {
    this.turn = turn;
    this.showAnswer(turn);
    const path = `/v1/sessions/${turn.session_id}/turns/${turn.turn_number}`;
    const { thumbs, told } = feedback(path, turn.feedback, (problem) => this.refused(problem));
    const edit = iconButton("edit", t("edit"), () => this.edit(), "asking");
    const again = iconButton("again", t("regenerate"), () => this.acts.regenerate(this), "asking");
    this.parts.actions.replaceChildren(...this.versions(), edit, again, ...thumbs);
    this.parts.after.replaceChildren(told, why(turn));
  }

  /** An answer that nothing is kept of. */
  settleLoose(answer) {
    this.showAnswer(answer);
    this.parts.after.replaceChildren(make("p", "soft", t("not_kept")), why(answer));
  }

  /** Where a turn has siblings: which of them this is, and the way to the one before and behind. */
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

  /** Let the question be changed in its place; what was typed stays until another turn stands here. */
  edit() {
    this.editor?.remove();
    const text = Object.assign(said("textarea", "", ""), { value: this.question, rows: 2 });
    text.ariaLabel = t("edited_question");
    const cancel = button(t("cancel"), () => this.endEdit());
    this.editor = make("form", "editor", text, make("button", "asking main", t("ask_edited")), cancel);
    this.editor.onsubmit = (event) => {
      event.preventDefault();
      if (text.value.trim() && !now.busy) this.acts.edit(this, text.value);
    };
    text.onkeydown = (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) this.editor.onsubmit(event);
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.endEdit();
    };
    this.parts.question.hidden = true;
    this.parts.question.after(this.editor);
    text.focus();
    text.setSelectionRange(text.value.length, text.value.length);
  }

  endEdit() {
    this.editor?.remove();
    this.editor = null;
    this.parts.question.hidden = false;
    this.parts.actions.querySelector(".asking:not([disabled])")?.focus();
  }

  /** A problem under what has been written, with a way out. */
  refused({ code, detail, hint }, ...ways) {
    const told = isNamed("problems", code) ? [nameOf("problems", code)] : [`${detail} (${code})`, hint];
    if (!this.text) this.parts.answer.replaceChildren();
    this.parts.after.replaceChildren(make("div", "failed", ...told.map((each) => make("p", "", each)), ...ways));
  }

  render() {
    const pieces = this.text.split(/(\[\d+\]|\*\*[^*]+\*\*)/).filter(Boolean);
    this.parts.answer.replaceChildren(...pieces.map((piece) => this.piece(piece)));
    const sources = [...this.sources.values()].sort((one, two) => one.number - two.number);
    this.parts.sources.replaceChildren(...sources.map(listed));
  }

  piece(text) {
    if (text.startsWith("**")) return make("strong", "", text.slice(2, -2) || text);
    const source = this.sources.get(Number(/^\[(\d+)\]$/.exec(text)?.[1]));
    if (!source) return text;
    const mark = button(source.number, () => openSource(source, mark), "mark");
    const where = line(named(source), place(source)).replaceAll(" · ", ", ");
    mark.ariaLabel = t("source", { number: source.number, where });
    return mark;
  }
}

function listed(source) {
  const about = line(source.document !== named(source) && source.document, place(source));
  const what = make("span", "", said("span", "", named(source)), said("small", "", about));
  const open = button(make("span", "number", `${source.number}`), () => openSource(source, open));
  open.append(what);
  return item(open);
}
