"""The service as a process of its own, ended in the middle of an answer: politely, and not."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from askwell.events import Place
from askwell.settings import Settings
from tests.conftest import REPOSITORY
from tests.fake_endpoint import fake_endpoint
from tests.http.conftest import WATERING, SettingsOf, new_session, opened, until_ready
from tests.http.test_stream import STREAM, events_of, until_final


@asynccontextmanager
async def process(
    settings: Settings, *, ready: bool = True
) -> AsyncIterator[tuple[asyncio.subprocess.Process, httpx.AsyncClient]]:
    """`askwell serve` over these settings, ready, and a client of it; it does not outlive the block."""
    folder = settings.home.parent
    for bundled in (REPOSITORY / "assistants").iterdir():
        _shadow(folder / "assistants" / bundled.name)
    said = settings.model_dump(mode="json", exclude_defaults=True)
    environment = os.environ | {f"ASKWELL_{key.upper()}": str(value) for key, value in said.items()}
    command = [sys.executable, "-m", "askwell", "serve", "--port", "0"]
    child = await asyncio.create_subprocess_exec(*command, cwd=folder, env=environment, stderr=subprocess.PIPE)
    try:
        assert child.stderr is not None
        line = ""
        while "http://" not in line:
            line = (await child.stderr.readline()).decode()
            assert line, "it ended before it listened"
        url = next(word for word in line.split() if word.startswith("http://"))
        async with httpx.AsyncClient(base_url=url, timeout=20) as client:
            if ready:
                await until_ready(client)
            yield child, client
    finally:
        if child.returncode is None:
            child.kill()
        await child.communicate()


def _shadow(folder: Path) -> None:
    """An assistant of the same name that has nothing to read."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "assistant.yaml").write_text(f"name: {folder.name}\ntitle: Nothing\nknowledge: {{path: null}}\n")


async def read(response: httpx.Response, begun: asyncio.Event) -> list[tuple[str, dict[str, object]]]:
    """The events of a stream as far as it goes, each with its id; `begun` is set at the first piece of text."""
    frames: list[tuple[str, dict[str, object]]] = []
    place = ""
    try:
        async for line in response.aiter_lines():
            if line.startswith("id: "):
                place = line[4:]
            elif line.startswith("data: "):
                frames.append((place, httpx.Response(200, text=line[6:]).json()))
                if frames[-1][1]["event"] == "token":
                    begun.set()
    except httpx.TransportError:  # the process was killed
        return frames
    return frames


def text_of(frames: list[tuple[str, dict[str, object]]]) -> str:
    """What was written so far."""
    return "".join(str(event["text"]) for _, event in frames if event["event"] == "token")


async def test_a_process_that_is_told_to_end_lets_go_in_peace(settings_of: SettingsOf) -> None:
    """S0-B11: it says so first, takes nothing new, and what it cannot finish keeps its text."""
    with fake_endpoint() as endpoint:
        settings = settings_of(model="stalling", model_url=endpoint.url, drain_s=1.5)
        async with process(settings) as (child, client):
            session, other, begun = await new_session(client), await new_session(client), asyncio.Event()
            path = f"/v1/sessions/{session}/turns"
            async with client.stream("POST", path, json={"question": WATERING}, headers=STREAM) as response:
                reading = asyncio.create_task(read(response, begun))
                await begun.wait()
                child.send_signal(signal.SIGTERM)
                while (ready := await client.get("/readyz")).json()["status"] != "draining":  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
                refused = await client.post(f"/v1/sessions/{other}/turns", json={"question": WATERING})
                frames = await reading
            assert await child.wait() == 0
        async with opened(settings_of()) as client:
            turn = (await client.get(f"{path}/1")).json()
            assert (await client.get(f"/v1/sessions/{other}")).json()["turns"] == 0
    assert (ready.status_code, ready.json()["reasons"]) == (503, ["draining: 1 turn still running"])
    assert (refused.status_code, refused.json()["code"]) == (503, "shutting_down")
    assert refused.headers["retry-after"]
    assert (frames[-1][1]["event"], frames[-1][1]["status"]) == ("done", "interrupted")
    assert text_of(frames) == frames[-1][1]["answer"] == turn["answer"] != ""
    assert turn["status"] == "interrupted"


async def test_a_process_that_is_killed_loses_no_turn(settings_of: SettingsOf) -> None:
    """S0-B11, S1-B5, S3-B8: the question and its text stay, the key gives the turn back, the numbers go on."""
    with fake_endpoint() as endpoint:
        settings = settings_of(model="stalling", model_url=endpoint.url, lease_s=2)
        async with process(settings) as (child, client):
            session, begun = await new_session(client), asyncio.Event()
            path, body, key = f"/v1/sessions/{session}/turns", {"question": WATERING}, {"Idempotency-Key": "k"}
            async with client.stream("POST", path, json=body, headers=STREAM | key) as response:
                reading = asyncio.create_task(read(response, begun))
                await begun.wait()
                while not (await client.get(f"{path}/1")).json()["answer"]:  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
                child.kill()
                frames = await reading
            await child.wait()
    assert "done" not in [event["event"] for _, event in frames]
    async with opened(settings_of(lease_s=2)) as client:
        early = await client.post(path, json=body, headers=key)
        turn = await until_final(client, f"{path}/1")
        late = await client.post(path, json=body, headers=key)
        rest = await events_of(await client.get(f"{path}/1/events", headers={"Last-Event-ID": frames[-1][0]}))
        following = (await client.post(path, json={"question": "When do I prune roses?"})).json()
    assert early.json().get("code", early.json().get("status")) in {"turn_in_progress", "interrupted"}
    assert (turn["status"], turn["question"]) == ("interrupted", WATERING)
    assert text_of(frames).startswith(turn["answer"])
    assert turn["answer"]
    assert (late.status_code, late.json()["turn_id"], late.json()["status"]) == (200, turn["turn_id"], "interrupted")
    assert (rest[-1]["event"], rest[-1]["number"]) == ("done", Place.parse(frames[-1][0]).event + len(rest))
    assert (following["turn_number"], following["status"]) == (2, "completed")
