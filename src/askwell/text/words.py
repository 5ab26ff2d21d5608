"""Words of a text: splitting, folding, stemming, and content words."""

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
"""Maps ASCII to lower case, with a space for all but word characters: three times as fast as a pattern."""
_KEPT_STEMS = 100_000
"""Stems cached per language; the cache is cleared when it is full."""
_KEPT_WORD_CHARS = 40
"""Longest word whose stem is cached."""
_CAPITALS_OF_CONTEXT = ("İ", "Σ")
"""Capitals whose lower case depends on context or has two characters."""


def fold(text: str) -> str:
    """The text in a form for comparison: NFKC, lower case, without diacritics and invisible format characters."""
    if text.isascii():
        return text.lower()
    plain = _NOT_ASCII.sub(_kept, unicodedata.normalize("NFKD", text))
    return unicodedata.normalize("NFKC", plain).casefold()


def _kept(char: re.Match[str]) -> str:
    return "" if unicodedata.category(char.group()) in {"Mn", "Cf"} else char.group()


def words(text: str) -> list[str]:
    """Words in order, lower-case. `GPT-3.5` is one word; possessive 's and Italian elisions are removed."""
    found = _ascii_words(text) if text.isascii() else _any_words(text)
    if "'" in text or "’" in text:
        return [_bare(word) if "'" in word or "’" in word else word for word in found]
    return found


def stem(word: str, language: Language) -> str:
    """The Snowball stem of a lower-case word, without diacritics; words with digits are not stemmed."""
    return _STEMS[language][word]


def stems_in_order(found: Iterable[str], language: Language) -> list[str]:
    """The stems of these words, in order."""
    return list(map(_STEMS[language].__getitem__, found))


def joined(word: str) -> str:
    """A word of two hyphenated parts without its hyphen, as many write it: `wifi` for `wi-fi`; empty for others."""
    first, hyphen, second = word.partition("-")
    return first + second if hyphen and first.isalpha() and second.isalpha() else ""


def content_words(text: str, language: Language) -> list[str]:
    """Words of a text without the function words of its language, in order, with repeats."""
    stop_words = function_words(language)
    return [word for word in words(text) if word not in stop_words]


def function_words(language: Language) -> frozenset[str]:
    """Words of a language that say nothing on their own, lower case."""
    return lexicon(language).stop_words


def counted(number: int, noun: str) -> str:
    """A number with its noun, `1 turn` or `2 turns`, for English messages."""
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
    """A word without its possessive ending or elision."""
    head = word.replace("’", "'").partition("'")[0]
    rest = word[len(head) + 1 :] if head in _ELIDED else word
    return rest[:-2] if rest.endswith(("'s", "’s")) else rest


@cache
def _stemmer(name: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(name)


class _Stems(dict[str, str]):
    """Stems of one language by word, computed at the first look-up."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._stemmer = lexicon(language).stemmer

    def __missing__(self, word: str) -> str:
        if not word.isalpha() and any(char.isdigit() for char in word):
            found = fold(word)
        else:
            found = fold(_stemmer(self._stemmer).stemWord(word.replace("’", "'")))
        if len(word) <= _KEPT_WORD_CHARS:
            if len(self) >= _KEPT_STEMS:
                self.clear()
            self[word] = found
        return found


class _Languages(dict[Language, _Stems]):
    def __missing__(self, language: Language) -> _Stems:
        return self.setdefault(language, _Stems(language))


_STEMS = _Languages()
