"""Digest: what a conversation remembers is brought up to its last turn. Runs after the answer, outside of the graph."""

from dataclasses import dataclass

from askwell.pipeline.memory_cache import MemoryCache
from askwell.ports import HistorySearcher, Store, Summariser
from askwell.types import Digest, Learnt, Memory, Principal, Topic, Turn, Undigested

MOST_TURNS = 20
"""Turns that one digest takes in; the next one goes on."""
TOPICS_READ = 20
"""Latest entries of the topic index that a digest goes by."""


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
    """Take in the final turns of the active line that memory does not hold yet, oldest first; how many.

    Each turn is one transaction, so what breaks off is gone on with later. Where another digest was faster it has done
    the work, and this one ends. `turn` is the one that has just ended: where what is `at_hand` reaches up to it,
    nothing is read. Raises NotFound when the session is gone, and StorageFailed.
    """
    taking = _Taking(store, principal, session_id, summariser, history_searcher, memory_cache or MemoryCache())
    known = taking.memory_cache.take(principal, session_id, turn)
    if known is not None and await taking.take_in(known):
        return 1
    for taken_in in range(MOST_TURNS):
        found = await store.memory.undigested(principal, session_id, limit=2, topics=TOPICS_READ)
        if not found.turns or found.turns[0].status == "running" or not await taking.take_in(found):
            return taken_in
        if len(found.turns) < 2:
            return taken_in + 1
    return MOST_TURNS


@dataclass(frozen=True)
class _Taking:
    """One session's turns on their way into its memory."""

    store: Store
    principal: Principal
    session_id: str
    summariser: Summariser
    history_searcher: HistorySearcher | None
    memory_cache: MemoryCache

    async def take_in(self, found: Undigested) -> bool:
        """Whether the first turn of what was found is taken in now; it is not when memory has changed meanwhile."""
        turn = found.turns[0]
        learnt = _passed_over(turn, found.memory)
        if may_be_learnt(turn):
            made = await self.summariser.digest(turn, found.memory, found.topics, turn.language)
            searcher = self.history_searcher
            entry = await searcher.index_entry(turn) if searcher is not None else b""
            learnt = _learnt(turn, found.memory, made, entry)
        taken = await self.store.memory.learn(self.principal, self.session_id, learnt)
        if taken is None:
            return False
        self.memory_cache.keep(self.principal, self.session_id, found, learnt, taken, topics=TOPICS_READ)
        return True


def may_be_learnt(turn: Turn) -> bool:
    """Whether a turn may be remembered: not where its caller switched memory off.

    What a caller set is stored with the end of a turn, so nobody knows it of one whose process died.
    """
    if turn.status == "interrupted" and not turn.decisions:
        return False
    return turn.options.use_memory


def _learnt(turn: Turn, memory: Memory, made: Digest, index_entry: bytes) -> Learnt:
    return Learnt(
        after=memory.up_to,
        topic=Topic(turn.id, turn.number, made.line, made.topics, tuple(source.document_id for source in turn.sources)),
        summary=made.summary,
        summary_by=made.summary_by,
        items=made.items,
        index_entry=index_entry,
        made_from=memory.changed_at,
    )


def _passed_over(turn: Turn, memory: Memory) -> Learnt:
    """What a turn that must not be remembered adds: an entry without a line, which nobody is shown."""
    return Learnt(memory.up_to, Topic(turn.id, turn.number, "", (), ()), "", made_from=memory.changed_at)
