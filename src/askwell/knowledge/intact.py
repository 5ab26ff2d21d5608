"""Search with the parts of indexes that are not damaged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from askwell.knowledge.hybrid import Candidate, Sought, find
from askwell.knowledge.index_files import Part
from askwell.knowledge.index_local import LexicalDamaged, LocalIndex
from askwell.text.fuse import FusionWeights
from askwell.types import SearchQuery


@dataclass(frozen=True, slots=True)
class Found:
    """What a search brought, and the indexes that have to be rebuilt."""

    candidates: Sequence[Candidate]
    damaged: Sequence[LocalIndex]
    lost: Sequence[LocalIndex]
    """Those of `damaged` that no part was left of for this search."""
    gone: Sequence[LocalIndex]
    """Indexes whose files were removed, as by another process that has rebuilt them."""
    raised: bool
    """Whether an index raised an error although its files are unchanged."""


def find_intact(sought: Sequence[Sought], query: SearchQuery, weights: FusionWeights) -> Found:
    """`find` over what is not damaged. Where vectors are damaged, all indexes are searched by words.

    Blocking; works for milliseconds.
    """
    damage: dict[str, frozenset[Part]] = {
        str(index.folder): parts for each in sought for index in each.indexes if (parts := index.changed_parts())
    }
    raised = False
    while True:
        try:
            candidates = find(_without(sought, damage), query, weights)
        except LexicalDamaged as error:
            damage[error.folder] = damage.get(error.folder, frozenset()) | {"lexical"}
            raised = True
            continue
        damaged = [index for each in sought for index in each.indexes if str(index.folder) in damage]
        by_meaning = any(each.meaning is not None for each in _without(sought, damage))
        lost = [index for index in damaged if "lexical" in damage[str(index.folder)] and not by_meaning]
        gone = [index for each in sought for index in each.indexes if index.is_gone()]
        return Found(candidates, damaged, lost, gone, raised)


def _without(sought: Sequence[Sought], damage: Mapping[str, frozenset[Part]]) -> list[Sought]:
    no_vectors = any("vectors" in parts for parts in damage.values())
    return [
        Sought(
            [
                replace(index, lexical=None) if "lexical" in damage.get(str(index.folder), ()) else index
                for index in each.indexes
            ],
            None if no_vectors else each.meaning,
            each.embedder,
        )
        for each in sought
    ]
