"""Builds the messages for resolving a question, writing an answer and updating memory."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from askwell.languages import LANGUAGES, wording
from askwell.prompts.quoting import (
    answer_as_data,
    attribute,
    data_marked,
    element,
    escape,
    join,
    keyed,
    keyed_passages,
    listed,
    low_trust,
    plain,
    quoted_turn,
    shorten,
    summary_as_data,
)
from askwell.prompts.trust import repeats_others, summary_trust, trust_in, trust_of
from askwell.prompts.words import (
    ANSWER,
    ANSWER_RULE,
    CHAT,
    DATA_RULE,
    DECLINE,
    DIGEST,
    HISTORY_RULE,
    KEY_RULE,
    MARKS_RULE,
    MOST_TOLD_CHARS,
    NOT_FOUND,
    OPERATION,
    RECALL,
    RESOLVE,
    RESOLVE_DRAFT,
    RESOLVE_EXAMPLES,
    RESOLVE_FAULTS,
    TOOLS,
    USER_RULE,
)
from askwell.text.citations import strip_marks
from askwell.types import Brief, Language, Memory, Message, Passage, Recalled, ToolAnswer, ToolRound, Turn

_DRAFT_LINE = re.compile(r"^<draft>.*</draft>\n", re.MULTILINE)


def writer_messages(brief: Brief, own: Mapping[str, str], about: str) -> list[Message]:
    """The prompt for a brief. `own` maps purposes to system texts of the assistant's author, which replace ours.

    What is the same in every turn comes first, then the conversation, then what is new in this turn, so that models
    can cache the beginning. Marks are removed from earlier answers: they are numbers of sources, not labels.
    """
    purpose = brief.purpose
    if purpose == "not_found" and (brief.tools or brief.rounds):
        # The nearest passages are left out: they do not answer, but a tool may still find passages that do.
        brief, purpose = replace(brief, passages=(), labels=()), "answer"
    if purpose in {"decline", "chat"}:
        make = decline_messages if purpose == "decline" else chat_messages
        return make(brief, own.get(purpose, ""), about)
    text = own.get("answer" if purpose == "passages" else purpose, "")
    return _BY_PURPOSE[purpose](brief, text)


def answer_messages(brief: Brief, system: str = "") -> list[Message]:
    """The prompt for an answer from passages. `system` replaces the built-in text, not the fixed rules."""
    parts = (
        keyed_passages(*_question_passages(brief), brief.key),
        _recalled(brief, keep_marks=False),
        _parts(brief),
        _tool_results(brief),
        _about_user(brief),
        _notes(brief),
        _question(brief),
        # Small models forget a rule far above the passages, and copy examples that state something.
        f"Answer in {_language(brief.language)}, from the passages alone. {MARKS_RULE}",
    )
    return _with_question(brief, join(system or ANSWER, ANSWER_RULE), *parts)


def operation_messages(brief: Brief, system: str = "") -> list[Message]:
    """The prompt for an operation on the last answer, from that answer and its passages."""
    operation = brief.operation
    last = operation.answers[-1] if operation and operation.answers else None
    answer = answer_as_data(last, strip_marks(last.answer)) if last else ""
    parts = (
        keyed_passages(*_question_passages(brief), brief.key),
        _parts(brief),
        _tool_results(brief),
        _about_user(brief),
        _notes(brief),
        keyed("last_question", operation.question if operation else "", brief.key),
        keyed("last_answer", answer, brief.key, low_trust(trust_in(last)) if last else ""),
        keyed("request", brief.asked, brief.key),
        f"Write in {_language(brief.language)}, unless the request names another language. {MARKS_RULE}",
    )
    return _with_question(brief, system or OPERATION, *parts)


def not_found_messages(brief: Brief, system: str = "") -> list[Message]:
    """The prompt for an answer that nothing was found."""
    parts = (_parts(brief), _tool_results(brief), _about_user(brief), _notes(brief), _question(brief))
    return _with_question(brief, system or NOT_FOUND, *parts, _in_language(brief))


def decline_messages(brief: Brief, system: str = "", about: str = "") -> list[Message]:
    """The prompt for a refusal; `about` is the assistant's subject in the words of its author."""
    parts = (_about_user(brief), _notes(brief), keyed("question", brief.asked, brief.key))
    return _with_question(replace(brief, tools=()), _about(system or DECLINE, about), *parts, _in_language(brief))


def chat_messages(brief: Brief, system: str = "", about: str = "") -> list[Message]:
    """The prompt for small talk and for questions about the conversation."""
    parts = (
        _parts(brief),
        _tool_results(brief),
        _about_user(brief),
        _notes(brief),
        keyed("question", brief.asked, brief.key),
        _in_language(brief),
    )
    return _with_question(brief, _about(system or CHAT, about), *parts)


