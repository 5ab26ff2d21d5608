"""Messages that reject the last answer, or ask how to take back what it says."""

import re
from functools import cache
from typing import NamedTuple

from askwell.languages import patterns
from askwell.text.bounds import text_cache
from askwell.text.words import fold
from askwell.types import Language

_READ_CHARS = 500
_REJECTED_WORDS = 3
"""Of what a message rejects before it says what is meant: `not the red one, the other`."""


@text_cache(50_000)
def rejects(message: str, language: Language) -> bool:
    """Whether a message says that the last question or answer was not what was meant: `no, not that one`."""
    plain, forms = _plain(message), _forms(language)
    return bool(forms.leads.match(plain) or forms.complains.search(plain))


@text_cache(50_000)
def rejected_phrases(message: str, language: Language) -> tuple[str, ...]:
    """The phrases of a message that are not meant, folded: `the mailbox` of `the list, not the mailbox`."""
    plain, forms = _plain(message), _forms(language)
    complaints = [found.span() for found in forms.complains.finditer(plain)]
    return tuple(
        found["rejected"].strip()
        for found in forms.phrase.finditer(plain)
        if not any(start < found.end() and found.start() < end for start, end in complaints)
    )


def without_rejected(message: str, language: Language) -> str:
    """The message without the clauses that say what is not meant; as typed if nothing else is left."""
    rest = message
    for phrase in rejected_phrases(message, language):
        at = fold(rest).rfind(phrase)
        if at < 0 or len(fold(rest)) != len(rest):
            return message
        before = _forms(language).before.search(fold(rest[:at]))
        start = before.start() if before else at
        rest = f"{rest[:start]}{rest[at + len(phrase) :]}"
    rest = " ".join(rest.split()).strip(" ,;:")
    return rest if any(map(str.isalnum, rest)) else message


@text_cache(50_000)
def reverses(message: str, language: Language) -> bool:
    """Whether a message asks how to take something back: `how do I turn that off again?`."""
    return bool(_forms(language).asks.search(_plain(message)))


def says_how_to_reverse(text: str, language: Language) -> bool:
    """Whether a text has a word for taking something back."""
    return bool(_forms(language).says.search(fold(text.replace("’", "'"))))


class _Forms(NamedTuple):
    leads: re.Pattern[str]
    complains: re.Pattern[str]
    phrase: re.Pattern[str]
    before: re.Pattern[str]
    asks: re.Pattern[str]
    says: re.Pattern[str]


@cache
def _forms(language: Language) -> _Forms:
    repairs, reversal = patterns(language).repairs, patterns(language).reversal
    soft, dissent, meant = fold(repairs.soft), fold(repairs.dissent), fold(repairs.meant)
    start = rf"(?:^|[,;:.!]\s*|^(?:{dissent})\s+)(?:{fold(repairs.rejects)}|{repairs.declines})\s+"
    return _Forms(
        leads=re.compile(
            rf"(?:(?:{soft})[\s,]+)*(?:(?:{dissent})(?:[\s,.;:!]|$)|(?:{meant})\b"
            rf"|(?:{fold(repairs.rejects)})(?: [^\s,.;:?!]+){{1,{_REJECTED_WORDS}}}[,;] *\w)"
        ),
        complains=re.compile(repairs.complains),
        phrase=re.compile(rf"{start}(?P<rejected>[^,.;:?!]{{1,60}})"),
        before=re.compile(rf"{start}$"),
        asks=re.compile(reversal.asks),
        says=re.compile(reversal.says),
    )


def _plain(message: str) -> str:
    return " ".join(fold(message[:_READ_CHARS].replace("’", "'")).split())
