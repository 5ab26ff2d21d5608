"""What the real process writes to stderr, at its default level: what went wrong, and nothing that anybody asked."""

import asyncio
import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from askwell.engine import Engine
from askwell.types import Principal
from tests.fake_endpoint import fake_endpoint
from tests.http.conftest import WATERING, YAML, SettingsOf, new_session
from tests.http.test_process import process, read
from tests.http.test_stream import STREAM
from tests.installed import install

SECRET = "sk-cobalt-4711"
CRASHING = "Why do my aubergines crash?"
CRASH = """
import os

async def crash(state, runtime):
    if "crash" in state.asked:
        raise KeyError(state.asked, os.environ["ASKWELL_API_KEY"])
    return {}
"""


async def test_an_unforeseen_failure_is_logged_with_the_id_of_its_turn(
    settings_of: SettingsOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = os.environ.get("PYTHONPATH", "")
    install(tmp_path / "installed", monkeypatch, "crasher", CRASH, {"steps": {"crash": "crash"}})
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path / 'installed'}:{here}")
    monkeypatch.setenv("ASKWELL_API_KEY", SECRET)
    settings = settings_of()
    garden = settings.home.parent / "assistants" / "garden" / "assistant.yaml"
    garden.write_text(f"{YAML}\nsteps: [{{use: crash, before: search}}]\n")
    async with process(settings) as (child, client):
        session = await new_session(client)
        path = f"/v1/sessions/{session}/turns"
        failed = (await client.post(path, json={"question": CRASHING})).json()
        answered = await client.post(path, json={"question": WATERING})
        child.send_signal(signal.SIGTERM)
        log = await rest_of(child)
    assert failed["code"] == "internal"
    assert "log of the process" in failed["hint"]
    assert answered.status_code == 200
    assert f"ERROR askwell: turn {failed['turn_id']} failed unexpectedly" in log
    assert "Traceback (most recent call last):" in log
    assert ", in crash\n    raise KeyError(state.asked, " in log
    assert "KeyError" in log
    for text in (CRASHING, WATERING, SECRET):
        assert text not in log


async def test_a_request_that_fails_outside_of_a_turn_is_logged_once_under_its_id(
    settings_of: SettingsOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = "import askwell.http.sessions as s\ndef session_json(each): raise ValueError(each.title)\n"
    (tmp_path / "patch").mkdir()
    (tmp_path / "patch" / "sitecustomize.py").write_text(f"{broken}s.session_json = session_json\n")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path / 'patch'}:{os.environ.get('PYTHONPATH', '')}")
    body = {"assistant": "garden", "title": "A private title"}
    async with process(settings_of()) as (child, client):
        refused = await client.post("/v1/sessions", json=body, headers={"x-request-id": "r-17"})
        child.send_signal(signal.SIGTERM)
        log = await rest_of(child)
    assert (refused.status_code, refused.json()["request_id"]) == (500, "r-17")
    assert log.count("Traceback") == 1
    assert "ERROR askwell: request r-17 to /v1/sessions failed unexpectedly" in log
    assert "ValueError" in log
    assert "A private title" not in log


async def test_a_drain_and_what_it_interrupts_are_logged(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        settings = settings_of(model="stalling", model_url=endpoint.url, drain_s=0.5)
        async with process(settings) as (child, client):
            await begin(client)
            child.send_signal(signal.SIGTERM)
            log = await rest_of(child)
    assert "WARNING askwell: 1 turn still running; waiting up to 0.5 s" in log
    assert "WARNING askwell: 1 turn interrupted" in log
    assert WATERING not in log


async def test_a_lost_lease_is_logged_with_the_id_of_its_turn(settings_of: SettingsOf) -> None:
    """A process that was paused for longer than its lease finds its turn ended by another."""
    with fake_endpoint() as endpoint:
        settings = settings_of(model="stalling", model_url=endpoint.url, lease_s=1, model_idle_s=60)
        async with process(settings) as (child, client):
            session, turn_id, reading = await begin(client)
            await pause(child, settings.home / "askwell.db")
            await asyncio.sleep(1.5)
            async with await Engine.open(settings_of(lease_s=1)) as engine:
                turn = await engine.store.turns.get(Principal(), session, 1)
            child.send_signal(signal.SIGCONT)
            await asyncio.wait_for(reading, 20)
            child.send_signal(signal.SIGTERM)
            log = await rest_of(child)
    assert turn.status == "interrupted"
    assert f"WARNING askwell: turn {turn_id}: the lease is lost" in log
    assert WATERING not in log


async def pause(child: asyncio.subprocess.Process, database: Path) -> None:
    """Stop a process while it does not hold the lock of its database, which another could not write either."""
    while True:
        child.send_signal(signal.SIGSTOP)
        await asyncio.sleep(0.05)
        with closing(sqlite3.connect(database, timeout=0, isolation_level=None)) as file:
            try:
                file.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                child.send_signal(signal.SIGCONT)
                await asyncio.sleep(0.05)
            else:
                return


async def begin(client: httpx.AsyncClient) -> tuple[str, str, "asyncio.Task[object]"]:
    """A question whose answer has begun: the session, the id of the turn, and what reads it to its end."""
    session, begun = await new_session(client), asyncio.Event()

    async def follow() -> None:
        path = f"/v1/sessions/{session}/turns"
        async with client.stream("POST", path, json={"question": WATERING}, headers=STREAM) as response:
            await read(response, begun)

    reading: asyncio.Task[object] = asyncio.create_task(follow())
    await begun.wait()
    return session, (await client.get(f"/v1/sessions/{session}/turns/1")).json()["turn_id"], reading


async def rest_of(child: asyncio.subprocess.Process) -> str:
    """What the process writes up to its end."""
    assert child.stderr is not None
    log = (await asyncio.wait_for(child.stderr.read(), 30)).decode()
    await child.wait()
    return log
