"""A turn in one line: what was asked, and what was answered."""

import re

from askwell.text.citations import strip_marks
from askwell.text.exchanges import ARROW, answer_in
from askwell.text.mentions import find_mentions
from askwell.text.sentences import each_sentence, sentences
from askwell.text.words import content_words
from askwell.types import Language, Turn

LONGEST_CHARS = 200
LONGEST_ASKED_CHARS = 120
_WITHOUT_ANSWER = frozenset({"declined", "passages", "unsupported", "not_found"})
MOST_TOPICS = 5
MOST_READ_CHARS = 1_000
"""Of a question or an answer."""


def line_of(turn: Turn, *, as_typed: bool = False) -> str:
    """The line of a turn: its question as understood (`as_typed`: as typed), and the beginning of its answer.

    Only answered turns have a line: a refusal, an error and a search without result are not worth keeping. An
    answer that ends in a question to the user is represented by that question.
    """
    asked = shortened(" ".join(turn.question.split()) if as_typed else asked_of(turn), LONGEST_ASKED_CHARS)
    asked = asked.replace(ARROW.strip(), "->")
    if turn.status not in {"completed", "stopped", "interrupted"} or turn.outcome in _WITHOUT_ANSWER:
        return asked
    answer = _first_said(turn.answer).replace(ARROW.strip(), "->")
    return shortened(f"{asked}{ARROW}{answer}" if answer else asked, LONGEST_CHARS)


def asked_of(turn: Turn) -> str:
    """The question of a turn on one line, as it was understood."""
    return " ".join((turn.standalone_question or turn.question)[:MOST_READ_CHARS].split())


def pending(line: str) -> str:
    """Our question that a line ends with; empty where it ends otherwise."""
    answer = answer_in(line)
    return answer if answer.endswith("?") else ""


def topics_of(turn: Turn, language: Language, line: str = "") -> tuple[str, ...]:
    """A few key phrases of a turn, names first, then those of the question before those of the answer.

    `line` is that of the turn, where it is known.
    """
    asked = find_mentions(asked_of(turn)[:LONGEST_CHARS], language)
    answered = find_mentions(answer_in(line or line_of(turn)), language)
    mentions = [each for each in (*asked, *answered) if not each.joined and not each.inside and each.stems]
    ranked = sorted(enumerate(mentions), key=lambda pair: (not pair[1].proper, not pair[1].noun, pair[0]))
    found: dict[frozenset[str], str] = {}
    for _, mention in ranked:
        if content_words(mention.core, language) and not any(mention.stems <= stems for stems in found):
            found[mention.stems] = mention.core
    return tuple(found.values())[:MOST_TOPICS]


def shortened(text: str, most_chars: int) -> str:
    """The beginning of a text, cut between words, with an ellipsis where it was cut."""
    if len(text) <= most_chars:
        return text
    kept = text[: max(most_chars - 2, 0)]
    return f"{kept[: kept.rfind(' ')] if ' ' in kept else kept} …"


def _first_said(answer: str) -> str:
    """The first sentence of an answer without marks and list signs, or the question that it ends with."""
    text = strip_marks(answer[:MOST_READ_CHARS])
    span = next(each_sentence(text), None)
    if text.rstrip().endswith("?") and len(answer) <= MOST_READ_CHARS:
        span = sentences(text)[-1]
    if span is None:
        return ""
    start, end = span
    said = " ".join(text[start:end].split())
    return re.sub(r"^(?:[-*•#>]+|\d+[.)])\s+", "", said)
