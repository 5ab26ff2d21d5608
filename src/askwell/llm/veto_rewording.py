"""Checks a model's wording of another search."""

from collections.abc import Sequence
from typing import Literal

from askwell.llm.veto import main_script, script_of
from askwell.text.words import content_stems, words
from askwell.types import Language, Passage

RewordingVeto = Literal["", "empty", "too_long", "repeated", "script"]
"""Why a wording must not be searched; empty if it may be. `languages/*/decisions.toml` has a text for each."""

MAX_WORDS = 40
"""Maximum words of a search."""


def veto_rewording(
    question: str, wording: str, searched: Sequence[str], passages: Sequence[Passage], language: Language
) -> RewordingVeto:
    """Why a wording must not be searched.

    `empty`; `too_long`; `repeated` (the content words of an earlier search, in any order); `script` (one that neither
    the question nor a passage that was found is written in).
    """
    if not words(wording):
        return "empty"
    if len(words(wording)) > MAX_WORDS:
        return "too_long"
    if _query(wording, language) in {_query(each, language) for each in (question, *searched)}:
        return "repeated"
    script = main_script(wording)
    texts = (question, *(text for each in passages for text in (each.title, each.chunk.text)))
    if script and not any(script_of(char) == script for text in texts for char in text):
        return "script"
    return ""


def _query(wording: str, language: Language) -> frozenset[str]:
    return frozenset(content_stems(wording, language) or words(wording))
