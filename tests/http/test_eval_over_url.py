"""Scenarios over HTTP, on a real server."""

from pathlib import Path

import httpx
import pytest

from askwell.engine import Engine
from askwell.errors import BadInput, ModelFailed
from askwell.evals.over_url.target import KEY, UrlTarget
from askwell.evals.results import ConversationResult
from askwell.evals.run import run_on
from askwell.evals.scenario import Scenario
from askwell.rules.turn_judge import RulesTurnJudge
from askwell.types import Principal
from tests.fake_endpoint import fake_endpoint
from tests.http.conftest import SettingsOf, served

CONVERSATION = [
    {
        "turn": 1,
        "user": "How often do I water tomatoes?",
        "expected_answer_contains": ["twice a week"],
        "expected_sources": ["tomatoes.md"],
    },
    {
        "turn": 2,
        "user": "When are they ripe?",
        "requires_context": True,
        "expected_question": "When are tomatoes ripe?",
        "expected_answer_contains": ["light twist"],
    },
]


def scenario(**changes: object) -> Scenario:
    return Scenario.model_validate({"name": "garden", "conversation": CONVERSATION} | changes)


async def run(
    url: str, scenario: Scenario, assistant: str = "garden", *, model: str = "", interface: str = ""
) -> ConversationResult:
    target = UrlTarget(url, assistant, model=model, interface=interface)
    await target.check()
    return await run_on(scenario, target, RulesTurnJudge())


async def test_the_api_tells_everything_that_is_checked(served_client: httpx.AsyncClient) -> None:
    turns = [
        CONVERSATION[0] | {"expect": {"kind": "standalone", "way": "search", "ending": "answered"}},
        CONVERSATION[1],
    ]
    result = await run(str(served_client.base_url), scenario(conversation=turns))
    assert result.conversation_passed, result
    first, second = result.turns
    assert (first.unchecked, first.sources) == ((), ("tomatoes.md",))
    assert (second.reformulated_query.lower(), second.is_resolved) == ("when are tomatoes ripe?", True)
    found = await served_client.get(f"/v1/sessions/{result.thread_id}")
    assert found.status_code == 200


async def test_a_stateless_run_stores_nothing(served_client: httpx.AsyncClient) -> None:
    result = await run(str(served_client.base_url), scenario(setup={"session": {"stateless": True}}))
    assert result.conversation_passed, result
    assert (result.thread_id, result.turns[1].user_query) == ("", "When are tomatoes ripe?")


async def test_files_are_attached_and_read_before_the_question(
    served_client: httpx.AsyncClient, tmp_path: Path
) -> None:
    (tmp_path / "melons.md").write_text("# Melons\n\nMelons need eleven litres of water each day.\n")
    turn = {
        "turn": 1,
        "user": "How many litres of water do melons need?",
        "attach": [str(tmp_path / "melons.md")],
        "expected_answer_contains": ["eleven litres"],
        "expected_sources": ["melons.md"],
    }
    result = await run(str(served_client.base_url), scenario(conversation=[turn]))
    assert result.conversation_passed, result


async def test_the_chat_route_is_judged_by_its_answer(served_client: httpx.AsyncClient) -> None:
    turns = [CONVERSATION[0], CONVERSATION[1] | {"expect": {"kind": "follow_up"}}]
    result = await run(f"{served_client.base_url}/chat", scenario(conversation=turns))
    assert result.conversation_passed, result
    second = result.turns[1]
    assert (second.reformulated_query, second.unchecked) == ("", ("kind",))
    assert "answer and sources have" in second.why["context_resolution"]


async def test_an_endpoint_gets_the_whole_conversation() -> None:
    with fake_endpoint() as endpoint:
        result = await run(f"{endpoint.url}/chat/completions", scenario())
    assert [turn.response != "" for turn in result.turns] == [True, True]
    assert not result.turns[1].passed, "it answers something else"


async def test_an_error_of_the_server_fails_the_turn(served_client: httpx.AsyncClient) -> None:
    unchecked = UrlTarget(f"{served_client.base_url}/nowhere", "garden")
    result = await run_on(scenario(), unchecked, RulesTurnJudge())
    assert [turn.checks[0].came.split(":")[0] for turn in result.turns] == ["upstream_status", "upstream_status"]


@pytest.mark.parametrize("path", ["", "/chat", "/chat/stream", "/api/chat/memory", "/ask-agent"])
async def test_a_run_may_begin_if_the_server_replies(served_client: httpx.AsyncClient, path: str) -> None:
    before = (await served_client.get("/v1/sessions")).json()["sessions"]
    await UrlTarget(f"{served_client.base_url}{path}").check()
    assert (await served_client.get("/v1/sessions")).json()["sessions"] == before


async def test_a_run_does_not_begin_at_a_url_without_the_api(served_client: httpx.AsyncClient) -> None:
    with pytest.raises(BadInput, match="/nowhere has no API of askwell: /v1/assistants replied 404") as refused:
        await UrlTarget(f"{served_client.base_url}/nowhere").check()
    assert refused.value.code == "bad_url"
    assert "/chat/completions, /chat/stream, /api/chat/memory, /ask-agent, /chat" in refused.value.hint


