"""Words of a text: split, folded, stemmed, and those that carry its subject."""

import re
import unicodedata
from functools import cache, lru_cache

import Stemmer

from askwell.text.languages import lexicon
from askwell.types import Language

_WORD = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*")
_ELIDED = re.compile(r"^(?:l|d|c|v|n|s|t|m|un|all|dall|dell|nell|sull|quell|quest|dov|com|cos)['’](?=\w)", re.I)
_POSSESSIVE = re.compile(r"['’]s?$", re.IGNORECASE)


def fold(text: str) -> str:
    """The text for comparing: NFKC, lower case, without diacritics and invisible format characters."""
    decomposed = unicodedata.normalize("NFKD", text)
    kept = (char for char in decomposed if unicodedata.category(char) not in {"Mn", "Cf"})
    return unicodedata.normalize("NFKC", "".join(kept)).casefold()


def words(text: str) -> list[str]:
    """Words in order, lower-case; `GPT-3.5` is one word, a possessive 's and an Italian elision are cut."""
    return [word for match in _WORD.finditer(text) if (word := _bare(match.group()))]


def stem(word: str, language: Language) -> str:
    """The Snowball stem of one lower-case word, without diacritics; words with digits stay whole."""
    return _stem(word, language)


def content_words(text: str, language: Language) -> list[str]:
    """Words that are no function words of the language, in order, with repeats."""
    stop_words = lexicon(language).stop_words
    return [word for word in words(text) if word not in stop_words]


def counted(number: int, noun: str) -> str:
    """`1 turn`, `2 turns`: for what we say in English of our own work."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def content_stems(text: str, language: Language) -> list[str]:
    """Stems of the content words, in order, with repeats."""
    return [stem(word, language) for word in content_words(text, language)]


def _bare(word: str) -> str:
    if "'" not in word and "’" not in word:
        return word.lower()
    return _POSSESSIVE.sub("", _ELIDED.sub("", word.lower()))


@cache
def _stemmer(name: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(name)


@lru_cache(maxsize=100_000)
def _stem(word: str, language: Language) -> str:
    if any(char.isdigit() for char in word):
        return fold(word)
    return fold(_stemmer(lexicon(language).stemmer).stemWord(word.replace("’", "'")))
