"""Hybrid search over opened indexes: words and meaning, every wording, one list."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from askwell.knowledge.index_local import LexicalBoosts, LocalIndex
from askwell.knowledge.terms import question_terms
from askwell.ports import Vectors
from askwell.text.fuse import FusionWeights, by_best, by_range, weighted_mean
from askwell.types import SearchQuery

DEPTH = 100
"""Candidates that each list of each wording brings."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk as found: its fused score and the parts, by name."""

    id: str
    score: float
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Scores:
    """One wording's scores of all candidates, unnormalised."""

    lexical: Mapping[str, float]
    dense: Mapping[str, float]


def find(
    indexes: Sequence[LocalIndex],
    query: SearchQuery,
    embedded: Vectors | None,
    weights: FusionWeights,
    boosts: LexicalBoosts,
) -> list[Candidate]:
    """The `k` best chunks of all indexes, best first; `embedded` has a row a wording, None searches by words alone.

    Every candidate is scored by every wording in both ways, whichever list brought it. Lexical scores count over the
    best of their wording, cosines between the lowest and the highest among the candidates. Works for milliseconds: call
    it in a thread.
    """
    wordings = [_score_wordings(index, query, embedded, boosts) for index in indexes]
    merged = [_merge(parts) for parts in zip(*wordings, strict=True)]
    if not merged:
        return []
    fused = weighted_mean(
        [_fuse_wording(scores, weights, embedded is not None) for scores in merged],
        [weights.first_wording] + [weights.other_wordings] * (len(merged) - 1),
    )
    lexical, dense = by_best(merged[0].lexical), merged[0].dense
    found = [
        Candidate(key, score, {"lexical": lexical.get(key, 0.0)} | ({"dense": dense[key]} if key in dense else {}))
        for key, score in fused.items()
    ]
    return found[: query.k]


def _fuse_wording(scores: _Scores, weights: FusionWeights, has_dense: bool) -> dict[str, float]:
    lexical = by_best(scores.lexical)
    if not has_dense:
        return lexical
    return weighted_mean([lexical, by_range(scores.dense)], [weights.lexical, weights.dense])


def _merge(parts: Iterable[_Scores]) -> _Scores:
    lexical: dict[str, float] = {}
    dense: dict[str, float] = {}
    for part in parts:
        lexical |= part.lexical
        dense |= part.dense
    return _Scores(lexical, dense)


def _score_wordings(
    index: LocalIndex, query: SearchQuery, embedded: Vectors | None, boosts: LexicalBoosts
) -> list[_Scores]:
    wanted = [question_terms(wording, query.language, index.languages) for wording in query.wordings]
    lexical = [index.search_terms(words, query.labels, boosts, DEPTH) for words in wanted]
    candidates = dict.fromkeys(key for found in lexical for key in found)
    cosines: npt.NDArray[np.float32] | None = None
    if embedded is not None and index.ids:
        cosines = index.cosines(embedded)
        allowed = index.rows_with(query.labels)
        for scores in cosines.T:
            candidates |= dict.fromkeys(index.ids[row] for row in _best_rows(scores, allowed))
    rows = [index.row_of[key] for key in candidates]
    scored = []
    for number, (words, found) in enumerate(zip(wanted, lexical, strict=True)):
        missing = [key for key in candidates if key not in found]
        column = None if cosines is None else cosines[rows, number]
        dense = {} if column is None else dict(zip(candidates, column.tolist(), strict=True))
        scored.append(_Scores(found | index.score_terms(words, missing, boosts), dense))
    return scored


def _best_rows(scores: npt.NDArray[np.float32], allowed: npt.NDArray[np.bool_] | None) -> list[int]:
    """Rows with the highest scores among those allowed, at most `DEPTH`."""
    rows = np.arange(len(scores)) if allowed is None else np.flatnonzero(allowed)
    if len(rows) > DEPTH:
        rows = rows[np.argpartition(-scores[rows], DEPTH)[:DEPTH]]
    return [int(row) for row in rows]
