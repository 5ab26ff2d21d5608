import pytest

from askwell.evals.scores import composite
from askwell.types import TurnVerdict


@pytest.mark.parametrize(
    ("verdict", "score"),
    [
        (TurnVerdict(5, 5, 1, 3), 100),
        (TurnVerdict(1, 1, 0, 1), 0),
        (TurnVerdict(4, 4, 1, 3), 81.25),
        (TurnVerdict(3, 3, 1, 2), 57.5),
        (TurnVerdict(5, 1, 0, 1), 45),
        (TurnVerdict(1, 5, 0, 1), 30),
        (TurnVerdict(1, 1, 1, 1), 15),
        (TurnVerdict(1, 1, 0, 3), 10),
    ],
)
def test_the_composite_counts_from_the_least_to_the_best_value(verdict: TurnVerdict, score: float) -> None:
    """S4-13 S4-B3: 45, 30, 15 and 10 percent of scores that count from their minimum."""
    assert composite(verdict) == pytest.approx(score)


def test_a_score_that_does_not_apply_leaves_the_others_in_proportion() -> None:
    assert composite(TurnVerdict(1, 1, None, 1)) == 0
    assert composite(TurnVerdict(5, 5, None, 3)) == pytest.approx(100)
    assert composite(TurnVerdict(1, 5, None, 3)) == pytest.approx(100 * 0.4 / 0.85)
