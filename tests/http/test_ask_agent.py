"""The route of an agent for research papers, called as its description says."""

import json
import re
from typing import Any

import httpx
import pytest

from askwell.projections import agent_session_id
from askwell.settings import Settings
from askwell.types import Principal
from tests.http.conftest import WATERING

PATH = "/ask-agent"
OTHERS = (
    WATERING,
    "When do I prune roses?",
    "Where do I sow carrots?",
    "How often do I turn the heap?",
    "When are tomatoes ripe?",
    "When do I rake moss out?",
)
"""Six questions."""


@pytest.fixture(scope="module")
def shared_settings(shared_settings: Settings) -> Settings:
    """The garden answers in place of the papers."""
    return shared_settings.model_copy(update={"agent_assistant": "garden"})


async def test_only_the_query_is_needed_and_nothing_is_stored(client: httpx.AsyncClient) -> None:
    """S0-02 S0-24 S0-B3: a question without a session has no number."""
    before = (await client.get("/v1/sessions")).json()["sessions"]
    reply = (await client.post(PATH, json={"query": WATERING})).json()
    assert (reply["session_id"], reply["turn_number"]) == (None, 0)
    assert "twice a week" in reply["answer"]
    assert (await client.get("/v1/sessions")).json()["sessions"] == before


async def test_a_session_is_created_and_continued(client: httpx.AsyncClient) -> None:
    """S0-22 S0-23 S0-27 S0-28: under the id of the caller, numbered from 1."""
    first = (await client.post(PATH, json={"query": WATERING, "session_id": "bed-1"})).json()
    second = (await client.post(PATH, json={"query": "And roses?", "session_id": "bed-1"})).json()
    assert [(each["session_id"], each["turn_number"]) for each in (first, second)] == [("bed-1", 1), ("bed-1", 2)]
    assert first["rewritten_query"] is None
    assert "roses" in second["rewritten_query"]


@pytest.mark.parametrize(
    "session",
    [
        "user@example.com",
        "reading group",
        "x" * 255,
        "../../etc/passwd",
        "bed?user=anna#1",
        "a/b%2F..\\c",
        "Пётр’s",
        " ",
        "it's; DROP TABLE sessions --",
    ],
)
async def test_a_session_may_have_any_id_of_255_characters(
    client: httpx.AsyncClient, shared_settings: Settings, session: str
) -> None:
    """S0-07 S0-22: it comes back as given, continues one conversation, and is no part of a path or of the database."""
    replies = [
        (await client.post(PATH, json={"query": query, "session_id": session})).json()
        for query in (WATERING, "And roses?")
    ]
    assert [(each["session_id"], each["turn_number"]) for each in replies] == [(session, 1), (session, 2)]
    own = agent_session_id(session, Principal())
    assert re.fullmatch(r"agent-[0-9a-f]{64}", own)
    stored = (await client.get(f"/v1/sessions/{own}/turns")).json()["turns"]
    assert [turn["question"] for turn in stored] == [WATERING, "And roses?"]
    if len(session) > 1:
        files = [path for path in shared_settings.home.rglob("*") if path.is_file()]
        assert not [path for path in files if session.encode() in path.read_bytes()]


@pytest.mark.parametrize("session", ["", "x" * 256, "a\0b", "\ud800"])
async def test_an_id_that_is_no_text_of_255_characters_is_refused(client: httpx.AsyncClient, session: str) -> None:
    """S0-07."""
    body = json.dumps({"query": WATERING, "session_id": session})
    reply = await client.post(PATH, content=body, headers={"content-type": "application/json"})
    assert (reply.status_code, reply.json()["code"]) == (422, "validation_failed")


def test_ids_of_sessions_do_not_meet() -> None:
    """S0-B12: an id that we can use stays as it is; another one is hashed with its owner."""
    anna, bert = Principal("acme", "anna"), Principal("acme", "bert")
    assert agent_session_id("reading-group_1", anna) == "reading-group_1"
    assert agent_session_id("x" * 128, anna) == "x" * 128
    made = [agent_session_id(each, owner) for each in ("a b", "a  b", "A b", "x" * 129) for owner in (anna, bert)]
    made += [agent_session_id("b c", Principal("a", "b")), agent_session_id("c", Principal("a", "b b"))]
    assert len(set(made)) == len(made)
    assert agent_session_id("a b", anna) == made[0]


async def test_the_reply_says_how_it_was_answered(client: httpx.AsyncClient) -> None:
    """S0-26 S0-30."""
    reply = (await client.post(PATH, json={"query": WATERING})).json()
    [source] = reply["sources"]
    assert (source["document"], source["arxiv_id"]) == ("tomatoes.md", None)
    assert "twice a week" in source["chunk_text"]
    assert reply["reasoning_steps"][-1] == "Generated answer with conversation context"
    assert reply["retrieval_attempts"] == 1
    assert (reply["provider"], reply["model"]) == ("askwell", "rules")


@pytest.mark.parametrize("window", [0, 11, -1, "many"])
async def test_a_window_out_of_range_is_refused(client: httpx.AsyncClient, window: object) -> None:
    """S0-04."""
    reply = await client.post(PATH, json={"query": WATERING, "conversation_window": window})
    assert (reply.status_code, reply.json()["code"]) == (422, "validation_failed")


async def test_five_turns_are_recalled_unless_the_request_says_otherwise(client: httpx.AsyncClient) -> None:
    """S0-04 S0-22: the default of this route, of which the stored turn has a record."""
    for query in (*OTHERS, "How often do I mow the lawn?"):
        reply = (await client.post(PATH, json={"query": query, "session_id": "bed-3"})).json()
    turn = (await client.get(f"/v1/sessions/bed-3/turns/{reply['turn_number']}")).json()
    assert turn["options"]["window_turns"] == 5
    assert recalled_of(turn) == 5


async def test_the_window_is_obeyed(client: httpx.AsyncClient) -> None:
    """S0-22 S0-B6: one above the assistant's shows more, and turns outside of a smaller one are not recalled."""
    for query in OTHERS:
        await client.post(PATH, json={"query": query, "session_id": "bed-2"})
    for window, recalled in ((1, 1), (2, 2), (6, 6), (10, 9)):
        body = {"query": "And in summer?", "session_id": "bed-2", "conversation_window": window}
        number = (await client.post(PATH, json=body)).json()["turn_number"]
        turn = (await client.get(f"/v1/sessions/bed-2/turns/{number}")).json()
        assert turn["options"]["window_turns"] == window
        assert recalled_of(turn) == recalled


def recalled_of(turn: dict[str, Any]) -> int:
    """How many earlier turns a turn recalled."""
    [decision] = [each for each in turn["decisions"] if each["step"] == "recall"]
    return int(decision["params"]["turns"])


async def test_fields_of_older_clients_are_ignored(client: httpx.AsyncClient) -> None:
    """S0-24."""
    reply = await client.post(PATH, json={"query": WATERING, "top_k": 3, "use_hybrid": True})
    assert reply.status_code == 200


async def test_an_empty_query_is_a_problem(client: httpx.AsyncClient) -> None:
    reply = await client.post(PATH, json={"query": " "})
    assert (reply.status_code, reply.json()["code"]) == (422, "empty_question")
