"""When a model's summary of a conversation must not be used."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from askwell.languages import LANGUAGES, any_of
from askwell.text.detect import detect_language
from askwell.text.numbers import numbers
from askwell.text.words import content_stems, content_words, stem, words
from askwell.types import Language

MOST_WORDS = 250
LEAST_LETTERS_TO_TELL = 40
"""Letters a summary needs before its language is judged."""
LEAST_SAID = 0.6
"""Share of a summary's content words that the conversation must have said."""
LEAST_KEPT = 0.5
"""Share of the content words of what is in force that a summary must have; of its figures and names all."""

_ERRORS = re.compile(any_of(lambda each: each.notations.refusals), re.IGNORECASE)
_NAME = re.compile(r"(?<=[^\W_] )[^\W\d_a-zà-ÿ][\w-]+")
"""A word with a capital inside of a sentence."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What a summary is held to."""

    said: str
    """All that it may be made from."""
    in_force: Sequence[str]
    """Statements that it must tell."""
    gone: Sequence[str] = ()
    """Statements that the turn took back."""


def veto_summary(summary: str, ground: Ground, language: Language) -> str:
    """Why a summary must not be used, as a stable name; empty when nothing speaks against it.

    `empty`, `longer`, `error_text`, `other_language`, `nonsense` (too little of it was said), `invents_numbers`,
    `loses_items` (something in force is not in it), `keeps_superseded` (it still says what was taken back).
    """
    if not words(summary):
        return "empty"
    return _form(summary, ground, language) or _content(summary, ground, language)


def _form(summary: str, ground: Ground, language: Language) -> str:
    if len(summary.split()) > MOST_WORDS:
        return "longer"
    if _ERRORS.search(summary) and not _ERRORS.search(ground.said):
        return "error_text"
    return "other_language" if _other_language(summary, language) else ""


def _content(summary: str, ground: Ground, language: Language) -> str:
    if not _was_said(summary, ground.said, language):
        return "nonsense"
    if _figures(summary, language) - _figures(ground.said, language):
        return "invents_numbers"
    if any(not _kept(each, summary, language) for each in ground.in_force):
        return "loses_items"
    still = "\n".join(ground.in_force)
    return "keeps_superseded" if any(_still_says(each, summary, still, language) for each in ground.gone) else ""


def _other_language(summary: str, language: Language) -> bool:
    if sum(char.isalpha() for char in summary) < LEAST_LETTERS_TO_TELL:
        return False
    return detect_language(summary, allowed=LANGUAGES, default=language) != language


def _was_said(summary: str, said: str, language: Language) -> bool:
    kept_stems = content_stems(summary, language)
    known = {stem(word, language) for word in words(said)}
    return sum(each in known for each in kept_stems) >= LEAST_SAID * len(kept_stems)


def _kept(item: str, summary: str, language: Language) -> bool:
    """Whether a summary says what an item does: its figures and names, and half of its other words."""
    kept_stems = {stem(word, language) for word in words(summary)}
    own = set(content_stems(item, language))
    names = {stem(word, language) for name in _NAME.findall(item) for word in content_words(name, language)}
    figures = _figures(item, language)
    return (
        names <= kept_stems
        and figures <= _figures(summary, language)
        and len(own & kept_stems) >= LEAST_KEPT * len(own)
    )


def _still_says(gone: str, summary: str, in_force: str, language: Language) -> bool:
    """Whether a summary holds all of what was taken back that nothing in force says."""
    lost = set(content_stems(gone, language)) - {stem(word, language) for word in words(in_force)}
    lost_figures = _figures(gone, language) - _figures(in_force, language)
    kept_stems = {stem(word, language) for word in words(summary)}
    return bool(lost | lost_figures) and lost <= kept_stems and lost_figures <= _figures(summary, language)


def _figures(text: str, language: Language) -> set[str]:
    return {value for value, _, _ in numbers(text, language)}
