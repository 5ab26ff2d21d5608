"""`askwell memory`: shown, corrected and forgotten."""

import json
from typing import Any

import pytest

from tests.cli.conftest import Askwell

NOBODY = "0198c0de-0000-7000-8000-000000000000"


@pytest.fixture
def session(askwell: Askwell) -> str:
    """Id of a conversation that has learnt two turns."""
    first = askwell("ask", "I want a red bike.", "-a", "bikes", "--json")
    session = str(json.loads(first.out)["session_id"])
    assert askwell("ask", "What does a puncture repair cost?", "--session", session, "--quiet").code == 0
    return session


def memory(askwell: Askwell, session: str) -> dict[str, Any]:
    return dict(json.loads(askwell("memory", "show", session, "--json").out))


def test_memory_is_shown_with_items_and_topics(askwell: Askwell, session: str) -> None:
    result = askwell("memory", "show", session)
    item = memory(askwell, session)["items"][0]
    assert result.code == 0
    for heading in ("Summary", "Settled", "Discussed"):
        assert heading in result.out
    assert item["id"] in result.out
    assert "red bike" in result.out
    assert "puncture" in result.out


def test_memory_is_shown_in_the_language_of_the_conversation(askwell: Askwell, session: str) -> None:
    asked = askwell("ask", "Ik wil graag een blauwe fiets met versnellingen.", "-a", "documents", "--json")
    dutch = str(json.loads(asked.out)["session_id"])
    assert "Samenvatting" in askwell("memory", "show", dutch).out


def test_the_command_for_older_topics_is_shown(askwell: Askwell, session: str) -> None:
    result = askwell("memory", "show", session, "-n", "1")
    assert f"older topics: askwell memory show {session} --below 2" in result.err
    assert "turn 1" in askwell("memory", "show", session, "--below", "2").out


def test_an_item_and_the_summary_can_be_edited(askwell: Askwell, session: str) -> None:
    item = memory(askwell, session)["items"][0]["id"]
    assert askwell("memory", "edit", session, "--item", item, "They want a blue bike.").code == 0
    assert "blue bike" in memory(askwell, session)["summary"]
    assert askwell("memory", "edit", session, "--summary", "A cyclist.").code == 0
    found = memory(askwell, session)
    assert (found["summary"], found["summary_by"]) == ("A cyclist.", "user")
    assert "written by a person" in askwell("memory", "show", session).out


def test_an_item_a_topic_and_everything_can_be_deleted(askwell: Askwell, session: str) -> None:
    item = memory(askwell, session)["items"][0]["id"]
    assert askwell("memory", "forget", session, "--item", item).code == 0
    assert "red bike" not in memory(askwell, session)["summary"]
    output = askwell("memory", "forget", session, "--topic", "2").err
    assert "what was learnt from turn 2 is forgotten; the turn stays" in output
    assert [each["number"] for each in memory(askwell, session)["topics"]] == [1]
    assert askwell("memory", "forget", session, "--all").code == 0
    assert "Nothing is remembered" in askwell("memory", "show", session).err
    assert "you > I want a red bike." in askwell("sessions", "show", session).out


@pytest.mark.parametrize(
    "arguments",
    [
        ("forget",),
        ("forget", "--all", "--topic", "1"),
        ("forget", "--item", "x", "--all"),
        ("edit",),
        ("edit", "A text"),
        ("edit", "--item", "x"),
        ("edit", "--summary", "A text", "--item", "x"),
        ("edit", "--summary", "A text", "--item", "x", "Another"),
    ],
)
def test_exactly_one_target_must_be_given(askwell: Askwell, arguments: tuple[str, ...]) -> None:
    command, *rest = arguments
    result = askwell("memory", command, NOBODY, *rest)
    assert result.code == 2
    assert f"askwell memory show {NOBODY}" in result.err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("forget", "--item", NOBODY), "memory_item_not_found"),
        (("forget", "--topic", "9"), "topic_not_found"),
        (("edit", "--item", NOBODY, "A text"), "memory_item_not_found"),
    ],
)
def test_an_unknown_item_or_topic_is_not_found(
    askwell: Askwell, session: str, arguments: tuple[str, ...], code: str
) -> None:
    command, *rest = arguments
    result = askwell("memory", command, session, *rest)
    assert (result.code, f"code: {code}" in result.err) == (4, True)


@pytest.mark.parametrize("arguments", [("show",), ("forget", "--all"), ("edit", "--summary", "A text")])
def test_an_unknown_conversation_is_not_found(askwell: Askwell, arguments: tuple[str, ...]) -> None:
    command, *rest = arguments
    result = askwell("memory", command, NOBODY, *rest)
    assert (result.code, "code: session_not_found" in result.err) == (4, True)


def test_an_empty_text_for_an_item_is_refused(askwell: Askwell, session: str) -> None:
    item = memory(askwell, session)["items"][0]["id"]
    result = askwell("memory", "edit", session, "--item", item, " ")
    assert (result.code, "code: empty_text" in result.err) == (2, True)
