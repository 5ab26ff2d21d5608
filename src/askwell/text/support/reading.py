"""A text as tokens: content words, numbers, names, months and days, and what its negations negate."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from askwell.languages import LANGUAGES, lexicon, patterns
from askwell.text.bounds import text_cache
from askwell.text.match import in_lines, stem_of
from askwell.text.numbers import numbers
from askwell.text.sentences import sentences
from askwell.text.support.rows import find_cells
from askwell.text.words import function_words, words
from askwell.types import Language, Passage

GRAM = 4
"""Words of a run that counts as quoted."""

MOST_CHARS = 1_000
"""Characters of a statement that are measured; a sentence seldom has more than 300."""

_TOKEN = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*")
_CLAUSE_END = re.compile(r"[,;:.!?()\"“”«»|]|\s[–—-]\s")
_LABEL_END = re.compile(r"[:\"“”«»(|]")
_NEGATED_WORDS = 2
"""Content words after a negation that it negates; where none follows in its clause, the one before it."""
_KEPT_WORDS = 50_000
"""Words whose kind is cached per language."""
_TITLE_WORDS = 3
"""Content words of a clause from which on capitals of all of them do not tell names."""
_PARTS = re.compile(r"[-.]")


class Token(NamedTuple):
    """A word of a text."""

    stem: str
    """Its stem; for a number, its value."""
    sentence: int
    clause: int
    kind: str
    """`number` (in digits), `count` (in letters), `date` (a month or a day of the week), `negation`, `name` (a capital
    inside a clause, or a digit), `content`, or `function`."""

    @property
    def says(self) -> bool:
        """Whether it is a word with content: no function word, negation or number."""
        return self.kind in {"content", "name", "date"}


class Reading:
    """The tokens of a text with their places."""

    __slots__ = (
        "cells",
        "grams",
        "initials",
        "lines",
        "negated",
        "negations",
        "places",
        "sentences",
        "shift",
        "spans",
        "tokens",
    )

    def __init__(self, text: str, language: Language, shift: int) -> None:
        self.shift = shift
        """Characters of the text before the part that is read: title and headings of a passage."""
        self.spans = sentences(text)
        """Where each sentence begins and ends in the text."""
        self.tokens = _tokens(text, self.spans, language)
        places: dict[str, list[int]] = {}
        for at, token in enumerate(self.tokens):
            places.setdefault(token.stem, []).append(at)
            for part in parts(token.stem) if token.says else ():
                places.setdefault(part, []).append(at)
        self.places = places
        """Stem, or value of a number, to the indexes of its tokens. Parts of a compound word have its place."""
        self.initials = tuple(
            "".join(token.stem[:1] for token in self.tokens if not skips or token.kind != "function")
            for skips in (False, True)
        )
        """First letters of all words, and of all but function words, as abbreviations have them."""
        stems = [token.stem for token in self.tokens]
        self.grams = frozenset(zip(*(stems[at:] for at in range(GRAM)), strict=False))
        self.negations = _negations(self.tokens)
        self.negated = _negated(self.tokens, self.negations)
        """Indexes of the negated content words."""
        self.sentences = _by_sentence(self.tokens)
        """Number of a sentence to the indexes of its first token and of the first one after it."""
        self.lines = in_lines(frozenset(places))
        firsts = {sentence: first for sentence, (first, _) in self.sentences.items()}
        self.cells = find_cells(text, self.spans, firsts, stems, _TOKEN) if "|" in text else {}
        """Index of each token below the head of a table to its cell."""


def read(text: str, language: Language) -> Reading:
    """The reading of a statement: of its first `MOST_CHARS`, since each word is compared with many."""
    return _read(text[:MOST_CHARS], language, 0)


def read_question(text: str, language: Language) -> Reading:
    """The reading of questions, of which only the words are looked up."""
    return _read(text, language, 0)


@text_cache(1_500_000)
def _read(text: str, language: Language, shift: int) -> Reading:
    """Cached because passages recur."""
    return Reading(text, language, shift)


def read_passage(passage: Passage) -> Reading:
    """The reading of a passage after its title and headings, unless it begins with them."""
    text = passage.chunk.text
    above = [part for part in dict.fromkeys((passage.title, *passage.chunk.headings)) if part]
    whole = "\n\n".join([*(part for part in above if not text.startswith(part)), text])
    return _read(whole, passage.language, len(whole) - len(text))


def parts(stem: str) -> list[str]:
    """The parts of a word with hyphens or full stops inside; empty for any other."""
    return [part for part in _PARTS.split(stem) if part] if "-" in stem or "." in stem else []


def _tokens(text: str, spans: Sequence[tuple[int, int]], language: Language) -> list[Token]:
    values = {start: value for value, start, _ in numbers(text, language)}
    kinds = _kinds(language)
    found: list[Token] = []
    capitals: list[bool] = []
    clause = 0
    for sentence, (start, end) in enumerate(spans):
        clause += 1
        before = start
        opens = True
        for match in _TOKEN.finditer(text, start, end):
            written = match.group()
            if before > start:
                between = text[before : match.start()]
                plain = between == " "  # by far the most frequent, and the fastest to check
                clause += not plain and bool(_CLAUSE_END.search(between))
                opens = not plain and bool(_LABEL_END.search(between))
            before = match.end()
            word = written.lower() if written.isalpha() else next(iter(words(written)), written.lower())
            value = values.get(match.start(), "") if values else ""
            kind = "" if value else kinds[word]
            if value:
                kind = "number" if written[0].isdigit() else "count"
            elif not kind or (kind == "date" and word in function_words(language)):
                capital = not opens and written != word and any(map(str.isupper, written))
                if kind:  # a month that is also another word, as `may` is
                    kind = "date" if capital else "function"
                else:
                    kind = "name" if capital or any(map(str.isdigit, word)) else "content"
            found.append(Token(value or stem_of(word, language), sentence, clause, kind))
            capitals.append(written[0].isupper())
    return _without_titles(found, capitals)


def _without_titles(tokens: list[Token], capitals: Sequence[bool]) -> list[Token]:
    """The tokens, in clauses in title case with no names."""
    said: dict[int, list[bool]] = {}
    for token, capital in zip(tokens, capitals, strict=True):
        if token.says:
            said.setdefault(token.clause, []).append(capital)
    titles = {clause for clause, held in said.items() if len(held) >= _TITLE_WORDS and all(held)}
    return [
        token._replace(kind="content") if token.kind == "name" and token.clause in titles else token for token in tokens
    ]


def _by_sentence(tokens: Sequence[Token]) -> dict[int, tuple[int, int]]:
    found: dict[int, tuple[int, int]] = {}
    for at, token in enumerate(tokens):
        first, _ = found.get(token.sentence, (at, at))
        found[token.sentence] = first, at + 1
    return found


def _negations(tokens: Sequence[Token]) -> list[int]:
    """Indexes of the negations, without those that are a clause of their own: `No, it is free`, `No. 5`."""
    sizes = Counter(token.clause for token in tokens)
    return [at for at, token in enumerate(tokens) if token.kind == "negation" and sizes[token.clause] > 1]


def _negated(tokens: Sequence[Token], negations: Sequence[int]) -> frozenset[int]:
    found: set[int] = set()
    for at in negations:
        clause = [i for i in range(max(0, at - 12), min(len(tokens), at + 13)) if tokens[i].clause == tokens[at].clause]
        after = [i for i in clause if i > at and tokens[i].says][:_NEGATED_WORDS]
        found.update(after or [i for i in clause if i < at and tokens[i].says][-1:])
    return frozenset(found)


class _Kinds(dict[str, str]):
    """Kinds of the words of one language that do not depend on their place; empty for all others."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._function = function_words(language)
        self._negations = lexicon(language).negations if language in LANGUAGES else frozenset[str]()
        known = [patterns(code).settling for code in dict.fromkeys((language, "en")) if code in LANGUAGES]
        self._dates = re.compile("|".join(part for each in known for part in (each.months, each.weekdays)))

    def __missing__(self, word: str) -> str:
        kind = self._kind(word)
        if len(self) < _KEPT_WORDS:
            self[word] = kind
        return kind

    def _kind(self, word: str) -> str:
        if word in self._negations or word.endswith(("n't", "n’t")):
            return "negation"
        if self._dates.fullmatch(word):
            return "date"
        return "function" if word in self._function else ""


@cache
def _kinds(language: Language) -> _Kinds:
    return _Kinds(language)
