"""Earlier turns as text, one line each or in full, for models to read and for rules to parse."""

import re

from askwell.types import Topic, Turn

_LINE = re.compile(r"- turn (\d+), exchange_id (\S+): (.*)")
_WHOLE = re.compile(r"Question of turn \d+: (.*)\n\n")


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
