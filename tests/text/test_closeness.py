"""How a text holds a question's words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askwell.text.closeness import coverage, nearness, places, rarity, spellings, split, subject_stems
from askwell.text.words import stem


def test_words_with_a_wanted_stem_are_found_whatever_their_ending() -> None:
    texts = [split("Ferries and a ferry; the ferryman. Costs of COSTING.")]
    spelt = spellings(texts, {"ferri", "cost"}, "en")
    assert spelt == {"ferries": "ferri", "ferry": "ferri", "costs": "cost", "costing": "cost"}
    assert places(texts[0], spelt) == [(0, "ferri"), (3, "ferri"), (6, "cost"), (8, "cost")]


def test_an_accent_on_the_first_letter_hides_no_word() -> None:
    texts = [split("Gli États e l'élite")]
    assert set(spellings(texts, {stem("état", "it"), stem("élite", "it")}, "it")) >= {"élite"}


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
    rarities = rarity(["a", "b", "nowhere"], [[(0, "a")], [(0, "a"), (1, "b")], [(4, "a")]])
    assert set(rarities) == {"a", "b"}
    assert 0 < rarities["a"] < rarities["b"]


def test_coverage_looks_at_the_first_words_only() -> None:
    rarities = {"a": 1.0, "b": 3.0}
    assert coverage(rarities, [(0, "a"), (9, "b")], 5) == 0.25
    assert coverage(rarities, [(0, "a"), (9, "b")], 10) == 1.0
    assert coverage({}, [(0, "a")], 5) == 0.0


def test_words_far_apart_are_not_near() -> None:
    assert nearness({"a", "b", "c"}, [(0, "a"), (15, "b"), (40, "c")]) == pytest.approx(2 / 3)
    assert nearness({"a", "b"}, [(0, "a"), (16, "b")]) == 0.5
    assert nearness({"a", "b"}, [(0, "a"), (1, "a"), (2, "a")]) == 0.5
    assert nearness(set(), [(0, "a")]) == 0.0


@given(st.lists(st.tuples(st.integers(0, 60), st.sampled_from("abcx")), max_size=30))
def test_nearness_is_the_best_of_all_windows(marks: list[tuple[int, str]]) -> None:
    text = sorted(dict(marks).items())
    wanted = set("abc")
    best = max((len({t for q, t in text if p <= q <= p + 15 and t in wanted}) for p, _ in text), default=0)
    assert nearness(wanted, text) == pytest.approx(best / 3)
