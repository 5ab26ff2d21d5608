"""How a text holds a question's words: which of them, how near each other, how early."""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from askwell.text.words import content_words, stem
from askwell.types import Language

WINDOW = 15
"""Words within which a question's words count as near each other."""
OPENING = 25
"""Words at the beginning of a text, where it says what it is about."""

_WORD = re.compile(r"\w+")

Places = Sequence[tuple[int, str]]
"""Where a text holds wanted stems: the number of the word, from 0, and the stem; in order."""


_KEPT_TEXTS = 256
"""Texts whose words are kept: those of a turn's candidates are asked for twice, and again in the turn after it."""


@lru_cache(maxsize=_KEPT_TEXTS)
def split(text: str) -> tuple[str, ...]:
    """All words in order, lower-case; parts of `gpt-3.5` are words of their own."""
    return tuple(_WORD.findall(text.lower()))


def subject_stems(question: str, asked_in: Language, language: Language) -> frozenset[str]:
    """Stems, in the language of a text, of a question's words that are no function words of its own language.

    A question of function words only keeps them all.
    """
    carrying = " ".join(content_words(question, asked_in)) or question
    return frozenset(stem(word, language) for word in split(carrying))


def spellings(texts: Iterable[Collection[str]], wanted: Collection[str], language: Language) -> dict[str, str]:
    """Word to stem, for the words of these texts that have a wanted stem."""
    # A stem keeps its word's first letter: most words need not be stemmed to be passed over.
    first_letters = {term[:1] for term in wanted}
    all_words = set[str]().union(*texts)
    near = (word for word in all_words if word[0] in first_letters or not word[0].isascii())
    stemmed = ((word, stem(word, language)) for word in near)
    return {word: term for word, term in stemmed if term in wanted}


def places(text: Sequence[str], spelt: Mapping[str, str]) -> Places:
    """Where a text, split into words, holds the stems that `spelt` gives of words."""
    return [(place, spelt[word]) for place, word in enumerate(text) if word in spelt]


def rarity(wanted: Collection[str], texts: Sequence[Places]) -> dict[str, float]:
    """Stem to how much it tells texts apart; stems that no text holds are left out.

    The inverse document frequency of BM25 (Robertson and Zaragoza, 2009) within these texts.
    """
    held = Counter(term for text in texts for term in {term for _, term in text})
    return {term: math.log(1 + (len(texts) - held[term] + 0.5) / (held[term] + 0.5)) for term in wanted if held[term]}


def coverage(rarities: Mapping[str, float], text: Places, within: float = math.inf) -> float:
    """The share of the stems that the first words of a text hold, each counted by its rarity; 0 to 1."""
    total = sum(rarities.values())
    held = {term for place, term in text if place < within}
    return sum(weight for term, weight in rarities.items() if term in held) / total if total else 0.0


def nearness(wanted: Collection[str], text: Places) -> float:
    """The largest share of distinct stems that stand within `WINDOW` words of each other; 0 to 1."""
    found = [(place, term) for place, term in text if term in wanted]
    inside: Counter[str] = Counter()
    most, first = 0, 0
    for place, term in found:
        inside[term] += 1
        while place - found[first][0] > WINDOW:
            gone = found[first][1]
            inside[gone] -= 1
            if not inside[gone]:
                del inside[gone]
            first += 1
        most = max(most, len(inside))
    return most / len(wanted) if wanted else 0.0
