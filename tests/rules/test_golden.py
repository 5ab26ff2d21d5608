"""Known questions: other wordings find their answer, and questions that differ in one thing never do."""

from collections import Counter
from datetime import date
from typing import Any

import pytest

from askwell.assistant import GoldenPair
from askwell.models.embed_e5 import E5Embedder
from askwell.ports import Embedder
from askwell.types import GoldenVerdict
from tests.conftest import WEIGHTS
from tests.rules.known import KINDS, judge, read, reason_of, verdict


async def played(embedder: Embedder | None) -> tuple[Counter[str], list[str]]:
    """How many wordings find their answer, and the near misses that get one."""
    counts: Counter[str] = Counter()
    false: list[str] = []
    for language in ("en", "nl", "it"):
        rows = read(language)
        pairs = [GoldenPair(**{key: row[key] for key in ("questions", "answer", "document")}) for row in rows]
        known = judge(*pairs, language=language, embedder=embedder)
        for row in rows:
            for question in row["same"]:
                found = await verdict(known, question, language)
                counts["same"] += 1
                counts["found"] += found.passage is not None and found.passage.chunk.text == row["answer"]
            for kind in KINDS:
                for question in row["other"][kind]:
                    counts["other"] += 1
                    if (await verdict(known, question, language)).passage is not None:
                        false.append(question)
    return counts, false


async def test_s3_06_no_near_miss_gets_an_answer_and_most_wordings_do_by_words_alone() -> None:
    counts, false = await played(None)
    assert false == []
    assert (counts["other"], counts["same"]) == (200, 80)
    assert counts["found"] >= 72


async def test_nine_in_ten_wordings_find_their_answer_by_meaning() -> None:
    counts, false = await played(E5Embedder(WEIGHTS / E5Embedder.name))
    assert false == []
    assert counts["found"] >= 76


RENT = GoldenPair(
    questions=("What is the rent of the hall in Weston in 2025?", "How much is the hall in Weston in 2025?"),
    answer="The hall costs 90 euros a day.",
    document="hall.md",
    title="The hall",
    url="https://example.org/hall",
)


async def test_an_answer_is_a_passage_of_its_document() -> None:
    found = await verdict(judge(RENT), "How much is the rent of the hall in Weston in 2025?")
    assert found.passage is not None
    assert (found.passage.document_name, found.passage.title, found.passage.url) == (
        "hall.md",
        "The hall",
        "https://example.org/hall",
    )
    assert found.passage.chunk.text == RENT.answer
    assert found.score >= 0.8


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What is the rent of the hall in Weston in 2024?", "golden.number"),
        ("What is the rent of the hall in Weston?", "golden.number"),
        ("What is the rent of the hall in Eastham in 2025?", "golden.name"),
        ("What is not the rent of the hall in Weston in 2025?", "golden.negation"),
        ("What was the rent of the hall in Weston in 2025?", "golden.tense"),
        ("What is her rent of the hall in Weston in 2025?", "golden.person"),
        ("What is my rent of the hall in Weston in 2025?", "golden.person"),
        ("Why is the rent of the hall in Weston in 2025 90?", "golden.number"),
        ("Why is that the rent of the hall in Weston in 2025?", "golden.asks"),
        ("What is the rent of the hall and the kitchen in Weston in 2025?", "golden.word"),
        ("What is the rent in Weston in 2025?", "golden.missing"),
        ("What is currently the rent of the hall in Weston in 2025?", "golden.moment"),
        ("What is the rent of the hall in Weston this year?", "golden.moment"),
        ("Who painted the ceiling?", "golden.far"),
    ],
)
async def test_what_speaks_against_a_pair_is_named(question: str, reason: str) -> None:
    found = await verdict(judge(RENT), question)
    assert found.passage is None
    assert reason_of(found) == reason


@pytest.mark.parametrize(
    ("changes", "question", "reason"),
    [
        ({"valid_until": date(2025, 2, 12)}, RENT.questions[0], ""),
        ({"valid_until": date(2025, 2, 11)}, RENT.questions[0], "golden.expired"),
        ({"time_bound": True}, RENT.questions[0], ""),
        (
            {"time_bound": True, "questions": ("What is the rent of the hall?",)},
            "What is the rent of the hall?",
            "time",
        ),
    ],
)
async def test_an_answer_holds_for_its_time(changes: dict[str, Any], question: str, reason: str) -> None:
    found = await verdict(judge(RENT.model_copy(update=changes)), question)
    assert reason_of(found).removeprefix("golden.") == reason.removeprefix("golden.")
    assert (found.passage is None) is bool(reason)


async def test_a_question_is_known_in_each_of_its_wordings() -> None:
    asked_today = GoldenPair(questions=("What is open today?", "What's open right now?"), answer="The bakery.")
    known = judge(RENT, asked_today)
    for question in (*RENT.questions, *asked_today.questions):
        assert (await verdict(known, question)).passage is not None
    assert reason_of(await verdict(known, "What is open tomorrow?")) == "golden.number"


async def test_a_question_in_words_of_the_answer_is_not_near_enough() -> None:
    dogs = GoldenPair(questions=("May dogs enter the hall?",), answer="Dogs may enter the hall and the garden.")
    found = await verdict(judge(dogs), "Is there a garden?")
    assert (found.passage, found.known, reason_of(found)) == (None, dogs.questions[0], "golden.far")
    assert found.score < 0.8


async def test_without_pairs_nothing_is_known() -> None:
    assert await verdict(judge(), "What is the rent?") == GoldenVerdict(None)


async def test_a_pair_in_another_language_is_not_compared() -> None:
    found = await verdict(judge(RENT), RENT.questions[0], "it")
    assert found.passage is None
