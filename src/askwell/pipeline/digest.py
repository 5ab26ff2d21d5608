"""Digest: what a conversation remembers is brought up to its last turn. Runs after the answer, outside of the graph."""

from askwell.pipeline.remember import OPTIONS
from askwell.ports import Recollector, Store, Summariser
from askwell.types import Digest, Learnt, Memory, Principal, Topic, Turn

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
    recollector: Recollector | None = None,
) -> int:
    """Take in the final turns of the active line that memory does not hold yet, oldest first; how many.

    Each turn is one transaction, so what breaks off is gone on with later. Where another digest was faster it has done
    the work, and this one ends. Raises NotFound when the session is gone, and StorageFailed.
    """
    for taken_in in range(MOST_TURNS):
        found = await store.undigested(principal, session_id, limit=2, topics=TOPICS_READ)
        turn = next(iter(found.turns), None)
        if turn is None or turn.status == "running":
            return taken_in
        learnt = _passed_over(turn, found.memory)
        if may_be_learnt(turn):
            made = await summariser.digest(turn, found.memory, found.topics, turn.language)
            imprint = await recollector.imprint(turn) if recollector is not None else b""
            learnt = _learnt(turn, found.memory, made, imprint)
        if not await store.learn(principal, session_id, learnt):
            return taken_in
        if len(found.turns) < 2:
            return taken_in + 1
    return MOST_TURNS


def may_be_learnt(turn: Turn) -> bool:
    """Whether a turn may be remembered: not where its caller switched memory off.

    What a caller set is stored with the end of a turn, so nobody knows it of one whose process died.
    """
    if turn.status == "interrupted" and not turn.decisions:
        return False
    options = (decision.detail for decision in turn.decisions if decision.step == OPTIONS)
    return all(detail.get("use_memory", True) is not False for detail in options)


def _learnt(turn: Turn, memory: Memory, made: Digest, imprint: bytes) -> Learnt:
    return Learnt(
        after=memory.up_to,
        topic=Topic(turn.id, turn.number, made.line, made.topics, tuple(source.document_id for source in turn.sources)),
        summary=made.summary,
        summary_by=made.summary_by,
        items=made.items,
        imprint=imprint,
    )


def _passed_over(turn: Turn, memory: Memory) -> Learnt:
    """What a turn that must not be remembered adds: an entry without a line, which nobody is shown."""
    return Learnt(memory.up_to, Topic(turn.id, turn.number, "", (), ()), "")
