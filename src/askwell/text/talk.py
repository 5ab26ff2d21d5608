"""Small talk: greetings, thanks, farewells, and questions about the assistant."""

import re
from collections.abc import Callable
from functools import cache
from typing import Literal

from askwell.languages import patterns
from askwell.languages.patterns import Talk
from askwell.text.bounds import text_cache
from askwell.text.words import fold
from askwell.types import Language

TalkAct = Literal["greeting", "thanks", "goodbye", "about_us", ""]
"""Kind of small talk; empty for a message that is, or may be, a question."""

_PRECEDENCE: tuple[TalkAct, ...] = ("about_us", "goodbye", "thanks", "greeting")
_LONGEST_CHARS = 120
_SIGN = re.compile(r"[^\w\s']")


@text_cache(200_000)
def talk_act(question: str, language: Language) -> TalkAct:
    """The kind of a message that consists only of small talk; otherwise empty.

    Uses the phrases of the language and of English. "Thanks, and how do I apply?" is a question, not small talk. If a
    message has several kinds, the precedence is question about the assistant, farewell, thanks, greeting.
    """
    if len(question) > _LONGEST_CHARS:
        return ""
    said = _SIGN.sub(" ", fold(question.replace("’", "'"))).split()
    if not _vocabulary(language).issuperset(said):
        return ""
    rest = " ".join(said)
    found: list[TalkAct] = []
    for act, phrases in _ACTS:
        shorter = " ".join(_pattern(phrases, language).sub(" ", rest).split())
        if act and shorter != rest:
            found.append(act)
        rest = shorter
    return next((act for act in _PRECEDENCE if act in found), "") if not rest else ""


def _several_words(talk: Talk) -> str:
    return "|".join(phrase for phrase in talk.about_us.split("|") if " " in phrase)


_Phrases = Callable[[Talk], str]

# "For your help" is removed before "help" is searched, "chi è Lei" before "e".
_ACTS: tuple[tuple[TalkAct, _Phrases], ...] = (
    ("thanks", lambda talk: talk.thanks),
    ("goodbye", lambda talk: talk.goodbye),
    ("greeting", lambda talk: talk.greeting),
    ("about_us", _several_words),
    ("", lambda talk: talk.fillers),
    ("about_us", lambda talk: talk.about_us),
)


@cache
def _vocabulary(language: Language) -> frozenset[str]:
    """All words of small talk; a message with any other word is not small talk."""
    written = [phrases(patterns(code).talk) for _, phrases in _ACTS for code in (language, "en")]
    return frozenset("|".join(written).replace("|", " ").split())


@cache
def _pattern(phrases: _Phrases, language: Language) -> re.Pattern[str]:
    """Matches any phrase of the language or of English, the longest first."""
    known = {phrase for code in (language, "en") for phrase in phrases(patterns(code).talk).split("|") if phrase}
    longest_first = sorted(known, key=lambda phrase: (-len(phrase), phrase))
    return re.compile(rf"(?<![\w'])(?:{'|'.join(map(re.escape, longest_first))})(?![\w'])")
