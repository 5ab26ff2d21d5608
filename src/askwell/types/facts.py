"""Canonical facts: the dates, periods, amounts and references of a question in one form each."""

from dataclasses import dataclass
from typing import Literal

from askwell.types.documents import Language

FactKind = Literal["date", "period", "duration", "amount", "percentage", "reference", "identifier"]
"""Kind of a value; it determines the form of `Fact.canonical`."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A value in a question, in the one form that all its spellings have in common.

    | kind | canonical |
    |---|---|
    | date | `2025-01-31`; `--01-31` without a year (ISO 8601) |
    | period | `2025-01`, `2025`, `--01`, or first and last part: `2025-01/2025-03`, `2025-02-03/2025-02-09` |
    | duration | `P30D`, `P3M`, `PT24H` (ISO 8601) |
    | amount | currency by ISO 4217 and value: `EUR 1500.00` |
    | percentage | `22 %` |
    | reference | a part of a text and the text, if named: `AI Act art. 99`, `D.Lgs. 81/2008` |
    | identifier | its type and its characters: `IBAN NL91ABNA0417164300` |
    """

    kind: FactKind
    text: str
    """As written in the resolved question."""
    start: int
    """Offset in the resolved question."""
    end: int
    canonical: str
    """The likeliest reading."""
    language: Language
    others: tuple[str, ...] = ()
    """Further readings of an ambiguous text, such as 3/4/2025 in English, likeliest first."""
    is_relative: bool = False
    """Whether it was computed from the day of the question: "last month"."""

    @property
    def readings(self) -> tuple[str, ...]:
        """All readings, likeliest first."""
        return (self.canonical, *self.others)
