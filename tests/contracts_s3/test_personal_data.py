"""What `tax` itself stores of personal data in questions and files, and what a model and their owner get."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import httpx
import pytest

from askwell.engine import LOCAL, Engine
from askwell.llm.write import LlmWriter
from askwell.models.scripted import ScriptedChat
from tests.contracts_s3.test_chat import attached, pieces, turns_of, user

CODE, IBAN, MAIL = "BNCGLI80A41F205W", "IT60X0542811101000000123456", "g.bianchi@posta.example"
OTHER_CODE = "VRDLRA75D51H501N"
QUESTION = f"Il mio codice fiscale è {CODE} e il mio IBAN {IBAN}: quando si presenta il modello 730?"
LETTER = f"# Incarico\n\nLa cliente ha il codice fiscale {CODE} e l'indirizzo {MAIL}. Il compenso è di 4.730 euro.\n"


def held(engine: Engine) -> set[str]:
    """The values that are in the bytes of any file of the data folder."""
    contents = [path.read_bytes().lower() for path in engine.settings.home.rglob("*") if path.is_file()]
    return {value for value in (CODE, IBAN, MAIL) for content in contents if value.lower().encode() in content}


@contextmanager
def written_by(engine: Engine, *answers: str) -> Iterator[ScriptedChat]:
    """Let a scripted model write for `tax` while the block lasts."""
    runtime = engine.container.runtimes["tax"]
    before, model = runtime.services, ScriptedChat(list(answers))
    runtime.services = replace(before, writer=LlmWriter(model, runtime.assistant))
    try:
        yield model
    finally:
        runtime.services = before


@pytest.mark.parametrize("route", ["/chat", "/chat/stream"])
async def test_a_value_in_a_question_is_not_stored_and_its_owner_sees_it(
    client: httpx.AsyncClient, engine: Engine, route: str
) -> None:
    """S3-03 S3-G5: in the reply, in both histories and in the export; a model reads and writes placeholders."""
    session = str(uuid.uuid4())
    body = {"messages": [user(QUESTION)], "session_id": session}
    with written_by(engine, "Per [[IT_FISCAL_CODE_1]] il rimborso va su [[IBAN_1]]. [1]") as model:
        reply = await client.post(route, json=body)
    answer = reply.json() if route == "/chat" else pieces(reply.text)[-1]
    assert answer["messages"][0] == user(QUESTION)
    assert answer["response"].startswith(f"Per {CODE} il rimborso va su {IBAN}.")
    prompt = "\n".join(message.content for message in model.calls[0].messages)
    assert "[[IT_FISCAL_CODE_1]]" in prompt
    assert not [value for value in (CODE, IBAN) if value in prompt]
    [turn] = await turns_of(client, session)
    [entry] = (await client.get("/chat/history", params={"session_id": session})).json()["history"]
    [exported] = (await client.get(f"/v1/sessions/{session}/export")).json()["turns"]
    assert turn["question"] == entry["user_query"] == exported["question"] == QUESTION
    assert turn["answer"] == entry["ai_response"] == exported["answer"] == answer["response"]
    stored = await engine.container.store.turns.get(LOCAL, session, 1)
    assert "[[IT_FISCAL_CODE_1]]" in stored.question
    assert "[[IBAN_1]]" in stored.answer
    assert held(engine) == set()


async def test_a_value_in_a_file_is_not_stored(client: httpx.AsyncClient, engine: Engine) -> None:
    """S3-05: `tax` makes it mandatory; the file answers, and one value has one placeholder in it and in a turn."""
    session = (await client.post("/v1/sessions", json={"assistant": "tax"})).json()["id"]
    letter = await attached(client, session, "incarico.md", LETTER)
    body = {
        "messages": [user("A quanto ammonta il compenso?")],
        "attachment_ids": [letter["id"]],
        "session_id": session,
    }
    answer = (await client.post("/chat", json=body)).json()
    assert "4.730 euro" in answer["response"]
    with written_by(engine, "È [[IT_FISCAL_CODE_1]]. [1]") as model:
        asked = {"messages": [user(f"Il codice fiscale della cliente è {CODE}?")], "session_id": session}
        answer = (await client.post("/chat", json=asked)).json()
    assert answer["response"].startswith(f"È {CODE}.")
    assert model.calls[0].messages[-1].content.count("[[IT_FISCAL_CODE_1]]") > 1
    assert "[[IT_FISCAL_CODE_2]]" not in model.calls[0].messages[-1].content
    assert held(engine) == set()


async def test_an_answer_about_a_value_is_given_to_nobody_else(client: httpx.AsyncClient, engine: Engine) -> None:
    """S3-B9: values of two people may have the same placeholder, each in a conversation of its own."""
    with written_by(engine, *["Il 30 settembre è il termine ultimo, per tutti i canali. [1]"] * 4) as model:
        for calls, whose in enumerate((f" di {CODE}", f" di {OTHER_CODE}", ""), 1):
            body = {"messages": [user(f"Qual è il termine ultimo del modello 730{whose}?")]}
            answers = [(await client.post("/chat", json=body)).json() for _ in range(1 if whose else 2)]
            assert {answer["response"][:15] for answer in answers} == {"Il 30 settembre"}
            assert len(model.calls) == calls


async def test_values_of_earlier_messages_are_not_stored(client: httpx.AsyncClient, engine: Engine) -> None:
    """S3-G5: a client that keeps the conversation itself sends them with its first request."""
    earlier = [user(f"Scrivimi a {MAIL}."), {"role": "assistant", "content": f"Scriverò a {MAIL}."}]
    body = {"messages": [*earlier, user("Quando si presenta il modello 730?")]}
    answer = (await client.post("/chat", json=body)).json()
    first, _ = await turns_of(client, answer["session_id"])
    assert (first["question"], first["answer"]) == (f"Scrivimi a {MAIL}.", f"Scriverò a {MAIL}.")
    assert held(engine) == set()
