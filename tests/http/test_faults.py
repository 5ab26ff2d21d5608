"""A model that misbehaves over real HTTP: the right code, the text kept, and never a completed turn."""

import pytest

from tests.fake_endpoint import fake_endpoint
from tests.http.conftest import WATERING, SettingsOf, new_session, opened

QUICK = {"model_first_token_s": 0.4, "model_idle_s": 0.4}
FAULTS = [
    ("429", 502, "upstream_429", False, 3),
    ("500", 502, "upstream_5xx", False, 3),
    ("400", 502, "upstream_refused", False, 1),
    ("401", 502, "upstream_unauthorised", False, 1),
    ("silent", 504, "upstream_timeout", False, 1),
    ("stalling", 504, "upstream_timeout", True, 1),
    ("endless", 502, "upstream_too_long", True, 1),
    ("half", 502, "upstream_truncated", True, 1),
    ("bad-json", 502, "upstream_malformed", True, 1),
    ("bad-utf8", 502, "upstream_malformed", True, 1),
    ("empty", 502, "upstream_empty", False, 1),
]


@pytest.mark.parametrize(("model", "status", "code", "keeps_text", "calls"), FAULTS)
async def test_a_fault_of_the_model_fails_the_turn_and_keeps_the_question_and_the_text(
    settings_of: SettingsOf, *, model: str, status: int, code: str, keeps_text: bool, calls: int
) -> None:
    """S0-B11, S1-B5: neither the question nor what was written is lost, and the conversation goes on."""
    with fake_endpoint() as endpoint:
        settings = settings_of(model=model, model_url=endpoint.url, model_max_chars=2000, **QUICK)
        async with opened(settings) as client:
            session = await new_session(client)
            path = f"/v1/sessions/{session}/turns"
            key = {"Idempotency-Key": "k"}
            response = await client.post(path, json={"question": WATERING}, headers=key)
            again = await client.post(path, json={"question": WATERING}, headers=key)
            turn = (await client.get(f"{path}/1")).json()
            turns = (await client.get(f"/v1/sessions/{session}")).json()["turns"]
    problem = response.json()
    assert (response.status_code, problem["code"], problem["turn_number"]) == (status, code, 1)
    assert (turn["status"], turn["error_code"], turn["question"]) == ("failed", code, WATERING)
    assert turn["answer"] == problem["partial"]
    assert bool(turn["answer"]) == keeps_text
    assert (again.status_code, again.json()["code"], again.json()["turn_id"]) == (status, code, turn["turn_id"])
    assert (endpoint.calls[model], turns) == (calls, 1)


async def test_an_endless_answer_is_cut_by_its_time_and_kept(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        settings = settings_of(
            model="endless", model_url=endpoint.url, model_max_chars=10**9, model_total_s=0.5, **QUICK
        )
        async with opened(settings) as client:
            session = await new_session(client)
            response = await client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING})
            turn = (await client.get(f"/v1/sessions/{session}/turns/1")).json()
    assert (response.status_code, response.json()["code"], turn["status"]) == (504, "upstream_timeout", "failed")
    assert turn["answer"].startswith("and so on")


async def test_a_model_that_asks_to_wait_is_asked_again_and_answers(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        async with opened(settings_of(model="429-then-ok", model_url=endpoint.url)) as client:
            session = await new_session(client)
            response = await client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING})
    assert (response.status_code, response.json()["status"]) == (200, "completed")
    assert endpoint.calls["429-then-ok"] == 2
