"""`/metrics` of a real process: what it counts, and that it shows nothing of users."""

import asyncio
import signal
from pathlib import Path

import httpx
import pytest
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from askwell.engine import Engine
from askwell.http.app import create_app
from askwell.runtime.counts import BOUNDS_S, MOST_NAMES, Counts
from askwell.types import Principal, Usage
from tests.fake_endpoint import fake_endpoint
from tests.http.conftest import WATERING, YAML, SettingsOf, new_session, opened, served
from tests.http.test_process import process, read
from tests.http.test_stream import STREAM


async def figures_of(client: httpx.AsyncClient) -> dict[str, Metric]:
    response = await client.get("/metrics")
    assert response.status_code == 200, response.text
    assert response.headers["content-type"].startswith("text/plain; version=")
    return {family.name: family for family in text_string_to_metric_families(response.text)}


def value(figures: dict[str, Metric], name: str, **labels: str) -> float:
    """The sample of this name with exactly these labels."""
    samples = [sample for family in figures.values() for sample in family.samples]
    [found] = [each.value for each in samples if each.name == name and dict(each.labels) == labels]
    return float(found)


async def test_a_process_counts_turns_steps_tokens_and_streams(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        settings = settings_of(model="stalling", model_url=endpoint.url, drain_s=0.5)
        plain = settings.home.parent / "assistants" / "plain"
        plain.mkdir()
        (plain / "assistant.yaml").write_text(
            f"{YAML.replace('garden', 'plain')}write: {{by: rules}}\nknowledge: {{path: null}}\n"
        )
        async with process(settings) as (child, client):
            session, other, begun = await new_session(client), await new_session(client, "plain"), asyncio.Event()
            path = f"/v1/sessions/{session}/turns"
            for _ in range(3):
                answer = (await client.post(f"/v1/sessions/{other}/turns", json={"question": "Thanks!"})).json()
            before = await figures_of(client)
            async with client.stream("POST", path, json={"question": WATERING}, headers=STREAM) as response:
                reading = asyncio.create_task(read(response, begun))
                await begun.wait()
                waiting = asyncio.create_task(client.post(f"{path}?busy=enqueue", json={"question": WATERING}))
                while value(during := await figures_of(client), "askwell_turns_waiting") == 0:  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
                assert (await client.post(f"/v1/sessions/{session}/stop")).status_code == 200
                await reading
            child.send_signal(signal.SIGTERM)
            await waiting
    assert value(before, "askwell_turns_total", status=answer["status"], outcome="chat") == 3, answer
    assert value(before, "askwell_turn_seconds_count") == 3
    assert value(before, "askwell_step_seconds_count", step="write") == 3
    assert value(before, "askwell_step_seconds_bucket", step="write", le="+Inf") == 3
    assert value(before, "askwell_open_streams") == 0
    assert value(before, "askwell_ready") == 1
    assert value(before, "askwell_write_ahead_log_bytes", database="documents") > 0
    assert value(before, "askwell_disk_free_bytes") > 0
    assert value(before, "process_resident_memory_bytes") > 50e6
    assert value(before, "process_open_fds") > 3
    assert (value(during, "askwell_turns_running"), value(during, "askwell_open_streams")) == (1, 1)
    assert value(during, "askwell_turns_waiting") == 1


async def test_tokens_errors_and_lost_leases_are_counted(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        settings = settings_of(model="fine", model_url=endpoint.url, lease_s=0.3)
        async with opened(settings) as client:
            answer = (await client.post("/v1/ask", json={"question": WATERING, "assistant": "garden"})).json()
            figures = await figures_of(client)
    assert answer["usage"]["output_tokens"] > 0
    assert value(figures, "askwell_model_tokens_total", direction="output") == answer["usage"]["output_tokens"]
    assert value(figures, "askwell_model_tokens_total", direction="input") == answer["usage"]["input_tokens"]
    assert value(figures, "askwell_model_calls_total") == answer["usage"]["calls"]
    assert value(figures, "askwell_lost_leases_total") == 0


async def test_a_lost_lease_is_counted(settings_of: SettingsOf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("askwell.runtime.lease.LONGEST_BEAT_S", 0.05)
    with fake_endpoint() as endpoint:
        async with await Engine.open(settings_of(model="stalling", model_url=endpoint.url)) as engine:
            session = await engine.create_session("garden")
            run = await engine.start(WATERING, session=session.id)
            turns = engine.container.store.turns

            async def lost(*_: object, **__: object) -> str:
                return "lost"

            monkeypatch.setattr(turns, "heartbeat", lost)
            await run.wait()
            assert engine.counts.lost_leases == 1
            turn = await turns.get(Principal(), session.id, 1)
    assert turn.status == "interrupted"


async def test_nothing_of_users_is_shown(settings_of: SettingsOf) -> None:
    """Questions, titles, ids and names of files and collections are in no label and in no value."""
    async with opened(settings_of()) as client:
        session = await new_session(client)
        await client.patch(f"/v1/sessions/{session}", json={"title": "Canary title"})
        asked = await client.post(
            f"/v1/sessions/{session}/turns", json={"question": "When do canaries water tomatoes?"}
        )
        await client.post(
            "/v1/documents", files={"files": ("canary.md", b"# Canary\n\nSings.")}, data={"collection": "canaries"}
        )
        text = (await client.get("/metrics")).text
    assert "canar" not in text.lower()
    assert session not in text
    assert asked.json()["turn_id"] not in text


def test_the_number_of_labels_is_bounded() -> None:
    """Names of steps and codes of errors may come from plug-ins."""
    counts = Counts()
    for number in range(10 * MOST_NAMES):
        counts.step(f"step {number}", 0.01)
        counts.failed(f"code_{number}", 0.01)
    assert len(counts.steps_s) == len(counts.errors) == MOST_NAMES + 1
    assert sum(sum(each.buckets) for each in counts.steps_s.values()) == 10 * MOST_NAMES
    assert counts.errors["other"] == 9 * MOST_NAMES


def test_durations_are_counted_up_to_their_bound() -> None:
    counts = Counts()
    for seconds in (0.0, BOUNDS_S[0], BOUNDS_S[0] * 1.01, BOUNDS_S[-1] * 2):
        counts.turn("completed", "answered", seconds, Usage(1, 2, 1))
    assert (counts.turn_s.buckets[0], counts.turn_s.buckets[1], counts.turn_s.buckets[-1]) == (2, 1, 1)
    assert counts.usage == Usage(4, 8, 4)


@pytest.mark.parametrize(
    ("setting", "caller", "status"),
    [("local", "127.0.0.1", 200), ("local", "10.0.0.5", 404), ("all", "10.0.0.5", 200), ("off", "127.0.0.1", 404)],
)
async def test_callers_that_the_setting_excludes_get_404(
    settings_of: SettingsOf, setting: str, caller: str, status: int
) -> None:
    app = create_app(settings_of(metrics=setting))
    transport = httpx.ASGITransport(app, client=(caller, 5000))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
    ):
        response = await client.get("/metrics")
    assert response.status_code == status
    if status == 404:
        assert response.json()["code"] == "route_not_found"


async def test_a_token_protects_the_figures_too(settings_of: SettingsOf) -> None:
    async with opened(settings_of(token="secret", metrics="all")) as client:
        refused = await client.get("/metrics")
        shown = await client.get("/metrics", headers={"authorization": "Bearer secret"})
    assert (refused.status_code, shown.status_code) == (401, 200)


async def test_a_reader_that_leaves_closes_its_stream(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        async with served(settings_of(model="stalling", model_url=endpoint.url)) as client:
            session = await new_session(client)
            path = f"/v1/sessions/{session}/turns"
            async with client.stream("POST", path, json={"question": WATERING}, headers=STREAM) as response:
                lines = response.aiter_lines()  # kept: an iterator that is dropped closes the stream
                await anext(lines)
                assert value(await figures_of(client), "askwell_open_streams") == 1
            while value(await figures_of(client), "askwell_open_streams"):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
            await client.post(f"/v1/sessions/{session}/stop")


async def test_a_database_on_a_server_has_no_log_here(settings_of: SettingsOf, tmp_path: Path) -> None:
    async with opened(settings_of(store="files")) as client:
        figures = await figures_of(client)
    assert [sample.labels for sample in figures["askwell_write_ahead_log_bytes"].samples] == [{"database": "documents"}]
