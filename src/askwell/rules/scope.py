"""The chance that a question belongs to an assistant, by its documents, its sample questions and its description."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from askwell.assistant import ScopeSection
from askwell.languages import LANGUAGES, lexicon
from askwell.ports import CollectionMeaning, Embedder
from askwell.rules.nearest import Likeness, Samples, best_mean
from askwell.text.asked import scaffold
from askwell.text.listed import is_listed, read_lists
from askwell.text.match import stem_of, stems, subject_words
from askwell.types import Language, Outcome, Reason, Recalled, ScopeVerdict, SearchTerm, Turn

_MOST_SAMPLES = 100
"""Samples that the scale of a topic is taken from, spread evenly over all."""
_HALF = 0.5
"""Place on the scale of a topic from which a question is nearer to the own samples than to the foreign ones."""
_FRAMING = 0.25
"""Weight of a word of a question's form, against one of its subject."""
_MOST_WORDS = 5
_SAY_NOTHING: frozenset[Outcome | None] = frozenset((None, "chat", "not_found"))
"""Outcomes of turns that do not say whether they were in scope."""
_LEAST_SPAN = 0.05
"""Least difference between own and foreign samples on that scale; less says that the samples tell nothing."""


class Signs(NamedTuple):
    """What tells whether a question belongs to an assistant."""

    topic: float | None
    """How near the question is to the documents, on a scale where foreign samples have 0 and own ones 1.

    Without documents that have vectors, how near it is to the own samples; None without an embedder.
    """
    margin: float
    """Closeness to the own samples minus closeness to the foreign ones, -1 to 1."""
    absent: float | None = None
    """Share of the question's words that neither documents nor own samples have, 0 to 1; None without documents or
    an embedder.

    Words of its form ("difference", "explain") count a quarter.
    """
    named: float = 0.0
    """1 if a word that no frequency list has is in the documents or own samples: a name of theirs; else 0."""
    words: float = 0.0
    """Number of its words of content, `_MOST_WORDS` at most. It counts only after a question in scope."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Of the signs in the logistic curve of the chance."""

    topic: float
    margin: float
    absent: float
    constant: float
    named: float = 0.0
    words: float = 0.0


BY_MEANING = Weights(topic=6.07, margin=5.85, absent=-2.59, named=2.24, constant=-1.55)
BY_SAMPLES = Weights(topic=7.09, margin=6.82, absent=0.0, constant=-2.83)
BY_WORDS = Weights(topic=0.0, margin=9.45, absent=0.0, constant=1.42)
"""Fitted by `python -m bench train-scope`, where eight in ten questions are in scope; `BY_SAMPLES` is for assistants
without documents. By words alone nine in ten are: most questions then show no sign at all, and what is let in wrongly,
or has words that the documents lack, meets the grade of its passages.
"""
IN_CONVERSATION = Weights(topic=3.72, margin=5.25, absent=-2.68, named=1.34, words=-0.56, constant=3.41)
"""Of a question after one in scope, fitted by the same command: eight in ten are in scope. It is often far from the
documents, since it need not name its subject; words that are foreign or absent still speak against it.
"""


def chance(signs: Signs, *, continues: bool = False) -> float:
    """The chance that a question with these signs is in scope, 0 to 1; `continues` after a question in scope."""
    weights = BY_WORDS if signs.topic is None else BY_SAMPLES if signs.absent is None else BY_MEANING
    if continues and weights is BY_MEANING:
        weights = IN_CONVERSATION
    total = weights.topic * (signs.topic or 0.0) + weights.margin * signs.margin + weights.constant
    total += weights.absent * (signs.absent or 0.0) + weights.named * signs.named + weights.words * signs.words
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


@dataclass(frozen=True, slots=True)
class _Scale:
    """Turns a measure of a question into its place between foreign samples, 0, and own ones, 1."""

    foreign: float
    own: float

    def place(self, value: float) -> float:
        return (value - self.foreign) / max(_LEAST_SPAN, self.own - self.foreign)


