"""The shop's promises on its one store, its files and its chat route."""

import json
import re
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from langchain_core.messages import AIMessage, HumanMessage

from askwell.compat import (
    ConversationConfig,
    ConversationStore,
    SessionError,
    get_conversation_store,
    set_conversation_store,
)
from askwell.engine import LOCAL, Engine
from askwell.http.app import create_app
from askwell.stores.files.store import FilesStore
from askwell.types import Principal
from tests.prepared import prepared

FIRST = "How much is the Samsung Galaxy S24 Ultra?"
SAID = "The Samsung Galaxy S24 Ultra 256 GB costs $1299.99."


@pytest.fixture
def store(tmp_path: Path) -> ConversationStore:
    """A store of its own; no engine looks into its folder."""
    return ConversationStore(tmp_path / "sessions", assistant="shop")


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the engine keeps conversations."""
    return tmp_path_factory.mktemp("sessions")


@pytest.fixture(scope="module")
async def engine(tmp_path_factory: pytest.TempPathFactory, sessions: Path) -> AsyncIterator[Engine]:
    home = tmp_path_factory.mktemp("shop")
    async with prepared("shop", home, store="files", sessions=str(sessions)) as opened:
        yield opened


@pytest.fixture
def shared(sessions: Path) -> ConversationStore:
    """A store over the engine's folder."""
    return ConversationStore(sessions, assistant="shop")


@pytest.fixture
async def client(engine: Engine) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(engine)
    app.state.engine = engine  # this transport runs no lifespan, and the engine is open
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        yield client


def file_of(store: ConversationStore, session_id: str) -> Any:
    return json.loads((store._folder.folder / f"{session_id}.json").read_text(encoding="utf-8"))


def talked(store: ConversationStore, messages: int) -> str:
    """A session with so many messages in turn."""
    made = store.create_session()
    for number in range(messages):
        store.add_message(made.session_id, ("user", "assistant")[number % 2], f"m{number}")
    return made.session_id


def contents(store: ConversationStore, session_id: str, limit: int | None = None) -> list[str]:
    return [each.content for each in store.get_history(session_id, limit)]


def test_place_and_length_of_history_are_told_or_configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """S1-02: the defaults, arguments in that order, and a configuration that the environment fills."""
    monkeypatch.chdir(tmp_path)
    store = ConversationStore()
    assert (store.max_history_length, store._folder.folder) == (10, Path("data/sessions"))
    assert len(contents(ConversationStore("other", 4), talked(ConversationStore("other"), 6))) == 4
    monkeypatch.setenv("STORAGE_DIR", "elsewhere")
    monkeypatch.setenv("MAX_HISTORY_LENGTH", "3")
    configured = ConversationStore(**ConversationConfig().model_dump())
    assert (configured.max_history_length, configured._folder.folder) == (3, Path("elsewhere"))
    with pytest.raises(ValueError, match="-1"):
        ConversationStore("other", -1)


def test_every_read_and_write_goes_to_the_disk(store: ConversationStore) -> None:
    """S1-03: two stores over one folder see each other's messages at once."""
    other = ConversationStore(store._folder.folder)
    made = store.create_session()
    for number, writer in enumerate((store, other, store)):
        writer.add_message(made.session_id, "user", f"m{number}")
        for reader in (store, other):
            assert contents(reader, made.session_id)[-1] == f"m{number}"
    assert other.delete_session(made.session_id)
    assert store.get_session(made.session_id) is None


def test_sessions_are_created_read_listed_and_deleted(store: ConversationStore) -> None:
    """S1-04: created on the disk, None for none, the one last talked in first, True only for what was there."""
    first, second, third = (store.create_session() for _ in range(3))
    assert store.get_session(first.session_id) == first
    assert store.get_session("sess_none") is None
    assert [each.session_id for each in store.list_sessions()] == [
        each.session_id for each in sorted((first, second, third), key=lambda each: each.updated_at, reverse=True)
    ]
    spoken = store.add_message(first.session_id, "user", "Hello")
    assert store.list_sessions()[0] == spoken
    assert store.delete_session(second.session_id) is True
    assert store.delete_session(second.session_id) is False
    assert second.session_id not in [each.session_id for each in store.list_sessions()]


def test_a_message_of_another_role_is_refused(store: ConversationStore) -> None:
    """S1-05: only user and assistant speak."""
    made = store.create_session()
    for role in ("system", "User", ""):
        with pytest.raises(ValueError, match="role"):
            store.add_message(made.session_id, role, "Hello")
    with pytest.raises(ValueError, match="empty"):
        store.add_message(made.session_id, "user", "")
    assert contents(store, made.session_id) == []


