"""Earlier turns as text, one line each or in full, for models to read and for rules to parse."""

import re
from collections.abc import Collection, Iterable
from dataclasses import replace

from askwell.types import Topic, Turn

ARROW = " → "
"""Between what was asked and what was answered in the line of a topic."""

_LINE = re.compile(r"- turn (\d+), exchange_id (\S+): (.*)")
_WHOLE = re.compile(r"Question of turn \d+: (.*)\n\n")


def asked_in(line: str) -> str:
    """What was asked, of the line of a topic."""
    return line.partition(ARROW)[0]


def answer_in(line: str) -> str:
    """What was answered, of the line of a topic; empty if the line has no answer."""
    return line.partition(ARROW)[2]


def without_answers_from(topics: Iterable[Topic], document_ids: Collection[str]) -> tuple[Topic, ...]:
    """The topics, those whose answers cite one of the documents with what was asked alone."""
    return tuple(
        replace(each, line=asked_in(each.line)) if not set(document_ids).isdisjoint(each.source_ids) else each
        for each in topics
    )


def exchange_line(topic: Topic) -> str:
    """A turn in one line: number, id and topic line."""
    return f"- turn {topic.number}, exchange_id {topic.turn_id}: {' '.join(topic.line.split())}"


def read_exchange_lines(text: str) -> list[tuple[int, str]]:
    """Number and topic line of each turn in a text made by `exchange_line`."""
    return [(int(found.group(1)), found.group(3)) for line in text.splitlines() if (found := _LINE.fullmatch(line))]


def whole_exchange(turn: Turn) -> str:
    """The question of a turn in one line, a blank line, and the answer."""
    question = " ".join((turn.standalone_question or turn.question).split())
    return f"Question of turn {turn.number}: {question}\n\n{turn.answer}"


def read_whole_exchange(text: str) -> tuple[str, str]:
    """Question and answer of a text made by `whole_exchange`; two empty strings for any other text."""
    found = _WHOLE.match(text)
    return (found.group(1), text[found.end() :]) if found else ("", "")
