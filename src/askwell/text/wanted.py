"""Whether a question asks for a number or a name, and whether a text contains one."""

import re
from collections.abc import Iterator
from functools import cache

from askwell.languages import lexicon, patterns
from askwell.text.sentences import each_sentence
from askwell.text.whole import whole_words
from askwell.text.words import fold, words
from askwell.types import Language

_READ_CHARS = 2_000
_CAPITAL = re.compile(r"(?<=[\s(“\"'’])[^\W\d_][\w’'-]*")
_INSIDE = re.compile(r"[A-Z](?<=[^\W_] [A-Z])(?:(?<!I)|(?=[\w’'-]))")
"""A capital directly after a word, where no sentence can begin."""
_DIGIT = re.compile(r"\d")


def asks(text: str, language: Language) -> bool:
    """Whether a message is a question or request, and so states no fact."""
    plain = fold(text[:_READ_CHARS]).strip()
    if plain.endswith("?") or _requests(language).match(plain):
        return True
    first = words(plain)[:1]
    return bool(first) and first[0] in lexicon(language).question_words


def wants_number(question: str, language: Language) -> bool:
    """Whether a question asks how much, how many or how long."""
    return bool(_number(language).search(fold(question[:_READ_CHARS])))


def wants_name(question: str, language: Language) -> bool:
    """Whether a question asks for a person, a place or what something is called."""
    return bool(_name(language).search(fold(question[:_READ_CHARS])))


def names_in(text: str) -> list[str]:
    """Words with a capital, except at the beginning of a sentence, in order."""
    return list(_names(text[:_READ_CHARS]))


def _names(text: str) -> Iterator[str]:
    for start, end in each_sentence(text):
        if not text[start + 1 : end].islower():
            yield from (word for word in _CAPITAL.findall(text[start:end]) if word[0].isupper() and word != "I")


def holds_number(text: str, language: Language) -> bool:
    """Whether a text contains a number, in digits or as a word."""
    plain = fold(text[:_READ_CHARS])
    if _DIGIT.search(plain) or (not plain.isascii() and any(map(str.isdigit, plain))):
        return True
    return not lexicon(language).amounts.isdisjoint(whole_words(plain))


def holds_name(text: str) -> bool:
    """Whether a text contains a word with a capital that is not at the beginning of a sentence."""
    read = text[:_READ_CHARS]
    return bool(_INSIDE.search(read)) or next(_names(read), None) is not None


@cache
def _requests(language: Language) -> re.Pattern[str]:
    return re.compile(rf"(?:{fold(patterns(language).settling.requests)})\b")


@cache
def _number(language: Language) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{patterns(language).questions.number})\b")


@cache
def _name(language: Language) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{patterns(language).questions.name})\b")