def test_a_message_that_cannot_be_added_is_a_session_error(
    store: ConversationStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S1-05 S1-B6: it gives the session or raises, never None."""
    for session_id in ("sess_none", "../up"):
        with pytest.raises(SessionError) as caught:
            store.add_message(session_id, "user", "Hello")
        assert caught.value.code == "session_not_found"
    made = store.create_session()

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(SessionError) as caught:
            store.add_message(made.session_id, "user", "Hello")
    assert caught.value.code == "disk_full"
    assert store.get_session(made.session_id) == made


def test_history_comes_as_langchain_messages(store: ConversationStore) -> None:
    """S1-06: HumanMessage and AIMessage in order, as many as max_history_length."""
    session_id = talked(store, 14)
    found = store.get_langchain_messages(session_id)
    assert [each.content for each in found] == [f"m{number}" for number in range(4, 14)]
    assert {type(each) for each in found[::2]} == {HumanMessage}
    assert {type(each) for each in found[1::2]} == {AIMessage}
    assert [each.content for each in store.get_langchain_messages(session_id, 2)] == ["m12", "m13"]
    assert store.get_langchain_messages("sess_none") == []


@pytest.mark.parametrize(
    ("limit", "expected"),
    [(0, []), (1, []), (2, ["m2", "m3"]), (3, ["m2", "m3"]), (4, ["m0", "m1", "m2", "m3"]), (99, None), (None, None)],
)
def test_a_limit_counts_messages_and_leaves_no_answer_without_its_question(
    store: ConversationStore, limit: int | None, expected: list[str] | None
) -> None:
    """S1-07 S1-B7: 0 gives none, an odd limit does not start on an answer."""
    session_id = talked(store, 4)
    assert contents(store, session_id, limit) == (["m0", "m1", "m2", "m3"] if expected is None else expected)


def test_a_negative_limit_is_refused(store: ConversationStore) -> None:
    """S1-B7: it is no way to say everything."""
    with pytest.raises(ValueError, match="-1"):
        store.get_history(talked(store, 2), -1)


def test_messages_come_back_in_the_order_they_were_added(store: ConversationStore) -> None:
    """S1-07: also where two of a role follow each other."""
    made = store.create_session()
    said = [("user", "a"), ("user", "b"), ("assistant", "c"), ("assistant", "d"), ("user", "e")]
    for role, content in said:
        store.add_message(made.session_id, role, content)
    assert [(each.role, each.content) for each in store.get_history(made.session_id)] == said
    times = [datetime.fromisoformat(each.timestamp) for each in store.get_history(made.session_id)]
    assert times == sorted(times)


def test_the_file_has_the_shape_that_it_always_had(store: ConversationStore) -> None:
    """S1-09: its name, its keys, ids with their time, times with Z."""
    session_id = talked(store, 2)
    assert re.fullmatch(r"sess_\d{8}_\d{6}_[0-9a-f]{8}", session_id)
    data = file_of(store, session_id)
    assert list(data) == ["session_id", "created_at", "updated_at", "messages", "askwell"]
    assert data["session_id"] == session_id
    assert [list(each) for each in data["messages"]] == [["role", "content", "timestamp"]] * 2
    for time in (data["created_at"], data["updated_at"], *(each["timestamp"] for each in data["messages"])):
        assert time.endswith("Z")
        assert datetime.fromisoformat(time).tzinfo is not None


def test_what_is_no_id_is_no_session_and_nobody_elses_is_seen(store: ConversationStore, tmp_path: Path) -> None:
    """S1-B8: an id becomes no path, and a session has an owner."""
    (tmp_path / "secret.json").write_text('{"session_id": "secret", "messages": []}')
    for session_id in ("../secret", "/etc/passwd", "", "a\0"):
        assert store.get_session(session_id) is None
        assert store.delete_session(session_id) is False
    stranger = ConversationStore(store._folder.folder, principal=Principal("acme", "bob"))
    session_id = talked(store, 2)
    assert stranger.get_session(session_id) is None
    assert stranger.list_sessions() == []
    assert stranger.delete_session(session_id) is False
    with pytest.raises(SessionError):
        stranger.add_message(session_id, "user", "Mine")


def test_a_broken_file_is_told_once_and_set_aside(store: ConversationStore) -> None:
    session_id = talked(store, 2)
    (store._folder.folder / "broken.json").write_text("{")
    with pytest.raises(SessionError) as caught:
        store.get_session("broken")
    assert caught.value.code == "session_file_broken"
    assert store.get_session("broken") is None
    assert [each.session_id for each in store.list_sessions()] == [session_id]


@pytest.fixture
def _no_store() -> Iterator[None]:
    yield
    set_conversation_store(None)


@pytest.mark.usefixtures("_no_store")
def test_the_store_is_handed_around(store: ConversationStore) -> None:
    """S1-23: what was set is given, and nothing is made up before."""
    with pytest.raises(SessionError) as caught:
        get_conversation_store()
    assert caught.value.code == "no_conversation_store"
    set_conversation_store(store)
    assert get_conversation_store() is store


async def test_the_engine_and_the_store_share_the_conversations(engine: Engine, shared: ConversationStore) -> None:
    """S1-01 S1-20: the pipeline has the store injected, reads the history from it and writes the turn to it."""
    assert isinstance(engine.container.store, FilesStore)
    made = shared.create_session()
    shared.add_message(made.session_id, "user", FIRST)
    shared.add_message(made.session_id, "assistant", SAID)
    answer = await engine.ask("And how large is its screen?", session=made.session_id)
    assert answer.standalone_question == "How large is the screen of the Samsung Galaxy S24 Ultra?"
    assert answer.answer.startswith("The Samsung Galaxy S24 Ultra 256 GB has a screen of 6.8 inches. [1]")
    said = shared.get_history(made.session_id)
    assert [each.role for each in said] == ["user", "assistant"] * 2
    assert [each.content for each in said[2:]] == ["And how large is its screen?", answer.answer]
    assert (await engine.store.sessions.get(LOCAL, made.session_id)).head == 2


async def test_no_message_comes_between_a_question_and_its_answer(engine: Engine, shared: ConversationStore) -> None:
    """S1-B5: while a turn of the session runs, a message is refused."""
    made = shared.create_session()
    await engine.store.turns.begin(LOCAL, made.session_id, FIRST)
    for role in ("user", "assistant"):
        with pytest.raises(SessionError) as caught:
            shared.add_message(made.session_id, role, "In between")
        assert caught.value.code == "session_busy"
    assert contents(shared, made.session_id) == [FIRST]


async def test_after_a_restart_the_next_turn_knows_what_was_said(tmp_path: Path) -> None:
    """S1-08: another engine over the same folder goes on."""
    for question in (FIRST, "Tell me more about it"):
        async with prepared("shop", tmp_path / "home", store="files", sessions=str(tmp_path / "sessions")) as opened:
            if question == FIRST:
                await opened.create_session("shop", session_id="mine")
            answer = await opened.ask(question, session="mine")
    assert answer.standalone_question == "Tell me more about the Samsung Galaxy S24 Ultra"
    assert len(ConversationStore(tmp_path / "sessions").get_history("mine")) == 4


async def test_the_chat_route_answers_and_adds_one_question_and_one_answer(
    client: httpx.AsyncClient, shared: ConversationStore
) -> None:
    """S1-21 S1-22: `POST /chat`, the answer under `response`, two messages more and no duplicates."""
    made = shared.create_session()
    for number, query in enumerate((FIRST, "Is it in stock?"), 1):
        response = await client.post("/chat", json={"query": query, "session_id": made.session_id})
        assert response.status_code == 200, response.text
        said = shared.get_history(made.session_id)
        assert len(said) == 2 * number
        assert [each.content for each in said[-2:]] == [query, response.json()["response"]]
    assert response.json()["response"].startswith("Samsung Galaxy S24 Ultra 256 GB: 42 in stock. [1]")
    assert [source["document"] for source in response.json()["sources"]] == ["products.csv"]


async def test_the_chat_route_does_not_know_other_sessions(client: httpx.AsyncClient) -> None:
    """S1-21: 404 for an unknown session, and nothing is created."""
    before = (await client.get("/v1/sessions")).json()["sessions"]
    for session_id in ("sess_20250101_120000_abc12345", "../../etc/passwd"):
        response = await client.post("/chat", json={"query": FIRST, "session_id": session_id})
        assert (response.status_code, response.json()["code"]) == (404, "session_not_found")
    assert (await client.get("/v1/sessions")).json()["sessions"] == before
    empty = await client.post("/chat", json={"query": " ", "session_id": "x"})
    assert empty.status_code in {404, 422}
    assert (await client.post("/chat", json={"query": FIRST})).status_code == 422


async def test_the_chat_route_is_behind_the_token(tmp_path: Path) -> None:
    """S1-21: whoever has no token learns nothing."""
    async with prepared("shop", tmp_path / "home", token="s") as engine:
        app = create_app(engine)
        app.state.engine = engine
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            body = {"query": FIRST, "session_id": "x"}
            assert (await client.post("/chat", json=body)).status_code == 401
            known = {"Authorization": "Bearer s"}
            assert (await client.post("/chat", json=body, headers=known)).status_code == 404
