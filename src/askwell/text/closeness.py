"""Features of a question's words in a text: coverage and proximity."""

import math
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import chain

from askwell.text.bounds import text_cache
from askwell.text.titled import titled
from askwell.text.words import content_words, stems_in_order
from askwell.types import Language

WINDOW = 15
"""Maximum distance, in words, of question words that count as near each other."""

_WORD = re.compile(r"\w+")
_SPACED = {code: char.lower() if (char := chr(code)).isalnum() or char == "_" else " " for code in range(128)}

Places = Mapping[str, Sequence[int]]
"""Stem to its positions in a text: word numbers from 0, in order."""


def split(text: str) -> list[str]:
    """All words in order, lower-case; `gpt-3.5` is split into its parts."""
    return text.translate(_SPACED).split() if text.isascii() else _WORD.findall(text.lower())


@text_cache(1_500_000)
def wording(text: str) -> str:
    """The words of a text, which are equal for texts that differ only in punctuation and case."""
    return " ".join(split(text))


@text_cache(200_000)  # recent questions are used again in later turns
def subject_stems(question: str, asked_in: Language, language: Language) -> frozenset[str]:
    """Stems of a question's content words, stemmed in the language of a text.

    A question without content words keeps all its words.
    """
    carrying = " ".join(content_words(question, asked_in)) or question
    return frozenset(stems_in_order(split(carrying), language))


@text_cache(1_500_000)
def held(above: tuple[str, ...], text: str, language: Language) -> Places:
    """Positions of all stems of a passage, after its title and headings unless the text repeats them."""
    over = titled(above, text).removesuffix(text)
    terms = stems_in_order(split(over) + wording(text).split(), language)
    found: dict[str, list[int]] = {}
    for place, term in enumerate(terms):
        found.setdefault(term, []).append(place)
    return found


def places(passage: Places, wanted: Collection[str]) -> Places:
    """Positions of the wanted stems."""
    return {term: passage[term] for term in wanted if term in passage}


def rarity(wanted: Collection[str], texts: Sequence[Places]) -> dict[str, float]:
    """Stem to its rarity among these texts; stems in none of them are left out.

    Rarity is the inverse document frequency of BM25 (Robertson and Zaragoza, 2009).
    """
    number = Counter(chain.from_iterable(texts))
    return {term: _rarity(number[term], len(texts)) for term in wanted if number[term]}


def _rarity(holding: int, texts: int) -> float:
    return math.log(1 + (texts - holding + 0.5) / (holding + 0.5))


def coverage(rarities: Mapping[str, float], text: Places) -> float:
    """Share of the stems that a text has, weighted by rarity; 0 to 1."""
    counted = [weight for term, weight in rarities.items() if term in text] if text else []
    return sum(counted) / sum(rarities.values()) if counted else 0.0


def nearness(wanted: Collection[str], text: Places) -> float:
    """Largest share of the stems that occur within `WINDOW` words of each other; 0 to 1."""
    terms = [term for term in text if term in wanted]
    return (_most_together(terms, text) if len(terms) > 1 else len(terms)) / len(wanted) if wanted else 0.0


def _most_together(terms: Collection[str], text: Places) -> int:
    """Maximum number of these stems within `WINDOW` words of each other; the text must contain them all."""
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
