"""The tools over the conversation, on a real store."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from askwell.engine import LOCAL, Engine
from askwell.settings import Settings
from askwell.tools.past import lookup_past_conversation, retrieve_past_answer
from askwell.types import Learnt, Principal, Recollection, ToolContext, ToolResult, Topic, Turn
from tests.alpine import alpine

QUESTIONS = (
    "What does the Alpine pass cost for adults?",
    "Where are skis rented?",
    "When do the lifts open?",
    "Is the pass valid in December?",
)


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    """Four turns of session `talk`, of which the first two are in the index."""
    async with alpine(settings, tmp_path) as opened:
        await opened.create_session(session_id="talk")
        for question in QUESTIONS:
            await opened.ask(question, session="talk")
        for number in (1, 2):
            turn = await opened.store.turns.get(LOCAL, "talk", number)
            # Memory may have been made of the turn already, in its own words.
            await opened.store.memory.learn(LOCAL, "talk", Learnt(number - 1, _entry(turn), "A summary."))
        yield opened


def _entry(turn: Turn) -> Topic:
    return Topic(turn.id, turn.number, f"Indexed: {turn.question}", ("money",) if turn.number == 1 else (), ())


async def context(engine: Engine, *, session: str = "talk", principal: Principal = LOCAL) -> ToolContext:
    running = Turn(
        "running", "talk", 5, None, "running", "What now?", (await engine.store.turns.get(LOCAL, "talk", 4)).created_at
    )
    return ToolContext(principal, session, running, "en")


def numbers(result: ToolResult) -> list[int]:
    return [
        int(line.split(",")[0].removeprefix("- turn ")) for line in result.text.splitlines() if line.startswith("- ")
    ]


async def look_up(engine: Engine, topic: str) -> ToolResult:
    return await lookup_past_conversation(engine.store).run({"topic": topic}, await context(engine))


async def test_s2_11_turns_are_found_by_their_topic_in_the_index_and_behind_it(engine: Engine) -> None:
    assert numbers(await look_up(engine, "rental of skis")) == [2]
    assert numbers(await look_up(engine, "pass"))[:2] == [4, 1], "of equals the newest"
    assert set(numbers(await look_up(engine, "lift"))) == {3}


async def test_without_a_topic_all_turns_come_newest_first(engine: Engine) -> None:
    assert numbers(await look_up(engine, "")) == [4, 3, 2, 1]


async def test_a_topic_that_was_never_spoken_of_is_said_so(engine: Engine) -> None:
    result = await look_up(engine, "football")
    assert result.text.startswith("Nothing of that was discussed.")
    assert numbers(result) == [4, 3, 2]


async def test_each_line_leads_to_the_whole_answer(engine: Engine) -> None:
    line = (await look_up(engine, "skis")).text
    exchange = line.split("exchange_id ")[1].split(":")[0]
    whole = await retrieve_past_answer(engine.store).run({"exchange_id": exchange}, await context(engine))
    turn = await engine.store.turns.get(LOCAL, "talk", 2)
    assert turn.answer in whole.text
    assert whole.sources == turn.sources


async def test_a_history_searcher_finds_what_shares_no_word(engine: Engine) -> None:
    class Recalls:
        async def index_entry(self, turn: Turn) -> bytes:
            return b""

        async def find(
            self, principal: Principal, turn: Turn, question: str, *, oldest_in_window: int, k: int
        ) -> list[Recollection]:
            assert (turn.number, oldest_in_window) == (5, 5)
            lifts = await engine.store.turns.get(principal, "talk", 3)
            return [Recollection(3, lifts.id, 0.9)]

    tool = lookup_past_conversation(engine.store, Recalls())
    assert numbers(await tool.run({"topic": "cable car hours"}, await context(engine))) == [3]


@pytest.mark.parametrize("session", ["", "elsewhere"])
async def test_s2_b1_without_its_session_a_turn_is_not_found(engine: Engine, session: str) -> None:
    if session:
        await engine.create_session(session_id=session)
    told = await context(engine, session=session)
    turn = await engine.store.turns.get(LOCAL, "talk", 1)
    for wanted in (turn.id, "1"):
        result = await retrieve_past_answer(engine.store).run({"exchange_id": wanted}, told)
        assert not result.ok
        assert turn.answer not in result.text


async def test_s2_b1_another_user_finds_nothing_by_the_same_id(engine: Engine) -> None:
    turn = await engine.store.turns.get(LOCAL, "talk", 1)
    told = await context(engine, principal=Principal(user="somebody"))
    result = await retrieve_past_answer(engine.store).run({"exchange_id": turn.id}, told)
    assert not result.ok
    assert not result.sources
