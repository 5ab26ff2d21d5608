"""The port `HistorySearcher` over the turn index of a store, with the lines of the latest conversations in memory."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from askwell.errors import ModelFailed
from askwell.history_search.branch_index import EARLY_TURNS, Line
from askwell.history_search.query import Sought, sought
from askwell.history_search.score import weights
from askwell.history_search.turn_index import meant_text, pack, quantised, tells, turn_unit
from askwell.ports import Embedder, Store, Vectors
from askwell.types import Principal, Recollection, Turn

LOG = logging.getLogger("askwell")

MOST_LINES = 64
"""Lines of conversations that a process keeps at hand."""

MOST_TURNS = 8_192
"""Latest turns of a line that are searched."""

_OVER = 1_024
"""Turns by which a line may outgrow that before its oldest ones are let go."""

_PAGE = 500
_LONG = 50
"""Index entries, from which on a page is unpacked in a thread."""

_Key = tuple[str, str, str, int]
"""Tenant, user, session and branch."""


class BranchSearcher:
    """Finds older turns by their words and, where there is an embedder, by their meaning."""

    def __init__(self, store: Store, embedder: Embedder | None = None) -> None:
        self._store = store
        self._embedder = embedder
        self._lines: OrderedDict[_Key, Line] = OrderedDict()
        weights()  # read the file now, not on the event loop in the middle of a turn

    async def index_entry(self, turn: Turn) -> bytes:
        """Stems and, after the first turns, a vector; nothing for a turn without content."""
        if not tells(turn):
            return b""
        if self._embedder is None or turn.number <= EARLY_TURNS:
            return pack(turn_unit(turn))
        vectors = await self._embedded([meant_text(turn)], "passage")
        return pack(turn_unit(turn, quantised(vectors[0]) if len(vectors) else None), self._embedder.name)

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
        return line.best(await self._meant(wanted, line), self._name, below, k)

    @property
    def _name(self) -> str:
        return self._embedder.name if self._embedder is not None else "none"

    async def _line(self, principal: Principal, turn: Turn, below: int) -> Line:
        """The line that leads to a turn, with all that has been learnt of its turns below a number.

        What is kept in memory of a line goes up to its last index entry, so mostly there is nothing to read. The store
        checks who owns the line, here and where the turns that were found are read.
        """
        line = self._kept(_key(principal, turn), turn.number)
        page_size = _PAGE if line.last < below - 1 else 0
        while page_size == _PAGE:
            page = await self._store.memory.index_entries(
                principal, turn.session_id, before=turn.number, after=line.last, limit=_PAGE
            )
            page_size = len(page)
            if page_size > _LONG:
                await asyncio.to_thread(line.take, page, self._name)
            else:
                line.take(page, self._name)
        if self._embedder is not None and line.early:
            early = line.early
            turns = [await self._store.turns.get(principal, turn.session_id, number) for number in early]
            texts = [meant_text(each) for each in turns]
            line.give_vectors(early, await self._embedded(texts, "passage"))
        return line

    def _kept(self, key: _Key, number: int) -> Line:
        """The line as it was left, or a new one; the ones used least are let go."""
        line = self._lines.get(key)
        if line is None or line.units.count > MOST_TURNS + _OVER:
            line = self._lines[key] = Line(max(0, number - 1 - MOST_TURNS))
        self._lines.move_to_end(key)
        while len(self._lines) > MOST_LINES:
            self._lines.popitem(last=False)
        return line

    async def _meant(self, wanted: Sought, line: Line) -> Sought:
        """With a vector, where turns of the line have theirs."""
        if self._embedder is None or not line.units.have_meaning:
            return wanted
        vectors = await self._embedded([wanted.text], "query")
        return replace(wanted, vector=vectors[0]) if len(vectors) else wanted

    async def _embedded(self, texts: Sequence[str], kind: Literal["query", "passage"]) -> Vectors:
        """A row a text; none at all where the model fails, for words alone find much."""
        assert self._embedder is not None, "called where there is one"
        try:
            return await self._embedder.embed(texts, kind=kind)
        except ModelFailed as failure:
            LOG.warning("older turns are looked for by their words alone: %s", failure)
            return np.zeros((0, 0), dtype=np.float32)


def _key(principal: Principal, turn: Turn) -> _Key:
    return (principal.tenant, principal.user, turn.session_id, turn.branch)