def recall_messages(brief: Brief, system: str = "") -> list[Message]:
    """The prompt for an answer from what was said in this conversation."""
    parts = (
        # The answer is based on these turns; the labels of the brief are the numbers of their sources.
        _recalled(brief, keep_marks=True),
        _parts(brief),
        _tool_results(brief),
        _about_user(brief),
        _notes(brief),
        _question(brief),
        _in_language(brief),
    )
    return _with_question(brief, system or RECALL, *parts)


def turn_messages(turn: Turn) -> list[Message]:
    """A turn's question and answer, without marks; empty if it has no question or no answer.

    An answer that may repeat texts of documents or tools is data in an element, and marked like a passage. The marks do
    not change from turn to turn, so that prompts can begin alike.
    """
    answer = strip_marks(turn.answer)
    if not (turn.question and answer):
        return []
    text = plain(answer)
    if repeats_others(turn):
        text = keyed("from_documents", data_marked(answer), "", low_trust(trust_in(turn)))
    return [Message("user", plain(turn.question)), Message("assistant", text)]


_BY_PURPOSE = {
    "answer": answer_messages,
    "passages": answer_messages,
    "not_found": not_found_messages,
    "operation": operation_messages,
    "recall": recall_messages,
}


def resolve_messages(
    question: str,
    recalled: Recalled,
    domain: str,
    system: str = "",
    *,
    draft: str | None = None,
    refused: tuple[str, str] | None = None,
) -> list[Message]:
    """The prompt for making a question standalone; the conversation and the draft of the rules are quoted as data.

    Without a draft, its rule and its part of the examples are left out. `refused` is an earlier rewrite with the code
    of the veto on it, for a second attempt.
    """
    conversation = "\n".join(quoted_turn(turn, turn.answer) for turn in recalled.turns)
    rewrite, why = refused or ("", "")
    parts = (
        element("domain", domain),
        element("summary", summary_as_data(recalled.memory.summary, summary_trust(recalled.memory, recalled.turns))),
        f"<conversation>\n{conversation}\n</conversation>",
        element("current_query", question),
        element("draft", draft or ""),
        element("rejected", rewrite),
        f"Your first rewrite cannot be used: {RESOLVE_FAULTS[why]}. Write it without this fault." if why else "",
        'Give {"kind": ..., "question": ...}; the question is what would stand in <reformulated_query>.',
    )
    examples = RESOLVE_EXAMPLES if draft is not None else _DRAFT_LINE.sub("", RESOLVE_EXAMPLES)
    rule = RESOLVE_DRAFT if draft is not None else ""
    return [Message("system", join(system or RESOLVE, rule, DATA_RULE, examples)), _user(*parts)]


def digest_messages(
    turn: Turn, memory: Memory, settled: Sequence[str], language: Language, system: str = ""
) -> list[Message]:
    """The prompt for adding a turn to the summary; `settled` are the statements in force after the turn."""
    parts = (
        element("summary", summary_as_data(memory.summary, summary_trust(memory, (turn,)))),
        element("in_force", listed("In force", settled)),
        f"<last_turn>\n{quoted_turn(turn, turn.answer)}\n</last_turn>",
        f'Give {{"summary": ...}} in {_language(language)}.',
    )
    return [_system(system or DIGEST, language), _user(*parts)]


def _with_question(brief: Brief, system: str, *parts: str) -> list[Message]:
    """System message, conversation and question, then the tool calls so far if the writer may make more."""
    instructions = Message("system", join(system, TOOLS if brief.tools else "", DATA_RULE, KEY_RULE, HISTORY_RULE))
    rounds = [message for one in brief.rounds for message in _round(one, brief.key)] if brief.tools else []
    summary = keyed("summary", summary_as_data(brief.summary, brief.summary_trust), "", low_trust(brief.summary_trust))
    before = join(summary, _first_question(brief))
    talk = [message for turn in brief.turns for message in turn_messages(turn)]
    first, *rest = [*talk, _user(*parts)]
    # In the first message of the conversation, because some templates allow no two messages of one role in a row.
    return [instructions, replace(first, content=join(before, first.content)), *rest, *rounds]


def _round(one: ToolRound, key: str) -> list[Message]:
    calls = tuple(each.call for each in one.answers)
    return [Message("assistant", one.text, calls), *(_tool_result(each, key) for each in one.answers)]


