"""Hybrid search over open indexes: lexical and dense scores of every wording, fused into one list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from askwell.knowledge.index_local import LocalIndex, TermWeights, ValueTerms
from askwell.knowledge.terms import question_terms, terms
from askwell.languages import LANGUAGES
from askwell.text.fuse import FusionWeights, by_best, by_spread, weighted_mean
from askwell.types import Language, SearchQuery

DEPTH = 100
"""Number of candidates from each list."""

MEANT = ("dense", "context")
"""Scores that need an embedder: cosines with the first wording and with the query vector.

A candidate also has `near`: the cosine with the query vector as `by_spread` normalises it, which is comparable
between embedders.
"""

ATTACHED = 8
"""Passages of attachments that are found at least: a large collection would hide the few that a conversation has."""

Vector = npt.NDArray[np.float32]
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Meaning:
    """Query vectors of length 1."""

    first: Vector
    """The first wording with the search terms; of a question that stays as typed, mixed with it after the previous
    question, as one text."""
    whole: Vector
    """Mixture of all wordings, search terms and earlier turns."""


@dataclass(frozen=True, slots=True)
class Sought:
    """Indexes of one embedder and the query vectors for them; without vectors they are searched by words only."""

    indexes: Sequence[LocalIndex]
    meaning: Meaning | None
    embedder: str = ""
    """Name of the embedder; empty without one."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk with its fused score and the single scores by name."""

    id: str
    score: float
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Hits:
    """Candidates of one index with their raw scores."""

    lexical: tuple[Mapping[str, float], ...]
    """BM25 by chunk id, for each word query."""
    dense: Mapping[str, float]
    """Cosine with the query vector by chunk id; empty for a search by words only."""
    vectors: Mapping[str, Vector]
    cosines: Vector
    """Cosines of all chunks of the index, not only candidates."""
    attached: frozenset[str] = frozenset()
    """Those of the candidates that are from attachments."""


def mix(vectors: Sequence[Vector], weights: Sequence[float]) -> Vector:
    """The weighted sum of vectors, normalised to length 1."""
    total = np.einsum("nd,n->d", np.stack(vectors), np.asarray(weights, dtype=np.float32))
    return np.asarray(total / max(float(np.linalg.norm(total)), 1e-9), dtype=np.float32)


def find(sought: Sequence[Sought], query: SearchQuery, weights: FusionWeights) -> list[Candidate]:
    """The `k` best chunks of all indexes and at least the `ATTACHED` best of attachments, best first.

    Without any query vectors it searches by words only.

    Every candidate gets a score for every word query and, if there are query vectors for its index, a cosine, whichever
    list found it. Lexical scores are divided by the best of their query; cosines are normalised by mean and standard
    deviation over all chunks of the same embedder. Takes milliseconds: call it in a thread.
    """
    if not query.wordings:
        return []
    spaces = [_combine([_search(index, query, each.meaning) for index in each.indexes], each) for each in sought]
    shares = [1.0] * len(query.wordings) + ([weights.terms] if query.terms else [])
    queries = [_merge([space.hits.lexical[at] for space in spaces]) for at in range(len(shares))]
    lexical = weighted_mean([by_best(scores) for scores in queries], shares)
    attached = frozenset[str]().union(*(space.hits.attached for space in spaces))
    if all(each.meaning is None for each in sought):
        return [Candidate(key, score, {"lexical": score}) for key, score in _best(lexical, query.k, attached)]
    near = _merge([space.near() for space in spaces])
    best = _best(weighted_mean([lexical, near], [weights.lexical, 1.0]), query.k, attached)
    meant = _merge([space.meant([key for key, _ in best]) for space in spaces])
    return [
        Candidate(
            key,
            score,
            {
                "lexical": lexical.get(key, 0.0),
                "near": near.get(key, 0.0),
                **dict(zip(MEANT, meant[key], strict=True)),
            },
        )
        for key, score in best
    ]


def _best(ranked: Mapping[str, float], k: int, attached: frozenset[str]) -> list[tuple[str, float]]:
    """The first `k` candidates, and of the others those from attachments up to `ATTACHED` in all."""
    pairs = list(ranked.items())
    missing = ATTACHED - sum(key in attached for key, _ in pairs[:k])
    return [*pairs[:k], *[pair for pair in pairs[k:] if pair[0] in attached][: max(0, missing)]]


