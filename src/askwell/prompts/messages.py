"""Values as messages: what is data stands in elements of its own, escaped."""

from collections.abc import Mapping, Sequence

from askwell.languages import LANGUAGES, wording
from askwell.prompts.words import (
    ANSWER,
    CHAT,
    DATA_RULE,
    DECLINE,
    DIGEST,
    GRADE,
    INTENT,
    MOST_QUOTED_CHARS,
    MOST_TOLD_CHARS,
    NOT_FOUND,
    RECALL,
    RESOLVE,
    RESOLVE_DRAFT,
    RESOLVE_EXAMPLES,
    SCOPE,
    SCOPE_EXAMPLES,
    TOOLS,
    USER_RULE,
)
from askwell.text.citations import strip_marks
from askwell.types import Brief, Language, Memory, Message, Passage, Recalled, ToolAnswer, ToolRound, Turn


def answer_messages(brief: Brief, system: str = "", *, keep_marks: bool = True) -> list[Message]:
    """The prompt for an answer from passages; `system` replaces our words, never the rules for data and language.

    Without `keep_marks`, here and below, earlier answers are told without their marks.
    """
    parts = (
        _summary(brief),
        _first_question(brief),
        _passages(*_shown(brief)),
        _recalled(brief, keep_marks=keep_marks),
        _parts(brief),
        _tool_results(brief),
        _about_user(brief),
        _notes(brief),
        _element("question", brief.question),
        # Small models forget a rule that stands far above the passages, and copy an example that states something.
        f"Answer in {_named(brief.language)}, from the passages alone. End every sentence with the label of its "
        "passage in square brackets: first sentence. [1] second sentence. [2]",
    )
    return _asking(brief, system or ANSWER, *parts, keep_marks=keep_marks)


def not_found_messages(brief: Brief, system: str = "", *, keep_marks: bool = True) -> list[Message]:
    """The prompt for an honest no."""
    parts = (
        _parts(brief),
        _tool_results(brief),
        _about_user(brief),
        _notes(brief),
        _element("question", brief.question),
    )
    return _asking(brief, system or NOT_FOUND, *parts, keep_marks=keep_marks)


def decline_messages(brief: Brief, system: str = "", about: str = "", *, keep_marks: bool = True) -> list[Message]:
    """The prompt for a refusal; `about` is the assistant's speciality, in its author's words."""
    wanted = system or DECLINE
    speciality = f"\n\nYour speciality: {about}" if about else ""
    parts = (_about_user(brief), _notes(brief), _element("question", brief.asked))
    return [_system(wanted + speciality, brief.language), *_history(brief.turns, keep_marks=keep_marks), _user(*parts)]


def chat_messages(brief: Brief, system: str = "", about: str = "", *, keep_marks: bool = True) -> list[Message]:
    """The prompt for talk and for questions about the conversation."""
    wanted = system or CHAT
    speciality = f"\n\nYour speciality: {about}" if about else ""
    parts = (
        _summary(brief),
        _first_question(brief),
        _parts(brief),
        _tool_results(brief),
        _about_user(brief),
        _notes(brief),
        _element("question", brief.asked),
    )
    return _asking(brief, wanted + speciality, *parts, keep_marks=keep_marks)


def recall_messages(brief: Brief, system: str = "", *, keep_marks: bool = True) -> list[Message]:
    """The prompt for an answer from what was said in this conversation."""
    parts = (
        _summary(brief),
        _first_question(brief),
        # They are what is answered from: their sources stand in the brief under those very numbers.
        _recalled(brief, keep_marks=True),
        _parts(brief),
        _tool_results(brief),
        _about_user(brief),
        _notes(brief),
        _element("question", brief.question),
    )
    return _asking(brief, system or RECALL, *parts, keep_marks=keep_marks)


def resolve_messages(
    question: str, recalled: Recalled, domain: str, system: str = "", *, draft: str = ""
) -> list[Message]:
    """The prompt that makes a question stand alone; the conversation and the rules' wording are quoted, as data."""
    spoken = "\n".join(_quoted_turn(turn, turn.answer) for turn in recalled.turns)
    parts = (
        _element("domain", domain),
        _element("summary", recalled.memory.summary),
        f"<conversation>\n{spoken}\n</conversation>",
        _element("current_query", question),
        _element("draft", draft),
        'Give {"kind": ..., "question": ...}; the question is what would stand in <reformulated_query>.',
    )
    return [Message("system", _join(system or RESOLVE, RESOLVE_DRAFT, DATA_RULE, RESOLVE_EXAMPLES)), _user(*parts)]


