"""Words of a text: split, folded, stemmed, and those that carry its subject."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

import Stemmer

from askwell.languages import LANGUAGES, lexicon
from askwell.types import Language

_WORD = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*")
_ELIDED = frozenset[str]().union(*(lexicon(code).elided for code in LANGUAGES))
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")

_SPACED = {code: char.lower() if (char := chr(code)).isalnum() or char in "'.-" else " " for code in range(128)}
"""ASCII in lower case, with a blank for whatever is no part of a word: three times as fast as a pattern."""
_KEPT_STEMS = 100_000
"""Of a language: more words than a reader knows; then it begins again."""
_CAPITALS_OF_CONTEXT = ("İ", "Σ")
"""Their lower case depends on what stands around them, or is two characters."""


def fold(text: str) -> str:
    """The text for comparing: NFKC, lower case, without diacritics and invisible format characters."""
    if text.isascii():
        return text.lower()
    plain = _NOT_ASCII.sub(_kept, unicodedata.normalize("NFKD", text))
    return unicodedata.normalize("NFKC", plain).casefold()


def _kept(char: re.Match[str]) -> str:
    return "" if unicodedata.category(char.group()) in {"Mn", "Cf"} else char.group()


def words(text: str) -> list[str]:
    """Words in order, lower-case; `GPT-3.5` is one word, a possessive 's and an Italian elision are cut."""
    found = _ascii_words(text) if text.isascii() else _any_words(text)
    if "'" in text or "’" in text:
        return [_bare(word) if "'" in word or "’" in word else word for word in found]
    return found


def stem(word: str, language: Language) -> str:
    """The Snowball stem of one lower-case word, without diacritics; words with digits stay whole."""
    return _STEMS[language][word]


def stems_in_order(found: Iterable[str], language: Language) -> list[str]:
    """The stem of each of these words."""
    return list(map(_STEMS[language].__getitem__, found))


def content_words(text: str, language: Language) -> list[str]:
    """Words that are no function words of the language, in order, with repeats."""
    stop_words = lexicon(language).stop_words
    return [word for word in words(text) if word not in stop_words]


def counted(number: int, noun: str) -> str:
    """`1 turn`, `2 turns`: for what we say in English of our own work."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def content_stems(text: str, language: Language) -> list[str]:
    """Stems of the content words, in order, with repeats."""
    return stems_in_order(content_words(text, language), language)


def _ascii_words(text: str) -> list[str]:
    spaced = text.translate(_SPACED).replace(". ", " ").rstrip(".")
    parts = spaced.split()
    if "." not in spaced and "-" not in spaced and "'" not in spaced:
        return parts
    return [word for part in parts for word in ((part,) if part.isalnum() else _WORD.findall(part))]


def _any_words(text: str) -> list[str]:
    if any(capital in text for capital in _CAPITALS_OF_CONTEXT):
        return [word.lower() for word in _WORD.findall(text)]
    return _WORD.findall(text.lower())


def _bare(word: str) -> str:
    """A word with an apostrophe without possessive and elision."""
    head = word.replace("’", "'").partition("'")[0]
    rest = word[len(head) + 1 :] if head in _ELIDED else word
    return rest[:-2] if rest.endswith(("'s", "’s")) else rest


@cache
def _stemmer(name: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(name)


class _Stems(dict[str, str]):
    """Word to stem in one language: found by a look-up, worked out when a word is first seen."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._stemmer = lexicon(language).stemmer

    def __missing__(self, word: str) -> str:
        if not word.isalpha() and any(char.isdigit() for char in word):
            found = fold(word)
        else:
            found = fold(_stemmer(self._stemmer).stemWord(word.replace("’", "'")))
        if len(self) >= _KEPT_STEMS:
            self.clear()
        self[word] = found
        return found


class _Languages(dict[Language, _Stems]):
    def __missing__(self, language: Language) -> _Stems:
        return self.setdefault(language, _Stems(language))


_STEMS = _Languages()
