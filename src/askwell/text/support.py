"""How well the cited passages support the sentences of an answer, measured by words only."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set

from askwell.text.bounds import text_cache
from askwell.text.citations import find_marks, strip_marks
from askwell.text.match import in_lines, near_in, stems, stems_of
from askwell.text.numbers import numbers
from askwell.text.sentences import LIST_ITEM, sentences
from askwell.text.words import content_words
from askwell.types import Language, Passage, Support

_DIGIT = re.compile(r"\d")
_WINDOW_SENTENCES = 3
_NUMBER_WEIGHT = 2.0
_NAME_WEIGHT = 1.5
_LONG = 6
_NOWHERE: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
_LENGTH_WEIGHTS = tuple(0.4 + 0.1 * length for length in range(_LONG + 1))
_MISSING_NUMBER_CAP = 0.4
_NEAR_MATCH = 0.7
_CONTEXT_MATCH = 0.8


def support(
    answer: str, passages_by_number: Mapping[int, Sequence[Passage]], language: Language
) -> tuple[Support, ...]:
    """The support of each sentence of an answer with marks, in order, without introductions (`...:`) and questions.

    score = sum(weight(w) * match(w)) / sum(weight(w)) over the sentence's content words w, the maximum over all windows
    of three sentences of the cited passages. match is 1 for the same stem, .8 if it is in the passage's title or
    headings, .7 for a part of a compound, otherwise 0. weight is 2 for a number, 1.5 for a name (a capital after the
    first word, or a digit), otherwise .5 to 1 by length. A number that is missing in the window caps the score at .4.
    A sentence without marks is measured against all passages and has no source numbers.
    """
    return Statements(answer, language).support(passages_by_number)


class Statements:
    """The sentences of an answer. Each is analysed once and measured once against each passage."""

    def __init__(self, answer: str, language: Language) -> None:
        self._all: list[_Statement] = []
        for start, end in sentences(answer):
            written = answer[start:end]
            bullet = LIST_ITEM.match(written)
            said = strip_marks(written[bullet.end() :] if bullet else written).strip()
            if said.endswith((":", "?")) or not any(map(str.isalnum, said)):
                continue
            cited = tuple(dict.fromkeys([mark.number for mark in find_marks(written)])) if "[" in written else ()
            self._all.append(_Statement(start, end, cited, said, language))

    def support(self, passages_by_number: Mapping[int, Sequence[Passage]]) -> tuple[Support, ...]:
        """The support of each sentence by the passages of its source numbers."""
        everything = [passage for passages in passages_by_number.values() for passage in passages]
        found: list[Support] = []
        for each in self._all:
            held = (
                [p for number in each.cited for p in passages_by_number.get(number, ())] if each.cited else everything
            )
            found.append(Support(each.start, each.end, round(each.score(held), 4), each.cited))
        return tuple(found)


class _Statement:
    """An analysed sentence: its marks, its numbers, and its other content words with weights."""

    __slots__ = ("_known", "_numbers", "_said", "_stems", "_total", "_weights", "cited", "end", "start")

    def __init__(self, start: int, end: int, cited: tuple[int, ...], said: str, language: Language) -> None:
        self.start, self.end, self.cited, self._said = start, end, cited, said
        counted = numbers(said, language)
        self._numbers = frozenset([value for value, _, _ in counted])
        self._weights = _weights(said, {said[start:end].lower() for _, start, end in counted}, language)
        self._total = sum(self._weights.values()) + _NUMBER_WEIGHT * len(self._numbers)
        self._stems: dict[Language, list[tuple[str, float]]] = {}
        self._known: list[tuple[Passage, float]] = []

    def score(self, passages: Iterable[Passage]) -> float:
        """The best score among the passages; 0 without passages."""
        return max(map(self._score, passages), default=0.0)

    def _score(self, passage: Passage) -> float:
        for known, score in self._known:
            if known is passage:
                return score
        score = self._measured(passage)
        self._known.append((passage, score))
        return score

    def _measured(self, passage: Passage) -> float:
        """The score of the best window of a passage."""
        if not self._total:
            return 1.0 if self._said.lower() in passage.chunk.text.lower() else 0.0
        windows = _windows(passage.chunk.text, passage.language)
        matched = windows.matched(self._wanted(passage.language), _context_of(passage))
        if not self._numbers:
            return max(matched, default=0.0) / self._total
        best = 0.0
        for weight, held in zip(matched, windows.numbers, strict=True):
            score = (weight + _NUMBER_WEIGHT * len(self._numbers & held)) / self._total
            best = max(best, score if self._numbers <= held else min(score, _MISSING_NUMBER_CAP))
        return best

    def _wanted(self, language: Language) -> list[tuple[str, float]]:
        """Stems and weights of the content words."""
        if language not in self._stems:
            found = stems_of(self._weights, language)
            self._stems[language] = list(zip(found, self._weights.values(), strict=True))
        return self._stems[language]


class _Windows:
    """The windows of three sentences of a passage, with the words in each."""

    __slots__ = ("_anywhere", "_held", "_places", "_written", "_written_anywhere", "numbers")

    def __init__(self, text: str, language: Language) -> None:
        said = [text[start:end] for start, end in sentences(text)]
        words = [stems(each, language) for each in said]
        figures = [frozenset([value for value, _, _ in numbers(each, language)]) for each in said]
        firsts = range(max(1, len(said) - _WINDOW_SENTENCES + 1)) if said else ()
        self._held = [frozenset().union(*words[at : at + _WINDOW_SENTENCES]) for at in firsts]
        self._anywhere = frozenset().union(*words)
        self._written = [in_lines(held) for held in self._held]
        self._written_anywhere = in_lines(self._anywhere)
        self._places: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self.numbers = [frozenset().union(*figures[at : at + _WINDOW_SENTENCES]) for at in firsts]
        """Numbers in each window."""

    def matched(self, wanted: Iterable[tuple[str, float]], context: Set[str]) -> list[float]:
        """For each window, the sum of weight times match over the words."""
        sums = [0.0] * len(self._held)
        for stem, weight in wanted:
            same, alike = self._places.get(stem) or self._found(stem)
            for at in same:
                sums[at] += weight
            if stem in context:
                for at in range(len(sums)):
                    if at not in same:
                        sums[at] += weight * _CONTEXT_MATCH
            else:
                for at in alike:
                    sums[at] += weight * _NEAR_MATCH
        return sums

    def _found(self, stem: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Windows with a stem, and windows with only a compound of it. Cached for stems that occur in the passage."""
        if stem not in self._anywhere:
            return ((), self._alike(stem)) if near_in(stem, self._written_anywhere) else _NOWHERE
        same = tuple([at for at, held in enumerate(self._held) if stem in held])
        alike = tuple([at for at in self._alike(stem) if at not in same])
        self._places[stem] = same, alike
        return same, alike

    def _alike(self, stem: str) -> tuple[int, ...]:
        return tuple([at for at, written in enumerate(self._written) if near_in(stem, written)])


