"""Earlier turns as lines and whole, in a form that models read and rules take apart again."""

import re

from askwell.types import Topic, Turn

_LINE = re.compile(r"- turn (\d+), exchange_id (\S+): (.*)")
_WHOLE = re.compile(r"Question of turn \d+: (.*)\n\n")


def exchange_line(topic: Topic) -> str:
    """One line on a turn: its number, its id, what it was about."""
    return f"- turn {topic.number}, exchange_id {topic.turn_id}: {' '.join(topic.line.split())}"


def read_exchange_lines(text: str) -> list[tuple[int, str]]:
    """Number and line of each turn that a text has a line on."""
    return [(int(found.group(1)), found.group(3)) for line in text.splitlines() if (found := _LINE.fullmatch(line))]


def whole_exchange(turn: Turn) -> str:
    """A turn's question in one line, and its answer after a blank one."""
    question = " ".join((turn.standalone_question or turn.question).split())
    return f"Question of turn {turn.number}: {question}\n\n{turn.answer}"


def read_whole_exchange(text: str) -> tuple[str, str]:
    """Question and answer of a text that `whole_exchange` made; two empty texts for any other."""
    found = _WHOLE.match(text)
    return (found.group(1), text[found.end() :]) if found else ("", "")
