"""Conformance tests: memory of conversations."""

import asyncio
from dataclasses import replace

import pytest

from askwell.errors import NotFound
from askwell.ports import Store
from askwell.testing.store_branches import ask_instead, talk
from askwell.testing.store_kit import ANNA, OTHERS, HeldClock, complete, refused
from askwell.types import CarriedMemory, Item, ItemKind, Learnt, Memory, Recollection, RememberedBy, Topic

NOBODY = "01900000-0000-7000-8000-999999999999"


def item(text: str, kind: ItemKind = "fact", *, instead_of: Item | None = None) -> Item:
    """A new item."""
    return Item("", "", 0, text, kind, None if instead_of is None else instead_of.id)


async def learnt(
    store: Store,
    session_id: str,
    number: int,
    *,
    after: int,
    summary: str = "",
    by: RememberedBy = "rules",
    items: tuple[Item, ...] = (),
    line: str = "",
) -> Learnt:
    """What a turn adds, derived from the memory that included the turns up to `after`."""
    turn = await store.turns.get(ANNA, session_id, number)
    topic = Topic(turn.id, number, line or f"Line {number}", (f"topic {number}", "é"), (f"d{number}",))
    return Learnt(after, topic, summary, by, items, f"entry {number}".encode())


async def learn(
    store: Store, session_id: str, *numbers: int, summary: str = "", items: tuple[Item, ...] = ()
) -> Memory:
    """The memory of the branch that ends with the last of the turns, after all are learnt in order."""
    for number in numbers:
        after = (await store.memory.read(ANNA, session_id, before=number)).up_to
        text = summary or f"Up to {number}."
        assert await store.memory.learn(
            ANNA, session_id, await learnt(store, session_id, number, after=after, summary=text, items=items)
        )
    return await store.memory.read(ANNA, session_id)


async def indexed(store: Store, session_id: str, *, before: int = 0) -> list[int]:
    """Numbers of the turns in the topic index of a branch, newest first."""
    return [topic.number for topic in await store.memory.topics(ANNA, session_id, before=before)]


def texts(memory: Memory) -> list[str]:
    """The items in force."""
    return [each.text for each in memory.items]


