"""Builds the messages for resolving a question, writing an answer and updating memory."""

import re
from collections.abc import Sequence

from askwell.languages import LANGUAGES, wording
from askwell.prompts.quoting import attribute, element, escape, join, listed, passages_element, quoted_turn, shorten
from askwell.prompts.words import (
    ANSWER,
    CHAT,
    DATA_RULE,
    DECLINE,
    DIGEST,
    HISTORY_RULE,
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


def answer_messages(brief: Brief, system: str = "", *, keep_marks: bool = True) -> list[Message]:
    """The prompt for an answer from passages. `system` replaces the built-in text, but not the data and language rules.

    Without `keep_marks`, here and below, marks are removed from earlier answers.
    """
    parts = (
        _summary(brief),
        _first_question(brief),
        passages_element(*_question_passages(brief)),
        _recalled(brief, keep_marks=keep_marks),
        _parts(brief),
        _tool_results(brief),
        _about_user(brief),
        _notes(brief),
        element("question", brief.question),
        # Small models forget a rule far above the passages, and copy examples that state something.
        f"Answer in {_language(brief.language)}, from the passages alone. End every sentence with the label of its "
        "passage in square brackets: first sentence. [1] second sentence. [2]",
    )
    return _with_question(brief, system or ANSWER, *parts, keep_marks=keep_marks)


def operation_messages(brief: Brief, system: str = "", *, keep_marks: bool = True) -> list[Message]:
    """The prompt for an operation on the last answer, from that answer and its passages."""
    operation = brief.operation
    last = operation.answers[-1].answer if operation and operation.answers else ""
    parts = (
        _summary(brief),
        passages_element(*_question_passages(brief)),
        _parts(brief),
        _tool_results(brief),
        _about_user(brief),
        _notes(brief),
        element("last_question", operation.question if operation else ""),
        element("last_answer", strip_marks(last)),
        element("request", brief.asked),
        f"Write in {_language(brief.language)}, unless the request names another language. End every sentence with the "
        "label of its passage in square brackets: first sentence. [1] second sentence. [2]",
    )
    return _with_question(brief, system or OPERATION, *parts, keep_marks=keep_marks)


def not_found_messages(brief: Brief, system: str = "", *, keep_marks: bool = True) -> list[Message]:
    """The prompt for an answer that nothing was found."""
    parts = (
        _parts(brief),
        _tool_results(brief),
        _about_user(brief),
        _notes(brief),
        element("question", brief.question),
    )
    return _with_question(brief, system or NOT_FOUND, *parts, keep_marks=keep_marks)


def decline_messages(brief: Brief, system: str = "", about: str = "", *, keep_marks: bool = True) -> list[Message]:
    """The prompt for a refusal; `about` is the assistant's subject in the words of its author."""
    wanted = system or DECLINE
    speciality = f"\n\nYour speciality: {about}" if about else ""
    parts = (_about_user(brief), _notes(brief), element("question", brief.asked))
    wanted = join(wanted + speciality, _history_rule(brief.turns))
    return [_system(wanted, brief.language), *_history(brief.turns, keep_marks=keep_marks), _user(*parts)]


def chat_messages(brief: Brief, system: str = "", about: str = "", *, keep_marks: bool = True) -> list[Message]:
    """The prompt for small talk and for questions about the conversation."""
    wanted = system or CHAT
    speciality = f"\n\nYour speciality: {about}" if about else ""
    parts = (
        _summary(brief),
        _first_question(brief),
        _parts(brief),
        _tool_results(brief),
        _about_user(brief),
        _notes(brief),
        element("question", brief.asked),
    )
    return _with_question(brief, wanted + speciality, *parts, keep_marks=keep_marks)


def recall_messages(brief: Brief, system: str = "", *, keep_marks: bool = True) -> list[Message]:
    """The prompt for an answer from what was said in this conversation."""
    parts = (
        _summary(brief),
        _first_question(brief),
        # The answer is based on these turns; the labels of the brief are the numbers of their sources.
        _recalled(brief, keep_marks=True),
        _parts(brief),
        _tool_results(brief),
        _about_user(brief),
        _notes(brief),
        element("question", brief.question),
    )
    return _with_question(brief, system or RECALL, *parts, keep_marks=keep_marks)


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
        element("summary", recalled.memory.summary),
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
        element("summary", memory.summary),
        element("in_force", listed("In force", settled)),
        f"<last_turn>\n{quoted_turn(turn, turn.answer)}\n</last_turn>",
        f'Give {{"summary": ...}} in {_language(language)}.',
    )
    return [_system(system or DIGEST, language), _user(*parts)]


