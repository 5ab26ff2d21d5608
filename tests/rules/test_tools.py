"""Without a model the question itself picks the tool; the same step runs it and the same record is kept."""

from pathlib import Path

import pytest

from askwell.rules.tools import KNOWLEDGE, LOOK_UP, RETRIEVE, pick
from askwell.settings import Settings
from askwell.types import Brief, Purpose, ToolRound, ToolSpec
from tests.prompting import turn
from tests.tooling import ask, runtime, used

TOOLS = tuple(ToolSpec(name, "", {}) for name in (KNOWLEDGE, LOOK_UP, RETRIEVE))
TURNS = (
    turn(1, "What does the pass cost?", "It costs 90 euros. [1]"),
    turn(2, "Where are skis rented?", "At the valley station. [2]"),
)


def brief(asked: str, language: str = "en", *, purpose: Purpose = "chat") -> Brief:
    return Brief(purpose, asked, asked, language, turns=TURNS, tools=TOOLS)


@pytest.mark.parametrize(
    ("asked", "language", "name", "arguments"),
    [
        ("What did we discuss earlier?", "en", LOOK_UP, {"topic": ""}),
        ("Wat hadden we eerder besproken?", "nl", LOOK_UP, {"topic": ""}),
        ("Di che cosa abbiamo parlato finora?", "it", LOOK_UP, {"topic": ""}),
        ("What did you tell me about the pass?", "en", LOOK_UP, {"topic": "pass"}),
        ("Give me that answer again in full.", "en", RETRIEVE, {"exchange_id": "t2"}),
        ("Geef dat antwoord nog eens volledig.", "nl", RETRIEVE, {"exchange_id": "t2"}),
        ("Ripeti la risposta per intero.", "it", RETRIEVE, {"exchange_id": "t2"}),
        ("Show me the whole answer about the pass again.", "en", RETRIEVE, {"exchange_id": "t1"}),
        ("Give me the whole answer about football again.", "en", LOOK_UP, {"topic": "football"}),
        ("Give me the full answer to my first question.", "en", RETRIEVE, {"exchange_id": "1"}),
        ("Opening hours of the lifts?", "en", KNOWLEDGE, {"query": "Opening hours of the lifts?"}),
    ],
)
def test_the_question_picks_the_tool(asked: str, language: str, name: str, arguments: dict[str, str]) -> None:
    call = pick(brief(asked, language))
    assert call is not None
    assert (call.name, call.arguments) == (name, arguments)


@pytest.mark.parametrize("asked", ["Thanks!", "Hello", "What was my last question?", "..."])
def test_talk_needs_no_tool(asked: str) -> None:
    assert pick(brief(asked)) is None


def test_what_was_searched_is_not_searched_again() -> None:
    assert pick(brief("What does the pass cost?", purpose="answer")) is None
    assert pick(brief("What does the pass cost?", purpose="not_found")) is None


def test_only_offered_tools_are_picked_and_only_once() -> None:
    asked = brief("What did we discuss earlier?")
    assert pick(Brief("chat", asked.question, asked.asked, "en", turns=TURNS, tools=TOOLS[:1])) is None
    assert pick(Brief("chat", asked.question, asked.asked, "en", tools=TOOLS, rounds=(ToolRound(()),))) is None


async def test_s2_v7_without_a_model_what_was_discussed_is_looked_up(settings: Settings, tmp_path: Path) -> None:
    more = "memory: {window_turns: 1}\n"
    async with runtime(settings, tmp_path, f"{{use: [{LOOK_UP}, {RETRIEVE}]}}", more=more) as engine:
        session = await engine.create_session("desk")
        await ask(engine, "What does the Alpine pass cost for adults?", session.id)
        await ask(engine, "Where are skis rented?", session.id)
        await engine.digested(session.id)
        answer = await ask(engine, "What did we discuss so far?", session.id)
    assert [each.params["tool"] for each in used(answer)] == [LOOK_UP]
    assert "Alpine pass" in answer.answer
    assert "skis" in answer.answer


async def test_s2_11_without_a_model_a_past_answer_comes_whole_with_its_numbers(
    settings: Settings, tmp_path: Path
) -> None:
    async with runtime(settings, tmp_path, f"{{use: [{RETRIEVE}]}}") as engine:
        session = await engine.create_session("desk")
        await ask(engine, "Where are skis rented?", session.id)
        past = await ask(engine, "What does the Alpine pass cost for adults?", session.id)
        answer = await ask(engine, "Give me that answer again in full.", session.id)
    assert [each.params["tool"] for each in used(answer)] == [RETRIEVE]
    assert past.answer in answer.answer
    assert [source.number for source in answer.sources] == [source.number for source in past.sources] == [2]
