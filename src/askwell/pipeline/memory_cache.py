"""What conversations remembered after their last digests in this process, so that the next one need not read it."""

from collections import OrderedDict
from dataclasses import replace

from askwell.types import Item, Learnt, Memory, Principal, TakenIn, Turn, Undigested

MOST_SESSIONS = 1_000
MOST_ITEMS = 64
"""Latest items that are kept of a conversation."""


class MemoryCache:
    """Of the sessions digested last; only on their first line, for the others are seldom gone on with.

    Whatever anybody has changed meanwhile, here or in another process, makes the store refuse what was made from it.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[Principal, str], Undigested] = OrderedDict()

    def take(self, principal: Principal, session_id: str, turn: Turn | None) -> Undigested | None:
        """What a digest of a turn that has just ended goes by; None where that has to be read."""
        known = self._known.pop((principal, session_id), None)
        if known is None or turn is None or turn.branch or turn.siblings or turn.number != known.memory.up_to + 1:
            return None
        return replace(known, turns=(turn,))

    def keep(
        self, principal: Principal, session_id: str, found: Undigested, learnt: Learnt, taken: TakenIn, *, topics: int
    ) -> None:
        """Know what is remembered once the store has taken something in."""
        if taken.changed_at is None:
            return
        topic, before = learnt.topic, found.memory
        items = before.items_with(_correcting(before, taken.items))[-MOST_ITEMS:]
        memory = Memory(taken.summary, taken.summary_by, topic.number, items, taken.changed_at)
        latest = (*found.topics, topic) if topic.line else found.topics
        self._known[principal, session_id] = Undigested(memory, latest[-topics:], ())
        while len(self._known) > MOST_SESSIONS:
            self._known.popitem(last=False)

    def forget(self, session_id: str) -> None:
        """Know nothing of a session."""
        for key in [key for key in self._known if key[1] == session_id]:
            del self._known[key]


def _correcting(before: Memory, new: tuple[Item, ...]) -> list[Item]:
    """The new ones with the turns that they correct."""
    known = {item.id: item for item in before.items}
    pairs = [(item, known.get(item.supersedes_id or "")) for item in new]
    return [replace(item, corrects=(old.number, *old.corrects)[:MOST_ITEMS]) if old else item for item, old in pairs]
