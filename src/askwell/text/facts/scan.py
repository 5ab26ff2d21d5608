"""A text that is searched for values, each part of it for one value only."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date

from askwell.languages import value_words
from askwell.languages.values import ValueWords
from askwell.text.facts.digits import Digits, in_digits
from askwell.types import Fact, FactKind, Language


@dataclass
class Scan:
    """A question, and what was found in it so far."""

    original: str
    language: Language
    today: date
    """Day of the question."""
    words: ValueWords
    digits: Digits
    facts: list[Fact] = field(default_factory=list)
    _taken: list[tuple[int, int]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The question with spelt numbers in digits; all patterns search it."""
        return self.digits.text

    def matches(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Matches of a pattern outside of the values that were found."""
        return (match for match in pattern.finditer(self.text) if self.is_free(*match.span()))

    def is_free(self, start: int, end: int) -> bool:
        """Whether no value overlaps this span of `text`."""
        return all(end <= first or last <= start for first, last in self._taken)

    def take(self, kind: FactKind, start: int, end: int, *readings: str, is_relative: bool = False) -> None:
        """Keep a value: its span of `text`, and its readings, likeliest first, of which there is at least one."""
        self._taken.append((start, end))
        first, last = self.digits.span(start, end)
        canonical, *others = dict.fromkeys(readings)
        text = self.original[first:last]
        self.facts.append(Fact(kind, text, first, last, canonical, self.language, tuple(others), is_relative))

    def narrow(self, span: tuple[int, int], edge: Callable[[str], str]) -> None:
        """Replace the period directly after a span of `text` by a day of it, if it has a year."""
        start, end = span
        for at, (first, last) in enumerate(self._taken):
            fact = self.facts[at]
            if first == end and fact.kind == "period" and not fact.canonical.startswith("-"):
                begin, _ = self.digits.span(start, last)
                self._taken[at] = (start, last)
                text = self.original[begin : fact.end]
                self.facts[at] = replace(fact, kind="date", text=text, start=begin, canonical=edge(fact.canonical))


def scan_of(text: str, language: Language, today: date) -> Scan:
    """A text in which nothing was found yet."""
    words = value_words(language)
    return Scan(text, language, today, words, in_digits(text, language, words.multipliers))