def scope_messages(
    question: str, about: str, *, examples: Sequence[str] = (), foreign: Sequence[str] = (), system: str = ""
) -> list[Message]:
    """The prompt that asks whether a question belongs to an assistant about `about`."""
    texts = [
        SCOPE_EXAMPLES,
        f"The assistant is about: {about}",
        _list("Belong to it", examples),
        _list("Do not belong to it", foreign),
    ]
    return [Message("system", _join(system or SCOPE, *texts, DATA_RULE)), _user(_element("question", question))]


def intent_messages(question: str, intents: Mapping[str, str], system: str = "") -> list[Message]:
    """The prompt that asks for the intent of a question; `intents` maps a name to what it means."""
    known = _list("Intents", [f"{name}: {meaning}" for name, meaning in intents.items()])
    return [Message("system", _join(system or INTENT, known, DATA_RULE)), _user(_element("question", question))]


def grade_messages(question: str, passages: Sequence[Passage], system: str = "") -> list[Message]:
    """The prompt that asks which passages help; they are labelled from 1 in their order."""
    parts = (_passages(passages, range(1, len(passages) + 1)), _element("question", question))
    return [Message("system", _join(system or GRADE, DATA_RULE)), _user(*parts)]


def digest_messages(
    turn: Turn, memory: Memory, settled: Sequence[str], language: Language, system: str = ""
) -> list[Message]:
    """The prompt that takes a turn into the summary; `settled` is what is in force with the turn."""
    parts = (
        _element("summary", memory.summary),
        _element("in_force", _list("In force", settled)),
        f"<last_turn>\n{_quoted_turn(turn, turn.answer)}\n</last_turn>",
        f'Give {{"summary": ...}} in {_named(language)}.',
    )
    return [_system(system or DIGEST, language), _user(*parts)]


def escape(text: str) -> str:
    """The text as content of an element: `&`, `<` and `>` are written as entities."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def shorten(text: str, most_chars: int = MOST_QUOTED_CHARS) -> str:
    """The beginning of a text, cut between words, with an ellipsis where it was cut."""
    if len(text) <= most_chars:
        return text
    kept = text[: most_chars - 2]
    return f"{kept[: kept.rfind(' ')] if ' ' in kept else kept} …"


def _asking(brief: Brief, system: str, *parts: str, keep_marks: bool) -> list[Message]:
    """Rules, talk, question; and after that the calls so far, as long as the writer may make others."""
    rules = _system(_join(system, TOOLS if brief.tools else ""), brief.language)
    rounds = [message for one in brief.rounds for message in _round(one)] if brief.tools else []
    return [rules, *_history(brief.turns, keep_marks=keep_marks), _user(*parts), *rounds]


def _round(one: ToolRound) -> list[Message]:
    calls = tuple(each.call for each in one.answers)
    return [Message("assistant", one.text, calls), *(_tool_result(each) for each in one.answers)]


def _tool_result(answer: ToolAnswer) -> Message:
    """What a call gave, as data: whatever is in it, it cannot leave its element."""
    texts = _joined_lines(_passages(answer.passages, answer.labels), escape(answer.text))
    content = f'<tool_result tool="{_attribute(answer.call.name)}">\n{texts}\n</tool_result>'
    return Message("tool", content, call_id=answer.call.id)


def _tool_results(brief: Brief) -> str:
    """What calls gave, a line each, for a writer that makes no others; their passages stand with the other ones."""
    if brief.tools or not brief.rounds:
        return ""
    lines = [
        f"- {answer.call.name}: {' '.join(_joined_lines(_see(answer.labels), answer.text).split())}"
        for one in brief.rounds
        for answer in one.answers
    ]
    return _element("tool_results", "\n".join(("Tool results:", *lines)))


def _see(labels: Sequence[int]) -> str:
    marks = ", ".join(f"[{label}]" for label in dict.fromkeys(labels))
    return f"passages {marks}" if marks else ""


def _shown(brief: Brief) -> tuple[Sequence[Passage], Sequence[int]]:
    """The passages that stand with the question, and their labels.

    Those of tools stand with their calls, and here only where the calls are not told.
    """
    packed = len(brief.passages) if brief.packed is None else brief.packed
    found = [] if brief.tools else [answer for one in brief.rounds for answer in one.answers]
    passages = [*brief.passages[:packed], *(each for answer in found for each in answer.passages)]
    return passages, [*brief.labels[:packed], *(label for answer in found for label in answer.labels)]


def _about_user(brief: Brief) -> str:
    """Who asks, a line each: the caller's words, so on one line, cut and escaped."""
    lines = [f"{name}: {shorten(' '.join(value.split()), MOST_TOLD_CHARS)}" for name, value in brief.about_user]
    return _join(_element("user_context", "\n".join(lines)), USER_RULE) if lines else ""


