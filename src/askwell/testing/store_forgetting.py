"""Conformance tests: editing and deleting memory, missing objects and invalid texts."""

from dataclasses import replace

import pytest

from askwell.errors import BadInput, NotFound
from askwell.ports import Store
from askwell.testing.store_branches import ask_instead, talk
from askwell.testing.store_kit import ANNA, HARD_TEXTS, OTHERS, complete, refused
from askwell.testing.store_memory import NOBODY, indexed, item, learn, learnt, texts
from askwell.types import CarriedMemory, Learnt, Memory, Topic


class ForgettingTests:
    """Conformance tests: editing and deleting memory, missing objects and invalid texts."""

    async def test_summary_as_a_person_words_it_stays(self, store: Store) -> None:
        talked = await talk(store, 3)
        await learn(store, talked, 1)
        amended = await store.memory.amend_summary(ANNA, talked, "My own words.")
        assert (amended.summary, amended.summary_by, amended.up_to) == ("My own words.", "user", 1)
        assert amended == await store.memory.read(ANNA, talked)
        memory = await learn(store, talked, 2)
        assert (memory.summary, memory.summary_by, memory.up_to) == ("My own words.", "user", 2)
        more = await learnt(store, talked, 3, after=2, summary="My own words. And more.", by="user")
        assert await store.memory.learn(ANNA, talked, more)
        assert (await store.memory.read(ANNA, talked)).summary == "My own words. And more."

    async def test_summary_can_be_worded_before_anything_is_learnt(self, store: Store) -> None:
        talked = await talk(store, 1)
        assert await store.memory.amend_summary(ANNA, talked, "First.") == Memory("First.", "user")
        assert (await store.turns.recall(ANNA, talked, before=2, window_turns=1)).memory == Memory("First.", "user")
        assert (await learn(store, talked, 1)).summary == "First."

    async def test_summary_that_is_made_anew_is_nobodys_words(self, store: Store) -> None:
        talked = await talk(store, 2)
        await learn(store, talked, 1)
        amended = await store.memory.amend_summary(ANNA, talked, "Rewritten.", by="rules")
        assert (amended.summary, amended.summary_by, amended.up_to) == ("Rewritten.", "rules", 1)
        assert (await learn(store, talked, 2)).summary == "Up to 2."

    async def test_summary_is_amended_on_the_active_line_alone(self, store: Store) -> None:
        talked = await talk(store, 2)
        await learn(store, talked, 1, 2)
        await ask_instead(store, talked, 2)
        amended = await store.memory.amend_summary(ANNA, talked, "Here.")
        assert (amended.summary, amended.up_to) == ("Here.", 1)
        await store.sessions.choose_branch(ANNA, talked, 2)
        assert (await store.memory.read(ANNA, talked)).summary == "Up to 2."

    async def test_amended_item_is_the_persons(self, store: Store) -> None:
        talked = await talk(store, 1)
        old = (await learn(store, talked, 1, items=(item("Olt", "wish"),))).items[0]
        amended = await store.memory.amend_item(ANNA, talked, old.id, "Old")
        assert amended == replace(old, text="Old", by="user")
        assert (await store.memory.read(ANNA, talked)).items == (amended,)

    async def test_forgotten_topic_does_not_come_back(self, store: Store) -> None:
        talked = await talk(store, 2)
        first = (await learn(store, talked, 1, items=(item("Not X"),))).items[0]
        await learn(store, talked, 2, items=(item("X", instead_of=first), item("Y")))
        await store.memory.forget_topic(ANNA, talked, 2)
        memory = await store.memory.read(ANNA, talked)
        assert (texts(memory), memory.up_to) == (["Not X"], 2)
        assert await indexed(store, talked) == [1]
        assert [each.number for each in await store.memory.index_entries(ANNA, talked)] == [1]
        for after in (0, 1, 2):
            assert not await store.memory.learn(ANNA, talked, await learnt(store, talked, 2, after=after))
        await refused(store.memory.forget_topic(ANNA, talked, 2), NotFound, "topic_not_found")
        assert await indexed(store, talked) == [1]
        assert (await store.turns.get(ANNA, talked, 2)).answer == "So it is."
        await ask_instead(store, talked, 2)
        await complete(store, talked, "More?")
        assert (await store.memory.read(ANNA, talked)).up_to == 1

    async def test_forgotten_memory_is_gone_on_every_line_and_is_not_learnt_again(self, store: Store) -> None:
        talked = await talk(store, 3)
        await ask_instead(store, talked, 2)
        await learn(store, talked, 1, 2, 4, items=(item("A fact"),))
        await store.memory.forget(ANNA, talked)
        for number in (3, 4):
            await store.sessions.choose_branch(ANNA, talked, number)
            assert await store.memory.read(ANNA, talked) == Memory(up_to=number)
            assert (await store.turns.recall(ANNA, talked, before=9, window_turns=1)).memory == Memory(up_to=number)
            assert await indexed(store, talked) == []
            assert await store.memory.index_entries(ANNA, talked) == []
        for number in (1, 2, 3, 4):
            for after in (0, number - 1, number):
                assert not await store.memory.learn(ANNA, talked, await learnt(store, talked, number, after=after))
        await complete(store, talked, "More?")
        assert (await learn(store, talked, 5)).summary == "Up to 5."
        await ask_instead(store, talked, 2)
        assert (await learn(store, talked, 6)).summary == "Up to 6."
        assert await indexed(store, talked) == [6]

    # --- owners, and missing objects

    async def test_other_principals_find_nothing(self, store: Store) -> None:
        talked = await talk(store, 1)
        kept = (await learn(store, talked, 1, items=(item("Mine"),))).items[0]
        adds = await learnt(store, talked, 1, after=1)
        for other in OTHERS:
            for call in (
                store.memory.read(other, talked),
                store.memory.topics(other, talked),
                store.memory.index_entries(other, talked),
                store.memory.carried(other, talked),
                store.memory.learn(other, talked, adds),
                store.memory.amend_summary(other, talked, "Theirs"),
                store.memory.amend_item(other, talked, kept.id, "Theirs"),
                store.memory.forget_item(other, talked, kept.id),
                store.memory.forget_topic(other, talked, 1),
                store.memory.forget(other, talked),
            ):
                await refused(call, NotFound, "session_not_found")
        assert (await store.memory.read(ANNA, talked)).items == (kept,)

    @pytest.mark.parametrize("session_id", ["nobody", "../up", "a\0b", ""])
    async def test_session_that_is_not_there_is_not_found(self, store: Store, session_id: str) -> None:
        adds = Learnt(0, Topic(NOBODY, 1, "Line", (), ()), "")
        for call in (
            store.memory.read(ANNA, session_id),
            store.memory.topics(ANNA, session_id),
            store.memory.index_entries(ANNA, session_id),
            store.memory.carried(ANNA, session_id),
            store.memory.learn(ANNA, session_id, adds),
            store.memory.amend_summary(ANNA, session_id, "Mine"),
            store.memory.amend_item(ANNA, session_id, NOBODY, "Mine"),
            store.memory.forget_item(ANNA, session_id, NOBODY),
            store.memory.forget_topic(ANNA, session_id, 1),
            store.memory.forget(ANNA, session_id),
        ):
            await refused(call, NotFound, "session_not_found")

    @pytest.mark.parametrize("wrong", [NOBODY, "", "a\0b", "\ud800", "' OR 1=1 --", "x" * 300])
    async def test_turns_and_items_that_are_not_there_are_not_found(self, store: Store, wrong: str) -> None:
        talked, elsewhere = await talk(store, 1), await talk(store, 1)
        adds = await learnt(store, talked, 1, after=0)
        unknown = replace(adds, topic=replace(adds.topic, turn_id=wrong))
        await refused(store.memory.learn(ANNA, talked, unknown), NotFound, "turn_not_found")
        await refused(store.memory.learn(ANNA, elsewhere, adds), NotFound, "turn_not_found")
        kept = (await learn(store, talked, 1, items=(item("Mine"),))).items[0]
        for session_id, item_id in ((talked, wrong), (elsewhere, kept.id)):
            await refused(store.memory.amend_item(ANNA, session_id, item_id, "X"), NotFound, "memory_item_not_found")
            await refused(store.memory.forget_item(ANNA, session_id, item_id), NotFound, "memory_item_not_found")
        for number in (-1, 0, 2, 2**40):
            await refused(store.memory.forget_topic(ANNA, talked, number), NotFound, "topic_not_found")
        assert (await store.memory.read(ANNA, talked)).items == (kept,)

    async def test_numbers_beyond_every_turn_mean_the_whole_active_line(self, store: Store) -> None:
        talked = await talk(store, 2)
        memory = await learn(store, talked, 1, 2)
        for before in (-1, 3, 2**40):
            assert await store.memory.read(ANNA, talked, before=before) == memory
            assert await indexed(store, talked, before=before) == [2, 1]
        assert len(await store.memory.topics(ANNA, talked, below=2**40, limit=2**40)) == 2
        assert await store.memory.index_entries(ANNA, talked, after=2**40) == []

    async def test_deleted_conversation_takes_its_memory_with_it(self, store: Store) -> None:
        talked = await talk(store, 1)
        await learn(store, talked, 1, items=(item("A fact"),))
        session, turns = await store.sessions.get(ANNA, talked), await store.turns.page(ANNA, talked)
        adds = await learnt(store, talked, 1, after=0)
        await store.sessions.delete(ANNA, talked)
        await refused(store.memory.read(ANNA, talked), NotFound, "session_not_found")
        await refused(store.memory.learn(ANNA, talked, adds), NotFound, "session_not_found")
        await store.sessions.restore(ANNA, session, turns)
        assert await store.memory.carried(ANNA, talked) == CarriedMemory()
        assert await store.memory.learn(ANNA, talked, adds)

    # --- texts

    async def test_texts_come_back_byte_for_byte(self, store: Store) -> None:
        talked = await talk(store, len(HARD_TEXTS))
        for number, text in enumerate(HARD_TEXTS, 1):
            after = (await store.memory.read(ANNA, talked)).up_to
            adds = await learnt(store, talked, number, after=after, summary=text, items=(item(text),), line=text)
            assert await store.memory.learn(ANNA, talked, replace(adds, topic=replace(adds.topic, topics=(text,))))
            memory = await store.memory.read(ANNA, talked)
            assert (memory.summary, memory.items[-1].text) == (text, text)
            assert (await store.memory.topics(ANNA, talked, limit=1))[0].topics == (text,)
            amended = await store.memory.amend_item(ANNA, talked, memory.items[0].id, text)
            assert amended.text == text
        assert [topic.line for topic in await store.memory.topics(ANNA, talked)][::-1] == list(HARD_TEXTS)

    @pytest.mark.parametrize("text", ["a\0b", "\ud800"])
    async def test_what_is_no_text_is_mended_in_what_was_made_and_refused_from_people(
        self, store: Store, text: str
    ) -> None:
        talked = await talk(store, 1)
        adds = await learnt(store, talked, 1, after=0, summary=text, items=(item(text),), line=text)
        hostile = replace(adds, topic=replace(adds.topic, topics=(text,), source_ids=(text,)))
        assert await store.memory.learn(ANNA, talked, hostile)
        memory, (topic,) = await store.memory.read(ANNA, talked), await store.memory.topics(ANNA, talked)
        for kept in (memory.summary, memory.items[0].text, topic.line, *topic.topics, *topic.source_ids):
            assert "\ufffd" in kept
        await refused(store.memory.amend_summary(ANNA, talked, text), BadInput, "bad_character")
        await refused(store.memory.amend_item(ANNA, talked, memory.items[0].id, text), BadInput, "bad_character")
        assert await store.memory.read(ANNA, talked) == memory

    async def test_no_more_than_the_latest_items_are_read(self, store: Store) -> None:
        talked = await talk(store, 3)
        for number in (1, 2):
            await learn(store, talked, number, items=tuple(item(f"{number}.{place}") for place in range(40)))
        memory = await store.memory.read(ANNA, talked)
        assert texts(memory) == [f"1.{place}" for place in range(16, 40)] + [f"2.{place}" for place in range(40)]
        memory = await learn(store, talked, 3, items=(item("3.0", instead_of=memory.items[-1]),))
        assert len(memory.items) == 63
        assert texts(memory)[-2:] == ["2.38", "3.0"]
