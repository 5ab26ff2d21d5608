"""Other wordings of a question by rules."""

import pytest

from askwell.rules.reword import RulesReworder
from askwell.types import Reason, Rewording
from tests.passages import passage

EXPLAINED = passage("Dense Passage Retrieval (DPR) has two encoders.", title="Encoders")


async def wordings(question: str, *passages: str, searched: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Those of the next search by words alone, after searches for the question as it is and `searched`."""
    found = await RulesReworder().reword(question, (question, *searched), [passage(each) for each in passages], "en")
    return found.wordings


async def test_an_abbreviation_is_searched_in_its_long_form_and_back() -> None:
    for written, other in (("dense passage retrieval", "DPR"), ("DPR", "Dense Passage Retrieval")):
        found = await RulesReworder().reword(f"Who made {written}?", (f"Who made {written}?",), [EXPLAINED], "en")
        assert found == Rewording(
            (f"Who made {other}?",), Reason("reword.abbreviation", {"words": [f"{written} → {other}"]})
        )


async def test_a_word_without_capitals_is_no_abbreviation_if_it_is_a_function_word() -> None:
    text = "Information Technology (IT) runs the servers."
    assert await wordings("Who runs it now?", text) == ()
    assert await wordings("Who runs IT now?", text) == ("Who runs Information Technology now?",)
    assert await wordings("Who asked dpr?", "Dense Passage Retrieval (DPR)") == ("Who asked Dense Passage Retrieval?",)


async def test_both_forms_in_a_question_stay_as_they_are() -> None:
    question = "What is Dense Passage Retrieval (DPR)?"
    with_vectors = passage("Dense Passage Retrieval (DPR) has two encoders.", dense=0.2)
    searched = (question, "dense passage retrieval dpr")
    assert (await RulesReworder().reword(question, searched, [with_vectors], "en")).wordings == ()


async def test_the_last_words_are_those_of_the_headings_of_the_three_best_passages() -> None:
    found = [
        passage("One.", headings=("Cable cars", "Lost tickets")),
        passage("Two.", headings=()),
        passage("Three.", headings=("Tickets", "What a child pays")),
        passage("Four.", headings=("Skis",)),
    ]
    question = "What does a ticket cost?"
    next_search = await RulesReworder().reword(question, (question,), found, "en")
    assert next_search.wordings == (question, "ticket cost cable cars lost", "ticket cost child pays")
    assert next_search.reason == Reason("reword.headings")
    searched = (question, *next_search.wordings)
    assert await RulesReworder().reword(question, searched, found, "en") == Rewording()


@pytest.mark.parametrize(
    ("dense", "expected"), [(0.2, ("ferry leave",)), (None, ())], ids=["with vectors", "by words alone"]
)
async def test_content_words_are_another_query_for_vectors_only(dense: float | None, expected: tuple[str, ...]) -> None:
    question = "When does the ferry leave?"
    found = await RulesReworder().reword(question, (question,), [passage("Trains.", dense=dense)], "en")
    assert found.wordings == expected


@pytest.mark.parametrize("searched", [("rafts cheaper",), ("Cheaper RAFTS!",)])
async def test_the_same_words_in_another_order_or_form_are_no_other_search(searched: tuple[str, ...]) -> None:
    assert await wordings("Which raft is cheaper?", searched=searched) == ()
