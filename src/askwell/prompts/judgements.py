"""Builds the messages for judgements: scope, intent and grades."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from askwell.prompts.quoting import data_marked, element, join, listed, passages_element, quoted_turn, shorten
from askwell.prompts.words import (
    COMPOSITION,
    DATA_RULE,
    GRADE,
    INTENT,
    JUDGED_QUESTION,
    REWORD,
    SAME_QUESTION,
    SCOPE,
    SCOPE_EXAMPLES,
    TABLE_QUERY,
)
from askwell.text.citations import strip_marks
from askwell.text.sentences import first_sentences
from askwell.types import Message, Passage, Recalled, SearchTerm, TableColumn, TableSketch

MOST_TURNS = 3
"""Maximum turns of the conversation in a judgement; the question is resolved already, so they are only its setting."""
MOST_ANSWER_CHARS = 400
"""Maximum characters of an answer in them; cut after a sentence."""
_OUR_WORDS = frozenset({"not_found", "declined"})
"""Outcomes whose answers are our own words and say nothing about the subject of the conversation."""


@dataclass(frozen=True, slots=True)
class QuestionContext:
    """What shows the meaning of a resolved question."""

    asked: str = ""
    """The question as typed; empty if it is not known."""
    terms: Sequence[SearchTerm] = ()
    """What an incomplete question is probably about."""
    recalled: Recalled = Recalled()


def scope_messages(
    question: str,
    about: str,
    context: QuestionContext | None = None,
    *,
    examples: Sequence[str] = (),
    foreign: Sequence[str] = (),
    system: str = "",
) -> list[Message]:
    """The prompt for judging whether a question is in the scope of an assistant about `about`."""
    texts = (
        SCOPE_EXAMPLES,
        f"The assistant is about: {about}",
        listed("Belong to it", examples),
        listed("Do not belong to it", foreign),
    )
    return _messages(join(system or SCOPE, *texts), question, context)


def intent_messages(
    question: str, intents: Mapping[str, str], context: QuestionContext | None = None, *, system: str = ""
) -> list[Message]:
    """The prompt for the intent of a question; `intents` maps names to descriptions."""
    known = listed("Intents", [f"{name}: {meaning}" for name, meaning in intents.items()])
    return _messages(join(system or INTENT, known), question, context)


def grade_messages(
    question: str, passages: Sequence[Passage], context: QuestionContext | None = None, *, system: str = ""
) -> list[Message]:
    """The prompt for grading passages, which are labelled from 1 in order."""
    quoted = passages_element(passages, range(1, len(passages) + 1))
    return _messages(system or GRADE, question, context, quoted)


def same_question_messages(question: str, known: str, answer: str, *, system: str = "") -> list[Message]:
    """The prompt for deciding whether a question is the same as a known one with this answer."""
    return _messages(system or SAME_QUESTION, question, None, element("known", known), element("answer", answer))


def composition_messages(
    question: str, passages: Sequence[Passage], context: QuestionContext | None = None, *, system: str = ""
) -> list[Message]:
    """The prompt for deciding whether a question is about the attachments, the assistant's collections, or both."""
    titles = {
        attached: dict.fromkeys(each.title or each.document_name for each in passages if each.is_attached == attached)
        for attached in (True, False)
    }
    found = (
        element("attachments", listed("Found in attachments", tuple(titles[True]))),
        element("collections", listed("Found in collections", tuple(titles[False]))),
    )
    return _messages(system or COMPOSITION, question, context, *found)


def reword_messages(
    question: str,
    searched: Sequence[str],
    passages: Sequence[Passage],
    context: QuestionContext | None = None,
    *,
    system: str = "",
) -> list[Message]:
    """The prompt for another wording of a question that these searches did not answer."""
    titles = [" / ".join((each.title or each.document_name, *each.chunk.headings)) for each in passages]
    found = (
        element("searched", listed("Searched", [shorten(each) for each in searched])),
        element("found", listed("Found", [data_marked(shorten(each)) for each in dict.fromkeys(titles)])),
    )
    return _messages(system or REWORD, question, context, *found)


def table_query_messages(
    question: str, tables: Sequence[TableSketch], context: QuestionContext | None = None, *, system: str = ""
) -> list[Message]:
    """The prompt for writing a question as a query of one of these tables, which are numbered from 1."""
    shown = [
        listed(
            f"Table {number}, {table.rows} rows, {data_marked(shorten(table.name))}",
            [_column(each) for each in table.columns],
        )
        for number, table in enumerate(tables, start=1)
    ]
    return _messages(system or TABLE_QUERY, question, context, element("tables", "\n\n".join(shown)))


def _column(column: TableColumn) -> str:
    kind = f"{column.kind} in {column.unit}" if column.unit else column.kind
    return data_marked(f"{column.name} ({kind}): {'; '.join(column.examples)}")


def _messages(system: str, question: str, context: QuestionContext | None, *parts: str) -> list[Message]:
    """System message, then the parts, the context and the question as data."""
    shown = list(_shown(question, context or QuestionContext()))
    rule = JUDGED_QUESTION if shown else ""
    return [
        Message("system", join(system, rule, DATA_RULE)),
        Message("user", join(*parts, *shown, element("question", question))),
    ]


def _shown(question: str, context: QuestionContext) -> Iterator[str]:
    """The latest turns, the question as typed if it differs, and its search terms."""
    turns = []
    for turn in context.recalled.turns[-MOST_TURNS:]:
        answer = "" if turn.outcome in _OUR_WORDS else strip_marks(turn.answer)
        turns.append(quoted_turn(turn, first_sentences(answer, MOST_ANSWER_CHARS)))
    if turns:
        yield "<conversation>\n" + "\n".join(turns) + "\n</conversation>"
    if context.asked not in {"", question}:
        yield element("as_typed", context.asked)
    if context.terms:
        yield element("probably_about", ", ".join(term.text for term in context.terms))
