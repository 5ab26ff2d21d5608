"""People by what is written around a name: initials before a surname, and words with which people say their names."""

import re
from collections.abc import Iterator
from functools import cache

from askwell.privacy.context import any_language
from askwell.privacy.spans import Span
from askwell.privacy.words import PARTICLES, is_common, is_word, names

_UP = r"[A-ZÀ-ÖØ-ÞĀ-Ž]"
_SURNAME = rf"{_UP}[^\W\d_]+(?:['-]{_UP}?[^\W\d_]+)*"
_WORD = re.compile(r"[^\W\d_]+(?:['.-][^\W\d_]+)*")
_MOST_WORDS = 4


@cache
def _initials() -> re.Pattern[str]:
    particles = "|".join(sorted(map(re.escape, PARTICLES), key=len, reverse=True))
    return re.compile(
        rf"(?<![\w.])(?:{_UP}\.[ -]?){{1,5}}(?:(?:{particles}|v\.?d\.?|v\.)[ ]?){{0,3}}(?P<name>{_SURNAME})(?!\w)"
    )


@cache
def _introductions() -> re.Pattern[str]:
    words = any_language(lambda each: each.introductions)
    closings = any_language(lambda each: each.closings)
    return re.compile(rf"(?<!\w)(?:(?:{words})\s*:?|(?:{closings})\s*[,.:!\n]?)\s+(?=[^\W\d_])", re.IGNORECASE)


def introduced(text: str) -> Iterator[Span]:
    """Spans of people."""
    if "." in text:
        for found in _initials().finditer(text):
            # "in sala B. Poi": a sentence that begins after a letter.
            word = found["name"].lower()
            if word in names()[1] or not is_common(word):
                yield Span(found.start(), found.end(), "PERSON")
    for found in _introductions().finditer(text):
        end = _end_of_name(text, found.end())
        if end > found.end():
            yield Span(found.end(), end, "PERSON")


def _end_of_name(text: str, start: int) -> int:
    """The end of the words of a name that begins here, in any case; its start if the first word is none."""
    given, surnames, _ = names()
    end = at = start
    for _ in range(_MOST_WORDS):
        found = _WORD.match(text, at)
        if found is None:
            break
        word = found[0].lower()
        is_known = (word in given or word in surnames) and (found[0][0].isupper() or not is_word(word))
        is_name = is_known or (at > start and len(word) > 1 and not is_common(word))
        is_initial = len(word) == 1 and found[0].isupper()
        if not is_name and not is_initial and word not in PARTICLES:
            break
        if is_name:
            end = found.end()
        at = found.end()
        if text[at : at + 1] != " ":
            break
        at += 1
    return end
