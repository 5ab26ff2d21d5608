"""Dates and amounts of the resolved question, from the step that reads them to the prompt and the stored turn."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from askwell.engine import LOCAL
from askwell.pipeline.facts import read_facts
from askwell.pipeline.search import search
from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.projections import answer_json, choice_and_reason, turn_json
from askwell.settings import Settings
from askwell.types import Begun, Decision, Fact, Language, Passage, Recalled, Resolution, SearchQuery, Turn
from tests.alpine import alpine, let_write

NOON = datetime(2025, 2, 12, 12, tzinfo=UTC)
LAST_MONTH = Fact("period", "last month", 13, 23, "2024-12", "en", is_relative=True)


def turn(number: int, question: str, at: datetime = NOON, *, facts: tuple[Fact, ...] = ()) -> Turn:
    return Turn(str(number), "s", number, None, "completed", question, at, facts=facts)


async def read(
    question: str, resolved: str = "", language: Language = "en", earlier: tuple[Turn, ...] = ()
) -> tuple[tuple[Fact, ...], tuple[Decision, ...]]:
    state = TurnState(
        Begun(turn(9, question), 0),
        language=language,
        recalled=Recalled(earlier),
        resolution=Resolution("follow_up", resolved or question),
    )
    after = state.after(await read_facts(state, cast("TurnRuntime", None)))
    return after.facts, after.decisions


async def test_s3_08_values_are_those_of_the_resolved_question() -> None:
    facts, _ = await read("And in March 2025?", "What did the pass cost in March 2025?")
    assert [(each.canonical, each.start, each.end) for each in facts] == [("2025-03", 26, 36)]


async def test_a_relative_time_is_that_of_the_turns_clock() -> None:
    [fact], _ = await read("What was due last month?")
    assert fact.canonical == "2025-01"


async def test_a_relative_time_of_an_earlier_turn_keeps_the_day_of_that_turn() -> None:
    asked_in_january = turn(7, "What was due last month?", datetime(2025, 1, 31, tzinfo=UTC), facts=(LAST_MONTH,))
    resolved = "What was due last month for a company?"
    [carried], _ = await read("And for a company?", resolved, earlier=(asked_in_january,))
    assert (carried.canonical, carried.text, carried.start) == ("2024-12", "last month", 13)
    [typed], _ = await read("And last month for a company?", resolved, earlier=(asked_in_january,))
    assert typed.canonical == "2025-01"


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ("en", ("1 value", "last month = 2025-01")),
        ("nl", ("1 waarde", "last month = 2025-01")),
        ("it", ("1 valore", "last month = 2025-01")),
    ],
)
async def test_the_decision_shows_text_and_form(code: Language, texts: tuple[str, str]) -> None:
    _, [decision] = await read("What was due last month?")
    assert choice_and_reason(decision, code) == texts


async def test_a_question_without_values_has_no_decision() -> None:
    assert await read("What does the pass cost?") == ((), ())


async def test_the_search_knows_the_spellings_of_the_values() -> None:
    queries: list[SearchQuery] = []

    async def found(query: SearchQuery) -> list[Passage]:
        queries.append(query)
        return []

    async def unread() -> dict[str, Decision]:
        return {}

    from askwell.assistant import Assistant

    services = SimpleNamespace(
        assistant=Assistant(name="a", title="A"),
        searcher=SimpleNamespace(search=found),
        lacking=lambda _: (),
        unread=unread,
    )
    state = TurnState(Begun(turn(9, "Which fee of €1,500 was due in 2024?"), 0))
    state = state.after(await read_facts(state, cast("TurnRuntime", None)))
    await search(state, cast("TurnRuntime", SimpleNamespace(context=services)))
    # A year has one spelling, which the question has too.
    assert queries[0].values == (("1500", "1,500", "1.500"),)


async def test_values_are_in_prompt_answer_and_store(settings: Settings, tmp_path: Path) -> None:
    async with alpine(settings, tmp_path) as engine:
        model = let_write(engine, ["It costs 90 euros [1]."])
        session = await engine.create_session()
        answer = await engine.ask("Does the Alpine pass for adults cost ninety euros on 3/4/2026?", session=session.id)
        [stored] = await engine.store.turns.page(LOCAL, session.id)
        [prompt] = [call.messages[-1].content for call in model.calls]
    assert "\nninety euros = EUR 90.00\n3/4/2026 = 2026-03-04 or 2026-04-03\n" in prompt
    assert [each.canonical for each in answer.facts] == ["EUR 90.00", "2026-03-04"]
    assert stored.facts == answer.facts
    assert answer_json(answer)["facts"] == turn_json(stored)["facts"]
    assert turn_json(replace(stored, facts=(stored.facts[1],)))["facts"] == [
        {
            "kind": "date",
            "text": "3/4/2026",
            "start": 53,
            "end": 61,
            "canonical": "2026-03-04",
            "others": ["2026-04-03"],
            "relative": False,
            "language": "en",
        }
    ]
    assert answer.ledger is not None
    assert answer.ledger.tokens["facts"] > 0


async def test_a_plain_value_is_not_repeated_in_the_prompt(settings: Settings, tmp_path: Path) -> None:
    async with alpine(settings, tmp_path) as engine:
        model = let_write(engine, ["It costs 90 euros [1]."])
        await engine.ask("What did the Alpine pass cost on 31 January 2025?")
        [prompt] = [call.messages[-1].content for call in model.calls]
    assert "2025-01-31" not in prompt
