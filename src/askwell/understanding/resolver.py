"""Resolves questions with a learnt model: it checks the wording of a drafter and names what the question leaves out."""

import asyncio
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from askwell.ports import Resolver
from askwell.types import DECIDING_FEATURES, Language, Reason, Recalled, Resolution, SearchTerm
from askwell.understanding.features import WORD, Described, describe
from askwell.understanding.history import QUESTION_CHARS, read_history
from askwell.understanding.models import Chances, learnt_words
from askwell.understanding.texts import read, zipf

WORD_CHANCE = 0.25
"""Least chance of a word that is searched for. `bench train-resolver` prints what it gives on unseen sets."""
WORDING_CHANCE = 0.15
"""Least mean chance of the words that a wording adds. `bench train-resolver` prints how many of them are right
(`shown_P`)."""
MAX_TERMS = 12
"""Words of the conversation that are searched for at most."""


class LearntResolver:
    """The port `Resolver` without a model: a wording of `drafter` where it is sure, otherwise the question as typed.

    A learnt model gives each word of earlier turns the chance to belong in a complete wording. A wording is used if the
    words that it adds are likely. Otherwise the question stays as typed, and the likely words are its search terms.
    """

    def __init__(self, drafter: Resolver) -> None:
        self._drafter = drafter
        self._loaded: set[Language] = set()

    async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
        """The resolution. Never fails on any text; reads a bounded part of question and history."""
        draft = await self._drafter.resolve(question, recalled, language)
        if not draft.is_dependent or not draft.features or draft.features.keys() & DECIDING_FEATURES:
            return draft
        if language not in self._loaded:
            await asyncio.to_thread(_load, language)  # reads files
            self._loaded.add(language)
        history = read_history(recalled.turns, language)
        if not history.words:
            return draft
        typed, drafted = (read(text[:QUESTION_CHARS], language) for text in (question, draft.question))
        described = describe(typed, history, draft, drafted, language)
        return decide(question, draft, described, learnt_words().chances(described.features))


def _load(language: Language) -> None:
    """Read the model and the word list of a language, which stay in memory."""
    learnt_words()
    zipf("a", language)


def decide(question: str, draft: Resolution, described: Described, chances: Chances) -> Resolution:
    """The draft if it is complete or its wording is sure; otherwise the question as typed, with search terms."""
    if not draft.is_dependent or (draft.question != question and is_sure(described, chances)):
        return draft
    terms = search_terms(described, chances)
    words = ", ".join(term.text for term in terms)
    reason = Reason("resolve.terms", {"x": words}) if terms else Reason("resolve.unsure")
    return replace(draft, question=question, reason=reason, antecedents=(), terms=terms)


def is_sure(described: Described, chances: Chances) -> bool:
    """Whether the words that a draft adds from the conversation are likely enough; also where it adds none."""
    added = in_draft(described)
    return not added.any() or float(np.mean(chances[added])) >= WORDING_CHANCE


def search_terms(described: Described, chances: Chances) -> tuple[SearchTerm, ...]:
    """The words with at least `WORD_CHANCE`, most likely first, at most `MAX_TERMS`."""
    likely = [int(at) for at in np.argsort(-chances, kind="stable") if chances[at] >= WORD_CHANCE]
    return tuple([SearchTerm(described.words[at].text, round(float(chances[at]), 4)) for at in likely[:MAX_TERMS]])


def in_draft(described: Described) -> npt.NDArray[np.bool_]:
    """Which candidates the draft adds to the question."""
    return np.asarray(described.features[:, WORD.index("in_draft")] > 0)
