import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from httpx import AsyncClient, Response

from askwell.events import Event, Place, Token
from askwell.http.sse import frames
from tests.fake_endpoint import fake_endpoint
from tests.http.conftest import WATERING, SettingsOf, new_session, opened, served

STREAM = {"accept": "text/event-stream"}


async def events_of(response: Response) -> list[dict[str, Any]]:
    """The events of a whole stream, which fit what their frames say beside the data."""
    return [event for _, event in await framed(response)]


async def framed(response: Response) -> list[tuple[str, dict[str, Any]]]:
    """The events of a whole stream, each with its id."""
    await response.aread()
    frames = []
    for block in response.text.strip().split("\n\n"):
        if not block or block.startswith(":"):
            continue
        place, name, data = block.split("\n")
        event = json.loads(data.removeprefix("data: "))
        assert name == f"event: {event['event']}"
        assert Place.parse(place.removeprefix("id: ")).event == event["number"]
        frames.append((place.removeprefix("id: "), event))
    return frames


async def first_text(response: Response) -> tuple[str, str]:
    """The turn's id and the first piece of text of a stream that is still going on."""
    turn_id = ""
    async for line in response.aiter_lines():
        if line.startswith("data: "):
            event = json.loads(line[6:])
            turn_id = event.get("turn_id", turn_id)
            if event["event"] == "token":
                return turn_id, event["text"]
    raise AssertionError("the stream ended without a token")


async def until_final(client: AsyncClient, path: str) -> dict[str, Any]:
    """The turn when it does not run any more."""
    while (turn := (await client.get(path)).json())["status"] == "running":  # noqa: ASYNC110  # as a caller does
        await asyncio.sleep(0.02)
    return dict(turn)


async def test_the_stream_is_the_numbered_log_of_the_turn(served_client: AsyncClient) -> None:
    session = await new_session(served_client)
    response = await served_client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING}, headers=STREAM)
    assert response.headers["content-type"].startswith("text/event-stream")
    events = await events_of(response)
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))
    names = [event["event"] for event in events]
    assert names[0] == "accepted"
    assert names[-1] == "done"
    assert {"step", "resolved", "sources", "citation", "token"} <= set(names)
    assert names.index("sources") < names.index("citation") < len(names) - names[::-1].index("token")
    done = events[-1]
    assert "".join(event["text"] for event in events if event["event"] == "token") == done["answer"]
    stored = (await served_client.get(f"/v1/sessions/{session}/turns/1")).json()
    assert (stored["answer"], stored["turn_id"]) == (done["answer"], events[0]["turn_id"])


async def test_no_proxy_may_hold_the_stream_back(served_client: AsyncClient) -> None:
    response = await served_client.post("/v1/ask?stream=true", json={"question": WATERING, "assistant": "garden"})
    assert response.headers["content-type"].startswith("text/event-stream")
    assert response.headers["x-accel-buffering"] == "no"
    assert response.headers["cache-control"] == "no-cache, no-transform"


async def test_what_is_refused_before_the_first_event_is_a_problem(served_client: AsyncClient) -> None:
    response = await served_client.post("/v1/sessions/nobody/turns", json={"question": WATERING}, headers=STREAM)
    assert response.status_code == 404
    assert response.headers["content-type"] == "application/problem+json"


async def test_silence_is_filled_with_comments_from_before_the_first_token() -> None:
    async def slow() -> AsyncIterator[tuple[Place, Event]]:
        await asyncio.sleep(0.05)
        yield Place(3, 1, 4), Token(1, "late")

    pieces = [piece async for piece in frames(slow(), heartbeat_s=0.01)]
    assert pieces[0] == b": heartbeat\n\n"
    assert pieces[-1].startswith(b"id: 3.1.4.0\nevent: token\ndata: {")


async def test_events_that_are_ready_together_go_out_in_one_piece() -> None:
    async def ready() -> AsyncIterator[tuple[Place, Event]]:
        for number in range(1, 101):
            yield Place(1, number), Token(number, "word\n\n")

    pieces = [piece async for piece in frames(ready())]
    assert len(pieces) == 1
    assert pieces[0].count(b"\n\n") == 100


