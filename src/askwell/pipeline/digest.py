"""Updates the memory of a conversation with its latest turns. Runs after the answer, outside the graph."""

from dataclasses import dataclass

from askwell.pipeline.memory_cache import MemoryCache
from askwell.ports import HistorySearcher, Store, Summariser
from askwell.types import Digest, Learnt, Memory, Principal, Topic, Turn, Undigested

MAX_TURNS = 20
"""Maximum turns that one run adds; the next run continues."""
TOPICS_READ = 20
"""Latest entries of the topic index that are passed to the summariser."""


async def digest(
    store: Store,
    principal: Principal,
    session_id: str,
    *,
    summariser: Summariser,
    history_searcher: HistorySearcher | None = None,
    turn: Turn | None = None,
    memory_cache: MemoryCache | None = None,
) -> int:
    """Add final turns of the active branch that are not in memory yet, oldest first. Returns how many were added.

    Each turn is one transaction, so an interrupted run can be continued later. If another process adds the same turns
    first, this run ends. `turn` is the turn that has just ended; if the memory cache covers all turns before it,
    nothing is read from the store. Raises NotFound if the session has been removed, and StorageFailed.
    """
    run = _Digestion(store, principal, session_id, summariser, history_searcher, memory_cache or MemoryCache())
    cached = run.memory_cache.take(principal, session_id, turn)
    if cached is not None and await run.add_first(cached):
        return 1
    for added in range(MAX_TURNS):
        found = await store.memory.undigested(principal, session_id, limit=2, topics=TOPICS_READ)
        if not found.turns or found.turns[0].status == "running" or not await run.add_first(found):
            return added
        if len(found.turns) < 2:
            return added + 1
    return MAX_TURNS


@dataclass(frozen=True)
class _Digestion:
    """Adds turns of one session to its memory."""

    store: Store
    principal: Principal
    session_id: str
    summariser: Summariser
    history_searcher: HistorySearcher | None
    memory_cache: MemoryCache

    async def add_first(self, found: Undigested) -> bool:
        """Add the first of the turns. False if the memory has changed in the meantime."""
        turn = found.turns[0]
        learnt = _skipped(turn, found.memory)
        if may_be_learnt(turn):
            digested = await self.summariser.digest(turn, found.memory, found.topics, turn.language)
            searcher = self.history_searcher
            entry = await searcher.index_entry(turn) if searcher is not None else b""
            learnt = _learnt(turn, found.memory, digested, entry)
        stored = await self.store.memory.learn(self.principal, self.session_id, learnt)
        if stored is None:
            return False
        self.memory_cache.keep(self.principal, self.session_id, found, learnt, stored, topics=TOPICS_READ)
        return True


def may_be_learnt(turn: Turn) -> bool:
    """Whether a turn may be remembered: not if its caller switched memory off.

    Options are stored at the end of a turn, so they are unknown if the process died before; such a turn is skipped.
    """
    if turn.status == "interrupted" and not turn.decisions:
        return False
    return turn.options.use_memory


def _learnt(turn: Turn, memory: Memory, digested: Digest, index_entry: bytes) -> Learnt:
    return Learnt(
        after=memory.up_to,
        topic=Topic(
            turn.id, turn.number, digested.line, digested.topics, tuple(source.document_id for source in turn.sources)
        ),
        summary=digested.summary,
        summary_by=digested.summary_by,
        items=digested.items,
        index_entry=index_entry,
        made_from=memory.changed_at,
    )


def _skipped(turn: Turn, memory: Memory) -> Learnt:
    """For a turn that must not be remembered: an entry without text, which is never shown."""
    return Learnt(memory.up_to, Topic(turn.id, turn.number, "", (), ()), "", made_from=memory.changed_at)
