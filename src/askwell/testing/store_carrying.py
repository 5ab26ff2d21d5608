"""Conformance tests: memory of an imported conversation."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from askwell.errors import Conflict, NotFound
from askwell.ports import Store
from askwell.testing.store_branches import ask_instead, talk
from askwell.testing.store_kit import ANNA, OTHERS, complete, refused
from askwell.testing.store_memory import item, learn
from askwell.types import CarriedMemory, Session, Summary, Turn

BOB = OTHERS[0]

Change = Callable[[CarriedMemory], CarriedMemory]

BROKEN: dict[str, Change] = {
    "a topic of a turn that is not there": lambda m: replace(m, topics=(replace(m.topics[0], turn_id="nobody"),)),
    "a topic twice": lambda m: replace(m, topics=(*m.topics, m.topics[0])),
    "an index entry without a topic": lambda m: replace(m, topics=m.topics[1:]),
    "an index entry twice": lambda m: replace(m, index_entries=(*m.index_entries, m.index_entries[0])),
    "an item of a turn that is not there": lambda m: replace(m, items=(replace(m.items[0], turn_id="nobody"),)),
    "an item twice": lambda m: replace(m, items=(*m.items, m.items[0])),
    "an item whose id is none": lambda m: replace(m, items=(replace(m.items[0], id="../up"),)),
    "a branch twice": lambda m: replace(m, summaries=(*m.summaries, m.summaries[0])),
    "a branch that is not there": lambda m: replace(m, summaries=(Summary(2, "x"),)),
    "topics without a summary": lambda m: replace(m, summaries=()),
    "a summary beyond the turns": lambda m: replace(m, summaries=(Summary(0, "x", up_to=9),)),
}


async def carried(store: Store) -> tuple[Session, list[Turn], CarriedMemory]:
    """A complete conversation with branches, memory and deleted memory, which is no longer in the store."""
    talked = await talk(store, 3)
    wrong = (await learn(store, talked, 1, items=(item("Not X"), item("Other", "wish")))).items[0]
    await learn(store, talked, 2, items=(item("X", "correction", instead_of=wrong),))
    await learn(store, talked, 3)
    await ask_instead(store, talked, 3)
    await learn(store, talked, 4, items=(item("Here"),))
    await store.memory.forget_topic(ANNA, talked, 3)
    await store.memory.amend_summary(ANNA, talked, "My own.")
    memory = await store.memory.carried(ANNA, talked)
    session, turns = await store.sessions.get(ANNA, talked), await store.turns.page(ANNA, talked, every_branch=True)
    await store.sessions.delete(ANNA, talked)
    return session, turns, memory


class CarryingTests:
    """Conformance tests: memory of an imported conversation."""

    async def test_memory_comes_back_as_it_was(self, store: Store) -> None:
        session, turns, memory = await carried(store)
        assert [(each.branch, each.text, each.by, each.up_to) for each in memory.summaries] == [
            (0, "Up to 3.", "rules", 3),
            (1, "My own.", "user", 4),
        ]
        assert [(each.number, each.line) for each in memory.topics] == [
            *((1, "Line 1"), (2, "Line 2"), (3, ""), (4, "Line 4")),
        ]
        assert [each.number for each in memory.index_entries] == [1, 2, 4]
        assert [each.text for each in memory.items] == ["Not X", "Other", "X", "Here"]
        await store.sessions.restore(ANNA, session, turns, memory)
        assert await store.memory.carried(ANNA, session.id) == memory
        found = await store.memory.read(ANNA, session.id)
        assert (found.summary, [each.text for each in found.items]) == ("My own.", ["Other", "X", "Here"])
        assert (await store.turns.recall(ANNA, session.id, before=9, window_turns=1)).memory == found
        await complete(store, session.id, "More?")
        assert (await learn(store, session.id, 5)).up_to == 5

    async def test_taking_it_in_again_changes_nothing(self, store: Store) -> None:
        session, turns, memory = await carried(store)
        await store.sessions.restore(ANNA, session, turns, memory)
        more = replace(memory, items=())
        await refused(store.sessions.restore(ANNA, session, turns, more), Conflict, "session_exists")
        assert await store.memory.carried(ANNA, session.id) == memory

    async def test_memory_becomes_the_principals(self, store: Store) -> None:
        session, turns, memory = await carried(store)
        await store.sessions.restore(BOB, session, turns, memory)
        assert await store.memory.carried(BOB, session.id) == memory
        await refused(store.memory.read(ANNA, session.id), NotFound, "session_not_found")

    async def test_order_and_numbers_in_it_do_not_matter(self, store: Store) -> None:
        session, turns, memory = await carried(store)
        jumbled = CarriedMemory(
            memory.summaries[::-1],
            tuple(replace(each, number=7) for each in memory.topics[::-1]),
            memory.items[2:] + tuple(replace(each, number=-1) for each in memory.items[:2]),
            tuple(replace(each, number=0) for each in memory.index_entries[::-1]),
        )
        await store.sessions.restore(ANNA, session, turns, jumbled)
        assert await store.memory.carried(ANNA, session.id) == memory

    async def test_item_that_supersedes_what_did_not_come_along_supersedes_nothing(self, store: Store) -> None:
        session, turns, memory = await carried(store)
        await store.sessions.restore(ANNA, session, turns, replace(memory, items=memory.items[1:]))
        kept = (await store.memory.carried(ANNA, session.id)).items
        assert [(each.text, each.supersedes_id) for each in kept] == [("Other", None), ("X", None), ("Here", None)]

    @pytest.mark.parametrize("fault", BROKEN)
    async def test_memory_that_does_not_fit_is_dropped_and_the_turns_are_kept(
        self, store: Store, fault: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        session, turns, memory = await carried(store)
        await store.sessions.restore(ANNA, session, turns, BROKEN[fault](memory))
        assert f"session {session.id}: the memory was dropped" in caplog.text
        assert await store.turns.page(ANNA, session.id, every_branch=True) == turns
        left = await store.memory.carried(ANNA, session.id)
        assert left == CarriedMemory((Summary(0, up_to=3), Summary(1, up_to=4)))
        await complete(store, session.id, "More?")
        assert (await learn(store, session.id, 5)).summary == "Up to 5."

    async def test_index_entry_of_small_talk_comes_back(self, store: Store) -> None:
        """Small talk has a topic without a line, and may still have an index entry."""
        session, turns, memory = await carried(store)
        talk = replace(memory, topics=(replace(memory.topics[0], line=""), *memory.topics[1:]))
        await store.sessions.restore(ANNA, session, turns, talk)
        assert await store.memory.carried(ANNA, session.id) == talk

    @pytest.mark.parametrize("text", ["a\0b", "\ud800"])
    async def test_what_is_no_text_in_it_is_mended(self, store: Store, text: str) -> None:
        session, turns, memory = await carried(store)
        hostile = replace(
            memory,
            summaries=(replace(memory.summaries[0], text=text),),
            topics=tuple(replace(each, line=text, topics=(text,), source_ids=(text,)) for each in memory.topics),
            items=tuple(replace(each, text=text, supersedes_id=text) for each in memory.items),
        )
        await store.sessions.restore(ANNA, session, turns, hostile)
        found = await store.memory.carried(ANNA, session.id)
        assert "\ufffd" in found.summaries[0].text
        assert all("\ufffd" in each.line + each.topics[0] for each in found.topics)
        assert all("\ufffd" in each.text and each.supersedes_id is None for each in found.items)
