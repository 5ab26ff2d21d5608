"""Searches of `papers` for a question that its documents do not answer: up to three, each in other words."""

from collections.abc import Sequence

from askwell.engine import Engine
from askwell.types import Answer

ABSENT = "What is the difference between AdaBoost and XGBoost?"


def searches(answer: Answer) -> list[list[str]]:
    """The wordings of each search."""
    return [list(map(str, each.detail["wordings"])) for each in answer.decisions if each.step == "search"]  # type: ignore[call-overload]


def check_that_each_differs(made: Sequence[Sequence[str]]) -> None:
    """Each search has a wording that none before it had, and none is made twice."""
    for at, wordings in enumerate(made):
        assert not set(wordings) <= {each for before in made[:at] for each in before}, made


async def test_without_a_model_the_question_is_searched_three_times_in_other_words(engine: Engine) -> None:
    """S0-20: as asked, each side of the comparison, then with the headings of what was found."""
    answer = await engine.ask(ABSENT, assistant="papers")
    made = searches(answer)
    assert made[:2] == [[ABSENT], ["AdaBoost", "XGBoost"]]
    assert made[2][0] == ABSENT
    assert all(each.startswith("adaboost xgboost ") for each in made[2][1:])
    assert len(made) == 3
    check_that_each_differs(made)
    assert (answer.outcome, answer.usage.calls) == ("not_found", 0)
