"""Caches the memory of recently digested conversations, so that the next digest does not have to read it."""

from collections import OrderedDict
from dataclasses import replace

from askwell.types import Item, Learnt, Memory, Principal, TakenIn, Turn, Undigested

MAX_SESSIONS = 1_000
MAX_ITEMS = 64
"""Maximum items per conversation; the latest are kept."""


class MemoryCache:
    """Memory of the sessions digested last, by principal and session. Only first branches; others rarely continue.

    An entry may be outdated. The store rejects a digest made from it if the memory has changed since, in this process
    or in another.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[Principal, str], Undigested] = OrderedDict()

    def take(self, principal: Principal, session_id: str, turn: Turn | None) -> Undigested | None:
        """Remove and return the memory for the digest of a turn that has just ended; None if it must be read."""
        known = self._known.pop((principal, session_id), None)
        if known is None or turn is None or turn.branch or turn.siblings or turn.number != known.memory.up_to + 1:
            return None
        return replace(known, turns=(turn,))

    def keep(
        self, principal: Principal, session_id: str, found: Undigested, learnt: Learnt, stored: TakenIn, *, topics: int
    ) -> None:
        """Cache the memory after the store has accepted a digest."""
        if stored.changed_at is None:
            return
        topic, before = learnt.topic, found.memory
        items = before.items_with(_with_corrected_turns(before, stored.items))[-MAX_ITEMS:]
        memory = Memory(stored.summary, stored.summary_by, topic.number, items, stored.changed_at)
        latest = (*found.topics, topic) if topic.line else found.topics
        self._known[principal, session_id] = Undigested(memory, latest[-topics:], ())
        while len(self._known) > MAX_SESSIONS:
            self._known.popitem(last=False)

    def forget(self, session_id: str) -> None:
        """Remove a session from the cache."""
        for key in [key for key in self._known if key[1] == session_id]:
            del self._known[key]


def _with_corrected_turns(before: Memory, new: tuple[Item, ...]) -> list[Item]:
    """The new items, with the numbers of the turns that they correct."""
    known = {item.id: item for item in before.items}
    pairs = [(item, known.get(item.supersedes_id or "")) for item in new]
    return [replace(item, corrects=(old.number, *old.corrects)[:MAX_ITEMS]) if old else item for item, old in pairs]
