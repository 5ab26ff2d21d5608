import asyncio
import json
import re
from dataclasses import replace
from pathlib import Path

import yaml

from askwell.engine import LOCAL, Engine
from askwell.evals.load import load_scenario
from askwell.evals.promote import promoted
from askwell.settings import load_settings
from askwell.types import Session, Turn
from tests.cli.conftest import Askwell


def talk(askwell: Askwell, *questions: str) -> str:
    """The id of a new conversation with `bikes`."""
    session = ""
    for question in questions:
        named = ["--session", session] if session else []
        asked = askwell("ask", question, "--assistant", "bikes", "--json", *named)
        assert asked.code == 0, asked.err
        session = json.loads(asked.out)["session_id"]
    return session


async def read(session: str) -> tuple[Session, list[Turn]]:
    async with await Engine.open(load_settings().settings) as engine:
        stored = await engine.store.sessions.get(LOCAL, session)
        return stored, list(await engine.store.turns.page(LOCAL, session, after=0, limit=9))


async def rate_as_bad(session: str, number: int, comment: str) -> None:
    async with await Engine.open(load_settings().settings) as engine:
        await engine.store.turns.give_feedback(LOCAL, session, number, -1, comment)


def test_a_promoted_conversation_passes_as_a_scenario(askwell: Askwell, tmp_path: Path) -> None:
    session = talk(askwell, "What does a puncture repair cost?", "And brakes?")
    file = tmp_path / "assistants" / "bikes" / "scenarios" / "from-life.yaml"
    assert askwell("eval", "promote", session, "--out", str(file)).code == 0
    second = load_scenario(file).conversation[1]
    assert second.requires_context
    assert second.expected_question
    assert second.expected_sources == ("repairs.md",)
    result = askwell("eval", str(file))
    assert result.code == 0, result.out


def test_personal_data_is_replaced_by_the_same_invented_value(askwell: Askwell) -> None:
    session = talk(
        askwell,
        "I am jan@fietsen.nl, what does a puncture repair cost?",
        "Can you send the answer about punctures to jan@fietsen.nl or call +31 6 12345678?",
    )
    written = askwell("eval", "promote", session).out
    assert "fietsen" not in written
    assert "12345678" not in written
    questions = [turn["user"] for turn in yaml.safe_load(written)["conversation"]]
    assert all("person1@example.org" in question for question in questions)
    assert "+1 202 555 0101" in questions[1]


def test_a_follow_up_that_was_not_resolved_expects_no_question(askwell: Askwell) -> None:
    session = talk(askwell, "What does a puncture repair cost?")
    stored, [first] = asyncio.run(read(session))
    unresolved = replace(first, number=2, question="And those?", standalone_question="And those?", kind="follow_up")
    written = promoted(stored, [first, unresolved])
    second = yaml.safe_load(written)["conversation"][1]
    assert (second["requires_context"], "expected_question" in second) == (True, False)
    assert "  # It was asked as typed: write what it asks as `expected_question`." in written


def test_only_the_chosen_turns_are_written(askwell: Askwell) -> None:
    session = talk(askwell, "What does a puncture repair cost?", "Who repairs electric bikes?", "And brakes?")
    turns = yaml.safe_load(askwell("eval", "promote", session, "--turns", "2-3").out)["conversation"]
    assert [(turn["turn"], turn["user"]) for turn in turns] == [(1, "Who repairs electric bikes?"), (2, "And brakes?")]


def test_turns_that_do_not_exist_are_not_found(askwell: Askwell) -> None:
    session = talk(askwell, "What does a puncture repair cost?")
    result = askwell("eval", "promote", session, "--turns", "7-9")
    assert result.code == 4
    assert "it has 1 to 1" in result.err


def test_a_range_backwards_is_a_usage_error(askwell: Askwell) -> None:
    session = talk(askwell, "What does a puncture repair cost?")
    assert askwell("eval", "promote", session, "--turns", "3-1").code == 2


def test_an_existing_file_is_kept(askwell: Askwell, tmp_path: Path) -> None:
    session = talk(askwell, "What does a puncture repair cost?")
    file = tmp_path / "mine.yaml"
    file.write_text("mine", encoding="utf-8")
    result = askwell("eval", "promote", session, "--out", str(file))
    assert "code: file_exists" in result.err
    assert file.read_text(encoding="utf-8") == "mine"


async def test_turns_rated_as_bad_are_listed_with_the_reason_and_marked(askwell: Askwell) -> None:
    session = await asyncio.to_thread(talk, askwell, "What does a puncture repair cost?", "And brakes?")
    await rate_as_bad(session, 2, "I asked about disc brakes, mail me: jan@fietsen.nl")
    listed = await asyncio.to_thread(askwell, "eval", "promote", "--list")
    assert (
        listed.out == f"{session}  bikes  turn 2  And brakes?  (I asked about disc brakes, mail me: jan@fietsen.nl)\n"
    )
    written = (await asyncio.to_thread(askwell, "eval", "promote", session)).out
    note = re.search(r"# Rated as bad: (.*)\n  - turn: 2", written)
    assert note is not None
    assert "disc brakes" in note[1]
    assert "fietsen" not in written


def test_nothing_rated_as_bad_is_said(askwell: Askwell) -> None:
    talk(askwell, "What does a puncture repair cost?")
    result = askwell("eval", "promote", "--list")
    assert (result.out, result.code) == ("", 0)
    assert "No turn is rated as bad." in result.err


def test_an_unknown_conversation_is_not_found(askwell: Askwell) -> None:
    assert askwell("eval", "promote", "nowhere").code == 4


def test_without_a_conversation_it_is_a_usage_error(askwell: Askwell) -> None:
    result = askwell("eval", "promote")
    assert result.code == 2
    assert json.dumps("--list")[1:-1] in result.err
