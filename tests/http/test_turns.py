import asyncio

import pytest
from httpx import AsyncClient

from tests.http.conftest import WATERING, new_session

ANSWER_KEYS = (
    "answer sources standalone_question kind way ending status turn_number session_id turn_id language "
    "resolution facts decisions "
    "support warnings context model usage took_ms"
).split()


async def test_an_answer_has_sources_with_their_passages(client: AsyncClient) -> None:
    """S0-23: the response carries `session_id` and `turn_number`."""
    session = await new_session(client)
    response = await client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING})
    assert response.status_code == 200
    answer = response.json()
    assert list(answer) == ANSWER_KEYS
    assert (answer["session_id"], answer["turn_number"], answer["status"]) == (session, 1, "completed")
    assert "twice a week" in answer["answer"]
    source = answer["sources"][0]
    assert f"[{source['number']}]" in answer["answer"]
    assert (source["document"], source["passage"]) == ("tomatoes.md", source["passages"][0]["text"])
    assert answer["standalone_question"] == WATERING
    assert (answer["model"], answer["usage"]["calls"]) == ("", 0)
    assert {decision["step"] for decision in answer["decisions"]} >= {"resolve", "route", "grade"}


async def test_turns_are_numbered_and_read_back_as_answered(client: AsyncClient) -> None:
    session = await new_session(client)
    asked = [WATERING, "When do I prune roses?", "When are tomatoes ripe?"]
    answers = [
        (await client.post(f"/v1/sessions/{session}/turns", json={"question": question})).json() for question in asked
    ]
    page = (await client.get(f"/v1/sessions/{session}/turns", params={"limit": 2})).json()
    rest = (await client.get(f"/v1/sessions/{session}/turns", params={"after": page["next"], "limit": 2})).json()
    turns = page["turns"] + rest["turns"]
    assert [turn["turn_number"] for turn in turns] == [1, 2, 3]
    assert [turn["question"] for turn in turns] == asked
    assert [turn["answer"] for turn in turns] == [answer["answer"] for answer in answers]
    assert [turn["sources"] for turn in turns] == [answer["sources"] for answer in answers]
    assert rest["next"] is None
    assert (await client.get(f"/v1/sessions/{session}/turns/2")).json() == turns[1]


@pytest.mark.parametrize("number", [0, 2, 2**63])
async def test_an_unknown_turn_is_not_found(client: AsyncClient, number: int) -> None:
    session = await new_session(client)
    await client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING})
    response = await client.get(f"/v1/sessions/{session}/turns/{number}")
    assert (response.status_code, response.json()["code"]) == (404, "turn_not_found")


@pytest.mark.parametrize("window", [0, 11, "five", True])
async def test_a_window_out_of_range_is_refused(client: AsyncClient, window: object) -> None:
    """S0-04, S0-22: `conversation_window` is 1 to 10."""
    session = await new_session(client)
    body = {"question": WATERING, "conversation_window": window}
    response = await client.post(f"/v1/sessions/{session}/turns", json=body)
    assert response.status_code == 422
    assert response.json()["errors"][0]["path"] == "body.conversation_window"
    assert (await client.get(f"/v1/sessions/{session}")).json()["turns"] == 0


@pytest.mark.parametrize("window", [1, 10])
async def test_a_window_in_range_is_taken(client: AsyncClient, window: int) -> None:
    """S0-04: both ends of the range count."""
    session = await new_session(client)
    body = {"question": WATERING, "conversation_window": window}
    assert (await client.post(f"/v1/sessions/{session}/turns", json=body)).status_code == 200


async def test_a_caller_may_say_how_the_question_is_understood(client: AsyncClient) -> None:
    session = await new_session(client)
    body = {"question": "And those?", "standalone_question": "When do I prune roses?"}
    answer = (await client.post(f"/v1/sessions/{session}/turns", json=body)).json()
    assert answer["standalone_question"] == "When do I prune roses?"
    assert "March" in answer["answer"]


async def test_labels_filter_the_documents(client: AsyncClient) -> None:
    session = await new_session(client)
    body = {"question": WATERING, "labels": ["nothing carries this"]}
    answer = (await client.post(f"/v1/sessions/{session}/turns", json=body)).json()
    assert (answer["sources"], answer["ending"]) == ([], "not_found")