def _joined_lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def _system(text: str, language: Language) -> Message:
    return Message("system", _join(text, DATA_RULE, f"Write in {_named(language)}."))


def _named(language: Language) -> str:
    return wording(language).english_name if language in LANGUAGES else language


def _user(*parts: str) -> Message:
    return Message("user", _join(*parts))


def _join(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)


def _history(turns: Sequence[Turn], *, keep_marks: bool) -> list[Message]:
    """Question and answer of each turn that has both, oldest first."""
    messages: list[Message] = []
    for turn in turns:
        answer = turn.answer if keep_marks else strip_marks(turn.answer)
        if turn.question and answer:
            messages += [Message("user", turn.question), Message("assistant", answer)]
    return messages


def _passages(passages: Sequence[Passage], labels: Sequence[int]) -> str:
    if not passages:
        return ""
    quoted = [_passage(passage, label) for passage, label in zip(passages, labels, strict=True)]
    return _join("<passages>\n" + "\n".join(quoted) + "\n</passages>")


def _passage(passage: Passage, label: int) -> str:
    texts = {"title": passage.title or passage.document_name, "heading": " / ".join(passage.chunk.headings)}
    attributes = "".join(f' {name}="{_attribute(value)}"' for name, value in texts.items() if value)
    return f'<passage label="{label}"{attributes}>\n{escape(passage.chunk.text)}\n</passage>'


def _attribute(text: str) -> str:
    return escape(" ".join(text.split())).replace('"', "&quot;")


def _summary(brief: Brief) -> str:
    return _element("summary", brief.summary)


def _recalled(brief: Brief, *, keep_marks: bool) -> str:
    """Older turns as they were said, what has been corrected since, and what was spoken of."""
    answers = [turn.answer if keep_marks else strip_marks(turn.answer) for turn in brief.older]
    quoted = [
        f'<turn number="{turn.number}">\n{_quoted_turn(turn, answer)}\n</turn>'
        for turn, answer in zip(brief.older, answers, strict=True)
    ]
    corrected = [f'<corrected turn="{item.number}">{escape(item.text)}</corrected>' for item in brief.corrections]
    topics = [f"turn {topic.number}: {topic.line}" for topic in brief.topics]
    texts = "<recalled>\n" + "\n".join([*quoted, *corrected]) + "\n</recalled>" if quoted else ""
    return _join(texts, _element("topics", "\n".join(topics)))


def _first_question(brief: Brief) -> str:
    shown = any(turn.number == 1 for turn in brief.turns)
    return "" if shown else _element("first_question", brief.first_question)


def _parts(brief: Brief) -> str:
    """What is plugged in; it may hold anything, so it is data like the rest."""
    return "\n".join(f'<part name="{name}">\n{escape(text)}\n</part>' for name, text in brief.parts)


def _notes(brief: Brief) -> str:
    return "\n".join(f"Note: {escape(' '.join(note.split()))}" for note in brief.notes)


def _element(tag: str, content: str) -> str:
    return f"<{tag}>\n{escape(content)}\n</{tag}>" if content else ""


def _quoted_turn(turn: Turn, answer: str) -> str:
    said = f"<user>{escape(shorten(turn.question))}</user>"
    meant = turn.standalone_question
    if meant and meant != turn.question:
        said += f"\n<meant>{escape(shorten(meant))}</meant>"
    return f"{said}\n<assistant>{escape(shorten(answer))}</assistant>" if answer else said


def _list(heading: str, items: Sequence[str]) -> str:
    return "\n".join([f"{heading}:", *(f"- {' '.join(item.split())}" for item in items)]) if items else ""
