"""The words of a question and of a table, and what they mean in one or two languages."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from askwell.languages import LANGUAGES, grammar, lexicon, table_words
from askwell.languages.tables import Concept, TableWords
from askwell.text.words import fold, function_words, stem
from askwell.types import Language

_TOKEN = re.compile(
    r"\d{4}-\d\d(?:-\d\d)?/\d{4}-\d\d(?:-\d\d)?(?!\d)|"
    r"\d{4}-\d{1,2}-\d{1,2}|\d{4}-(?:0[1-9]|1[0-2])(?![\d-])|"
    r"\d{1,2}[:h]\d{2}(?!\d)|\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)*|[€$£%°<>✓✔✗✘]"
)
_POSSESSIVE = re.compile(r"'s$")
_ELIDED = frozenset[str]().union(*(lexicon(code).elided for code in LANGUAGES))
_LEAST_PREFIX = 4
"""Letters that two stems must share if one begins the other: `temp` and `temperature`."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or sign."""

    typed: str
    folded: str
    stem: str

    @property
    def is_number(self) -> bool:
        """Whether it is written in digits."""
        return self.folded[0].isdigit()


def tokens(text: str, language: Language) -> list[Token]:
    """The tokens of a text in order. Elided articles are tokens, possessive endings are removed."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text.replace("’", "'")):
        typed = match.group()
        head, apostrophe, rest = typed.partition("'")
        parts = [typed]
        if apostrophe:
            parts = [head, rest] if fold(head) in _ELIDED and rest else [_POSSESSIVE.sub("", typed)]
        found += [_token(part, language) for part in parts]
    return found


def _token(typed: str, language: Language) -> Token:
    return Token(typed, fold(typed), stem(typed.lower(), language))


def related(one: str, other: str, *, is_short: bool = False) -> bool:
    """Whether two stems are equal or one begins the other. `is_short` allows an abbreviation of two letters."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= (2 if is_short else _LEAST_PREFIX) and long.startswith(short) and not short[-1].isdigit()


@dataclass(frozen=True)
class Vocabulary:
    """The words of the languages of a question and its table."""

    words: tuple[TableWords, ...]
    """Of the question's language first."""
    small: frozenset[str]
    """Folded articles, prepositions and other function words."""
    function: frozenset[str]
    """These and all other folded words that select nothing, such as `list` and `have`."""
    comparing: frozenset[str]
    """Folded words of limits, orders, qualities and units."""
    openers: frozenset[str]
    """Folded words that continue an earlier question."""
    units: Mapping[str, str]

    def phrases(self, members: Callable[[TableWords], Iterable[str]]) -> frozenset[str]:
        """The phrases of all languages."""
        return frozenset(phrase for each in self.words for phrase in members(each))

    def concepts(self) -> list[tuple[str, Concept]]:
        """Concepts with their names, those of the question's language first."""
        return [(name, concept) for each in self.words for name, concept in each.concepts.items()]

    def rank(self, phrase: str) -> int:
        """The place that a phrase means, from 2; 0 for another phrase."""
        return next((each.ranks[phrase] for each in self.words if phrase in each.ranks), 0)


@lru_cache(maxsize=64)
def vocabulary(languages: tuple[Language, ...]) -> Vocabulary:
    """The vocabulary of these languages."""
    spoken = tuple(dict.fromkeys(code if code in LANGUAGES else LANGUAGES[0] for code in languages))
    words = tuple(table_words(code) for code in spoken)
    small: set[str] = set()
    function: set[str] = set()
    for code, each in zip(spoken, words, strict=True):
        lex = lexicon(code)
        small |= function_words(code) | lex.elided
        function |= lex.scaffold | lex.question_words | lex.interjections
        function |= grammar(code).articles | each.general | each.verbs | each.compare
    return Vocabulary(
        words,
        frozenset(map(fold, small)),
        frozenset(map(fold, small | function)),
        frozenset(word for each in words for phrase in _comparing(each) for word in fold(phrase).split()),
        frozenset(fold(word) for code in spoken for word in lexicon(code).openers),
        {fold(name): symbol for each in words for name, symbol in each.units.items()},
    )


def _comparing(words: TableWords) -> Iterator[str]:
    for each in words.concepts.values():
        yield from (*each.names, *each.asks, *each.least, *each.most)
    yield from (*words.least, *words.most, *words.below, *words.above, *words.at_most, *words.at_least)
    yield from (*words.between, *words.until, *words.than, *words.count, *words.ranks, *words.units)


def places_of(found: Sequence[Token], phrases: Iterable[str], used: Sequence[bool]) -> list[tuple[int, int, str]]:
    """Start, end and phrase of each phrase in free tokens, in order; longer ones take precedence."""
    by_length: dict[int, set[str]] = {}
    for phrase in phrases:
        by_length.setdefault(len(phrase.split()), set()).add(phrase)
    taken = list(used)
    places: list[tuple[int, int, str]] = []
    for length in sorted(by_length, reverse=True):
        for start in range(len(found) - length + 1):
            text = " ".join(token.folded for token in found[start : start + length])
            if text in by_length[length] and not any(taken[start : start + length]):
                places.append((start, start + length, text))
                taken[start : start + length] = [True] * length
    return sorted(places)
