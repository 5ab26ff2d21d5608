"""How a text holds a question's words: which of them, how near each other, how early."""

import math
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from askwell.text.words import content_words, stems_in_order
from askwell.types import Language

WINDOW = 15
"""Words within which a question's words count as near each other."""
OPENING = 25
"""Words at the beginning of a text, where it says what it is about."""

_WORD = re.compile(r"\w+")
_SPACED = {code: char.lower() if (char := chr(code)).isalnum() or char == "_" else " " for code in range(128)}

Places = Mapping[str, Sequence[int]]
"""Stem to where a text holds it: the numbers of the words, from 0, in order."""

_KEPT_TEXTS = 1024
"""Passages of which is kept what they hold, about 10 KB each: they come back in turn after turn and talk after talk."""


def split(text: str) -> list[str]:
    """All words in order, lower-case; parts of `gpt-3.5` are words of their own."""
    return text.translate(_SPACED).split() if text.isascii() else _WORD.findall(text.lower())


@lru_cache(maxsize=_KEPT_TEXTS)
def wording(text: str) -> str:
    """A text reduced to its words: the same for texts that differ in signs and capitals only."""
    return " ".join(split(text))


@lru_cache(maxsize=1024)  # a question is read again as long as it is one of those before
def subject_stems(question: str, asked_in: Language, language: Language) -> frozenset[str]:
    """Stems, in the language of a text, of a question's words that are no function words of its own language.

    A question of function words only keeps them all.
    """
    carrying = " ".join(content_words(question, asked_in)) or question
    return frozenset(stems_in_order(split(carrying), language))


@lru_cache(maxsize=_KEPT_TEXTS)
def held(above: tuple[str, ...], text: str, language: Language) -> Places:
    """Where all stems of a passage stand; what stands above it is its beginning, where it does not begin with that."""
    titles = [part for part in above if part and not text.startswith(part)]
    terms = stems_in_order(split("\n".join(titles)) + wording(text).split(), language)
    found: dict[str, list[int]] = {}
    for place, term in enumerate(terms):
        found.setdefault(term, []).append(place)
    return found


def places(passage: Places, wanted: Collection[str]) -> Places:
    """Where the wanted stems stand."""
    return {term: passage[term] for term in wanted if term in passage}


def rarity(wanted: Collection[str], texts: Sequence[Places]) -> dict[str, float]:
    """Stem to how much it tells texts apart; stems that no text holds are left out.

    The inverse document frequency of BM25 (Robertson and Zaragoza, 2009) within these texts.
    """
    number = Counter(chain.from_iterable(texts))
    return {term: _rarity(number[term], len(texts)) for term in wanted if number[term]}


def _rarity(holding: int, texts: int) -> float:
    return math.log(1 + (texts - holding + 0.5) / (holding + 0.5))


def coverage(rarities: Mapping[str, float], text: Places, within: float = math.inf) -> float:
    """The share of the stems that the first words of a text hold, each counted by its rarity; 0 to 1."""
    counted = [weight for term, weight in rarities.items() if term in text and text[term][0] < within] if text else []
    return sum(counted) / sum(rarities.values()) if counted else 0.0


def nearness(wanted: Collection[str], text: Places) -> float:
    """The largest share of distinct stems that stand within `WINDOW` words of each other; 0 to 1."""
    terms = [term for term in text if term in wanted]
    return (_most_together(terms, text) if len(terms) > 1 else len(terms)) / len(wanted) if wanted else 0.0


def _most_together(terms: Collection[str], text: Places) -> int:
    """The most of these stems, which the text holds, that stand within `WINDOW` words of each other."""
    term_at = {place: term for term in terms for place in text[term]}
    marks = sorted(term_at)
    inside: dict[str, int] = {}
    most, first = 1, 0
    for place in marks:
        term = term_at[place]
        inside[term] = inside.get(term, 0) + 1
        while place - marks[first] > WINDOW:
            gone = term_at[marks[first]]
            if inside[gone] == 1:
                del inside[gone]
            else:
                inside[gone] -= 1
            first += 1
        if len(inside) > most:
            most = len(inside)
            if most == len(terms):
                break
    return most