@pytest.mark.parametrize("question", ["", " \n\t "])
async def test_an_empty_question_is_refused_and_not_stored(client: AsyncClient, question: str) -> None:
    session = await new_session(client)
    response = await client.post(f"/v1/sessions/{session}/turns", json={"question": question})
    assert (response.status_code, response.json()["code"]) == (422, "empty_question")
    assert (await client.get(f"/v1/sessions/{session}/turns")).json()["turns"] == []


async def test_a_question_above_64_kilobytes_is_refused(client: AsyncClient) -> None:
    session = await new_session(client)
    response = await client.post(f"/v1/sessions/{session}/turns", json={"question": "x" * 65_537})
    assert (response.status_code, response.json()["code"]) == (413, "question_too_long")


async def test_characters_that_are_no_text_are_refused(client: AsyncClient) -> None:
    session = await new_session(client)
    for question in (b"a\\u0000b", b"a\\ud800b"):
        response = await client.post(
            f"/v1/sessions/{session}/turns",
            content=b'{"question": "%s"}' % question,
            headers={"content-type": "application/json"},
        )
        assert response.status_code == 422, response.text


async def test_the_same_key_gives_the_same_turn(client: AsyncClient) -> None:
    session = await new_session(client)
    path, headers = f"/v1/sessions/{session}/turns", {"Idempotency-Key": "k1"}
    first = await client.post(path, json={"question": WATERING}, headers=headers)
    again = await client.post(path, json={"question": WATERING}, headers=headers)
    assert again.status_code == 200
    assert [again.json()[key] for key in ("turn_id", "answer", "sources")] == [
        first.json()[key] for key in ("turn_id", "answer", "sources")
    ]
    assert (await client.get(f"/v1/sessions/{session}")).json()["turns"] == 1


async def test_a_key_with_another_question_is_refused(client: AsyncClient) -> None:
    session = await new_session(client)
    path, headers = f"/v1/sessions/{session}/turns", {"Idempotency-Key": "k1"}
    await client.post(path, json={"question": WATERING}, headers=headers)
    response = await client.post(path, json={"question": "When do I prune roses?"}, headers=headers)
    assert (response.status_code, response.json()["code"]) == (422, "key_reused")


async def test_asking_without_a_session_stores_nothing(fresh_client: AsyncClient) -> None:
    """S0-02: without a session id nothing is kept. S0-B3: stateless is null, not the number of a first turn.

    S2-B11: null is the one word for "no session"; an empty id is none.
    """
    response = await fresh_client.post("/v1/ask", json={"question": WATERING, "assistant": "garden"})
    answer = response.json()
    assert list(answer) == ANSWER_KEYS
    assert (answer["session_id"], answer["turn_number"]) == (None, None)
    assert "twice a week" in answer["answer"]
    empty = await fresh_client.post("/v1/ask", json={"question": WATERING, "assistant": "garden", "session_id": ""})
    assert empty.status_code == 422
    assert (await fresh_client.get("/v1/sessions")).json()["sessions"] == []


async def test_asking_with_a_session_is_a_turn_of_it(client: AsyncClient) -> None:
    """S0-22: `session_id` is an optional field of the request; `thread_id` means the same."""
    session = await new_session(client)
    for number, key in enumerate(("session_id", "thread_id", "conversation_id"), start=1):
        answer = (await client.post("/v1/ask", json={"question": WATERING, key: session})).json()
        assert (answer["session_id"], answer["turn_number"]) == (session, number)


async def test_asking_with_an_unknown_session_opens_it_only_on_demand(client: AsyncClient) -> None:
    body: dict[str, object] = {"question": WATERING, "session_id": "fresh", "assistant": "garden"}
    assert (await client.post("/v1/ask", json=body)).status_code == 404
    opened = await client.post("/v1/ask", json=body | {"create_if_missing": True})
    again = await client.post("/v1/ask", json=body | {"create_if_missing": True})
    assert [opened.json()["turn_number"], again.json()["turn_number"]] == [1, 2]


async def test_asking_an_unknown_assistant_names_the_known_ones(client: AsyncClient) -> None:
    response = await client.post("/v1/ask", json={"question": WATERING, "assistant": "nobody"})
    assert (response.status_code, response.json()["code"]) == (404, "assistant_not_found")
    assert "garden" in response.json()["detail"]


