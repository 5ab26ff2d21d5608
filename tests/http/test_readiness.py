"""`/readyz` and the alarms of a real process: full disks, damaged pages, damaged indexes, missing weights."""

import asyncio
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from blockbuster import blockbuster_ctx

from askwell.engine import Engine
from askwell.runtime import health
from askwell.types import Principal
from tests.conftest import WEIGHTS
from tests.disks import fill, small_disk
from tests.http.conftest import WATERING, SettingsOf, opened
from tests.http.test_process import process


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk", 16) as folder:
        yield folder


async def faults_of(client: httpx.AsyncClient) -> tuple[int, dict[str, Any], list[str]]:
    response = await client.get("/readyz")
    body = response.json()
    return response.status_code, body, [fault["code"] for fault in body["faults"]]


async def until(client: httpx.AsyncClient, wanted: Callable[[int, list[str]], bool]) -> dict[str, Any]:
    """The first state that is wanted; a report is at most two seconds old."""
    async with asyncio.timeout(20):
        while True:
            status, body, codes = await faults_of(client)
            if wanted(status, codes):
                return body
            await asyncio.sleep(0.1)


async def test_a_full_disk_is_not_ready_and_ready_again_with_space(settings_of: SettingsOf, disk: Path) -> None:
    async with process(settings_of(home=disk / "home", assistants=str(disk.parent / "assistants"))) as (
        _,
        client,
    ):
        filler = fill(disk)
        full = await until(client, lambda status, _: status == 503)
        assert "disk_full" in [fault["code"] for fault in full["faults"] if fault["blocking"]]
        assert full["status"] == "not_ready"
        filler.unlink()
        await until(client, lambda status, codes: status == 200 and codes == ["disk_low"])
        answer = await client.post("/v1/ask", json={"question": WATERING, "assistant": "garden"})
    assert answer.status_code == 200


async def test_damaged_pages_are_not_ready(settings_of: SettingsOf) -> None:
    """What a probe reads is intact, so only a check of all pages finds it."""
    settings = settings_of()
    async with await Engine.open(settings) as engine:
        session = await engine.create_session("garden")
        for number in range(12):
            await engine.ask(f"{WATERING} {'Really? ' * 200}{number}", session=session.id)
    path = settings.home / "askwell.db"
    damage_table(path, "turns")
    async with opened(settings_of(), ready=False) as client:
        body = await until(client, lambda _, codes: "storage_damaged" in codes)
    assert body["status"] == "not_ready"
    assert any("turns" in reason for reason in body["reasons"])


def damage_table(path: Path, table: str) -> None:
    """Garbage in the last page of a table."""
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = file.execute("PRAGMA page_size").fetchone()[0]
        page = file.execute("SELECT max(pageno) FROM dbstat WHERE name = ? AND pagetype = 'leaf'", (table,)).fetchone()
    file.close()
    with path.open("r+b") as raw:
        raw.seek((page[0] - 1) * size)
        raw.write(b"\xff" * size)


async def test_a_damaged_index_is_rebuilt_by_a_probe_without_a_question(
    settings_of: SettingsOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "CACHE_S", 0.0)
    monkeypatch.setattr(health, "SEARCH_SHARE", 1.0)
    settings = settings_of(embedder="e5-small", models=str(WEIGHTS))
    async with opened(settings) as client:
        await until(client, lambda status, codes: status == 200 and not codes)
        before = sorted(settings.index_folder.glob("*/*/rows"))
        for file in settings.index_folder.glob("*/*/lexical/*.term"):
            file.write_bytes(bytes(file.stat().st_size))
        async with asyncio.timeout(20):
            while sorted(settings.index_folder.glob("*/*/rows")) == before:
                assert (await faults_of(client))[0] == 200
                await asyncio.sleep(0.02)
        await until(client, lambda status, codes: status == 200 and not codes)


async def test_little_disk_space_is_degraded_and_logged_once(
    settings_of: SettingsOf, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "CACHE_S", 0.0)
    async with opened(settings_of(disk_alarm_bytes=10**18)) as client:
        for _ in range(3):
            status, body, codes = await faults_of(client)
            assert (status, body["status"], codes) == (200, "degraded", ["disk_low"])
    assert caplog.text.count("the alarm is set at") == 1


