"""Candidates are ordered by what speaks for them."""

from dataclasses import replace

import pytest

from askwell.rules.rank import FeatureReranker, features, rerank
from askwell.types import Passage
from tests.passages import passage

SCORES = {"near": {"context": 0.9}, "unembedded": {"lexical": 0.0}, "far": {"context": 0.3}}


def test_words_that_stand_together_outweigh_words_apart() -> None:
    filler = "and so on about many other things that happen on a long day out in the country " * 2
    apart = passage(f"The ferry is white. {filler} The price of bread is low.", document="apart")
    together = passage(
        f"The ferry is white. {filler} The price of the ferry is four euro. {filler}", document="together"
    )
    assert [each.chunk.document_id for each in rerank("What is the ferry price?", [apart, together], "en")] == [
        "together",
        "apart",
    ]


def test_a_passage_is_as_near_as_its_nearest_sentence() -> None:
    mixed = replace(passage("One. Two.", document="mixed"), scores={"context": 0.5, "dense": 0.5}, sentences=(0.9, 0.1))
    even = replace(
        passage("Three. Four.", document="even"), scores={"context": 0.5, "dense": 0.5}, sentences=(0.6, 0.6)
    )
    assert [each.chunk.document_id for each in rerank("x", [even, mixed], "en")] == ["mixed", "even"]


def test_a_passage_stands_for_its_sentences_where_they_are_not_known() -> None:
    known = replace(passage("One."), scores={"context": 0.4, "dense": 0.3}, sentences=(0.2, 0.7))
    unknown = replace(passage("Two."), scores={"context": 0.5, "dense": 0.6})
    assert features("x", [known, unknown, passage("Three.")], "en")["sentence"] == [0.7, 0.6, None]


def test_what_defines_the_thing_comes_before_what_names_it() -> None:
    named = passage("Every ferry of the north is new. The ferry leaves the ferry pier at noon.", document="named")
    defined = passage("Boats cross the bay. A ferry is a boat that carries people.", document="defined")
    for question, first in (("What is a ferry?", "defined"), ("Does the ferry leave the pier?", "named")):
        assert rerank(question, [named, defined], "en")[0].chunk.document_id == first
    assert "definition" not in features("Does the ferry leave the pier?", [named], "en")


def test_a_document_found_twice_speaks_for_both_passages() -> None:
    found = [
        passage("a", document="one", ordinal=0, score=0.9),
        passage("b", document="two", score=0.5),
        passage("c", document="one", ordinal=1, score=0.1),
    ]
    assert features("x", found, "en")["document"] == [0.0, 0.0, 1.0]


def test_the_wording_as_typed_counts_beside_the_resolved_one() -> None:
    both = passage("The ferry. The price.", document="both")
    resolved = features("What is the price of the ferry?", [both], "en")
    mean = features("What is the price of the ferry?", [both], "en", "And the tariff price?")
    assert mean["nearness"] == resolved["nearness"] == [1.0]
    (nearness,) = features("ferry", [passage("ferry price")], "en", "harbour")["nearness"]
    assert nearness == pytest.approx(0.5)


def test_of_two_passages_alike_the_one_on_what_was_asked_before_comes_first() -> None:
    museum = passage("For a child it costs two euro. This is about the museum.", document="museum")
    ferry = passage("For a child it costs two euro. This is about the ferry.", document="ferry")
    for before, first in (((), "museum"), (("When does the ferry leave?",), "ferry")):
        ranked = rerank("What does a child cost?", [museum, ferry], "en", before=before)
        assert ranked[0].chunk.document_id == first


def test_words_of_the_question_itself_are_no_background() -> None:
    found = [passage("The ferry leaves at noon.", document="a"), passage("The price of the ferry.", document="b")]
    rows = features("When does the ferry leave?", found, "en", before=("And the ferry?", "What is the price?"))
    assert rows["background"] == [0.0, 1.0]
    assert features("ferry", found, "en", before=("Is there a ferry?",))["background"] == [0.0, 0.0]


def test_a_question_before_is_understood_in_the_language_of_the_passage() -> None:
    found = [passage("I traghetti sono bianchi.", document="a", language="it"), passage("The museum.", document="b")]
    italian, english = features("Che cosa costa?", found, "it", before=("Quando parte il traghetto?",))["background"]
    assert (italian or 0) > 0 == english


@pytest.mark.parametrize(
    ("language", "question", "right", "wrong"),
    [
        ("it", "Quanto costano i traghetti?", "Il traghetto costa quattro euro.", "Il museo apre alle nove."),
        ("nl", "Wat kosten de veerboten?", "De veerboot kost vier euro.", "Het museum gaat om negen uur open."),
    ],
)
def test_inflected_words_count_in_other_languages(language: str, question: str, right: str, wrong: str) -> None:
    found = [passage(wrong, document="wrong", language=language), passage(right, document="right", language=language)]
    assert rerank(question, found, language)[0].chunk.document_id == "right"


def test_a_passage_without_a_vector_is_taken_for_the_least_alike() -> None:
    found = [replace(passage("ferry", document=name), scores=scores) for name, scores in SCORES.items()]
    ranked = {each.chunk.document_id: each.score for each in rerank("x", found, "en")}
    assert ranked["unembedded"] == ranked["far"] < ranked["near"]


def test_without_an_embedder_only_words_count() -> None:
    found = [replace(passage("ferry"), scores={"lexical": 1.0})]
    assert set(features("x", found, "en")) == {"lexical", "nearness", "background", "document"}


async def test_scores_lie_between_zero_and_one_and_the_parts_stay() -> None:
    found = [passage(f"ferry {number}", document=str(number), score=number / 10, dense=0.5) for number in range(9)]
    ranked = await FeatureReranker().rerank("ferry", found, "en")
    assert all(0 < each.score < 1 for each in ranked)
    assert [each.score for each in ranked] == sorted((each.score for each in ranked), reverse=True)
    parts = {each.chunk.id: each.scores for each in found}
    assert {each.chunk.id: each.scores for each in ranked} == parts


@pytest.mark.parametrize("question", ["", "?!", "the of and", "\u202eferry\u200b", "x" * 50_000])
def test_no_question_is_too_odd(question: str) -> None:
    found = [passage("The ferry leaves."), replace(passage(""), scores={}), passage("🙂 " * 50)]
    assert sorted(each.chunk.text for each in rerank(question, found, "en", question[::-1])) == sorted(
        each.chunk.text for each in found
    )


def test_nothing_found_stays_nothing() -> None:
    none: list[Passage] = []
    assert rerank("ferry", none, "en") == []
