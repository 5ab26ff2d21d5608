"""What a conversation in memory remembers is read from the end, as far as it is asked for."""

from collections.abc import Iterator, Sequence
from typing import overload

from askwell.stores.common.defaults import ITEMS_READ, in_force
from askwell.stores.inmemory.memory_state import BranchPath, MemoryState
from askwell.types import Item, Learnt, Topic

LONG = 5_000


class Counted(Sequence[int]):
    """Parents of a talk with no branches; counts how many were looked at."""

    looked = 0

    def __len__(self) -> int:
        return LONG

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[int]: ...
    def __getitem__(self, place: int | slice) -> int | Sequence[int]:
        assert isinstance(place, int)
        self.looked += 1
        return place


class Listed(list[Item]):
    """Items; fails where all of them are gone through from the beginning."""

    def __iter__(self) -> Iterator[Item]:
        raise AssertionError("all items are scanned")


def learnt(number: int, after: int) -> Learnt:
    topic = Topic(f"t{number}", number, f"BranchPath {number}", (), ())
    return Learnt(after, topic, "So far.", items=(Item("", "", 0, f"Fact {number}"),))


def test_learning_one_more_turn_looks_at_few_however_long_the_talk() -> None:
    book = MemoryState()
    parents = Counted()
    for number in range(1, LONG):
        assert book.learn(BranchPath(parents, number - 1), 0, number, learnt(number, number - 1), lambda: "id")
    assert parents.looked <= 3 * LONG
    book.items = Listed(book.items)
    parents.looked = 0
    line = BranchPath(parents, LONG - 1)
    assert book.learn(line, 0, LONG, learnt(LONG, LONG - 1), lambda: "id")
    assert len(book.memory(line, 0).items) == ITEMS_READ
    assert parents.looked <= 2 * ITEMS_READ


def test_a_line_is_its_turns_from_the_latest_to_the_first() -> None:
    line = BranchPath([0, 1, 1, 3], 4)
    assert list(line) == [4, 3, 1]
    assert list(line.above(1)) == [4, 3]
    assert [line.includes(number) for number in range(5)] == [True, True, False, True, True]


def test_a_correction_tells_every_turn_that_it_corrects() -> None:
    first = Item("a", "t1", 1, "9 May")
    second = Item("b", "t2", 2, "12 May", "correction", "a")
    third = Item("c", "t3", 3, "16 May", "correction", "b")
    assert [(each.id, each.corrects) for each in in_force([first, second, third])] == [("c", (2, 1))]
    assert in_force([first])[0].corrects == ()