@text_cache(1_500_000)
def _windows(text: str, language: Language) -> _Windows:
    """The windows of a passage, cached because passages recur."""
    return _Windows(text, language)


def _context_of(passage: Passage) -> frozenset[str]:
    return _context(passage.title, passage.chunk.headings, passage.language)


@text_cache(1_500_000)
def _context(title: str, headings: tuple[str, ...], language: Language) -> frozenset[str]:
    """Stems of title and headings."""
    return stems("\n".join((title, *headings)), language)


def _weights(said: str, counted: Set[str], language: Language) -> dict[str, float]:
    """Weight of each content word, without the numbers in `counted`."""
    names = _names(said)
    return {
        word: _NAME_WEIGHT if word in names else _LENGTH_WEIGHTS[min(len(word), _LONG)]
        for word in dict.fromkeys(content_words(said, language))
        if word not in counted and not word.isdigit()
    }


def _names(said: str) -> set[str]:
    """Words with a capital, except the first, and words with a digit; lower-case."""
    digits = _DIGIT.search(said)
    if not digits and said[1:].islower():
        return set()
    tokens = said.split()
    named = [token for token in tokens[1:] if token[0].isupper()]
    if digits:
        named += [token for token in tokens if _DIGIT.search(token)]
    return {token.strip(".,;:!?()\"'“”«»").lower() for token in named}
