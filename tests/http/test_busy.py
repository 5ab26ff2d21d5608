import asyncio

from httpx import AsyncClient

from tests.fake_endpoint import fake_endpoint
from tests.http.conftest import WATERING, SettingsOf, new_session, opened, served
from tests.http.test_stream import STREAM, first_text

ROSES = {"question": "When do I prune roses?"}


async def test_a_question_may_wait_until_its_turn_comes(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        async with opened(settings_of(model="slow-first-token", model_url=endpoint.url)) as client:
            session = await new_session(client)
            path = f"/v1/sessions/{session}/turns"
            answers = await asyncio.gather(
                *(client.post(path, json={"question": WATERING}, params={"busy": "enqueue"}) for _ in range(3))
            )
            turns = (await client.get(path)).json()["turns"]
    assert sorted(answer.json()["turn_number"] for answer in answers) == [1, 2, 3]
    assert [turn["status"] for turn in turns] == ["completed"] * 3


async def test_a_wait_is_bounded_in_number_and_time(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        settings = settings_of(
            model="stalling", model_url=endpoint.url, busy="enqueue", queue_places=1, queue_wait_s=0.5
        )
        async with served(settings) as client:
            session = await new_session(client)
            path = f"/v1/sessions/{session}/turns"
            async with client.stream("POST", path, json={"question": WATERING}, headers=STREAM) as response:
                turn_id, _ = await first_text(response)
                responses = await asyncio.gather(*(client.post(path, json=ROSES) for _ in range(2)))
                await client.post(f"/v1/turns/{turn_id}/stop")
            assert (await client.get(f"/v1/sessions/{session}")).json()["turns"] == 1
    assert {each.status_code for each in responses} == {409}
    assert {each.json()["code"] for each in responses} == {"queue_full", "queue_timeout"}
    assert all(int(each.headers["retry-after"]) > 0 for each in responses)


async def test_a_question_may_interrupt_the_one_before(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        async with served(settings_of(model="stalling", model_url=endpoint.url)) as client:
            session = await new_session(client)
            path = f"/v1/sessions/{session}/turns"
            async with client.stream("POST", path, json={"question": WATERING}, headers=STREAM) as response:
                _, text = await first_text(response)
                url = f"{path}?busy=interrupt"
                async with client.stream("POST", url, json=ROSES, headers=STREAM) as urgent:
                    await first_text(urgent)
                    first = (await client.get(f"{path}/1")).json()
                    stopped = await client.post(f"/v1/sessions/{session}/stop")
    assert (first["status"], first["answer"].startswith(text)) == ("stopped", True)
    assert (stopped.status_code, stopped.json()["turn_number"], stopped.json()["status"]) == (200, 2, "stopped")


async def test_a_turn_of_another_process_is_stopped_by_its_id_and_by_its_session(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        settings = settings_of(model="stalling", model_url=endpoint.url, lease_s=3)
        async with served(settings) as client, opened(settings) as other:
            for by_session in (True, False):
                stopped, turn = await stopped_elsewhere(client, other, by_session=by_session)
                assert stopped == turn | {"status": "stopped"}
                assert turn["answer"]


async def stopped_elsewhere(
    client: AsyncClient, other: AsyncClient, *, by_session: bool
) -> tuple[dict[str, object], dict[str, object]]:
    """What the other process answers, and the turn as the owner then has it."""
    session = await new_session(client)
    path = f"/v1/sessions/{session}/turns"
    async with client.stream("POST", path, json={"question": WATERING}, headers=STREAM) as response:
        turn_id, _ = await first_text(response)
        address = f"/v1/sessions/{session}/stop" if by_session else f"/v1/turns/{turn_id}/stop"
        stopped = await other.post(address)
    assert stopped.status_code == 200, stopped.text
    turn = (await client.get(f"{path}/1")).json()
    names = ("turn_id", "answer", "status")
    return {name: stopped.json()[name] for name in names}, {name: turn[name] for name in names}


async def test_of_eight_repeats_at_once_one_runs_and_all_get_its_turn_later(settings_of: SettingsOf) -> None:
    """S0-B2: whoever wins, there is one turn, and one call of the model."""
    with fake_endpoint() as endpoint:
        async with opened(settings_of(model="slow-first-token", model_url=endpoint.url)) as client:
            session = await new_session(client)
            path, key = f"/v1/sessions/{session}/turns", {"Idempotency-Key": "k"}
            early = await asyncio.gather(*(client.post(path, json=ROSES, headers=key) for _ in range(8)))
            late = await asyncio.gather(*(client.post(path, json=ROSES, headers=key) for _ in range(8)))
            turns = (await client.get(path)).json()["turns"]
    assert sorted(each.status_code for each in early) == [200] + [409] * 7
    assert {each.json()["code"] for each in early if each.status_code == 409} == {"turn_in_progress"}
    assert {(each.status_code, each.json()["turn_id"]) for each in late} == {(200, turns[0]["turn_id"])}
    assert (len(turns), endpoint.calls["slow-first-token"]) == (1, 1)


async def test_a_policy_that_is_none_is_refused(client: AsyncClient) -> None:
    session = await new_session(client)
    response = await client.post(f"/v1/sessions/{session}/turns?busy=shout", json=ROSES)
    assert response.status_code == 422
