"""Hybrid search over opened indexes: words and meaning, every wording, one list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

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

MEANT = ("dense", "context", "agreement")
"""Scores that need an embedder: cosine with the first wording, with the whole meaning, with what the best agree on."""

Vector = npt.NDArray[np.float32]
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a search means, as vectors of length 1."""

    first: Vector
    """The first wording."""
    whole: Vector
    """All wordings, and what was said before."""


@dataclass(frozen=True, slots=True)
class Sought:
    """Indexes whose vectors can be compared, and what a search means among them; None goes by words alone there."""

    indexes: Sequence[LocalIndex]
    meaning: Meaning | None


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
    sought: Sequence[Sought], query: SearchQuery, weights: FusionWeights, boosts: LexicalBoosts
) -> list[Candidate]:
    """The `k` best chunks of all indexes, best first; where nothing is meant anywhere it searches by words alone.

    Every candidate is scored by every wording and by the meaning among its own, whichever list brought it. Lexical
    scores count over the best of their wording, cosines by how far they stand above those of all chunks they can be
    compared with. Works for milliseconds: call it in a thread.
    """
    if not query.wordings:
        return []
    spaces = [_gather([_search(index, query, each.meaning, boosts) for index in each.indexes], each) for each in sought]
    shares = [weights.first_wording] + [weights.other_wordings] * (len(query.wordings) - 1)
    wordings = [_merge([space.found.lexical[at] for space in spaces]) for at in range(len(query.wordings))]
    lexical = weighted_mean([by_best(scores) for scores in wordings], shares)
    if all(each.meaning is None for each in sought):
        return [Candidate(key, score, {"lexical": score}) for key, score in list(lexical.items())[: query.k]]
    near = _merge([space.near() for space in spaces])
    best = list(weighted_mean([lexical, near], [weights.lexical, weights.dense]).items())[: query.k]
    meant = _merge([space.meant([key for key, _ in best]) for space in spaces])
    return [
        Candidate(key, score, {"lexical": lexical.get(key, 0.0), **dict(zip(MEANT, meant[key], strict=True))})
        for key, score in best
    ]


@dataclass(frozen=True, slots=True)
class _Space:
    """What the indexes of one `Sought` brought together."""

    found: _Found
    meaning: Meaning | None

    def near(self) -> dict[str, float]:
        """Chunk id to how near it is to what is meant, 0 to 1, comparable with other spaces."""
        cosines = self.found.cosines
        return by_spread(self.found.dense, float(cosines.mean()), float(cosines.std())) if len(cosines) else {}

    def meant(self, best: Sequence[str]) -> dict[str, tuple[float, float, float]]:
        """Of its chunks among the best, in their order: the values that `MEANT` names."""
        if self.meaning is None:
            return {key: (0.0, 0.0, 0.0) for scores in self.found.lexical for key in scores}
        own = [key for key in best if key in self.found.vectors]
        if not own:
            return {}
        vectors = self.found.vectors
        middle = mix([vectors[key] for key in own[:AGREEING]], [1.0] * len(own[:AGREEING]))
        cosines = np.stack([vectors[key] for key in own]) @ np.stack([self.meaning.first, middle]).T
        return {
            key: (float(first), self.found.dense[key], float(agreement))
            for key, (first, agreement) in zip(own, cosines, strict=True)
        }


def _gather(found: Sequence[_Found], sought: Sought) -> _Space:
    """The candidates of several indexes as those of one."""
    wordings = len(found[0].lexical) if found else 0
    return _Space(
        _Found(
            tuple(_merge([one.lexical[at] for one in found]) for at in range(wordings)),
            _merge([one.dense for one in found]),
            _merge([one.vectors for one in found]),
            np.concatenate([one.cosines for one in found]) if found else np.empty(0, dtype=np.float32),
        ),
        sought.meaning,
    )


def _merge(parts: Sequence[Mapping[str, Value]]) -> dict[str, Value]:
    return {key: value for part in parts for key, value in part.items()}


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
