"""Whether a sentence of a document tells its reader what to do, and what its steps are for."""

import re
from functools import cache

from askwell.languages import instructions
from askwell.text.bounds import text_cache
from askwell.types import Language

_PATH = re.compile(r"\w[\w.…]* ?(?:→|⇒|➔|▸|►|>|/) ?[A-ZÀ-Þ]\w+|\b(?:Ctrl|Shift|Alt|Cmd|Maiusc) ?[+-] ?\w|\bF\d\d?\b")
"""A way through menus, `File → Print`, or a key."""
_READ_CHARS = 400
_CLAUSES = 3
"""Clauses after which an order may stand, each with its comma."""


def shows_path(said: str) -> bool:
    """Whether a text has a way through menus or a key."""
    return bool(_PATH.search(said))


@text_cache(500_000)
def instructs(said: str, language: Language) -> bool:
    """Whether a sentence tells its reader what to do: `Choose ...`, `To save it, press ...`.

    English counts in documents of any language: parts of translated manuals often are not translated.
    """
    read = said[:_READ_CHARS]
    return bool(_step(language).match(read) or (language != "en" and _step("en").match(read)))


@text_cache(500_000)
def tells_way(said: str, language: Language) -> bool:
    """Whether a sentence tells its reader how something can be done: `You can use ...`."""
    return bool(_way(language).search(said[:_READ_CHARS]))


def purpose(said: str, language: Language) -> str:
    """The words before the first comma or colon if they name what a step is for; empty if they do not."""
    found = _purpose(language).match(said[:_READ_CHARS])
    return found.group(1) if found else ""


def introduces(said: str, language: Language) -> bool:
    """Whether a sentence says what a thing is or is for: `The dial is a ...`, `The dial lets you ...`."""
    return bool(_introduction(language).search(said[:_READ_CHARS]))


@cache
def _introduction(language: Language) -> re.Pattern[str]:
    return re.compile(instructions(language).introduces, re.IGNORECASE)


@cache
def _step(language: Language) -> re.Pattern[str]:
    known = instructions(language)
    order = rf"(?:(?:{known.before}),? )*(?:{known.imperatives})"
    later = rf"(?:{known.openers})\b[^,:;]*(?:[,:;][^,:;]*){{0,{_CLAUSES - 1}}}[,:;] {order}"
    return re.compile(rf"\W*(?:{order}|{later})", re.IGNORECASE)


@cache
def _way(language: Language) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{instructions(language).ways})", re.IGNORECASE)


@cache
def _purpose(language: Language) -> re.Pattern[str]:
    return re.compile(rf"\W*((?:{instructions(language).purpose})\b[^,:;]*)[,:]", re.IGNORECASE)