@dataclass(frozen=True, slots=True)
class _Space:
    """Hits in all indexes of one embedder."""

    hits: _Hits
    meaning: Meaning | None

    def near(self) -> dict[str, float]:
        """Chunk id to normalised similarity, 0 to 1, comparable between embedders."""
        cosines = self.hits.cosines
        return by_spread(self.hits.dense, float(cosines.mean()), float(cosines.std())) if len(cosines) else {}

    def meant(self, best: Sequence[str]) -> dict[str, tuple[float, float]]:
        """Chunk id to the scores in `MEANT`, for those of the best chunks that are in this space."""
        if self.meaning is None:
            return {key: (0.0, 0.0) for scores in self.hits.lexical for key in scores}
        own = [key for key in best if key in self.hits.vectors]
        if not own:
            return {}
        cosines = np.stack([self.hits.vectors[key] for key in own]) @ self.meaning.first
        return {key: (float(first), self.hits.dense[key]) for key, first in zip(own, cosines, strict=True)}


def _combine(hits: Sequence[_Hits], sought: Sought) -> _Space:
    """Merge the hits of several indexes."""
    queries = len(hits[0].lexical) if hits else 0
    return _Space(
        _Hits(
            tuple(_merge([each.lexical[at] for each in hits]) for at in range(queries)),
            _merge([each.dense for each in hits]),
            _merge([each.vectors for each in hits]),
            np.concatenate([each.cosines for each in hits]) if hits else np.empty(0, dtype=np.float32),
            frozenset[str]().union(*(each.attached for each in hits)),
        ),
        sought.meaning,
    )


def _merge(parts: Sequence[Mapping[str, Value]]) -> dict[str, Value]:
    return {key: value for part in parts for key, value in part.items()}


def _search(index: LocalIndex, query: SearchQuery, meaning: Meaning | None) -> _Hits:
    queries, values = _word_queries(query, index.languages), _value_terms(query.values)
    lexical = [index.search_terms(weights, query.labels, DEPTH, values) for weights in queries]
    candidates = dict.fromkeys(key for scores in lexical for key in scores)
    dense: dict[str, float] = {}
    cosines = np.empty(0, dtype=np.float32)
    vectors: dict[str, Vector] = {}
    if meaning is not None and len(index.chunks):
        cosines = index.cosines(meaning.whole[None])[:, 0]
        candidates |= dict.fromkeys(index.chunks[row] for row in _best_rows(cosines, index.rows_with(query.labels)))
        rows = index.chunks.rows_of(list(candidates))
        dense = dict(zip(candidates, cosines[rows].tolist(), strict=True))
        vectors = dict(zip(candidates, index.vectors[rows], strict=True))
    scored = tuple(
        scores | index.score_terms(weights, [key for key in candidates if key not in scores], values)
        for weights, scores in zip(queries, lexical, strict=True)
    )
    return _Hits(scored, dense, vectors, cosines, frozenset(candidates) if index.only else frozenset())


def _word_queries(query: SearchQuery, languages: frozenset[Language]) -> list[TermWeights]:
    """A query of each wording, and one of the first wording with the search terms, each weighted by its chance."""
    queries = [dict.fromkeys(question_terms(each, query.language, languages), 1.0) for each in query.wordings]
    if not query.terms:
        return list(queries)
    chances = {
        stem: term.weight
        for term in reversed(query.terms)  # of two forms of a word, the likelier one counts
        for stem in question_terms(term.text, query.language, languages)
    }
    return [*queries, chances | queries[0]]


def _value_terms(values: Sequence[Sequence[str]]) -> list[ValueTerms]:
    """The terms of each spelling of each value. One of single characters would be found everywhere."""
    found = [
        frozenset(frozenset(terms(spelling, language)) for language in LANGUAGES for spelling in spellings)
        for spellings in values
    ]
    return [
        some for each in found if (some := [sorted(words) for words in each if any(len(word) > 1 for word in words)])
    ]


def _best_rows(scores: Vector, allowed: npt.NDArray[np.bool_] | None) -> list[int]:
    """The rows with the highest scores among the allowed ones, at most `DEPTH`, unsorted."""
    rows = np.arange(len(scores)) if allowed is None else np.flatnonzero(allowed)
    if len(rows) > DEPTH:
        rows = rows[np.argpartition(-scores[rows], DEPTH)[:DEPTH]]
    return [int(row) for row in rows]
