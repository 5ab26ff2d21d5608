"""How a text holds a question's words: which of them, how near each other, how early."""

import math
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from askwell.text.words import content_words, stem
from askwell.types import Language

WINDOW = 15
"""Words within which a question's words count as near each other."""
OPENING = 25
"""Words at the beginning of a text, where it says what it is about."""

_WORD = re.compile(r"\w+")


def stems(text: str, language: Language) -> list[str]:
    """Stems of all words in order, with repeats; parts of `gpt-3.5` are words of their own."""
    return [stem(word, language) for word in _WORD.findall(text.lower())]


def subject_stems(question: str, asked_in: Language, language: Language) -> frozenset[str]:
    """Stems, in the language of a text, of a question's words that are no function words of its own language.

    A question of function words only keeps them all.
    """
    return frozenset(stems(" ".join(content_words(question, asked_in)) or question, language))


def rarity(wanted: Collection[str], texts: Sequence[Collection[str]]) -> dict[str, float]:
    """Stem to how much it tells texts apart; stems that no text holds are left out.

    The inverse document frequency of BM25 (Robertson and Zaragoza, 2009) within these texts.
    """
    held = {term: sum(term in text for text in texts) for term in wanted}
    return {term: math.log(1 + (len(texts) - n + 0.5) / (n + 0.5)) for term, n in held.items() if n}


def coverage(rarities: Mapping[str, float], text: Collection[str]) -> float:
    """The share of the stems that a text holds, each counted by its rarity; 0 to 1."""
    total = sum(rarities.values())
    return sum(weight for term, weight in rarities.items() if term in text) / total if total else 0.0


def nearness(wanted: Collection[str], text: Sequence[str]) -> float:
    """The largest share of distinct stems that stand within `WINDOW` words of each other; 0 to 1."""
    places = [(place, term) for place, term in enumerate(text) if term in wanted]
    inside: Counter[str] = Counter()
    most, first = 0, 0
    for place, term in places:
        inside[term] += 1
        while place - places[first][0] > WINDOW:
            gone = places[first][1]
            inside[gone] -= 1
            if not inside[gone]:
                del inside[gone]
            first += 1
        most = max(most, len(inside))
    return most / len(wanted) if wanted else 0.0
