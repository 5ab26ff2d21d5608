"""The memory of one conversation in the process. `sql/memory_reads.py` and `sql/memory_writes.py` do this in SQL."""

from bisect import insort
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from askwell.stores.common import validation
from askwell.stores.common.defaults import ITEMS_READ, in_force
from askwell.types import CarriedMemory, Item, Learnt, Memory, Summary, TakenIn, Topic, TurnIndexEntry


@dataclass(frozen=True, slots=True)
class BranchPath:
    """The turn numbers of a branch, the latest first. They are generated lazily."""

    parents: Sequence[int]
    """For each turn of the conversation the number of its parent; 0 for none."""
    tip: int
    """Number of the latest turn; 0 for a branch without turns."""

    def __iter__(self) -> Iterator[int]:
        number = self.tip
        while number > 0:
            yield number
            number = self.parents[number - 1]

    def above(self, after: int) -> Iterator[int]:
        """The numbers above `after`. Stops at the first lower one, since they are descending."""
        for number in self:
            if number <= after:
                return
            yield number

    def includes(self, number: int) -> bool:
        """Whether the branch includes a turn. Number 0, before the first turn, is on every branch."""
        return number == 0 or next((each for each in self if each <= number), 0) == number


@dataclass
class MemoryState:
    """Summaries by branch number; topics, index entries and items by turn number."""

    summaries: dict[int, Summary] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    """An empty line marks a deleted topic."""
    index_entries: dict[int, bytes] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    """Sorted by turn number."""

    @classmethod
    def of(cls, carried: CarriedMemory) -> "MemoryState":
        """The state of imported memory."""
        return cls(
            {each.branch: each for each in carried.summaries},
            {each.number: each for each in carried.topics},
            {each.number: each.packed for each in carried.index_entries},
            list(carried.items),
        )

    def carried(self, id_of: Callable[[int], str]) -> CarriedMemory:
        """The memory of all branches, for export. `id_of` returns a turn's id for its number."""
        return CarriedMemory(
            tuple(self.summaries[branch] for branch in sorted(self.summaries)),
            tuple(self.topics[number] for number in sorted(self.topics)),
            tuple(self.items),
            tuple(
                TurnIndexEntry(number, id_of(number), self.index_entries[number])
                for number in sorted(self.index_entries)
            ),
        )

    def summary(self, path: BranchPath, branch: int) -> Summary:
        """The summary of a branch; its `up_to` is the last digested turn.

        Without a stored summary that fits the branch, the latest one of any branch that ends at a turn of this one.
        """
        own = self.summaries.get(branch)
        if own is not None and path.includes(own.up_to):
            return own
        usable = [each for each in self.summaries.values() if path.includes(each.up_to)]
        latest = max(usable, key=lambda each: (each.up_to, each.branch), default=Summary())
        last_topic = next((number for number in path if number in self.topics), 0)
        return replace(latest, up_to=max(last_topic, latest.up_to))

    def memory(self, path: BranchPath, branch: int) -> Memory:
        """The memory of a branch."""
        summary = self.summary(path, branch)
        latest = list(islice(self._items_on(path), ITEMS_READ))[::-1]
        return Memory(summary.text, summary.by, summary.up_to, tuple(in_force(latest)))

    def _items_on(self, path: BranchPath) -> Iterator[Item]:
        """Items of the turns of a branch, the latest first."""
        numbers = iter(path)
        number = next(numbers, 0)
        for item in reversed(self.items):
            while number > item.number:
                number = next(numbers, 0)
            if number == item.number:
                yield item

    def learn(
        self, path: BranchPath, branch: int, number: int, learnt: Learnt, new_id: Callable[[], str]
    ) -> TakenIn | None:
        """Add the digest of a turn and return the changes; None if memory has changed since it was read.

        `path` is the branch before the turn.
        """
        own = self.summaries.get(branch)
        if number in self.topics or (own is not None and own.up_to >= number):
            return None
        current = self.summary(path, branch)
        if current.up_to != learnt.after:
            return None
        topic = learnt.topic
        self.topics[number] = replace(
            topic,
            number=number,
            line=validation.storable(topic.line),
            topics=tuple(validation.storable(each) for each in topic.topics),
            source_ids=tuple(validation.storable(each) for each in topic.source_ids),
        )
        if learnt.index_entry:
            self.index_entries[number] = learnt.index_entry
        superseded = {item.supersedes_id for item in learnt.items} - {None}
        earlier = (each for each in self.items if each.number < number) if superseded else ()
        existing = {each.id for each in earlier if each.id in superseded}
        added = []
        for item in learnt.items:
            new = replace(
                item,
                id=new_id(),
                turn_id=topic.turn_id,
                number=number,
                text=validation.storable(item.text),
                supersedes_id=item.supersedes_id if item.supersedes_id in existing else None,
            )
            insort(self.items, new, key=lambda each: each.number)
            added.append(new)
        is_unchanged = not learnt.summary or (current.by == "user" and learnt.summary_by != "user")
        new_summary = validation.storable(learnt.summary), learnt.summary_by
        text, by = (current.text, current.by) if is_unchanged else new_summary
        self.summaries[branch] = Summary(branch, text, by, number)
        return TakenIn(text, by, tuple(added))

    def item(self, item_id: str) -> Item:
        """One item. Raises NotFound."""
        for item in self.items:
            if item.id == item_id:
                return item
        raise validation.no_item(item_id)

    def amend(self, item_id: str, text: str) -> Item:
        """Replace the text of an item. Raises NotFound."""
        amended = replace(self.item(item_id), text=text, by="user")
        self.items = [amended if item.id == item_id else item for item in self.items]
        return amended

    def forget_item(self, item_id: str) -> None:
        """Remove an item; an item that superseded it now supersedes what the removed one superseded."""
        removed = self.item(item_id)
        self.items = [
            replace(item, supersedes_id=removed.supersedes_id) if item.supersedes_id == item_id else item
            for item in self.items
            if item.id != item_id
        ]

    def forget_topic(self, session_id: str, number: int) -> None:
        """Blank a turn's entry and remove its items. Raises NotFound."""
        topic = self.topics.get(number)
        if topic is None or not topic.line:
            raise validation.no_topic(session_id, number)
        self.topics[number] = replace(topic, line="", topics=(), source_ids=())
        self.index_entries.pop(number, None)
        for item in [item for item in self.items if item.number == number]:
            self.forget_item(item.id)

    def forget_all(self, last_of_branch: dict[int, int]) -> None:
        """Delete the memory of all branches. Their turns so far still count as digested.

        `last_of_branch` maps branch to the number of its last turn.
        """
        self.topics.clear()
        self.index_entries.clear()
        self.items.clear()
        self.summaries = {branch: Summary(branch, up_to=last) for branch, last in last_of_branch.items()}