async def test_probes_run_once_for_many_callers(settings_of: SettingsOf) -> None:
    async with await Engine.open(settings_of()) as engine:
        written = 0
        probe = engine.container.probes["documents"]

        async def counted() -> None:
            nonlocal written
            written += 1
            await probe()

        engine.container.probes["documents"] = counted  # type: ignore[index]
        found = await asyncio.gather(*(engine.health.check() for _ in range(20)))
        assert await engine.health.check() == found[0]
    assert written == 1


async def test_a_probe_that_hangs_is_named_and_not_started_again(
    settings_of: SettingsOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PROBE_S", 0.1)
    monkeypatch.setattr(health, "CACHE_S", 0.0)
    started, go = 0, asyncio.Event()

    async def hangs() -> None:
        nonlocal started
        started += 1
        await go.wait()

    async with await Engine.open(settings_of()) as engine:
        engine.container.probes["documents"] = hangs  # type: ignore[index]
        for _ in range(3):  # on a busy machine other probes may be slow as well
            assert "documents_slow" in {fault.code for fault in (await engine.health.check()).faults}
        assert started == 1
        go.set()
        await settled(engine.health.check)


async def settled(check: Callable[[], Awaitable[health.Health]]) -> None:
    """Wait until nothing is wrong."""
    while (await check()).faults:  # noqa: ASYNC110
        await asyncio.sleep(0.01)


async def test_a_probe_changes_no_data(settings_of: SettingsOf) -> None:
    settings = settings_of()
    async with await Engine.open(settings) as engine:
        await engine.health.check()
        assert await engine.store.sessions.page(Principal(), limit=5) == []
    assert sorted(path.name for path in settings.home.iterdir() if path.name.startswith("tmp")) == []
    with sqlite3.connect(settings.home / "askwell.db") as file:
        assert file.execute("PRAGMA user_version").fetchone() == (0,)
    file.close()


async def test_neither_probes_nor_figures_block_the_event_loop(
    settings_of: SettingsOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "CACHE_S", 0.0)
    async with opened(settings_of(embedder="e5-small", models=str(WEIGHTS))) as client:
        with blockbuster_ctx("askwell"):
            for path in ("/readyz", "/metrics", "/readyz"):
                assert (await client.get(path)).status_code == 200


async def test_the_folder_of_conversations_in_files_is_probed(
    settings_of: SettingsOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "CACHE_S", 0.0)
    sessions = tmp_path / "sessions"
    async with opened(settings_of(store="files", sessions=str(sessions))) as client:
        shutil.rmtree(sessions)
        sessions.write_text("a file in its place")
        status, _, codes = await faults_of(client)
        assert (status, "storage_unavailable" in codes) == (503, True)
        sessions.unlink()
        await until(client, lambda status, codes: status == 200 and not codes)


async def test_questions_on_a_full_disk_are_refused_for_that_reason_and_answered_with_space(
    settings_of: SettingsOf, disk: Path
) -> None:
    sessions = [f"talk-{number}" for number in range(8)]
    settings = settings_of(home=disk / "home", assistants=str(disk.parent / "assistants"))
    async with process(settings) as (_, client):

        async def ask(number: int) -> httpx.Response:
            question = {"question": f"{WATERING} And in week {number}?"}
            return await client.post(f"/v1/sessions/{sessions[number % 8]}/turns", json=question)

        for session in sessions:
            made = await client.post("/v1/sessions", json={"assistant": "garden", "session_id": session})
            assert made.status_code == 201
        await asyncio.gather(*(ask(number) for number in range(8)))
        filler = fill(disk)
        while (await ask(0)).status_code == 200:  # the write-ahead log still has room
            pass
        refused = await asyncio.gather(*(ask(number) for number in range(40)))
        other = [
            await client.post("/v1/sessions", json={"assistant": "garden", "session_id": "more"}),
            await client.patch(f"/v1/sessions/{sessions[0]}", json={"title": "Tomatoes"}),
            await client.delete(f"/v1/sessions/{sessions[1]}"),
        ]
        listed = await client.get("/v1/sessions")
        filler.unlink()
        answers = [await ask(number) for number in range(8)]
    codes = [(each.status_code, each.json()["code"]) for each in refused if each.status_code != 200]
    assert set(codes) <= {(507, "disk_full"), (409, "session_busy")}
    # A freed page may let one question begin; it keeps the four others of its session waiting.
    assert codes.count((409, "session_busy")) <= 4
    assert {each.status_code for each in other} <= {201, 200, 204, 507}  # there may be room for something small
    assert listed.status_code == 200
    was_deleted = other[-1].status_code == 204
    assert [each.status_code for each in answers] == [200, 404 if was_deleted else 200, *[200] * 6]