async def test_a_client_that_leaves_does_not_stop_the_turn(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        settings = settings_of(model="stalling", model_url=endpoint.url, model_idle_s=0.5)
        async with served(settings) as client:
            session = await new_session(client)
            path = f"/v1/sessions/{session}/turns"
            async with client.stream("POST", path, json={"question": WATERING}, headers=STREAM) as response:
                _, text = await first_text(response)
            turn = await until_final(client, f"{path}/1")
    assert (turn["status"], turn["error_code"]) == ("failed", "upstream_timeout")
    assert turn["answer"].startswith(text)


async def test_a_running_turn_is_followed_behind_the_last_event_seen(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        async with served(settings_of(model="stalling", model_url=endpoint.url)) as client:
            session = await new_session(client)
            path = f"/v1/sessions/{session}/turns"
            async with client.stream("POST", path, json={"question": WATERING}, headers=STREAM) as response:
                turn_id, _ = await first_text(response)
            addresses = (f"/v1/turns/{turn_id}/events", f"{path}/1/events")
            begun = [asyncio.Event() for _ in addresses]
            tasks = [
                asyncio.create_task(followed(client, address, each))
                for address, each in zip(addresses, begun, strict=True)
            ]
            for each in begun:
                await each.wait()
            await client.post(f"/v1/turns/{turn_id}/stop")
            by_id, by_number = await asyncio.gather(*tasks)
    assert by_id == by_number
    assert [event["number"] for event in by_id] == list(range(2, len(by_id) + 2))
    assert (by_id[-1]["event"], by_id[-1]["status"]) == ("done", "stopped")


async def followed(client: AsyncClient, address: str, begun: asyncio.Event) -> list[dict[str, Any]]:
    """The events behind the first one; `begun` is set when one has come."""
    events = []
    async with client.stream("GET", address, headers={"Last-Event-ID": "1"}) as response:
        async for line in response.aiter_lines():
            if line.startswith("data: "):
                events.append(json.loads(line[6:]))
                begun.set()
    return events


async def test_a_stream_is_taken_up_behind_every_event_by_every_route(served_client: AsyncClient) -> None:
    """S1-B11, S3-B8: what a reader missed is told when it comes back."""
    session = await new_session(served_client)
    path = f"/v1/sessions/{session}/turns"
    frames = await framed(await served_client.post(path, json={"question": WATERING}, headers=STREAM))
    turn_id = frames[0][1]["turn_id"]
    addresses = (f"/v1/turns/{turn_id}/events", f"{path}/1/events", f"/v1/sessions/{session}/events?live=false")
    for seen, (place, event) in enumerate(frames[:-1], start=1):
        for address in addresses[seen % 3 :: 3]:
            response = await served_client.get(address, headers={"Last-Event-ID": place})
            assert await framed(response) == frames[seen:]
        plain = await served_client.get(addresses[1], headers={"Last-Event-ID": str(event["number"])})
        assert await framed(plain) == frames[seen:]
    for address in addresses[:2]:
        over = await served_client.get(address, headers={"Last-Event-ID": frames[-1][0]})
        assert (over.status_code, over.content) == (204, b"")


async def test_another_process_tells_the_rest_of_a_stored_turn(settings_of: SettingsOf) -> None:
    async with opened(settings_of()) as client:
        session = await new_session(client)
        path = f"/v1/sessions/{session}/turns"
        frames = await framed(await client.post(path, json={"question": WATERING}, headers=STREAM))
    async with opened(settings_of()) as client:
        for seen, (place, _) in enumerate(frames[:-1], start=1):
            rest = await events_of(await client.get(f"{path}/1/events", headers={"Last-Event-ID": place}))
            events = [event for _, event in frames[:seen]] + rest
            text = "".join(event["text"] for event in events if event["event"] == "token")
            assert (text, rest[-1]["event"]) == (rest[-1]["answer"], "done")
            assert [event["number"] for event in events] == list(range(1, len(events) + 1))
        by_id = await client.get(f"/v1/turns/{frames[0][1]['turn_id']}/events", headers={"Last-Event-ID": "7"})
        assert [(event["number"], event["event"]) for event in await events_of(by_id)] == [(8, "done")]


async def test_a_session_is_followed_from_a_turn_on(client: AsyncClient) -> None:
    session = await new_session(client)
    for _ in range(3):
        await client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING})
    path = f"/v1/sessions/{session}/events"
    for after, turns in (("0", [1, 2, 3]), ("2", [3]), ("2.4.0.0", [3]), ("3", []), ("", [])):
        frames = await framed(await client.get(path, params={"after": after, "live": False}))
        assert [event["turn_number"] for _, event in frames if event["event"] == "accepted"] == turns
        assert [place.partition(".")[0] for place, event in frames if event["event"] == "done"] == [
            str(number) for number in ([2] if after == "2.4.0.0" else []) + turns
        ]
    assert (await client.get(path, params={"after": "x"})).json()["code"] == "bad_event_id"
    assert (await client.get("/v1/sessions/nobody/events")).json()["code"] == "session_not_found"


async def test_a_turn_that_nobody_knows_cannot_be_followed(served_client: AsyncClient) -> None:
    response = await served_client.get("/v1/turns/nothing/events")
    assert (response.status_code, response.json()["code"]) == (404, "turn_not_found")


async def test_a_place_that_is_none_is_refused(served_client: AsyncClient) -> None:
    session = await new_session(served_client)
    await served_client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING})
    for place in ("x", "2.1.0.0"):
        wrong = await served_client.get(f"/v1/sessions/{session}/turns/1/events", headers={"Last-Event-ID": place})
        assert (wrong.status_code, wrong.json()["code"]) == (422, "bad_event_id")


async def test_a_turn_without_a_session_is_followed_as_long_as_it_is_kept(served_client: AsyncClient) -> None:
    body = {"question": WATERING, "assistant": "garden"}
    frames = await framed(await served_client.post("/v1/ask", json=body, headers=STREAM))
    address = f"/v1/turns/{frames[0][1]['turn_id']}/events"
    assert frames[3][0].startswith("0.4.")
    assert await framed(await served_client.get(address, headers={"Last-Event-ID": frames[3][0]})) == frames[4:]
