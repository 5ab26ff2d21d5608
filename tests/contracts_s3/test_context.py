"""What the reply of `POST /chat` says of a question and of its context, and that the stored turn has the same."""

import httpx
import pytest

from askwell.types import Ledger, Reason, Why
from tests.contracts_s3.test_chat import DOWN_PAYMENT, assistant, attached, turns_of, user


async def test_composition_and_context_are_answered_and_stored(client: httpx.AsyncClient) -> None:
    """S3-07 S3-09 S3-G3 S3-G4 S3-R3 S3-B10: with the turn, after it."""
    answer = (await client.post("/chat", json={"messages": [user(DOWN_PAYMENT)]})).json()
    context = answer["context_metadata"]
    assert answer["query_composition"] == "pure_kb"
    assert context["source_distribution"] == {"collections": 1.0}
    assert context["token_count"] > 0
    assert 0 < context["quality_score"] <= 1
    [turn] = await turns_of(client, answer["session_id"])
    assert turn["context"]["composition"] == "pure_kb"
    assert turn["context"]["distribution"] == context["source_distribution"]
    assert sum(turn["context"]["tokens"].values()) == context["token_count"]
    assert context["truncation_applied"] is False


@pytest.mark.parametrize(
    ("question", "is_about_a_file", "action", "composition"),
    [
        (DOWN_PAYMENT, False, "search", "pure_kb"),
        ("Quando scade l'ISEE?", False, "golden", "pure_kb"),
        ("Grazie!", False, "chat", "chat"),
        ("Chi ha vinto la partita di ieri?", False, "decline", "chat"),
        ("A quanto ammonta il deposito della mansarda?", True, "search", "hybrid"),
    ],
    ids=["searched", "known", "thanks", "declined", "with a file"],
)
async def test_a_question_is_classified(
    client: httpx.AsyncClient, question: str, is_about_a_file: bool, action: str, composition: str
) -> None:
    """S3-07: what is done with it, what its prompt is filled from, and how sure that is; the history has the same."""
    session = (await client.post("/v1/sessions", json={"assistant": "tax"})).json()["id"]
    ids = [(await attached(client, session))["id"]] if is_about_a_file else None
    body = {"messages": [user(question)], "session_id": session, "attachment_ids": ids}
    answer = (await client.post("/chat", json=body)).json()
    assert (answer["action"], answer["query_composition"]) == (action, composition)
    if is_about_a_file:
        assert 0 < answer["composition_confidence"] < 1
    else:
        assert answer["composition_confidence"] == 1
    [entry] = (await client.get("/chat/history", params={"session_id": session})).json()["history"]
    for name in ("action", "query_composition", "composition_confidence"):
        assert entry[name] == answer[name]


async def test_a_context_that_was_cut_says_so(client: httpx.AsyncClient) -> None:
    """S3-G4 S3-B10: earlier turns that do not fit are truncation, in the answer and in the history after it."""
    long = "Il compenso del professionista è soggetto a ritenuta. " * 150
    history = [message for _ in range(4) for message in (user(DOWN_PAYMENT), assistant(long))]
    flags = []
    for earlier in ([], history):
        answer = (await client.post("/chat", json={"messages": [*earlier, user(DOWN_PAYMENT)]})).json()
        page = await client.get("/chat/history", params={"session_id": answer["session_id"]})
        last = page.json()["history"][-1]["context_metadata"]
        assert last == answer["context_metadata"]
        flags.append(last["truncation_applied"])
    assert flags == [False, True]


@pytest.mark.parametrize(
    ("dropped", "is_truncated"),
    [
        ((), False),
        ((Reason("pack.duplicates", {"passages": 2}),), False),
        ((Reason("pack.duplicates", {"passages": 2}), Reason("pack.turns_over", {"turns": 1})), True),
        (("1 older turn over the budget",), True),
    ],
    ids=["nothing", "repetitions", "a turn", "stored by an earlier version"],
)
def test_passages_that_repeat_another_are_no_truncation(dropped: tuple[Why, ...], is_truncated: bool) -> None:
    """S3-G4."""
    assert Ledger("pure_kb", 4_000, {"passages": 900}, dropped).is_truncated is is_truncated


async def test_the_budget_of_the_assistant_grows_with_what_is_found(client: httpx.AsyncClient) -> None:
    """S3-16: between 3,500 and 8,000 tokens, 500 for each result."""
    answer = (await client.post("/chat", json={"messages": [user(DOWN_PAYMENT)]})).json()
    [turn] = await turns_of(client, answer["session_id"])
    assert turn["context"]["budget"] in range(4_000, 8_001, 500)
    assert turn["context"]["tokens"]["passages"] <= turn["context"]["budget"]
