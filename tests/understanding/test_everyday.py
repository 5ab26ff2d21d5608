"""Everyday follow-ups of people who have not seen the code: what came out right before still does."""

import pytest
from bench.everyday import Judged

from tests.understanding.everyday import judged, recorded

pytestmark = pytest.mark.timeout(300)


@pytest.fixture(scope="module")
def turns() -> dict[str, Judged]:
    return judged()


def test_no_turn_that_was_right_is_lost(turns: dict[str, Judged]) -> None:
    lost = [
        f"{name}: {turns[name].sample.utterance!r} became {turns[name].resolution.searched!r}"
        for name in sorted(recorded())
        if not turns[name].is_right
    ]
    assert not lost, "\n".join(lost)


def test_a_complete_question_with_another_wording_is_not_right(turns: dict[str, Judged]) -> None:
    complete = [one for one in turns.values() if one.is_complete]
    reworded = [one for one in complete if one.resolution.question != one.sample.utterance]
    assert reworded
    assert not any(one.is_right for one in reworded)


def test_a_question_about_the_answer_is_right_as_typed(turns: dict[str, Judged]) -> None:
    left_alone = [one for one in turns.values() if not one.is_complete and one.sample.rewrite == one.sample.utterance]
    assert {one.is_right == (one.resolution.question == one.sample.utterance) for one in left_alone} == {True}
