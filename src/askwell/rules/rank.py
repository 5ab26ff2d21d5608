"""Ordering candidates by what a search knows of them and how they hold the question's words, with learnt weights."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files

from askwell.rules.aside import aside
from askwell.text.closeness import (
    OPENING,
    Places,
    coverage,
    nearness,
    places,
    rarity,
    spellings,
    split,
    subject_stems,
)
from askwell.types import Language, Passage

Features = dict[str, float]
"""What speaks for a candidate, by name; comparable between the candidates of one search."""

MEANT = ("context", "agreement")
"""Parts of a passage's score that need an embedder: near what is meant, and near what the best agree on."""


@cache
def weights() -> Mapping[str, Mapping[str, float]]:
    """The learnt weights, `hybrid` and `lexical` (no embedder); made by `bench train-retrieval`."""
    loaded: Mapping[str, Mapping[str, float]] = json.loads(
        files("askwell.rules").joinpath("ranking.json").read_text(encoding="utf-8")
    )
    return loaded


class FeatureReranker:
    """Port `Reranker` by a weighted sum of features, each in standard deviations among the candidates."""

    def __init__(self) -> None:
        weights()  # read the file now, not on the event loop in the middle of a turn

    async def rerank(
        self,
        question: str,
        passages: Sequence[Passage],
        language: Language,
        *,
        asked: str = "",
        before: Sequence[str] = (),
    ) -> list[Passage]:
        chars = sum(len(passage.chunk.text) for passage in passages)
        return await aside(chars, rerank, question, passages, language, asked, before)


def rerank(
    question: str, passages: Sequence[Passage], language: Language, asked: str = "", before: Sequence[str] = ()
) -> list[Passage]:
    """The passages best first; a score is the logistic of the sum, 0.5 for an average candidate."""
    found = standardised(features(question, passages, language, asked, before))
    learnt = weights()["hybrid" if any("dense" in passage.scores for passage in passages) else "lexical"]
    rated = [
        replace(passage, score=_logistic(sum(learnt.get(name, 0.0) * value for name, value in values.items())))
        for passage, values in zip(passages, found, strict=True)
    ]
    return sorted(rated, key=lambda passage: -passage.score)


def features(
    question: str, passages: Sequence[Passage], language: Language, asked: str = "", before: Sequence[str] = ()
) -> list[Features]:
    """Features of each passage, in the order given.

    `lexical` and what an embedder says stand in the passage's scores; `nearness` and `opening` are means over the
    question and the question as typed; `background` is how much the passage holds of the other words of the questions
    before; `document` is the best score among the other passages of the document.
    """
    wordings = [question] if not asked.strip() or asked == question else [question, asked]
    held = _held(wordings, before, passages, language)
    return [
        {
            "lexical": passage.scores.get("lexical", 0.0),
            **words,
            "document": beside,
            **{name: passage.scores[name] for name in MEANT if name in passage.scores},
        }
        for passage, words, beside in zip(passages, held, _beside(passages), strict=True)
    ]


def standardised(found: Sequence[Features]) -> list[Features]:
    """Each feature less its mean, over its standard deviation; what a candidate lacks counts as the least of them."""
    names = sorted({name for values in found for name in values})
    columns = {}
    for name in names:
        least = min(values[name] for values in found if name in values)
        column = [values.get(name, least) for values in found]
        mean = sum(column) / len(column)
        spread = math.sqrt(sum((value - mean) ** 2 for value in column) / len(column))
        columns[name] = [(value - mean) / spread if spread > 1e-9 else 0.0 for value in column]
    return [{name: columns[name][at] for name in names} for at in range(len(found))]


def _shown(passage: Passage) -> tuple[str, ...]:
    """The words of a passage, those of its title and headings first."""
    text = passage.chunk.text
    above = [part for part in (passage.title, *passage.chunk.headings) if part and not text.startswith(part)]
    return split("\n".join(above)) + split(text) if above else split(text)


def _held(
    wordings: Sequence[str], before: Sequence[str], passages: Sequence[Passage], language: Language
) -> list[Features]:
    """How each passage holds the words of the wordings and of the questions before."""
    texts = [_shown(passage) for passage in passages]
    spoken = sorted({passage.language for passage in passages})
    wanted = {each: [subject_stems(wording, language, each) for wording in wordings] for each in spoken}
    said = {each: _said_before(before, wanted[each], language, each) for each in spoken}
    spelt = {
        each: spellings(
            (text for text, passage in zip(texts, passages, strict=True) if passage.language == each),
            said[each].union(*wanted[each]),
            each,
        )
        for each in spoken
    }
    found = [places(text, spelt[passage.language]) for text, passage in zip(texts, passages, strict=True)]
    rare = {each: ([rarity(stems, found) for stems in wanted[each]], rarity(said[each], found)) for each in spoken}
    return [_words(*rare[passage.language], text) for text, passage in zip(found, passages, strict=True)]


def _said_before(
    before: Sequence[str], wanted: Sequence[frozenset[str]], asked_in: Language, language: Language
) -> frozenset[str]:
    """Stems of earlier questions that this one does not hold."""
    said = frozenset[str]().union(*(subject_stems(each, asked_in, language) for each in before))
    return said.difference(*wanted)


def _words(wordings: Sequence[Mapping[str, float]], background: Mapping[str, float], text: Places) -> Features:
    return {
        "nearness": sum(nearness(each, text) for each in wordings) / len(wordings),
        "opening": sum(coverage(each, text, OPENING) for each in wordings) / len(wordings),
        "background": coverage(background, text),
    }


def _beside(passages: Sequence[Passage]) -> list[float]:
    """For each passage the best score among the others of its document, 0 to 1 over all passages; 0 for none."""
    if not passages:
        return []
    low, high = min(each.score for each in passages), max(each.score for each in passages)
    by_document: dict[str, list[float]] = {}
    for passage in passages:
        score = (passage.score - low) / (high - low) if high > low else 0.0
        by_document.setdefault(passage.chunk.document_id, []).append(score)
    two_best = {key: sorted(scores, reverse=True)[:2] for key, scores in by_document.items()}
    beside = []
    for passage in passages:
        best, *second = two_best[passage.chunk.document_id]
        own = (passage.score - low) / (high - low) if high > low else 0.0
        beside.append((second[0] if own >= best else best) if second else 0.0)
    return beside


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, value))))