@pytest.mark.parametrize("flag", ["store", "use_memory", "create_if_missing"])
@pytest.mark.parametrize("value", [0, 1, "false", None])
async def test_a_switch_is_true_or_false_and_nothing_like_it(client: AsyncClient, flag: str, value: object) -> None:
    session = await new_session(client)
    body = {"question": WATERING, "session_id": session, flag: value}
    refused = await client.post("/v1/ask", json=body)
    assert (refused.status_code, refused.json()["code"]) == (422, "validation_failed")
    assert (await client.get(f"/v1/sessions/{session}")).json()["turns"] == 0


@pytest.mark.parametrize("rating", [True, False, "1", 2, None])
async def test_a_rating_is_one_of_three_numbers(client: AsyncClient, rating: object) -> None:
    refused = await client.put("/v1/sessions/x/turns/1/feedback", json={"rating": rating})
    assert (refused.status_code, refused.json()["code"]) == (422, "validation_failed")


async def test_stopping_a_turn_that_does_not_run_is_refused(client: AsyncClient) -> None:
    response = await client.post("/v1/turns/nothing/stop")
    assert (response.status_code, response.json()["code"]) == (404, "turn_not_found")
    session = await new_session(client)
    answer = (await client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING})).json()
    for path in (f"/v1/turns/{answer['turn_id']}/stop", f"/v1/sessions/{session}/stop"):
        ended = await client.post(path)
        assert (ended.status_code, ended.json()["code"]) == (409, "turn_not_running")


async def test_questions_at_once_in_two_sessions_do_not_mix(client: AsyncClient) -> None:
    one, other = await new_session(client), await new_session(client)
    answers = await asyncio.gather(
        client.post(f"/v1/sessions/{one}/turns", json={"question": WATERING}),
        client.post(f"/v1/sessions/{other}/turns", json={"question": "When do I prune roses?"}),
    )
    assert [answer.json()["session_id"] for answer in answers] == [one, other]
    assert "twice" in answers[0].json()["answer"]
    assert "March" in answers[1].json()["answer"]


async def test_two_session_ids_that_differ_are_refused(client: AsyncClient) -> None:
    session = await new_session(client)
    body = {"question": WATERING, "session_id": session, "conversation_id": "another"}
    response = await client.post("/v1/ask", json=body)
    assert response.status_code == 422
    assert [error["code"] for error in response.json()["errors"]] == ["session_ids_differ"]
    assert (await client.get(f"/v1/sessions/{session}")).json()["turns"] == 0


async def test_memory_may_be_switched_off_for_a_turn(client: AsyncClient) -> None:
    session = await new_session(client)
    path = f"/v1/sessions/{session}/turns"
    await client.post(path, json={"question": WATERING})
    answer = (await client.post(path, json={"question": "And roses?", "use_memory": False})).json()
    assert (answer["turn_number"], answer["standalone_question"]) == (2, "And roses?")


async def test_a_turn_that_is_not_to_be_stored_is_answered_and_gone(client: AsyncClient) -> None:
    session = await new_session(client)
    path = f"/v1/sessions/{session}/turns"
    await client.post(path, json={"question": WATERING})
    answer = (await client.post(path, json={"question": "And roses?", "store": False})).json()
    assert (answer["turn_number"], answer["session_id"]) == (None, None)
    assert answer["answer"]
    assert (await client.get(f"/v1/sessions/{session}")).json()["turns"] == 1


async def test_what_is_not_to_be_stored_opens_no_session(client: AsyncClient) -> None:
    body = {"question": WATERING, "session_id": "mine", "create_if_missing": True, "store": False}
    response = await client.post("/v1/ask", json=body)
    assert [error["code"] for error in response.json()["errors"]] == ["nothing_is_stored"]
    assert (await client.get("/v1/sessions/mine")).status_code == 404


@pytest.mark.parametrize(
    ("accepted", "reason"),
    [
        ("", "no rule decided otherwise"),
        ("nl", "geen regel besliste anders"),
        ("fr, it-CH;q=0.8, en;q=0.3", "nessuna regola ha deciso altrimenti"),
        ("fr;q=high, de", "no rule decided otherwise"),
    ],
)
async def test_decisions_are_worded_in_the_language_that_the_reader_accepts(
    client: AsyncClient, accepted: str, reason: str
) -> None:
    session = await new_session(client)
    headers = {"accept-language": accepted}
    asked = await client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING}, headers=headers)
    stored = await client.get(f"/v1/sessions/{session}/turns/1", headers=headers)
    for turn in (asked.json(), stored.json()):
        route = next(each for each in turn["decisions"] if each["step"] == "route")
        assert (route["code"], route["params"], route["reason"]) == ("route.otherwise", {"way": "search"}, reason)
