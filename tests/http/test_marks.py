"""The marks of answers in the style of the assistant, on every route that gives an answer."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.fake_endpoint import fake_endpoint
from tests.http.conftest import WATERING, YAML, SettingsOf, new_session, opened
from tests.http.test_stream import STREAM, events_of

BY_NAME = "{style: id, id_field: document, id_pattern: '(.+)[.]md'}"
FOLLOW_UP = "And when are they ripe?"


def styled(cite: str) -> None:
    """Give the garden of the working directory a style."""
    Path("assistants/garden/assistant.yaml").write_text(f"{YAML}cite: {cite}\n")


@pytest.mark.parametrize(
    ("cite", "mark", "note"),
    [(BY_NAME, "[tomatoes]", ""), ("{style: footnote}", "[^1]", "\n\n[^1]: Tomatoes"), ("{}", "[1]", "")],
    ids=["id", "footnote", "number"],
)
async def test_every_route_gives_the_style_and_the_store_keeps_numbers(
    settings_of: SettingsOf, cite: str, mark: str, note: str
) -> None:
    styled(cite)
    async with opened(settings_of()) as client:
        session = await new_session(client)
        turns = f"/v1/sessions/{session}/turns"
        asked = (await client.post(turns, json={"question": WATERING})).json()
        events = await events_of(await client.post(turns, json={"question": FOLLOW_UP}, headers=STREAM))
        again = await events_of(await client.get(f"{turns}/2/events", headers=STREAM))
        whole = await events_of(await client.get(f"/v1/sessions/{session}/events?after=0&live=false", headers=STREAM))
        loose = (await client.post("/v1/ask", json={"question": WATERING, "assistant": "garden"})).json()
        chatted = (await client.post("/chat", json={"query": WATERING, "session_id": session})).json()
        listed = (await client.get(turns)).json()["turns"]
        read = (await client.get(f"{turns}/2")).json()
        siblings = (await client.get(f"{turns}/2/siblings")).json()["turns"]
        rated = (await client.put(f"{turns}/2/feedback", json={"rating": 1})).json()
        export = (await client.get(f"/v1/sessions/{session}/export?format=json")).text
    answers = [asked["answer"], loose["answer"], chatted["response"], *(turn["answer"] for turn in listed)]
    assert all(mark in answer and answer.endswith(note) for answer in answers), answers
    assert [source["mark"] for source in asked["sources"]] == [mark]
    second = listed[1]["answer"]
    assert {turn["answer"] for turn in (read, rated, *siblings)} == {second}
    for each in (events, again):
        assert "".join(event["text"] for event in each if event["event"] == "token") == second == each[-1]["answer"]
    assert "".join(event["text"] for event in whole if event["event"] == "token").startswith(answers[0])
    for each in asked["support"]:
        assert asked["answer"][each["start"] : each["end"]].endswith((".", "]"))
    assert "[1]" in export
    assert not (mark != "[1]" and mark in export)


async def test_a_reader_who_returns_gets_the_rest_with_its_footnotes(settings_of: SettingsOf) -> None:
    styled("{style: footnote}")
    async with opened(settings_of()) as client:
        session = await new_session(client)
        path = f"/v1/sessions/{session}/turns"
        events = await events_of(await client.post(path, json={"question": WATERING}, headers=STREAM))
        first = next(event["number"] for event in events if event["event"] == "token")
        rest = await events_of(await client.get(f"{path}/1/events", headers=STREAM | {"last-event-id": str(first - 1)}))
    text = "".join(event["text"] for event in rest if event["event"] == "token")
    assert text == events[-1]["answer"] == rest[-1]["answer"]
    assert text.endswith("\n\n[^1]: Tomatoes")


async def test_a_model_gets_earlier_answers_with_their_numbers(settings_of: SettingsOf) -> None:
    styled(BY_NAME)
    with fake_endpoint() as endpoint:
        async with opened(settings_of(model="ok", model_url=endpoint.url)) as client:
            session = await new_session(client)
            asked: list[Any] = []
            for question in (WATERING, FOLLOW_UP):
                path = f"/v1/sessions/{session}/turns"
                asked.append((await client.post(path, json={"question": question})).json())
    assert "[tomatoes]" in asked[0]["answer"]
    prompts = json.dumps([each.get("messages") for each in endpoint.requests])
    assert "[1]" in prompts
    assert "[tomatoes]" not in prompts
