"""Questions about the conversation: which part of it they ask for."""

import re
from functools import cache

from askwell.languages import LANGUAGES, any_of, lexicon, patterns
from askwell.languages.patterns import LookBack
from askwell.text.words import fold, words
from askwell.types import Language

_READ_CHARS = 500


def question_number(question: str, language: Language) -> int | None:
    """Number, from 1, of the question that is asked for ("my second question"); None if unclear."""
    plain = fold(question)[:_READ_CHARS]
    if not _question_word().search(plain):
        return None
    ordinals = lexicon(language).ordinals
    named = [ordinals[word] for word in words(plain) if word in ordinals]
    return named[0] + 1 if len(named) == 1 and named[0] >= 0 else None


def look_back(question: str, language: Language) -> LookBack:
    """The part of the conversation that a question asks for, by the patterns of its language and of English."""
    plain = fold(question.replace("’", "'"))[:_READ_CHARS]
    return next((part for part, pattern in _parts(language) if pattern.search(plain)), "")


@cache
def _parts(language: Language) -> tuple[tuple[LookBack, re.Pattern[str]], ...]:
    codes = [code for code in dict.fromkeys((language, "en")) if code in LANGUAGES]
    return tuple((part, re.compile(pattern)) for code in codes for part, pattern in patterns(code).history.parts)


@cache
def _question_word() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{any_of(lambda each: each.history.question)})\b")


def subject_of_look_back(question: str, language: Language) -> str:
    """Subject of a question about the conversation, without words such as "say"; empty for the whole conversation."""
    stop_words, talking = lexicon(language).stop_words, _talking(language)
    return " ".join(
        word for word in words(question[:_READ_CHARS]) if word not in stop_words and fold(word) not in talking
    )


@cache
def _talking(language: Language) -> frozenset[str]:
    return lexicon(language).talking | lexicon("en").talking


def speaks_of_us(question: str, language: Language) -> bool:
    """Whether a question is about the user: no document knows what "my sister" cannot eat."""
    return bool(_us(language).search(fold(question[:_READ_CHARS].replace("’", "'"))))


@cache
def _us(language: Language) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{patterns(language).history.us})\b")
