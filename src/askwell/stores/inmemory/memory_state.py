"""The memory of one conversation in memory. `sql/memory_reads.py` and `sql/memory_writes.py` do the same in SQL."""

from bisect import insort
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from askwell.stores.common import validation
from askwell.stores.common.defaults import ITEMS_READ, in_force
from askwell.types import CarriedMemory, Item, Learnt, Memory, Summary, TakenIn, Topic, TurnIndexEntry


@dataclass(frozen=True, slots=True)
class Line:
    """Numbers of a branch's turns, the latest first, generated only as needed."""

    parents: Sequence[int]
    """For each turn of the conversation the number of its parent; 0 for none."""
    tip: int
    """The latest; 0 for a branch without turns."""

    def __iter__(self) -> Iterator[int]:
        number = self.tip
        while number > 0:
            yield number
            number = self.parents[number - 1]

    def above(self, after: int) -> Iterator[int]:
        """Those above a number; on a branch the numbers only fall."""
        for number in self:
            if number <= after:
                return
            yield number

    def holds(self, number: int) -> bool:
        """Whether the branch includes a turn; every branch starts at 0."""
        return number == 0 or next((each for each in self if each <= number), 0) == number


@dataclass
class MemoryState:
    """Summaries by branch, and what was learnt from each turn, by number."""

    summaries: dict[int, Summary] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    """An empty line marks a deleted topic."""
    index_entries: dict[int, bytes] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    """By number."""

    @classmethod
    def of(cls, carried: CarriedMemory) -> "MemoryState":
        """Imported memory."""
        return cls(
            {each.branch: each for each in carried.summaries},
            {each.number: each for each in carried.topics},
            {each.number: each.packed for each in carried.index_entries},
            list(carried.items),
        )

    def carried(self, id_of: Callable[[int], str]) -> CarriedMemory:
        """The whole memory, for export; `id_of` gives a turn's id by its number."""
        return CarriedMemory(
            tuple(self.summaries[branch] for branch in sorted(self.summaries)),
            tuple(self.topics[number] for number in sorted(self.topics)),
            tuple(self.items),
            tuple(
                TurnIndexEntry(number, id_of(number), self.index_entries[number])
                for number in sorted(self.index_entries)
            ),
        )

    def summary(self, line: Line, branch: int) -> Summary:
        """The summary of a branch, with the last turn that was digested."""
        own = self.summaries.get(branch)
        if own is not None and line.holds(own.up_to):
            return own
        known = [each for each in self.summaries.values() if line.holds(each.up_to)]
        found = max(known, key=lambda each: (each.up_to, each.branch), default=Summary())
        last = next((number for number in line if number in self.topics), 0)
        return replace(found, up_to=max(last, found.up_to))

    def memory(self, line: Line, branch: int) -> Memory:
        """The memory of a branch."""
        said = self.summary(line, branch)
        latest = list(islice(self._on(line), ITEMS_READ))[::-1]
        return Memory(said.text, said.by, said.up_to, tuple(in_force(latest)))

    def _on(self, line: Line) -> Iterator[Item]:
        """Items of a branch's turns, the latest first."""
        walk = iter(line)
        number = next(walk, 0)
        for item in reversed(self.items):
            while number > item.number:
                number = next(walk, 0)
            if number == item.number:
                yield item

    def learn(self, line: Line, branch: int, number: int, learnt: Learnt, new_id: Callable[[], str]) -> TakenIn | None:
        """Add what a turn adds; None if memory has changed. `line` is the branch before the turn."""
        own = self.summaries.get(branch)
        if number in self.topics or (own is not None and own.up_to >= number):
            return None
        said = self.summary(line, branch)
        if said.up_to != learnt.after:
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
        wanted = {item.supersedes_id for item in learnt.items} - {None}
        there = {item.id for item in self.items if item.id in wanted and item.number < number} if wanted else set()
        added = []
        for item in learnt.items:
            new = replace(
                item,
                id=new_id(),
                turn_id=topic.turn_id,
                number=number,
                text=validation.storable(item.text),
                supersedes_id=item.supersedes_id if item.supersedes_id in there else None,
            )
            insort(self.items, new, key=lambda each: each.number)
            added.append(new)
        keeps = not learnt.summary or (said.by == "user" and learnt.summary_by != "user")
        text, by = (said.text, said.by) if keeps else (validation.storable(learnt.summary), learnt.summary_by)
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
        gone = self.item(item_id)
        self.items = [
            replace(item, supersedes_id=gone.supersedes_id) if item.supersedes_id == item_id else item
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
        """Delete everything, except that every branch counts as digested up to its last turn."""
        self.topics.clear()
        self.index_entries.clear()
        self.items.clear()
        self.summaries = {branch: Summary(branch, up_to=last) for branch, last in last_of_branch.items()}