def _tool_result(answer: ToolAnswer, key: str) -> Message:
    """The result of a call as data: its passages, then its text."""
    name = f' tool="{attribute(answer.call.name)}"'
    attributes = name + low_trust(trust_of(answer.text))
    texts = _joined_lines(
        keyed_passages(answer.passages, answer.labels, key),
        keyed("tool_result", data_marked(answer.text), key, attributes),
    )
    return Message("tool", texts or f"<tool_result{name}>\n\n</tool_result>", call_id=answer.call.id)


def _tool_results(brief: Brief) -> str:
    """Results of calls, one line each, for a writer that makes no more calls; their passages are with the others."""
    if brief.tools or not brief.rounds:
        return ""
    lines = [
        f"- {answer.call.name}: "
        f"{' '.join(_joined_lines(_passage_marks(answer.labels), data_marked(answer.text)).split())}"
        for one in brief.rounds
        for answer in one.answers
    ]
    trust = trust_of(*(answer.text for one in brief.rounds for answer in one.answers))
    return keyed("tool_results", "\n".join(("Tool results:", *lines)), brief.key, low_trust(trust))


def _passage_marks(labels: Sequence[int]) -> str:
    marks = ", ".join(f"[{label}]" for label in dict.fromkeys(labels))
    return f"passages {marks}" if marks else ""


def _question_passages(brief: Brief) -> tuple[Sequence[Passage], Sequence[int]]:
    """The passages in the message with the question, and their labels.

    Passages of tools are in the messages of their calls; they are here only if the prompt has no such messages.
    """
    packed = len(brief.passages) if brief.packed is None else brief.packed
    found = [] if brief.tools else [answer for one in brief.rounds for answer in one.answers]
    passages = [*brief.passages[:packed], *(each for answer in found for each in answer.passages)]
    return passages, [*brief.labels[:packed], *(label for answer in found for label in answer.labels)]


def _about_user(brief: Brief) -> str:
    """Facts about the user, one line each. They are texts of a caller, so they are cut, and quoted as data."""
    lines = [f"{name}: {shorten(' '.join(value.split()), MOST_TOLD_CHARS)}" for name, value in brief.about_user]
    return join(keyed("user_context", "\n".join(lines), brief.key), USER_RULE) if lines else ""


def _joined_lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def _system(text: str, language: Language) -> Message:
    return Message("system", join(text, DATA_RULE, f"Write in {_language(language)}."))


def _language(language: Language) -> str:
    return wording(language).english_name if language in LANGUAGES else language


def _user(*parts: str) -> Message:
    return Message("user", join(*parts))


def _question(brief: Brief) -> str:
    """The resolved question, the user's own words if they differ, and what its dates and amounts mean."""
    typed = "" if brief.asked == brief.question else brief.asked
    values = "\n".join(f"{text} = {canonical}" for text, canonical in brief.facts)
    return join(
        keyed("question", brief.question, brief.key),
        keyed("as_typed", typed, brief.key),
        keyed("values", values, brief.key),
    )


def _about(system: str, about: str) -> str:
    return join(system, f"Your speciality: {about}" if about else "")


def _in_language(brief: Brief) -> str:
    return f"Write in {_language(brief.language)}."


def _recalled(brief: Brief, *, keep_marks: bool) -> str:
    """Older turns word for word, later corrections, and topics of the conversation."""
    quoted = [
        f"Turn {turn.number}\nUser: {shorten(turn.question)}\n"
        f"Assistant: {answer_as_data(turn, shorten(turn.answer if keep_marks else strip_marks(turn.answer)))}"
        for turn in brief.older
    ]
    corrected = [
        keyed("corrected", item.text, brief.key, f' turn="{item.number}"') for item in brief.corrections if quoted
    ]
    topics = "\n".join(f"turn {topic.number}: {data_marked(topic.line)}" for topic in brief.topics)
    trust = low_trust("low" if "low" in map(trust_in, brief.older) else "normal")
    of_topics = low_trust(trust_of(*(topic.line for topic in brief.topics)))
    return join(
        keyed("recalled", "\n\n".join(quoted), brief.key, trust),
        "\n".join(corrected),
        keyed("topics", topics, brief.key, of_topics),
    )


def _first_question(brief: Brief) -> str:
    shown = any(turn.number == 1 for turn in brief.turns)
    return "" if shown else keyed("first_question", brief.first_question, "")


def _parts(brief: Brief) -> str:
    """Prompt parts of plug-ins; quoted as data, because they may contain anything."""
    return "\n".join(keyed("part", text, brief.key, f' name="{name}"') for name, text in brief.parts)


def _notes(brief: Brief) -> str:
    return "\n".join(f"Note: {escape(' '.join(plain(note).split()))}" for note in brief.notes)
