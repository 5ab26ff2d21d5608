"""Follow-ups as examples for the learnt resolver: features, and what is right."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from askwell.types import Language, Resolution
from askwell.understanding.candidates import Wording
from askwell.understanding.grammar.resolve import draft
from askwell.understanding.judging import Compared, compare, wordings_of
from askwell.understanding.resolver import is_clear
from askwell.understanding.texts import content_words
from bench.asked import later_turns
from bench.cast import load
from bench.dialogues import own
from bench.options import Options
from bench.resolvers import Asked, Resolved, recall
from bench.scenario_turns import scenario_turns
from bench.scores import Counts, terms, tokens
from bench.typed import follow_ups

OURS = frozenset({"typed", "own", "scenario", "asked"})
"""Families of conversations of our own."""
_LANGUAGES: tuple[Language, ...] = ("en", "nl", "it")


@dataclass(frozen=True, slots=True)
class Example:
    """A question with its features, and what is right."""

    family: str
    """Sets of one origin, which are left out together."""
    set: str
    conversation: str
    asked: Asked
    compared: Compared
    is_clear: bool
    """Whether the grammar decides alone."""
    wordings: tuple[Wording, ...]
    wanted: Counts
    """1 for each word of the conversation that the human rewrite has."""
    missing: int
    """Words that the human rewrite takes from the conversation and that are no candidates."""
    is_incomplete: bool
    """Whether the human rewrite differs from the question."""
    qualities: Counts
    """Of the wordings: F1 of the content words, measured against the human rewrite."""

    @property
    def draft(self) -> Resolution:
        """What the grammar makes of it."""
        return self.compared.draft


def gather(options: Options, known: Mapping[Asked, Resolution]) -> list[Example]:
    """Examples of all sets, the earlier questions as they are known, others resolved by the grammar."""
    public = [sample for sample in load(options.data) if sample.exchanges]
    found = [example(each, "en") for each in recall(public, known)]
    for language in _LANGUAGES:
        written = [sample for sample in own(language) if sample.exchanges]
        asked = later_turns(language, "train", options.data)
        ours = (*follow_ups(language, "train"), *written, *scenario_turns(language), *asked)
        found += [example(each, language) for each in recall(ours, known, language=language)]
    return [each for each in found if each is not None]


def example(resolved: Resolved, language: Language) -> Example | None:
    """The example that a resolved sample makes; None without earlier words."""
    sample = resolved.sample
    drafted = draft(sample.utterance, resolved.recalled, language)
    compared = compare(sample.utterance, drafted, resolved.recalled, language)
    if compared is None or not compared.described.words:
        return None
    gold = _parts(sample.rewrite)
    words = compared.described.words
    wanted = np.array([_parts(word.low) <= gold for word in words], dtype=np.float64)
    said = terms(sample.history) - terms(sample.utterance)
    found = [_parts(word.low) for word, is_wanted in zip(words, wanted, strict=True) if is_wanted]
    wordings = wordings_of(compared)
    right = content_words(sample.rewrite, language)
    return Example(
        family=re.split(r"[_\d]", sample.set)[0],
        set=sample.set,
        conversation=sample.conversation,
        asked=(sample.exchanges, sample.utterance),
        compared=compared,
        is_clear=is_clear(drafted),
        wordings=wordings,
        wanted=wanted,
        missing=len((terms(sample.rewrite) & said) - frozenset().union(*found)) if language == "en" else 0,
        is_incomplete=_in_order(sample.utterance) != _in_order(sample.rewrite),
        qualities=np.array([_f1(content_words(each.question, language), right) for each in wordings]),
    )


def _f1(found: frozenset[str], right: frozenset[str]) -> float:
    return 2 * len(found & right) / (len(found) + len(right)) if found or right else 1.0


def _in_order(text: str) -> list[str]:
    """Words of a text as the measure of rewriting cuts them, with the letters of all languages."""
    return tokens(text) if text.isascii() else re.findall(r"\w+", text.lower())


def _parts(text: str) -> set[str]:
    return set(_in_order(text))
