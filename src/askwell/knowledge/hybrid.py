"""Hybrid search over opened indexes: words and meaning, every wording, one list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from askwell.knowledge.index_local import LexicalBoosts, LocalIndex
from askwell.knowledge.terms import question_terms
from askwell.text.fuse import FusionWeights, by_best, by_spread, weighted_mean
from askwell.types import SearchQuery

DEPTH = 100
"""Candidates that each list brings."""

AGREEING = 5
"""Best candidates whose middle the others are compared with: what the best agree on is likely what was meant."""

Vector = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a search means, as vectors of length 1."""

    first: Vector
    """The first wording."""
    whole: Vector
    """All wordings, and what was said before."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk as found: its fused score and the parts, by name."""

    id: str
    score: float
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Found:
    """One index's candidates with their scores, unnormalised."""

    lexical: tuple[Mapping[str, float], ...]
    """BM25 by chunk id, for each wording."""
    dense: Mapping[str, float]
    """Cosine with the whole meaning by chunk id; empty when searching by words alone."""
    vectors: Mapping[str, Vector]
    cosines: Vector
    """Cosines of all chunks of the index, candidates or not."""


def mix(vectors: Sequence[Vector], weights: Sequence[float]) -> Vector:
    """The weighted sum of vectors, brought to length 1."""
    total = np.einsum("nd,n->d", np.stack(vectors), np.asarray(weights, dtype=np.float32))
    return np.asarray(total / max(float(np.linalg.norm(total)), 1e-9), dtype=np.float32)


def find(
    indexes: Sequence[LocalIndex],
    query: SearchQuery,
    meaning: Meaning | None,
    weights: FusionWeights,
    boosts: LexicalBoosts,
) -> list[Candidate]:
    """The `k` best chunks of all indexes, best first; without a meaning it searches by words alone.

    Every candidate is scored by every wording and by the meaning, whichever list brought it. Lexical scores count over
    the best of their wording, cosines by how far they stand above those of all chunks. Works for milliseconds: call it
    in a thread.
    """
    found = [_search(index, query, meaning, boosts) for index in indexes]
    if not found or not query.wordings:
        return []
    shares = [weights.first_wording] + [weights.other_wordings] * (len(query.wordings) - 1)
    wordings = [_merge([one.lexical[at] for one in found]) for at in range(len(query.wordings))]
    lexical = weighted_mean([by_best(scores) for scores in wordings], shares)
    if meaning is None:
        return [Candidate(key, score, {"lexical": score}) for key, score in list(lexical.items())[: query.k]]
    dense = _merge([one.dense for one in found])
    vectors = {key: vector for one in found for key, vector in one.vectors.items()}
    all_cosines = np.concatenate([one.cosines for one in found])
    near = by_spread(dense, float(all_cosines.mean()), float(all_cosines.std())) if len(all_cosines) else {}
    fused = weighted_mean([lexical, near], [weights.lexical, weights.dense])
    best = list(fused.items())[: query.k]
    if not best:
        return []
    middle = mix([vectors[key] for key, _ in best[:AGREEING]], [1.0] * len(best[:AGREEING]))
    cosines = np.stack([vectors[key] for key, _ in best]) @ np.stack([meaning.first, middle]).T
    return [
        Candidate(
            key,
            score,
            {
                "lexical": lexical.get(key, 0.0),
                "dense": float(first),
                "context": dense[key],
                "agreement": float(agreement),
            },
        )
        for (key, score), (first, agreement) in zip(best, cosines, strict=True)
    ]


def _merge(parts: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {key: score for part in parts for key, score in part.items()}


def _search(index: LocalIndex, query: SearchQuery, meaning: Meaning | None, boosts: LexicalBoosts) -> _Found:
    wanted = [question_terms(wording, query.language, index.languages) for wording in query.wordings]
    lexical = [index.search_terms(words, query.labels, boosts, DEPTH) for words in wanted]
    candidates = dict.fromkeys(key for found in lexical for key in found)
    dense: dict[str, float] = {}
    cosines = np.empty(0, dtype=np.float32)
    if meaning is not None and index.ids:
        cosines = index.cosines(meaning.whole[None])[:, 0]
        candidates |= dict.fromkeys(index.ids[row] for row in _best_rows(cosines, index.rows_with(query.labels)))
        dense = {key: float(cosines[index.row_of[key]]) for key in candidates}
    scored = tuple(
        found | index.score_terms(words, [key for key in candidates if key not in found], boosts)
        for words, found in zip(wanted, lexical, strict=True)
    )
    return _Found(scored, dense, {key: index.vectors[index.row_of[key]] for key in dense}, cosines)


def _best_rows(scores: Vector, allowed: npt.NDArray[np.bool_] | None) -> list[int]:
    """Rows with the highest scores among those allowed, at most `DEPTH`."""
    rows = np.arange(len(scores)) if allowed is None else np.flatnonzero(allowed)
    if len(rows) > DEPTH:
        rows = rows[np.argpartition(-scores[rows], DEPTH)[:DEPTH]]
    return [int(row) for row in rows]
