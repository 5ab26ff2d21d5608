import json
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Askwell


@pytest.fixture
def sessions(askwell: Askwell, shelf: Path) -> list[str]:
    """Ids of three conversations, oldest first."""
    askwell("add", str(shelf))
    asked = [askwell("ask", f"What does a puncture repair cost? {number}", "--json") for number in range(3)]
    return [json.loads(each.out)["session_id"] for each in asked]


def test_pages_are_listed_newest_first(askwell: Askwell, sessions: list[str]) -> None:
    first = json.loads(askwell("sessions", "list", "-n", "2", "--json").out)
    second = json.loads(askwell("sessions", "list", "-n", "2", "--before", first["next"], "--json").out)
    listed = [each["id"] for each in first["sessions"] + second["sessions"]]
    assert listed == sessions[::-1]
    assert second["next"] is None


def test_the_list_shows_the_command_for_the_next_page(askwell: Askwell, sessions: list[str]) -> None:
    result = askwell("sessions", "list", "-n", "1")
    assert result.out.startswith(sessions[-1])
    assert f"more: askwell sessions list --before {sessions[-1]} --limit 1" in result.err


def test_the_command_for_the_next_page_keeps_the_filters_and_is_quoted_for_a_shell(
    askwell: Askwell, sessions: list[str]
) -> None:
    for session in sessions:
        askwell("sessions", "rename", session, "Bob's bike")
    [hint] = askwell("sessions", "list", "-n", "2", "--search", "Bob's bike").err.splitlines()
    command = shlex.split(hint.removeprefix("more: askwell "))
    assert askwell(*command).out.split()[0] == sessions[0]


def test_a_conversation_is_shown_with_answers_and_sources(askwell: Askwell, sessions: list[str]) -> None:
    result = askwell("sessions", "show", sessions[0])
    assert "you > What does a puncture repair cost? 0" in result.out
    assert "12 euros" in result.out
    assert "repairs.md" in result.out


def test_the_answers_of_a_stored_conversation_are_explained(askwell: Askwell, sessions: list[str]) -> None:
    askwell("ask", "And brakes?", "--session", sessions[0])
    plain, explained = askwell("sessions", "show", sessions[0]), askwell("sessions", "show", sessions[0], "--explain")
    assert "evidence for a follow-up: " not in plain.out
    assert "a follow-up" in explained.out
    assert "evidence for a follow-up: " in explained.out


def test_a_conversation_can_be_renamed_and_found_by_its_title(askwell: Askwell, sessions: list[str]) -> None:
    assert askwell("sessions", "rename", sessions[0], "Flat tyres").code == 0
    found = json.loads(askwell("sessions", "list", "--search", "Flat", "--json").out)["sessions"]
    assert [(each["id"], each["title"]) for each in found] == [(sessions[0], "Flat tyres")]


def test_removed_conversations_are_gone(askwell: Askwell, sessions: list[str]) -> None:
    assert askwell("sessions", "rm", *sessions[:2]).code == 0
    assert [each["id"] for each in json.loads(askwell("sessions", "list", "--json").out)["sessions"]] == [sessions[2]]


def test_an_export_holds_every_turn(askwell: Askwell, sessions: list[str], tmp_path: Path) -> None:
    for number in range(3):
        askwell("ask", f"Who repairs electric bikes? {number}", "--session", sessions[0], "--quiet")
    file = tmp_path / "chat.json"
    assert askwell("sessions", "export", sessions[0], "-o", str(file)).code == 0
    written = json.loads(file.read_text(encoding="utf-8"))
    assert written == json.loads(askwell("sessions", "export", sessions[0]).out)
    assert [turn["turn_number"] for turn in written["turns"]] == [1, 2, 3, 4]
    assert written["session"]["id"] == sessions[0]


def test_pinned_conversations_are_found(askwell: Askwell, sessions: list[str]) -> None:
    assert "is pinned" in askwell("sessions", "pin", sessions[1]).err
    pinned = json.loads(askwell("sessions", "list", "--pinned", "--json").out)["sessions"]
    assert [(each["id"], each["pinned"]) for each in pinned] == [(sessions[1], True)]
    askwell("sessions", "unpin", sessions[1])
    assert askwell("sessions", "list", "--pinned").out == ""


@pytest.mark.parametrize("command", [("show",), ("rename",), ("pin",), ("unpin",), ("rm",), ("export",)])
def test_an_unknown_conversation_is_not_found(askwell: Askwell, command: tuple[str, ...]) -> None:
    more = ("Title",) if command == ("rename",) else ()
    result = askwell("sessions", *command, "0198c0de-0000-7000-8000-000000000000", *more)
    assert result.code == 4
    assert "code: session_not_found" in result.err
