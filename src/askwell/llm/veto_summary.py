"""Checks a model's summary of a conversation."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from askwell.languages import LANGUAGES, any_of
from askwell.text.detect import detect_language
from askwell.text.numbers import numbers
from askwell.text.words import content_stems, content_words, stem, words
from askwell.types import Language

MAX_WORDS = 250
MIN_LETTERS = 40
"""Minimum letters for detecting the language of a summary."""
MIN_SHARE_IN_CONVERSATION = 0.6
"""Minimum share of a summary's content words that must occur in the conversation."""
MIN_SHARE_OF_ITEM = 0.5
"""Minimum share of the content words of each statement in force that must occur in the summary. Its figures and names
must all occur."""

_ERRORS = re.compile(any_of(lambda each: each.notations.refusals), re.IGNORECASE)
_NAME = re.compile(r"(?<=[^\W_] )[^\W\d_a-zà-ÿ][\w-]+")
"""A capitalised word that does not begin a sentence."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The texts against which a summary is checked."""

    conversation: str
    """All text on which the summary may be based."""
    in_force: Sequence[str]
    """Statements that the summary must contain."""
    superseded: Sequence[str] = ()
    """Statements that the turn has corrected."""


def veto_summary(summary: str, ground: Ground, language: Language) -> str:
    """Why a summary must not be used, as a stable code; empty if it may be used.

    `empty`, `longer`, `error_text`, `other_language`, `nonsense` (too few of its words occur in the conversation),
    `invents_numbers`, `loses_items` (a statement in force is missing), `keeps_superseded` (a corrected statement is
    still in it).
    """
    if not words(summary):
        return "empty"
    return _form(summary, ground, language) or _content(summary, ground, language)


def _form(summary: str, ground: Ground, language: Language) -> str:
    if len(summary.split()) > MAX_WORDS:
        return "longer"
    if _ERRORS.search(summary) and not _ERRORS.search(ground.conversation):
        return "error_text"
    return "other_language" if _other_language(summary, language) else ""


def _content(summary: str, ground: Ground, language: Language) -> str:
    if not _is_grounded(summary, ground.conversation, language):
        return "nonsense"
    if _figures(summary, language) - _figures(ground.conversation, language):
        return "invents_numbers"
    if any(not _contains(each, summary, language) for each in ground.in_force):
        return "loses_items"
    in_force = "\n".join(ground.in_force)
    keeps = any(_still_says(each, summary, in_force, language) for each in ground.superseded)
    return "keeps_superseded" if keeps else ""


def _other_language(summary: str, language: Language) -> bool:
    if sum(char.isalpha() for char in summary) < MIN_LETTERS:
        return False
    return detect_language(summary, allowed=LANGUAGES, default=language) != language


def _is_grounded(summary: str, conversation: str, language: Language) -> bool:
    kept_stems = content_stems(summary, language)
    known = {stem(word, language) for word in words(conversation)}
    return sum(each in known for each in kept_stems) >= MIN_SHARE_IN_CONVERSATION * len(kept_stems)


def _contains(item: str, summary: str, language: Language) -> bool:
    """Whether a summary contains a statement: all its figures and names, and half of its other words."""
    kept_stems = {stem(word, language) for word in words(summary)}
    own = set(content_stems(item, language))
    names = {stem(word, language) for name in _NAME.findall(item) for word in content_words(name, language)}
    figures = _figures(item, language)
    return (
        names <= kept_stems
        and figures <= _figures(summary, language)
        and len(own & kept_stems) >= MIN_SHARE_OF_ITEM * len(own)
    )


def _still_says(superseded: str, summary: str, in_force: str, language: Language) -> bool:
    """Whether a summary contains all words and figures of a superseded statement that no statement in force has."""
    lost = set(content_stems(superseded, language)) - {stem(word, language) for word in words(in_force)}
    lost_figures = _figures(superseded, language) - _figures(in_force, language)
    kept_stems = {stem(word, language) for word in words(summary)}
    return bool(lost | lost_figures) and lost <= kept_stems and lost_figures <= _figures(summary, language)


def _figures(text: str, language: Language) -> set[str]:
    return {value for value, _, _ in numbers(text, language)}
