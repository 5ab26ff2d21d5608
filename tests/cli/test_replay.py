import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from askwell.engine import LOCAL, Engine
from askwell.settings import load_settings
from tests.cli.conftest import Askwell

FIRST = "What does a puncture repair cost?"


@pytest.fixture
def session(askwell: Askwell) -> str:
    """A conversation with a follow-up and a complete question."""
    first = json.loads(askwell("ask", FIRST, "--assistant", "bikes", "--json").out)["session_id"]
    for question in ("And brakes?", "Who repairs electric bikes?"):
        assert askwell("ask", question, "--session", first).code == 0
    return str(first)


def replayed(askwell: Askwell, *arguments: str) -> list[dict[str, Any]]:
    result = askwell("replay", *arguments, "--json")
    assert result.code == 0, result.err
    turns: list[dict[str, Any]] = json.loads(result.out)["turns"]
    return turns


def test_without_a_change_every_turn_is_the_same(askwell: Askwell, session: str) -> None:
    result = askwell("replay", session)
    assert result.out.count("the same") == 3
    assert result.out.endswith("0 of 3 turns differ\n")


def test_without_resolving_a_follow_up_is_asked_as_typed(askwell: Askwell, session: str) -> None:
    turns = replayed(askwell, session, "--without", "resolve")
    assert "asked_as" in turns[1]["differs"]
    assert turns[1]["replayed"]["asked_as"] == "And brakes?"
    assert turns[1]["stored"]["asked_as"] != "And brakes?"
    assert turns[2]["differs"] == []


def test_the_difference_is_shown_side_by_side(askwell: Askwell, session: str) -> None:
    shown = askwell("replay", session, "--without", "resolve").out
    [row] = [line for line in shown.splitlines() if line.startswith("asked as")]
    left, right = row.removeprefix("asked as").split("│")
    assert "brakes" in left
    assert right.strip() == "And brakes?"


def test_without_memory_nothing_is_recalled(askwell: Askwell, session: str) -> None:
    turns = replayed(askwell, session, "--without", "memory")
    assert turns[1]["replayed"]["asked_as"] == "And brakes?"


@pytest.mark.parametrize(
    ("settings", "code", "exit_code"),
    [
        (["--model", "nobody:small"], "unknown_provider", 2),
        (["--model", "json", "--set", "model=json", "--set", "model_url=http://127.0.0.1:9"], "upstream_failed", 5),
    ],
)
def test_a_model_that_cannot_be_used_is_an_error_and_no_difference(
    askwell: Askwell, session: str, settings: list[str], code: str, exit_code: int
) -> None:
    result = askwell("replay", session, *settings, "--set", "api_key=k")
    assert (result.code, result.out) == (exit_code, ""), result.out
    assert result.err.count("error:") == 1
    assert f"code: {code}" in result.err


def test_one_turn_is_run_after_the_stored_ones(askwell: Askwell, session: str) -> None:
    [turn] = replayed(askwell, session, "--turn", "2")
    assert (turn["number"], turn["differs"]) == (2, [])


def test_changed_documents_show(askwell: Askwell, session: str, tmp_path: Path) -> None:
    file = tmp_path / "assistants" / "bikes" / "knowledge" / "repairs.md"
    file.write_text(file.read_text(encoding="utf-8").replace("12 euros", "15 euros"), encoding="utf-8")
    turns = replayed(askwell, session)
    assert turns[0]["differs"] == ["answer"]
    assert "15 euros" in turns[0]["replayed"]["answer"]


async def test_the_conversation_stays_as_it_was(askwell: Askwell, session: str) -> None:
    async def stored() -> list[object]:
        async with await Engine.open(load_settings().settings) as engine:
            sessions = await engine.store.sessions.page(LOCAL)
            return [*sessions, *await engine.store.turns.page(LOCAL, session)]

    before = await stored()
    await asyncio.to_thread(replayed, askwell, session, "--without", "resolve")
    assert await stored() == before


def test_the_attachments_of_the_conversation_are_searched(askwell: Askwell, session: str, tmp_path: Path) -> None:
    file = tmp_path / "offer.md"
    file.write_text("# Offer\n\nThe frame number of the blue tandem is 4711.\n", encoding="utf-8")
    question = "What is the frame number of the blue tandem?"
    assert "4711" in askwell("ask", question, "--session", session, "--attach", str(file)).out
    last = replayed(askwell, session)[-1]
    assert "4711" in last["replayed"]["answer"]
    assert askwell("ask", question, "--session", session).out.count("4711") >= 1


def test_a_section_that_is_not_there_cannot_be_left_out(askwell: Askwell, session: str) -> None:
    result = askwell("replay", session, "--without", "scope")
    assert result.code == 2
    assert "It has: resolve, route, grade, memory." in result.err


def test_a_budget_out_of_range_is_refused(askwell: Askwell, session: str) -> None:
    result = askwell("replay", session, "--budget", "3")
    assert result.code == 2
    assert "`--budget` is 3" in result.err


def test_a_turn_that_does_not_exist_is_not_found(askwell: Askwell, session: str) -> None:
    assert askwell("replay", session, "--turn", "9").code == 4


def test_an_unknown_conversation_is_not_found(askwell: Askwell) -> None:
    assert askwell("replay", "nowhere").code == 4
