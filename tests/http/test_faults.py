"""A model that misbehaves over real HTTP: the right code, the text kept, and never a completed turn."""

import pytest

from tests.fake_endpoint import fake_endpoint
from tests.http.conftest import WATERING, SettingsOf, new_session, opened

QUICK = {"model_first_token_s": 0.4, "model_idle_s": 0.4}
SILENT = [
    ("429", "upstream_429", 3),
    ("500", "upstream_5xx", 3),
    ("400", "upstream_refused", 1),
    ("401", "upstream_unauthorised", 1),
    ("silent", "upstream_timeout", 1),
    ("empty", "upstream_empty", 1),
    ("blank", "upstream_empty", 1),
]
"""What fails before its first word, with how often it is asked."""
SPEAKING = [
    ("stalling", 504, "upstream_timeout"),
    ("endless", 502, "upstream_too_long"),
    ("half", 502, "upstream_truncated"),
    ("bad-json", 502, "upstream_malformed"),
    ("bad-utf8", 502, "upstream_malformed"),
]


@pytest.mark.parametrize(("model", "code", "calls"), SILENT)
async def test_a_model_that_fails_before_its_first_word_leaves_the_answer_to_the_rules(
    settings_of: SettingsOf, *, model: str, code: str, calls: int
) -> None:
    """S0-B11, S1-B5: the answer is the one that there is without a model, with a warning, in the stream too."""
    async with opened(settings_of()) as client:
        path = f"/v1/sessions/{await new_session(client)}/turns"
        by_rules = (await client.post(path, json={"question": WATERING})).json()
    with fake_endpoint() as endpoint:
        async with opened(settings_of(model=model, model_url=endpoint.url, **QUICK)) as client:
            path = f"/v1/sessions/{await new_session(client)}/turns"
            response = await client.post(path, json={"question": WATERING})
            turn = (await client.get(f"{path}/1")).json()
            log = (await client.get(f"{path}/1/events")).text
    answer = response.json()
    assert (response.status_code, answer["status"], answer["ending"]) == (200, "completed", "answered")
    assert answer["answer"] == by_rules["answer"] != ""
    assert [each["document"] for each in answer["sources"]] == ["tomatoes.md"]
    assert (answer["warnings"], answer["model"]) == (["model_failed"], "")
    assert {name: turn[name] for name in ("answer", "warnings", "model")} == {
        name: answer[name] for name in ("answer", "warnings", "model")
    }
    assert f"The model failed ({code})" in log
    assert endpoint.calls[model] == calls


@pytest.mark.parametrize(("model", "status", "code"), SPEAKING)
async def test_a_model_that_fails_in_its_answer_fails_the_turn_and_keeps_the_question_and_the_text(
    settings_of: SettingsOf, *, model: str, status: int, code: str
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
    assert turn["answer"] == problem["partial"] != ""
    assert (again.status_code, again.json()["code"], again.json()["turn_id"]) == (status, code, turn["turn_id"])
    assert (endpoint.calls[model], turns) == (1, 1)


async def test_an_answer_that_reaches_its_cap_of_tokens_says_so(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        async with opened(settings_of(model="length", model_url=endpoint.url)) as client:
            path = f"/v1/sessions/{await new_session(client)}/turns"
            answer = (await client.post(path, json={"question": WATERING})).json()
            turn = (await client.get(f"{path}/1")).json()
            log = (await client.get(f"{path}/1/events")).text
    assert (answer["status"], answer["warnings"], answer["model"]) == ("completed", ["answer_cut"], "length")
    assert turn["warnings"] == ["answer_cut"]
    assert next(each["detail"]["cut"] for each in turn["decisions"] if each["step"] == "write")
    assert "is cut off" in log


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