class RulesScopeJudge:
    """Judges by the documents of the assistant and by its samples, with those of `intents`.

    Without foreign samples, everyday questions take their place.

    The score is the chance in percent. It does not depend on the threshold, which it is compared with.
    """

    def __init__(
        self,
        scope: ScopeSection,
        languages: Sequence[Language],
        embedder: Embedder | None = None,
        *,
        intents: Sequence[Sequence[str]] = (),
        documents: CollectionMeaning | None = None,
        collections: Sequence[str] = (),
    ) -> None:
        self._scope = scope
        self._languages = tuple(languages) or ("en",)
        self._has_samples = any((scope.examples, *intents))
        # Samples of an intent are alike; those of a scope have nothing in common.
        groups = [group for group in (*[(text,) for text in (*scope.examples, scope.about)], *intents) if group]
        self._inside = Samples([text for group in groups for text in group], embedder)
        ends = np.cumsum([len(group) for group in groups])
        self._groups = [np.arange(end - len(group), end) for end, group in zip(ends, groups, strict=True)]
        self._foreign = Samples(scope.foreign or lexicon(self._languages[0]).everyday, embedder)
        self._documents = documents
        self._collections = tuple(collections)
        self._known: dict[Language, frozenset[str]] = {}
        self._samples_scale: _Scale | None = None
        self._documents_scale: tuple[str, _Scale] = ("", _Scale(0.0, 1.0))

    async def judge(
        self,
        question: str,
        recalled: Recalled,
        language: Language,
        *,
        asked: str = "",  # noqa: ARG002
        terms: Sequence[SearchTerm] = (),
    ) -> ScopeVerdict:
        """The verdict on a question with its terms; by other weights after a question in scope."""
        if language not in self._languages:
            language = self._languages[0]
        signs = await self.signs(" ".join([question, *[term.text for term in terms]]), language)
        score = round(100 * chance(signs, continues=_continues(recalled.turns)))
        return ScopeVerdict(score >= self._scope.threshold, score, self._reason(signs, score))

    def _reason(self, signs: Signs, score: int) -> Reason:
        is_near = signs.topic is not None and signs.topic >= _HALF
        if score < self._scope.threshold:
            return Reason("scope.foreign") if signs.margin < 0 else Reason("scope.far")
        if is_near and self._documents_scale[0]:
            return Reason("scope.documents")
        return Reason("scope.inside") if is_near or signs.margin > 0 else Reason("scope.no_sign")

    async def signs(self, question: str, language: Language) -> Signs:
        """The signs of a question. Without own samples only foreign ones speak against it."""
        inside = await self._inside.likeness(question, language)
        foreign = await self._foreign.likeness(question, language)
        closeness = self._own(inside)
        margin = closeness - float(foreign.closeness.max(initial=0.0))
        if not self._has_samples:
            return Signs(None, margin if self._scope.foreign else 0.0)
        if inside.meaning is None:
            return Signs(None, margin)
        near = await self._near_documents(question)
        if near is None:
            near = (await self._scale_of_samples(language)).place(closeness)
        words = float(min(_MOST_WORDS, len(subject_words(question, language))))
        return Signs(near, margin, *await self._absent(question, language), words)

    async def _absent(self, question: str, language: Language) -> tuple[float | None, float]:
        """The signs `absent` and `named` of a question; None and 0 without documents."""
        if self._documents is None:
            return None, 0.0
        asked = subject_words(question, language)
        missing = await self._documents.absent(asked, self._collections, language)
        if missing is None:
            return None, 0.0
        if language not in self._known:
            self._known[language] = frozenset(stems(" ".join(self._inside.texts), language))
        known, framing = self._known[language], scaffold(language)
        await read_lists(LANGUAGES)
        weights = [_FRAMING if word in framing else 1.0 for word in asked]
        lacking = [word in missing and stem_of(word, language) not in known for word in asked]
        named = any(not lacks and not is_listed(word, LANGUAGES) for word, lacks in zip(asked, lacking, strict=True))
        return sum(map(mul, weights, lacking)) / sum(weights) if asked else 0.0, float(named)

    async def _near_documents(self, question: str) -> float | None:
        """The place of a question on the scale of the documents; None without documents that have vectors."""
        if self._documents is None:
            return None
        found = await self._documents.closeness([question], self._collections)
        if found.values and found.revision != self._documents_scale[0]:
            own, foreign = _spread(self._inside.texts), _spread(self._foreign.texts)
            measured = await self._documents.closeness([*own, *foreign], self._collections)
            if len(measured.values) != len(own) + len(foreign):
                return None
            scale = _Scale(_mean(measured.values[len(own) :]), _mean(measured.values[: len(own)]))
            self._documents_scale = (found.revision, scale)
        return self._documents_scale[1].place(found.values[0]) if found.values else None

    async def _scale_of_samples(self, language: Language) -> _Scale:
        """How close own samples are to the others of their kind, and foreign ones to the own."""
        if self._samples_scale is None:
            own = []
            for text in _spread(self._inside.texts):
                likeness = await self._inside.likeness(text, language)
                own.append(self._own(likeness, without=self._inside.texts.index(text)))
            foreign = [self._own(await self._inside.likeness(text, language)) for text in _spread(self._foreign.texts)]
            self._samples_scale = _Scale(_mean(foreign), _mean(own))
        return self._samples_scale

    def _own(self, likeness: Likeness, without: int | None = None) -> float:
        """The closeness of a question to the closest group of own samples, one of them left out."""
        closeness = likeness.closeness
        return max(best_mean(closeness[_others(places, without)]) for places in self._groups)


def _continues(turns: Sequence[Turn]) -> bool:
    """Whether the last turn that tells anything of its scope was in scope: documents were found for its question."""
    outcomes = [turn.outcome for turn in turns if turn.outcome not in _SAY_NOTHING]
    return bool(outcomes) and outcomes[-1] != "declined"


def _others(places: npt.NDArray[np.int64], without: int | None) -> npt.NDArray[np.int64]:
    return places if without is None else places[places != without]


def _spread(texts: Sequence[str]) -> Sequence[str]:
    """At most `_MOST_SAMPLES` of the texts, evenly."""
    return texts[:: max(1, math.ceil(len(texts) / _MOST_SAMPLES))]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))