async def test_a_run_does_not_begin_without_a_key_that_the_server_needs(
    settings_of: SettingsOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_of()
    async with await Engine.open(settings) as engine:
        _, key = await engine.access.keys.create(Principal(user="ann"), ["ask"])
    async with served(settings) as client:
        with pytest.raises(ModelFailed, match="refuses the key with status 401") as refused:
            await UrlTarget(str(client.base_url)).check()
        assert (refused.value.code, KEY in refused.value.hint) == ("upstream_unauthorised", True)
        monkeypatch.setenv(KEY, key)
        await UrlTarget(str(client.base_url)).check()


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:9", "http://no-such-host.invalid", "http://a..b", "http://127.0.0.1:x"]
)
async def test_a_run_does_not_begin_at_an_unreachable_server(url: str) -> None:
    with pytest.raises(ModelFailed, match=f"{url}/v1/assistants cannot be reached: ") as refused:
        await UrlTarget(url).check()
    assert (refused.value.code, refused.value.exit_code) == ("upstream_unreachable", 5)


async def test_a_server_that_is_gone_during_a_run_fails_the_turn() -> None:
    result = await run_on(scenario(), UrlTarget("http://127.0.0.1:9", "garden"), RulesTurnJudge())
    assert result.turns[0].checks[0].came.startswith("upstream_unreachable: ")


def test_only_web_addresses_are_asked() -> None:
    with pytest.raises(BadInput) as refused:
        UrlTarget("file:///etc/passwd")
    assert refused.value.code == "bad_url"


@pytest.mark.parametrize(
    ("path", "interface", "reported"),
    [
        ("/chat", "", set()),
        ("/chat", "chat-messages", {"way"}),
        ("/chat/stream", "", {"way"}),
        ("/api/chat/memory", "", {"kind", "ending", "language"}),
        ("/ask-agent", "", set()),
    ],
)
async def test_every_route_is_asked_in_one_conversation_with_the_named_assistant(
    settings_of: SettingsOf, path: str, interface: str, reported: set[str]
) -> None:
    """The settings of these routes name another one."""
    wanted = {"expect": {"kind": "follow_up", "ending": "answered", "way": "search"}, "language": "en"}
    written = scenario(conversation=[CONVERSATION[0], CONVERSATION[1] | wanted])
    async with served(settings_of(agent_assistant="documents", memory_assistant="documents")) as client:
        result = await run(f"{client.base_url}{path}", written, interface=interface)
        stored = (await client.get(f"/v1/sessions/{result.thread_id}")).json()
    assert result.conversation_passed, result.turns
    assert [turn.sources for turn in result.turns] == [("tomatoes.md",), ("tomatoes.md",)]
    assert set(result.turns[1].unchecked) == {"kind", "way", "ending", "language"} - reported
    assert (stored["assistant"], stored["turns"]) == ("garden", 2)


@pytest.mark.parametrize(
    ("path", "setup", "ignored"),
    [
        ("", {"user_context": {"role": "gardener"}}, ("user_context",)),
        ("", {"session": {"use_memory": False, "window_turns": 2}}, ()),
        ("/chat", {"session": {"use_memory": False, "window_turns": 2}}, ("use_memory", "window_turns")),
        ("/chat/stream", {"session": {"window_turns": 2}}, ("window_turns",)),
        ("/ask-agent", {"session": {"use_memory": False, "window_turns": 2}}, ("use_memory",)),
        ("/api/chat/memory", {"user_context": {"role": "gardener"}}, ()),
        ("/api/chat/memory", {"user_context": {"age": "40"}}, ("user_context",)),
        ("/api/chat/memory", {"session": {"use_memory": False, "window_turns": 2}}, ("window_turns",)),
        ("/chat", {"documents": ["melons.md"]}, ("files",)),
    ],
)
async def test_what_a_route_cannot_be_given_is_named(
    served_client: httpx.AsyncClient, path: str, setup: dict[str, object], ignored: tuple[str, ...]
) -> None:
    target = UrlTarget(f"{served_client.base_url}{path}", "garden")
    await target.check()
    assert target.ignored(scenario(setup=setup)) == ignored


async def test_an_assistant_that_a_foreign_server_cannot_be_asked_for_is_named() -> None:
    with fake_endpoint() as endpoint:
        agent = UrlTarget(f"{endpoint.url}/ask-agent", "garden")
        assert agent.ignored(scenario()) == ("assistant",)
        assert UrlTarget(f"{endpoint.url}/ask-agent").ignored(scenario()) == ()
        assert UrlTarget(f"{endpoint.url}/chat/completions", "garden").ignored(scenario()) == ()


@pytest.mark.parametrize("path", ["/nowhere/chat", "/chat/completions", "/v1/sessions/ask-agent"])
async def test_a_url_that_takes_no_questions_is_refused(served_client: httpx.AsyncClient, path: str) -> None:
    with pytest.raises(BadInput, match=r"takes no questions: POST was replied with 40[45]") as refused:
        await UrlTarget(f"{served_client.base_url}{path}").check()
    assert refused.value.code == "bad_url"


@pytest.mark.parametrize(
    ("assistant", "model", "sent"), [("garden", "", "garden"), ("garden", "big", "big"), ("", "", "default")]
)
async def test_an_endpoint_is_asked_for_the_named_model(assistant: str, model: str, sent: str) -> None:
    with fake_endpoint() as endpoint:
        await run(f"{endpoint.url}/chat/completions", scenario(), assistant, model=model)
        asked = [each["model"] for each in endpoint.requests]
    assert set(asked) == {sent}


@pytest.mark.parametrize(("session", "counts"), [({}, [1, 3]), ({"use_memory": False}, [1, 1])])
async def test_an_endpoint_gets_the_messages_that_are_recalled(session: dict[str, object], counts: list[int]) -> None:
    with fake_endpoint() as endpoint:
        await run(f"{endpoint.url}/chat/completions", scenario(setup={"session": session}))
        asked = [len(each["messages"]) for each in endpoint.requests]
    assert asked == counts
