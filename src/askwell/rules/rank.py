"""Orders candidates by the scores of the search and by how they contain the question's words."""

import math
from collections.abc import Sequence

from askwell.rules.age import newer_than
from askwell.rules.form import defines
from askwell.text.aside import aside
from askwell.text.asked import asked as form_of
from askwell.text.closeness import Places, coverage, held, nearness, places, rarity, subject_stems
from askwell.text.exact_names import exact_names, holds_name
from askwell.types import Language, Passage

WEIGHTS = {
    "context": 0.8,
    "dense": -0.45,
    "sentence": 0.69,
    "document": 0.3,
    "lexical": 0.39,
    "nearness": 0.25,
    "definition": 0.25,
    "background": 0.15,
}
"""Weight of each feature, which is in standard deviations among the candidates.

`context` less `dense` is what the conversation adds to the question; without a conversation both are one cosine, and
their weights together are its own. That difference and `background` have weights learnt on MTRAG (docs/retrieval.md).
`definition` is chosen: of 1,203 questions two ask what something is. All else is learnt on all everyday questions of
`python -m bench found`; its rows `learnt` leave out the collection that they measure.
"""

STANDING = "standing"
"""Score of a ranked passage: the sum of its features, each in standard deviations above the average candidate."""

LEAST = 10
"""Candidates among which standard deviations tell how far one stands out."""


class FeatureReranker:
    """Port `Reranker` by a weighted sum of features, each in standard deviations among the candidates."""

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
    """The passages best first; a score is the logistic of the sum, 0.5 for an average candidate.

    A passage that has more of the exact names that were typed comes first, whatever it scores.
    A passage that is out of date comes after the newer one that is about as good; it keeps its score.

    The sum itself is the score `standing`, if there are at least `LEAST` passages.
    """
    if not passages:
        return []
    sums = [0.0] * len(passages)
    for name, column in features(question, passages, language, asked, before).items():
        sums = [total + WEIGHTS[name] * value for total, value in zip(sums, standardised(column), strict=True)]
    rated = [
        passage.scored(_logistic(total), standing=total) if len(passages) >= LEAST else passage.scored(_logistic(total))
        for passage, total in zip(passages, sums, strict=True)
    ]
    newer = newer_than(question, passages, sums)
    ranks = [min(total, sums[newer[at]]) if at in newer else total for at, total in enumerate(sums)]
    names = exact_names(asked or question)
    named = [sum(holds_name(_shown(each), name) for name in names) for each in passages]
    order = sorted(range(len(rated)), key=lambda at: (-named[at], -ranks[at], at in newer))
    return [rated[at] for at in order]


def _shown(passage: Passage) -> str:
    return "\n".join((passage.title, *passage.chunk.headings, passage.chunk.text))


def standardised(column: Sequence[float | None]) -> list[float]:
    """Each value less the mean, divided by the standard deviation. A missing value counts as the lowest."""
    known = [value for value in column if value is not None]
    if len(known) < len(column):
        least = min(known)
        known = [least if value is None else value for value in column]
    mean = sum(known) / len(known)
    apart = [value - mean for value in known]
    spread = math.sqrt(sum([value**2 for value in apart]) / len(apart))
    return [value / spread for value in apart] if spread > 1e-9 else [0.0] * len(apart)


def features(
    question: str, passages: Sequence[Passage], language: Language, asked: str = "", before: Sequence[str] = ()
) -> dict[str, Sequence[float | None]]:
    """Features by name, each in the order of the passages, None where a passage lacks it.

    `lexical`, `context` and `dense` are scores of the search. `sentence` is the best cosine of its sentences with the
    question, its own cosine where those of its sentences are not known. Cosines need an embedder. `nearness` is a mean
    over the question and the question as typed. `background` is the share of the other words of earlier questions in
    the passage. `document` is the best score among the other passages of the document. `definition` is how plainly the
    passage defines what a question such as "What is X?" asks for; other questions lack it.
    """
    wordings = [question] if not asked.strip() or asked == question else [question, asked]
    columns: dict[str, Sequence[float | None]] = {
        "lexical": [passage.scores.get("lexical", 0.0) for passage in passages],
        **_by_words(wordings, before, passages, language),
        "document": _best_of_others(passages),
    }
    if (form := form_of(question, language)).for_ == "definition" and form.subject:
        columns["definition"] = [defines(form.subject, passage) for passage in passages]
    meant = {
        "context": [passage.scores.get("context") for passage in passages],
        "dense": [passage.scores.get("dense") for passage in passages],
        "sentence": [max(each.sentences, default=each.scores.get("dense")) for each in passages],
    }
    return columns | {name: column for name, column in meant.items() if column.count(None) < len(column)}


def _by_words(
    wordings: Sequence[str], before: Sequence[str], passages: Sequence[Passage], language: Language
) -> dict[str, list[float]]:
    """How each passage holds the words of the wordings and of the questions before."""
    spoken = sorted({passage.language for passage in passages})
    wanted = {each: [subject_stems(wording, language, each) for wording in wordings] for each in spoken}
    said = {each: _said_before(before, wanted[each], language, each) for each in spoken}
    terms = {each: said[each].union(*wanted[each]) for each in spoken}
    found = [places(_passage_held(passage), terms[passage.language]) for passage in passages]
    rare = {each: [rarity(stems, found) for stems in wanted[each]] for each in spoken}
    rare_before = {each: rarity(said[each], found) for each in spoken}
    texts = [(text, passage.language) for text, passage in zip(found, passages, strict=True)]
    return {
        "nearness": [sum([nearness(each, text) for each in rare[spoke]]) / len(wordings) for text, spoke in texts],
        "background": [coverage(rare_before[spoke], text) for text, spoke in texts],
    }


def _passage_held(passage: Passage) -> Places:
    return held((passage.title, *passage.chunk.headings), passage.chunk.text, passage.language)


def _said_before(
    before: Sequence[str], wanted: Sequence[frozenset[str]], asked_in: Language, language: Language
) -> frozenset[str]:
    """Stems of earlier questions that this one does not hold."""
    said = frozenset[str]().union(*(subject_stems(each, asked_in, language) for each in before))
    return said.difference(*wanted)


def _best_of_others(passages: Sequence[Passage]) -> list[float]:
    """For each passage the best score among the others of its document, 0 to 1 over all passages; 0 for none."""
    if not passages:
        return []
    low, high = min(each.score for each in passages), max(each.score for each in passages)
    by_document: dict[str, list[float]] = {}
    for passage in passages:
        score = (passage.score - low) / (high - low) if high > low else 0.0
        by_document.setdefault(passage.chunk.document_id, []).append(score)
    two_best = {key: sorted(scores, reverse=True)[:2] for key, scores in by_document.items()}
    others = []
    for passage in passages:
        best, *second = two_best[passage.chunk.document_id]
        own = (passage.score - low) / (high - low) if high > low else 0.0
        others.append((second[0] if own >= best else best) if second else 0.0)
    return others


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, value))))
