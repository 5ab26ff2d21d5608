"""An ordinal counts what a turn enumerates, in lists, behind a colon, in a title or in a question."""

import pytest

from askwell.understanding.grammar.listed import items, listed, side_by_side


@pytest.mark.parametrize(
    ("question", "answer", "titles", "wanted"),
    [
        ("Which plans are there?", "- Basic\n- Family: for four", (), ["Basic", "Family"]),
        ("Which plans are there?", "1. Basic 2. Family", (), ["Basic", "Family"]),
        ("What is in it?", "It has three parts: a hull, a mast and two sails.", (), ["a hull", "a mast", "two sails"]),
        ("Compare Postgres and MySQL.", "Both are databases.", (), ["Postgres", "MySQL"]),
        (
            "What ratings exist?",
            "They differ.",
            ("The one, two and three star hotels",),
            ["the one-star hotel", "the two-star hotel", "the three-star hotel"],
        ),
        ("What is Kent?", "A county with many towns.", ("Kent",), []),
    ],
)
def test_what_a_turn_enumerates_is_found_in_order(
    question: str, answer: str, titles: tuple[str, ...], wanted: list[str]
) -> None:
    assert listed(question, answer, titles, "en") == wanted


def test_citation_marks_and_other_numbers_are_no_items() -> None:
    assert items("In 2024. it grew [1] by 3. 5 points [2].", "en") == []


def test_a_word_that_joins_in_another_language_joins_nothing() -> None:
    assert side_by_side("What is the depth of the lake of Orsay?", "en") == []
    assert side_by_side("Neem ik de boot of de trein?", "nl") == ["boot", "trein"]
