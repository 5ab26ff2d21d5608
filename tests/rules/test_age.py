"""Of two passages that are about equally good, the one of the newer document is preferred."""

import pytest

from askwell.rules.age import newer_than
from askwell.rules.rank import rerank
from askwell.types import Chunk, Passage

QUESTION = "What is the late fee?"


def passage(document: str, date: str, text: str = "The late fee is 5 euros.", *, score: float = 0.5) -> Passage:
    chunk = Chunk(f"{document}-0", document, 0, text, 0, len(text), (), None, 9)
    return Passage(chunk, f"{document}.md", "Fees", "", "en", (), "fees", score, {"lexical": score}, date=date)


OLD, NEW, UNDATED = passage("old", "2019-03-01"), passage("new", "2025-01-06"), passage("page", "")


def test_older_one_is_out_of_date_where_a_newer_one_is_about_as_good() -> None:
    assert newer_than(QUESTION, [OLD, NEW], [1.5, 1.0]) == {0: 1}


def test_the_best_of_the_newer_ones_takes_its_place() -> None:
    newest = passage("newest", "2026-01-01")
    assert newer_than(QUESTION, [newest, OLD, NEW], [0.7, 1.5, 1.0]) == {1: 2, 2: 0}
    assert newer_than(QUESTION, [newest, OLD, NEW], [1.2, 1.5, 1.0]) == {1: 0, 2: 0}


@pytest.mark.parametrize(("standing", "found"), [(0.5, {0: 1}), (0.49, {})])
def test_about_as_good_is_one_standard_deviation_at_most(standing: float, found: dict[int, int]) -> None:
    assert newer_than(QUESTION, [OLD, NEW], [1.5, standing]) == found


def test_much_better_one_is_not_out_of_date() -> None:
    assert newer_than(QUESTION, [OLD, NEW], [3.0, 1.0]) == {}


def test_document_without_a_date_is_not_compared() -> None:
    assert newer_than(QUESTION, [OLD, UNDATED], [1.0, 1.0]) == {}


def test_passages_of_one_document_are_not_compared() -> None:
    assert newer_than(QUESTION, [OLD, passage("old", "2020-01-01")], [1.0, 1.0]) == {}


def test_year_in_the_question_means_the_document_of_that_year() -> None:
    assert newer_than("What was the late fee in 2019?", [OLD, NEW], [1.0, 1.0]) == {}


@pytest.mark.parametrize(("date", "other"), [("2025", "2025-01-31"), ("2025-01-31", "2025"), ("2025-01", "2025-01-31")])
def test_a_year_is_not_after_a_day_in_it(date: str, other: str) -> None:
    assert newer_than(QUESTION, [passage("a", date), passage("b", other)], [1.0, 1.0]) == {}


def test_ranking_puts_the_newer_one_first_and_keeps_the_scores() -> None:
    others = [passage(f"other{n}", "", "Bring a card.", score=0.1) for n in range(10)]
    ranked = rerank(QUESTION, [passage("old", "2019-03-01", score=0.52), NEW, *others], "en")
    assert [each.chunk.document_id for each in ranked[:2]] == ["new", "old"]
    assert ranked[0].score < ranked[1].score
