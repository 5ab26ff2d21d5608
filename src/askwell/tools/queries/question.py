"""A question while it is read, as the parts that read it see it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from askwell.languages.tables import TableWords
from askwell.tools.queries.query import Condition
from askwell.tools.queries.schema import Column, Schema
from askwell.tools.queries.words import Token, Vocabulary


class Reading(Protocol):
    """The question that is being read: which of its words are used, and what was found so far."""

    tokens: Sequence[Token]
    schema: Schema
    words: Vocabulary
    used: list[bool]
    mentions: dict[int, list[int]]
    """Column to the places of the words that name it."""
    conditions: list[Condition]
    unknown: list[str]
    counts: set[int]
    """Places of numbers that set no limit."""

    def use(self, start: int, end: int) -> None:
        """Mark words as used."""

    def phrases(self, members: Callable[[TableWords], Iterable[str]]) -> list[tuple[int, int, str]]:
        """Start, end and text of the phrases in free words."""

    def places(self, phrases: Iterable[str]) -> list[tuple[int, int, str]]:
        """Start, end and text of these phrases in free words."""

    def is_negated(self, place: int) -> bool:
        """Whether one of the words before a place negates; that word is then used."""

    def mentioned(self, columns: Iterable[Column]) -> list[Column]:
        """Those of the columns that the question names; all of them if it names none."""

    def text(self, start: int, end: int) -> str:
        """The words as typed."""
