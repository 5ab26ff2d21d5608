"""How a text holds a question's words."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askwell.text.closeness import coverage, held, nearness, places, rarity, split, subject_stems, wording
from askwell.text.words import stem


@given(st.text(st.sampled_from("aZ9_.-' \n\x1c|éİΣ½")))
def test_words_of_ascii_are_those_of_the_pattern(text: str) -> None:
    assert split(text) == re.findall(r"\w+", text.lower())


def test_words_with_a_wanted_stem_are_found_whatever_their_ending() -> None:
    text = "Ferries and a ferry; the ferryman. Costs of COSTING."
    assert places(held((), text, "en"), {"ferri", "cost", "boat"}) == {"ferri": [0, 3], "cost": [6, 8]}


def test_what_stands_above_a_text_comes_first_unless_the_text_begins_with_it() -> None:
    assert places(held(("The boats", "", "Fares"), "Fares of the ferry", "en"), {"fare", "boat", "ferri"}) == {
        "boat": [1],
        "fare": [2],
        "ferri": [5],
    }


def test_a_passage_is_read_anew_in_another_language_and_below_another_title() -> None:
    assert set(held((), "costs", "en")) == {"cost"} != set(held((), "costs", "it"))
    assert set(held(("Ferry",), "costs", "en")) == {"ferri", "cost"}


def test_a_word_whose_stem_begins_otherwise_is_found() -> None:
    """The Dutch stemmer cuts the prefix of participles, and of what looks like one."""
    assert places(held((), "Het gebruik van de gids", "nl"), {"bruik"}) == {"bruik": [1]}


def test_an_accent_on_the_first_letter_hides_no_word() -> None:
    found = held((), "Gli États e l'élite", "it")
    assert set(places(found, {stem("élite", "it")})) == {stem("élite", "it")}


def test_texts_that_differ_in_signs_alone_have_one_wording() -> None:
    assert wording("The Ferry, at 9.") == wording("the ferry at 9") != wording("the ferry at 19")


@pytest.mark.parametrize(
    ("question", "asked_in", "language", "expected"),
    [
        ("What does the ferry cost?", "en", "en", {"ferri", "cost"}),
        ("Quanto costano i traghetti?", "it", "it", {"cost", "traghett"}),
        ("to be or not to be", "en", "en", {"to", "be", "or", "not"}),
    ],
)
def test_function_words_do_not_count_unless_there_is_nothing_else(
    question: str, asked_in: str, language: str, expected: set[str]
) -> None:
    assert subject_stems(question, asked_in, language) == expected


def test_a_stem_in_every_text_tells_less_than_a_rare_one() -> None:
    rarities = rarity(["a", "b", "nowhere"], [{"a": [0]}, {"a": [0], "b": [1]}, {"a": [4]}])
    assert set(rarities) == {"a", "b"}
    assert 0 < rarities["a"] < rarities["b"]


def test_coverage_is_the_share_of_the_rarities() -> None:
    rarities = {"a": 1.0, "b": 3.0}
    assert coverage(rarities, {"a": [0]}) == 0.25
    assert coverage(rarities, {"a": [0], "b": [9]}) == 1.0
    assert coverage({}, {"a": [0]}) == 0.0


def test_words_far_apart_are_not_near() -> None:
    assert nearness({"a", "b", "c"}, {"a": [0], "b": [15], "c": [40]}) == pytest.approx(2 / 3)
    assert nearness({"a", "b"}, {"a": [0], "b": [16]}) == 0.5
    assert nearness({"a", "b"}, {"a": [0, 1, 2]}) == 0.5
    assert nearness(set(), {"a": [0]}) == 0.0


@given(st.dictionaries(st.integers(0, 60), st.sampled_from("abcx"), max_size=30))
def test_nearness_is_the_best_of_all_windows(marks: dict[int, str]) -> None:
    wanted = set("abc")
    text = {term: sorted(place for place in marks if marks[place] == term) for term in set(marks.values())}
    best = max((len({marks[q] for q in marks if p <= q <= p + 15 and marks[q] in wanted}) for p in marks), default=0)
    assert nearness(wanted, text) == pytest.approx(best / 3)
