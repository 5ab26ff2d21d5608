"""The port `HistorySearcher` over the turn index of a store, with recently used branches cached in memory."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from askwell.errors import BrokenWeights, ModelFailed
from askwell.history_search.branch_cache import BranchCache, Key
from askwell.history_search.branch_index import EARLY_TURNS, Line
from askwell.history_search.query import Sought, sought
from askwell.history_search.score import weights
from askwell.history_search.turn_index import meant_text, pack, quantised, tells, turn_unit
from askwell.history_search.units import Floats
from askwell.ports import Embedder, Store, Vectors
from askwell.types import Principal, Recollection, Turn

LOG = logging.getLogger("askwell")

_PAGE_SIZE = 500
_LARGE_PAGE = 50
"""Pages with more index entries than this are unpacked in a thread."""


class BranchSearcher:
    """Finds older turns by words and, with an embedder, by vectors."""

    def __init__(self, store: Store, embedder: Embedder | None = None) -> None:
        self._store = store
        self._embedder = embedder
        self.cache = BranchCache()
        weights()  # read the file now, so that no turn blocks the event loop with it

    async def index_entry(self, turn: Turn) -> bytes:
        """Stems and, after the first turns, a vector; empty for a turn that cannot answer a later question."""
        if not tells(turn):
            return b""
        if self._embedder is None or turn.number <= EARLY_TURNS:
            return pack(turn_unit(turn))
        (vector,) = await self._turn_vectors([turn])
        return pack(turn_unit(turn, None if vector is None else quantised(vector)), self._embedder.name)

    async def find(
        self, principal: Principal, turn: Turn, question: str, *, oldest_in_window: int, k: int
    ) -> list[Recollection]:
        below = min(turn.number, oldest_in_window)
        line = await self._line(principal, turn, below)
        if not line.units.count or k < 1:
            return []
        wanted = sought(question, turn.language, line.units.speakers)
        if not line.may_tell(wanted, below):
            return []
        return line.best(await self._with_vector(wanted, line), self._name, below, k)

    @property
    def _name(self) -> str:
        return self._embedder.name if self._embedder is not None else "none"

    async def _line(self, principal: Principal, turn: Turn, below: int) -> Line:
        """The branch of a turn, with all index entries below `below`.

        The cache is usually complete, so that nothing is read. The store checks the owner of the branch here and when
        the turns that were found are read.
        """
        key = _key(principal, turn)
        line = self.cache.get(key, turn.number)
        page_size = _PAGE_SIZE if line.last < below - 1 else 0
        while page_size == _PAGE_SIZE:
            page = await self._store.memory.index_entries(
                principal, turn.session_id, before=turn.number, after=line.last, limit=_PAGE_SIZE
            )
            page_size = len(page)
            if page_size > _LARGE_PAGE:
                await asyncio.to_thread(line.take, page, self._name)
            else:
                line.take(page, self._name)
        if self._embedder is not None and line.early:
            early = line.early
            turns = [await self._store.turns.get(principal, turn.session_id, number) for number in early]
            line.give_vectors(early, await self._turn_vectors(turns))
        self.cache.keep(key, line)
        return line

    async def _with_vector(self, wanted: Sought, line: Line) -> Sought:
        """The question with a vector, if turns of the branch have vectors."""
        if self._embedder is None or not line.units.have_meaning:
            return wanted
        vectors = await self._embed([wanted.text], "query")
        return replace(wanted, vector=vectors[0]) if len(vectors) else wanted

    async def _turn_vectors(self, turns: Sequence[Turn]) -> list[Floats | None]:
        """A vector of each turn; None if the model fails.

        A question that documents answered is embedded as a question, which its search has just done, so that the
        vector usually comes from the cache.
        """
        vectors: dict[int, Floats] = {}
        kinds: tuple[Literal["query", "passage"], ...] = ("query", "passage")
        for kind in kinds:
            own = [turn for turn in turns if bool(turn.sources) == (kind == "query")]
            rows = await self._embed([meant_text(turn) for turn in own], kind) if own else ()
            vectors |= {turn.number: row for turn, row in zip(own, rows, strict=False)}
        return [vectors.get(turn.number) for turn in turns]

    async def _embed(self, texts: Sequence[str], kind: Literal["query", "passage"]) -> Vectors:
        """One row per text; no rows if the model fails, because a search by words still finds most turns."""
        assert self._embedder is not None, "only called with an embedder"
        try:
            return await self._embedder.embed(texts, kind=kind)
        except BrokenWeights:  # the embedder has logged it
            return np.zeros((0, 0), dtype=np.float32)
        except ModelFailed as failure:
            LOG.warning("older turns are searched by words only: %s", failure)
            return np.zeros((0, 0), dtype=np.float32)


def _key(principal: Principal, turn: Turn) -> Key:
    return (principal.tenant, principal.user, turn.session_id, turn.branch)