def _with_question(brief: Brief, system: str, *parts: str, keep_marks: bool) -> list[Message]:
    """System message, earlier turns and question, then the tool calls so far if the writer may make more."""
    instructions = _system(join(system, TOOLS if brief.tools else "", _history_rule(brief.turns)), brief.language)
    rounds = [message for one in brief.rounds for message in _round(one)] if brief.tools else []
    return [instructions, *_history(brief.turns, keep_marks=keep_marks), _user(*parts), *rounds]


def _round(one: ToolRound) -> list[Message]:
    calls = tuple(each.call for each in one.answers)
    return [Message("assistant", one.text, calls), *(_tool_result(each) for each in one.answers)]


def _tool_result(answer: ToolAnswer) -> Message:
    """The result of a call as data, escaped inside its element."""
    texts = _joined_lines(passages_element(answer.passages, answer.labels), escape(answer.text))
    content = f'<tool_result tool="{attribute(answer.call.name)}">\n{texts}\n</tool_result>'
    return Message("tool", content, call_id=answer.call.id)


def _tool_results(brief: Brief) -> str:
    """Results of calls, one line each, for a writer that makes no more calls; their passages are with the others."""
    if brief.tools or not brief.rounds:
        return ""
    lines = [
        f"- {answer.call.name}: {' '.join(_joined_lines(_passage_marks(answer.labels), answer.text).split())}"
        for one in brief.rounds
        for answer in one.answers
    ]
    return element("tool_results", "\n".join(("Tool results:", *lines)))


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
    """Facts about the user, one line each. They are texts of a caller, so they are cut and escaped."""
    lines = [f"{name}: {shorten(' '.join(value.split()), MOST_TOLD_CHARS)}" for name, value in brief.about_user]
    return join(element("user_context", "\n".join(lines)), USER_RULE) if lines else ""


def _joined_lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def _system(text: str, language: Language) -> Message:
    return Message("system", join(text, DATA_RULE, f"Write in {_language(language)}."))


def _language(language: Language) -> str:
    return wording(language).english_name if language in LANGUAGES else language


def _user(*parts: str) -> Message:
    return Message("user", join(*parts))


def _history(turns: Sequence[Turn], *, keep_marks: bool) -> list[Message]:
    """Question and answer of each turn that has both, oldest first.

    An answer with sources repeats text of documents, so it is data: escaped inside an element.
    """
    messages: list[Message] = []
    for turn in turns:
        answer = turn.answer if keep_marks else strip_marks(turn.answer)
        if turn.question and answer:
            text = element("from_documents", answer) if turn.sources else answer
            messages += [Message("user", turn.question), Message("assistant", text)]
    return messages


def _history_rule(turns: Sequence[Turn]) -> str:
    return HISTORY_RULE if any(turn.sources and turn.question and turn.answer for turn in turns) else ""


def _summary(brief: Brief) -> str:
    return element("summary", brief.summary)


def _recalled(brief: Brief, *, keep_marks: bool) -> str:
    """Older turns word for word, later corrections, and topics of the conversation."""
    answers = [turn.answer if keep_marks else strip_marks(turn.answer) for turn in brief.older]
    quoted = [
        f'<turn number="{turn.number}">\n{quoted_turn(turn, answer)}\n</turn>'
        for turn, answer in zip(brief.older, answers, strict=True)
    ]
    corrected = [f'<corrected turn="{item.number}">{escape(item.text)}</corrected>' for item in brief.corrections]
    topics = [f"turn {topic.number}: {topic.line}" for topic in brief.topics]
    texts = "<recalled>\n" + "\n".join([*quoted, *corrected]) + "\n</recalled>" if quoted else ""
    return join(texts, element("topics", "\n".join(topics)))


def _first_question(brief: Brief) -> str:
    shown = any(turn.number == 1 for turn in brief.turns)
    return "" if shown else element("first_question", brief.first_question)


def _parts(brief: Brief) -> str:
    """Prompt parts of plug-ins; escaped as data, because they may contain anything."""
    return "\n".join(f'<part name="{name}">\n{escape(text)}\n</part>' for name, text in brief.parts)


def _notes(brief: Brief) -> str:
    return "\n".join(f"Note: {escape(' '.join(note.split()))}" for note in brief.notes)
