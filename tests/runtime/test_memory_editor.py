"""What a conversation remembers, put right by a person: the summary follows, unless a person worded it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from askwell.engine import LOCAL, Engine
from askwell.errors import AskwellError, BadInput, NotFound
from askwell.rules.summarise import RulesSummariser
from askwell.runtime.memory_editor import MOST_ITEM_CHARS, MOST_SUMMARY_CHARS, MemoryEditor
from askwell.settings import Settings
from askwell.types import Digest, Item, Language, Memory, Principal, Topic, Turn
from tests.alpine import COST, alpine

STATED = ("I have two children of 6 and 9.", "I want a pass for December.", COST)


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    """An engine with a session `talk` that has learnt three turns."""
    async with alpine(settings, tmp_path) as opened:
        runtime = opened.container.runtimes["documents"]
        runtime.services = replace(runtime.services, summariser=RulesSummariser())
        await opened.create_session("documents", session_id="talk")
        for question in STATED:
            await opened.ask(question, session="talk")
            await opened.digested("talk")
        yield opened


async def memory_of(engine: Engine) -> tuple[MemoryEditor, str, tuple[Item, ...]]:
    """The memory, its summary and its items."""
    memory = await engine.memory_of("talk")
    found = (await memory.read()).memory
    return memory, found.summary, found.items


async def test_a_memory_is_read_with_a_page_of_its_topics(engine: Engine) -> None:
    memory, summary, items = await memory_of(engine)
    first = await memory.read(limit=2)
    rest = await memory.read(below=first.below, limit=2)
    assert [each.number for each in first.topics] == [3, 2]
    assert [each.number for each in rest.topics] == [1]
    assert (first.below, rest.below) == (2, 0)
    assert "December" in summary
    assert "two children" in " ".join(each.text for each in items)


async def test_an_item_in_other_words_is_in_the_summary(engine: Engine) -> None:
    memory, _, items = await memory_of(engine)
    wish = next(each for each in items if "December" in each.text)
    amended = await memory.word_item(wish.id, "  They want a pass for February.  ")
    _, summary, after = await memory_of(engine)
    assert amended == replace(wish, text="They want a pass for February.", by="user")
    assert amended in after
    assert "February" in summary
    assert "December" not in summary
    assert (await memory.read()).memory.summary_by == "rules"


async def test_a_forgotten_item_leaves_the_summary(engine: Engine) -> None:
    memory, _, items = await memory_of(engine)
    for each in items:
        if "children" in each.text:
            await memory.forget_item(each.id)
    _, summary, after = await memory_of(engine)
    assert "children" not in summary + repr(after)


async def test_a_forgotten_topic_takes_its_items_along_and_its_turn_stays(engine: Engine) -> None:
    memory, _, _ = await memory_of(engine)
    await memory.forget_topic(2)
    _, summary, items = await memory_of(engine)
    assert [each.number for each in (await memory.read()).topics] == [3, 1]
    assert "December" not in summary + repr(items)
    assert (await engine.store.turns.get(LOCAL, "talk", 2)).question == STATED[1]


async def test_a_summary_that_a_person_worded_stays(engine: Engine) -> None:
    memory, _, items = await memory_of(engine)
    await memory.word_summary("A family of four.")
    await memory.word_item(items[0].id, "Something else.")
    await memory.forget_item(items[-1].id)
    found = (await memory.read()).memory
    assert (found.summary, found.summary_by) == ("A family of four.", "user")


async def test_all_of_it_can_be_forgotten(engine: Engine) -> None:
    memory, _, _ = await memory_of(engine)
    await memory.forget()
    found = await memory.read()
    assert (found.memory.summary, found.memory.items, found.topics) == ("", (), ())
    assert len(await engine.store.turns.page(LOCAL, "talk")) == 3


@pytest.mark.parametrize(
    ("text", "code"), [(" ", "empty_text"), ("x" * (MOST_ITEM_CHARS + 1), "text_too_long"), ("a\0b", "bad_character")]
)
async def test_an_item_is_not_worded_as_nothing_too_long_or_no_text(engine: Engine, text: str, code: str) -> None:
    memory, _, items = await memory_of(engine)
    with pytest.raises(BadInput) as raised:
        await memory.word_item(items[0].id, text)
    assert raised.value.code == code
    assert (await memory_of(engine))[2] == items


async def test_a_summary_has_a_longest_form_and_may_be_empty(engine: Engine) -> None:
    memory, _, _ = await memory_of(engine)
    with pytest.raises(BadInput, match="4,001 characters"):
        await memory.word_summary("x" * (MOST_SUMMARY_CHARS + 1))
    assert (await memory.word_summary(" ")).summary == ""


async def test_the_memory_of_another_principal_is_as_good_as_none(engine: Engine) -> None:
    with pytest.raises(NotFound, match="talk"):
        await engine.memory_of("talk", principal=Principal(user="somebody else"))


async def test_what_is_not_remembered_is_not_found(engine: Engine) -> None:
    memory, _, _ = await memory_of(engine)
    for work, code in (
        (memory.forget_item("019a9d4e-0000-7c3e-9d57-000000000003"), "memory_item_not_found"),
        (memory.forget_topic(9), "topic_not_found"),
    ):
        with pytest.raises(AskwellError) as raised:
            await work
        assert raised.value.code == code


async def test_what_is_forgotten_while_a_digest_is_under_way_does_not_come_back(engine: Engine) -> None:
    runtime = engine.container.runtimes["documents"]
    read_before, go_on = asyncio.Event(), asyncio.Event()

    class Slow(RulesSummariser):
        async def digest(self, turn: Turn, memory: Memory, topics: Sequence[Topic], language: Language) -> Digest:
            read_before.set()
            await go_on.wait()
            return await super().digest(turn, memory, topics, language)

    runtime.services = replace(runtime.services, summariser=Slow())
    await engine.ask("I want a blue pass.", session="talk")
    await read_before.wait()
    memory, _, items = await memory_of(engine)
    for each in items:
        if "December" in each.text:
            await memory.forget_item(each.id)
    go_on.set()
    await engine.digested("talk")
    found = (await memory.read()).memory
    assert found.up_to == 4
    assert "blue" in found.summary
    assert "December" not in found.summary


async def test_two_changes_at_once_are_made_one_after_the_other(engine: Engine) -> None:
    for _ in range(5):
        memory, _, _ = await memory_of(engine)
        await asyncio.gather(memory.forget_topic((await memory.read()).memory.up_to), memory.forget())
        await engine.digested("talk")
        found = await memory.read()
        assert (found.memory.summary, found.memory.items, found.topics) == ("", (), ())
        await engine.ask("I want a green pass.", session="talk")
        await engine.digested("talk")
