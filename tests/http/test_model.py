import asyncio

from httpx import AsyncClient

from askwell.http.problems import RETRY_AFTER
from tests.fake_endpoint import fake_endpoint
from tests.http.conftest import WATERING, SettingsOf, new_session, opened, served
from tests.http.test_stream import STREAM, events_of, first_text
from tests.prompting import unkeyed


async def test_a_written_answer_names_its_model_and_what_it_used(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        async with opened(settings_of(model="ok", model_url=endpoint.url)) as client:
            session = await new_session(client)
            answer = (await client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING})).json()
            assert (await client.get("/v1/assistants")).json()["model"] == "ok"
    assert answer["model"] == "ok"
    assert answer["usage"]["calls"] >= 1
    assert answer["sources"][0]["document"] == "tomatoes.md"


async def test_a_request_about_the_last_answer_reaches_the_model_with_it(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        async with opened(settings_of(model="ok", model_url=endpoint.url)) as client:
            session = await new_session(client)
            first = (await client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING})).json()
            requests = len(endpoint.requests)
            answer = (await client.post(f"/v1/sessions/{session}/turns", json={"question": "shorter pls"})).json()
    prompt = unkeyed(endpoint.requests[-1]["messages"][-1]["content"])
    last, _, _ = first["answer"].partition(" [")
    assert f"<last_answer>\n{last}" in prompt
    assert "<request>\nshorter pls\n</request>" in prompt
    assert "<passage" in prompt
    assert (answer["way"], answer["model"], answer["ending"]) == ("last_answer", "ok", "answered")
    assert answer["sources"][0]["number"] == first["sources"][0]["number"]
    assert len(endpoint.requests) == requests + 1


async def test_a_second_question_while_one_is_answered_is_told_to_wait(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        async with served(settings_of(model="stalling", model_url=endpoint.url)) as client:
            session = await new_session(client)
            path = f"/v1/sessions/{session}/turns"
            async with client.stream("POST", path, json={"question": WATERING}, headers=STREAM) as response:
                turn_id, _ = await first_text(response)
                busy = await client.post(path, json={"question": "When do I prune roses?"})
                await client.post(f"/v1/turns/{turn_id}/stop")
            assert (await client.get(f"/v1/sessions/{session}")).json()["turns"] == 1
    assert (busy.status_code, busy.json()["code"]) == (409, "session_busy")
    assert busy.headers["retry-after"] == RETRY_AFTER["session_busy"]


async def test_of_many_questions_at_once_one_runs(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        async with served(settings_of(model="stalling", model_url=endpoint.url)) as client:
            session = await new_session(client)
            path, release = f"/v1/sessions/{session}/turns", asyncio.Event()
            pending = {asyncio.create_task(attempt(client, path, release)) for _ in range(6)}
            refused = []
            while len(pending) > 1:
                done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
                refused += [task.result() for task in done]
            release.set()
            (won,) = pending
            assert await won == "stopped"
            turns = (await client.get(path)).json()["turns"]
    assert refused == ["session_busy"] * 5
    assert [turn["status"] for turn in turns] == ["stopped"]


async def attempt(client: AsyncClient, path: str, release: asyncio.Event) -> str:
    """The code of the refusal; or the status of the turn, which is stopped on release."""
    async with client.stream("POST", path, json={"question": WATERING}, headers=STREAM) as response:
        if response.status_code == 409:
            await response.aread()
            return str(response.json()["code"])
        turn_id, _ = await first_text(response)
        await release.wait()
        return str((await client.post(f"/v1/turns/{turn_id}/stop")).json()["status"])


async def test_the_same_key_while_it_runs_is_told_to_wait_and_gets_the_turn_later(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        async with served(settings_of(model="stalling", model_url=endpoint.url)) as client:
            session = await new_session(client)
            path, body, key = f"/v1/sessions/{session}/turns", {"question": WATERING}, {"Idempotency-Key": "k"}
            async with client.stream("POST", path, json=body, headers=STREAM | key) as response:
                turn_id, _ = await first_text(response)
                early = await client.post(path, json=body, headers=key)
                await client.post(f"/v1/turns/{turn_id}/stop")
            later = await client.post(path, json=body, headers=key)
    assert (early.status_code, early.json()["code"]) == (409, "turn_in_progress")
    assert early.headers["retry-after"]
    assert (later.status_code, later.json()["turn_id"], later.json()["status"]) == (200, turn_id, "stopped")


async def test_a_stopped_turn_keeps_what_was_written(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        async with served(settings_of(model="stalling", model_url=endpoint.url)) as client:
            session = await new_session(client)
            path = f"/v1/sessions/{session}/turns"
            async with client.stream("POST", path, json={"question": WATERING}, headers=STREAM) as response:
                turn_id, text = await first_text(response)
                stopped = await client.post(f"/v1/turns/{turn_id}/stop")
            turn = (await client.get(f"{path}/1")).json()
    assert stopped.status_code == 200
    assert (stopped.json()["status"], turn["status"]) == ("stopped", "stopped")
    assert stopped.json()["answer"] == turn["answer"]
    assert turn["answer"].startswith(text)


async def test_a_model_that_fails_is_a_problem_with_its_code(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        async with opened(settings_of(model="half", model_url=endpoint.url)) as client:
            session = await new_session(client)
            response = await client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING})
            turn = (await client.get(f"/v1/sessions/{session}/turns/1")).json()
    problem = response.json()
    assert response.status_code == 502
    assert response.headers["content-type"] == "application/problem+json"
    assert (problem["code"], problem["status"], problem["turn_number"]) == ("upstream_truncated", 502, 1)
    assert problem["request_id"] == response.headers["x-request-id"]
    assert (turn["status"], turn["error_code"]) == ("failed", "upstream_truncated")
    assert problem["partial"] == turn["answer"]


async def test_a_failure_in_a_stream_is_its_last_event_with_the_body_of_a_problem(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        async with served(settings_of(model="half", model_url=endpoint.url)) as client:
            session = await new_session(client)
            path = f"/v1/sessions/{session}/turns"
            response = await client.post(path, json={"question": WATERING}, headers=STREAM)
            events = await events_of(response)
            again = await events_of(await client.get(f"{path}/1/events"))
    assert response.status_code == 200
    assert (events[-1]["event"], events[-1]["code"]) == ("failed", "upstream_truncated")
    assert {"type", "title", "status", "detail", "code", "hint", "request_id", "errors"} <= events[-1].keys()
    assert again == events
