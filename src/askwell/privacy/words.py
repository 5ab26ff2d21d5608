"""The words of a text as the recogniser of names reads them, and their signs."""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple
from zlib import crc32

from askwell.languages import LANGUAGES, personal_words

_TOKEN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+(?:[-/]\d+)*|[^\w\s]|\n")
_OF_OTHER_LANGUAGES = "von zu du des dos das do y bin ibn al el af av"
_COMPOUND = re.compile(r"-[a-z][^-]*$")
"""A name and a common word, as "Volvo-rijder"."""
PARTICLES = frozenset(
    word
    for words in (_OF_OTHER_LANGUAGES, *(personal_words(code).small_words for code in LANGUAGES))
    for word in words.split()
) - {"of", "the"}
"""Small words inside names of people."""
BUCKETS = 1 << 16
"""Number of weights of a label; signs are hashed to them."""


class Word(NamedTuple):
    """A word, a number or a mark, and its place in characters."""

    text: str
    start: int
    end: int


def split(text: str) -> list[Word]:
    """The words, numbers, marks and ends of line of a text."""
    return [Word(found[0], found.start(), found.end()) for found in _TOKEN.finditer(text)]


def may_be_named(word: str) -> bool:
    """Whether a word may be a name or a part of an address: it begins with a capital or a digit."""
    return word[0].isupper() or word[0].isdigit()


def bucket(sign: str) -> int:
    """The place of a sign among the weights."""
    return crc32(sign.encode()) % BUCKETS


@cache
def names() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Lists of given names, surnames and places, folded. Source: see `names.md` next to the lists."""
    return tuple(  # type: ignore[return-value]
        frozenset((files(__package__) / f"{name}.txt").read_text(encoding="utf-8").split("\n"))
        for name in ("given", "surnames", "places")
    )


def word_signs(word: str, lists: Sequence[AbstractSet[str]]) -> Iterator[str]:
    """Signs of a word by itself."""
    lower = word.lower()
    yield f"w={lower}"
    if word[0].isdigit():
        yield f"d={min(len(word), 6)}"
        return
    framed = f"^{lower}$"
    for size in (2, 3, 4):
        for at in range(len(framed) - size + 1):
            yield f"g={framed[at : at + size]}"
    shape = "A" if len(word) > 1 and word.isupper() else "a" if word[1:].islower() else "m"
    yield f"s={shape}{min(len(word), 8)}"
    first, mark, last = word.rpartition("-")
    if mark:
        yield f"h={_shape(first)}{_shape(last)}"
        yield f"h={last.lower()}"
    listed = _listed(lower, lists)
    yield f"l={listed}"
    yield f"l={listed}{_frequency(lower)}"


class Facts(NamedTuple):
    """What a word shows to its neighbours."""

    lower: str
    shape: str
    listed: str
    frequency: int


END = Facts("\n", "\n", "000", 0)
"""What is before the first and after the last word."""


def read_facts(word: str, lists: Sequence[AbstractSet[str]]) -> Facts:
    """The facts of a word."""
    lower = word.lower()
    if not word[0].isalpha():
        return Facts(lower, _shape(word), "000", 0)
    return Facts(lower, _shape(word), _listed(lower, lists), _frequency(lower))


def context_signs(facts: Sequence[Facts], at: int, label: str, label_before: str) -> Iterator[str]:
    """Signs of a word in its text; the labels are those of the word before it and of the one before that."""
    own, count = facts[at], len(facts)
    last = facts[at - 1] if at else END
    following = facts[at + 1] if at + 1 < count else END
    second = facts[at + 2] if at + 2 < count else END
    before = facts[at - 2] if at > 1 else END
    first = "1" if last.lower in ".?!\n:" else "0"
    yield "p=" + last.lower
    yield "n=" + following.lower
    yield f"p2={before.lower} {last.lower}"
    yield f"n2={following.lower} {second.lower}"
    yield "pl=" + label
    yield "pl2=" + label + label_before
    yield f"fl={first}{own.listed}{own.frequency}"
    yield "ps=" + last.shape + label
    yield "nl=" + following.shape + following.listed
    yield "n2l=" + following.shape + second.shape
    yield "own=" + own.shape + label + following.shape
    yield "c=" + before.shape + last.shape + following.shape + second.shape


def _shape(word: str) -> str:
    if word[0].isdigit():
        return "9"
    if not word[0].isalpha():
        return word
    if word[0].isupper():
        if _COMPOUND.search(word):
            return "A-a"
        return "I" if len(word) == 1 else "A" if word.isupper() else "Aa"
    return "p" if word in PARTICLES else "a"


def _listed(lower: str, lists: Sequence[AbstractSet[str]]) -> str:
    plain = lower.removesuffix("'s").removesuffix("’s")
    return "".join("01"[plain in each] for each in lists)


@lru_cache(maxsize=50_000)
def _frequency(lower: str) -> int:
    """How common a word is in any of the languages: 0 for unknown, 1 to 4."""
    from wordfreq import zipf_frequency

    zipf = max(zipf_frequency(lower, code, wordlist="small") for code in ("en", "nl", "it"))
    return min(4, int(zipf / 1.5)) if zipf else 0


def is_word(word: str) -> bool:
    """Whether a word of small letters is among the hundred or so most frequent ones of any of the languages."""
    return _frequency(word) > 3


def is_common(word: str) -> bool:
    """Whether a word of small letters is known in any of the languages."""
    return _frequency(word) > 1