class MemoryTests:
    """Conformance tests: memory of conversations."""

    async def test_new_conversation_remembers_nothing(self, store: Store) -> None:
        talked = await talk(store, 1)
        assert await store.memory.read(ANNA, talked) == Memory()
        assert await store.memory.topics(ANNA, talked) == []
        assert await store.memory.index_entries(ANNA, talked) == []
        assert await store.memory.carried(ANNA, talked) == CarriedMemory()
        assert (await store.turns.recall(ANNA, talked, before=2, window_turns=5)).memory == Memory()

    async def test_what_a_turn_adds_is_remembered_whole(self, store: Store) -> None:
        talked = await talk(store, 1)
        new = (item("A fact", "fact"), item("A wish", "wish"))
        adds = await learnt(store, talked, 1, after=0, summary="So far.", by="model", items=new)
        assert await store.memory.learn(ANNA, talked, adds)
        memory = await store.memory.read(ANNA, talked)
        assert (memory.summary, memory.summary_by, memory.up_to) == ("So far.", "model", 1)
        turn = await store.turns.get(ANNA, talked, 1)
        assert [(each.text, each.kind, each.turn_id, each.number, each.by) for each in memory.items] == [
            ("A fact", "fact", turn.id, 1, "rules"),
            ("A wish", "wish", turn.id, 1, "rules"),
        ]
        assert len({each.id for each in memory.items} - {""}) == 2
        assert await store.memory.topics(ANNA, talked) == [adds.topic]
        found = await store.memory.index_entries(ANNA, talked)
        assert [(each.number, each.turn_id, each.packed) for each in found] == [(1, turn.id, b"entry 1")]

    async def test_recall_brings_what_the_line_before_the_turn_remembers(self, store: Store) -> None:
        talked = await talk(store, 3)
        await learn(store, talked, 1, 2, items=(item("A fact"),))
        begun = await store.turns.begin(ANNA, talked, "And?")
        for before in (1, 2, 3, begun.turn.number, 99):
            recalled = await store.turns.recall(ANNA, talked, before=before, window_turns=1)
            assert recalled.memory == await store.memory.read(ANNA, talked, before=before)
        assert recalled.memory.summary == "Up to 2."
        assert recalled.memory.up_to == 2
        assert texts(recalled.memory) == ["A fact", "A fact"]

    async def test_empty_summary_leaves_the_old_one(self, store: Store) -> None:
        talked = await talk(store, 2)
        await learn(store, talked, 1, summary="The old one.")
        assert await store.memory.learn(ANNA, talked, await learnt(store, talked, 2, after=1, by="model"))
        memory = await store.memory.read(ANNA, talked)
        assert (memory.summary, memory.summary_by, memory.up_to) == ("The old one.", "rules", 2)

    async def test_empty_index_entry_is_none(self, store: Store) -> None:
        talked = await talk(store, 1)
        adds = replace(await learnt(store, talked, 1, after=0), index_entry=b"")
        assert await store.memory.learn(ANNA, talked, adds)
        assert await store.memory.index_entries(ANNA, talked) == []

    async def test_turn_is_learnt_once_and_in_order(self, store: Store) -> None:
        talked = await talk(store, 3)
        await learn(store, talked, 2)
        before = await store.memory.carried(ANNA, talked)
        for number, after in ((2, 0), (2, 2), (1, 0), (3, 0), (3, 1), (3, 3)):
            again = await learnt(store, talked, number, after=after, summary="Again.", items=(item("Again"),))
            assert not await store.memory.learn(ANNA, talked, again)
        assert await store.memory.carried(ANNA, talked) == before

    async def test_of_two_who_learn_from_the_same_memory_one_is_told_that_it_moved_on(self, store: Store) -> None:
        talked = await talk(store, 2)
        racing = [await learnt(store, talked, number, after=0, summary=f"Of {number}.") for number in (1, 2, 1, 2)]
        taken = await asyncio.gather(*(store.memory.learn(ANNA, talked, each) for each in racing))
        assert sum(each is not None for each in taken) == 1
        winner = next(each for each, how in zip(racing, taken, strict=True) if how is not None).topic.number
        assert (await store.memory.read(ANNA, talked)).summary == f"Of {winner}."
        assert await indexed(store, talked) == [winner]

    async def test_running_turn_does_not_notice_that_another_is_learnt(self, store: Store, clock: HeldClock) -> None:
        talked = await talk(store, 1)
        begun = await store.turns.begin(ANNA, talked, "And?")
        before = await store.sessions.get(ANNA, talked)
        clock.advance(1)
        await learn(store, talked, 1, items=(item("A fact"),))
        assert await store.sessions.get(ANNA, talked) == before
        assert await store.turns.heartbeat(begun) == "mine"
        done = await store.turns.finish(begun, replace(begun.turn, status="completed", answer="Yes."))
        assert done.number == 2

    async def test_correction_takes_the_place_of_what_it_corrects(self, store: Store) -> None:
        talked = await talk(store, 3)
        wrong, other = (await learn(store, talked, 1, items=(item("Not X"), item("Other")))).items
        right = item("X", "correction", instead_of=wrong)
        memory = await learn(store, talked, 2, items=(right,))
        assert texts(memory) == ["Other", "X"]
        assert memory.items[1].supersedes_id == wrong.id
        assert texts(await store.memory.read(ANNA, talked, before=2)) == ["Not X", "Other"]
        better = item("Y", "correction", instead_of=memory.items[1])
        assert texts(await learn(store, talked, 3, items=(better,))) == ["Other", "Y"]
        await store.memory.forget_item(ANNA, talked, memory.items[1].id)
        after = await store.memory.read(ANNA, talked)
        assert texts(after) == ["Other", "Y"]  # the middle one's correction stays in force
        await store.memory.forget_item(ANNA, talked, after.items[1].id)
        assert texts(await store.memory.read(ANNA, talked)) == ["Not X", "Other"]
        assert (await store.memory.read(ANNA, talked)).items == (wrong, other)

    @pytest.mark.parametrize("supersedes", [NOBODY, "no\0id", "", "x" * 300])
    async def test_item_that_corrects_what_is_not_there_corrects_nothing(self, store: Store, supersedes: str) -> None:
        talked = await talk(store, 1)
        memory = await learn(store, talked, 1, items=(replace(item("X"), supersedes_id=supersedes),))
        assert [(each.text, each.supersedes_id) for each in memory.items] == [("X", None)]

    # --- branches

    async def test_sibling_in_the_middle_knows_what_lay_before_it(self, store: Store) -> None:
        talked = await talk(store, 4)
        await learn(store, talked, 1, 2, 3, 4, items=(item("A fact"),))
        await ask_instead(store, talked, 3, "Instead?")
        assert await indexed(store, talked, before=5) == [2, 1]
        assert await indexed(store, talked) == [2, 1]
        assert [each.number for each in await store.memory.index_entries(ANNA, talked)] == [1, 2]
        memory = await store.memory.read(ANNA, talked, before=5)
        assert (memory.summary, memory.up_to, [each.number for each in memory.items]) == ("", 2, [1, 2])
        assert (await store.turns.recall(ANNA, talked, before=5, window_turns=5)).memory == memory
        after = await learn(store, talked, 5)
        assert (after.summary, after.up_to, [each.number for each in after.items]) == ("Up to 5.", 5, [1, 2])
        assert await indexed(store, talked, before=4) == [3, 2, 1]
        await store.sessions.choose_branch(ANNA, talked, 4)
        memory = await store.memory.read(ANNA, talked)
        assert (memory.summary, memory.up_to, len(memory.items)) == ("Up to 4.", 4, 4)
        assert await indexed(store, talked) == [4, 3, 2, 1]

    async def test_branch_goes_by_a_summary_that_ends_where_it_turned_off(self, store: Store) -> None:
        talked = await talk(store, 3)
        await learn(store, talked, 1, 2)
        await ask_instead(store, talked, 3)
        memory = await store.memory.read(ANNA, talked)
        assert (memory.summary, memory.up_to) == ("Up to 2.", 2)
        assert (await store.turns.recall(ANNA, talked, before=4, window_turns=5)).memory == memory
        await learn(store, talked, 4, 3)
        assert (await store.memory.read(ANNA, talked)).summary == "Up to 4."
        await store.sessions.choose_branch(ANNA, talked, 3)
        assert (await store.memory.read(ANNA, talked)).summary == "Up to 3."

    async def test_turn_on_another_branch_goes_by_the_summary_of_its_own(self, store: Store) -> None:
        talked = await talk(store, 4)
        await learn(store, talked, 1)
        await ask_instead(store, talked, 4)
        await store.memory.amend_summary(ANNA, talked, "Of the other branch.")
        assert (await learn(store, talked, 2, 3)).summary == "Of the other branch."
        memory = await store.memory.read(ANNA, talked, before=4)
        assert (memory.summary, memory.up_to) == ("Up to 3.", 3)
        assert (await store.turns.recall(ANNA, talked, before=4, window_turns=1)).memory == memory

    async def test_line_before_a_turn_does_not_go_by_a_summary_that_knows_more(self, store: Store) -> None:
        talked = await talk(store, 3)
        await learn(store, talked, 1, 2, 3)
        before = [await store.memory.read(ANNA, talked, before=number) for number in (1, 2, 3)]
        assert [(each.summary, each.up_to) for each in before] == [("", 0), ("", 1), ("", 2)]

    async def test_no_more_items_are_read_where_there_are_branches(self, store: Store) -> None:
        talked = await talk(store, 2)
        await learn(store, talked, 1, items=tuple(item(f"1.{place}") for place in range(40)))
        await ask_instead(store, talked, 2)
        await learn(store, talked, 2, items=(item("Elsewhere"),))
        memory = await learn(store, talked, 3, items=tuple(item(f"3.{place}") for place in range(40)))
        assert texts(memory) == [f"1.{place}" for place in range(16, 40)] + [f"3.{place}" for place in range(40)]

    async def test_item_on_a_branch_supersedes_nothing_on_another(self, store: Store) -> None:
        talked = await talk(store, 2)
        wrong = (await learn(store, talked, 1, items=(item("Not X"),))).items[0]
        await ask_instead(store, talked, 2)
        assert texts(await learn(store, talked, 3, items=(item("X", instead_of=wrong),))) == ["X"]
        await store.sessions.choose_branch(ANNA, talked, 2)
        assert texts(await store.memory.read(ANNA, talked)) == ["Not X"]
        assert texts(await store.memory.read(ANNA, talked, before=2)) == ["Not X"]
        assert texts(await store.memory.read(ANNA, talked, before=3)) == ["Not X"]

    async def test_branch_from_the_first_turn_shares_nothing(self, store: Store) -> None:
        talked = await talk(store, 2)
        await learn(store, talked, 1, 2, items=(item("A fact"),))
        await ask_instead(store, talked, 1, "Another?")
        assert await store.memory.read(ANNA, talked) == Memory()
        assert await indexed(store, talked) == []
        assert (await learn(store, talked, 3)).up_to == 3

    async def test_older_turn_of_another_branch_can_still_be_learnt(self, store: Store) -> None:
        talked = await talk(store, 2)
        await learn(store, talked, 1)
        await ask_instead(store, talked, 2)
        await learn(store, talked, 3, 2)
        carried = await store.memory.carried(ANNA, talked)
        assert [(each.branch, each.up_to) for each in carried.summaries] == [(0, 2), (1, 3)]

    # --- pages

    async def test_topics_and_index_entries_come_in_pages(self, store: Store) -> None:
        talked = await talk(store, 3)
        await ask_instead(store, talked, 2)
        await complete(store, talked, "More?")
        await learn(store, talked, 1, 2, 3, 4, 5)
        assert [topic.number for topic in await store.memory.topics(ANNA, talked, limit=2)] == [5, 4]
        assert [topic.number for topic in await store.memory.topics(ANNA, talked, below=4, limit=2)] == [1]
        assert await store.memory.topics(ANNA, talked, below=1) == []
        assert await store.memory.topics(ANNA, talked, limit=0) == []
        assert [topic.number for topic in await store.memory.topics(ANNA, talked, before=3)] == [2, 1]
        assert [each.number for each in await store.memory.index_entries(ANNA, talked, limit=2)] == [1, 4]
        assert [each.number for each in await store.memory.index_entries(ANNA, talked, after=1)] == [4, 5]
        assert [each.number for each in await store.memory.index_entries(ANNA, talked, before=3, after=1)] == [2]
        assert await store.memory.index_entries(ANNA, talked, after=5) == []

    async def test_recollected_turns_come_in_the_order_they_were_found_without_what_was_forgotten(
        self, store: Store
    ) -> None:
        session_id = await talk(store, 4)
        await learn(store, session_id, 1, 2, 3)
        turns = await store.turns.page(ANNA, session_id)
        found = [Recollection(turns[at].number, turns[at].id, 0.9) for at in (2, 0, 1, 3)]
        assert await store.memory.recollected(ANNA, session_id, found) == [turns[2], turns[0], turns[1]]
        await store.memory.forget_topic(ANNA, session_id, 1)
        assert await store.memory.recollected(ANNA, session_id, found) == [turns[2], turns[1]]
        await refused(store.memory.recollected(OTHERS[0], session_id, found), NotFound, "session_not_found")

    async def test_what_is_not_digested_yet_comes_with_what_is_known(self, store: Store) -> None:
        session_id = await talk(store, 4)
        memory = await learn(store, session_id, 1, 2)
        turns = await store.turns.page(ANNA, session_id)
        waiting = await store.memory.undigested(ANNA, session_id, limit=1)
        assert (waiting.memory, waiting.turns) == (memory, (turns[2],))
        assert [topic.number for topic in waiting.topics] == [1, 2]
        await learn(store, session_id, 3, 4)
        assert (await store.memory.undigested(ANNA, session_id)).turns == ()
