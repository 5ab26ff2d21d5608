"""The difference between two runs."""

from dataclasses import replace

import pytest

from askwell.errors import BadInput
from askwell.evals.reports.compare import check_comparable, compare, compare_lines
from askwell.evals.reports.report import report_of
from askwell.evals.scenario import Scenario
from tests.evals.reports.results import UNJUDGED, conversation, marks, report, turn


def test_turns_that_flipped_are_listed_in_both_directions() -> None:
    found = compare(marks({"a": "++-", "b": "++"}), marks({"a": "+-+", "b": "++"}))
    assert [(flip.conversation, flip.after.turn_number) for flip in found.lost] == [("a", 2)]
    assert [(flip.conversation, flip.after.turn_number) for flip in found.gained] == [("a", 3)]
    lines = compare_lines(found)
    assert lines[0] == "turns compared: 5, 1 lost, 1 gained"
    assert "  lost    papers, a, turn 2 (100 to 0): question 2" in lines
    assert "  gained  papers, a, turn 3 (0 to 100): question 3" in lines


def test_the_same_run_has_no_difference() -> None:
    found = compare(marks({"a": "+-"}), marks({"a": "+-"}))
    assert compare_lines(found) == ["turns compared: 2, 0 lost, 0 gained", "no turn flipped"]
    assert not found.is_significant_loss


@pytest.mark.parametrize(("losing", "significant"), [(4, False), (5, True)])
def test_a_loss_is_significant_from_five_conversations_on(losing: int, *, significant: bool) -> None:
    before = marks({f"c{number}": "++" for number in range(12)})
    after = marks({f"c{number}": "+-" if number < losing else "++" for number in range(12)})
    found = compare(before, after)
    assert found.p_loss == 0.5**losing
    assert found.is_significant_loss is significant
    assert compare_lines(found)[-1].startswith("significantly worse" if significant else "no significant loss")


def test_a_conversation_counts_once_however_many_turns_it_loses() -> None:
    found = compare(marks({"a": "+" * 12}), marks({"a": "-" * 12}))
    assert (found.conversations_lost, found.p_loss) == (1, 0.5)
    assert found.p_turns == pytest.approx(2 / 2**12)
    assert not found.is_significant_loss


def test_a_conversation_that_gains_as_much_as_it_loses_has_not_changed() -> None:
    found = compare(marks({"a": "+-"}), marks({"a": "-+"}))
    assert (found.conversations_lost, found.conversations_gained) == (0, 0)


def test_a_significant_gain_is_no_loss() -> None:
    before = marks({f"c{number}": "-" for number in range(9)})
    found = compare(before, marks({f"c{number}": "+" for number in range(9)}))
    assert found.conversations_gained == 9
    assert not found.is_significant_loss


def test_a_turn_that_asks_something_else_is_not_compared() -> None:
    before = report(a=(turn(1), turn(2)))
    after = report(a=(turn(1), replace(turn(2, passed=False), user_query="another")))
    found = compare(before, after)
    assert (found.turns, found.lost) == (1, ())
    assert found.only_before == found.only_after == ("papers, a, turn 2",)
    assert "only in the old run: 1 (papers, a, turn 2)" in compare_lines(found)


def test_conversations_of_one_name_are_compared_each_with_its_own() -> None:
    before = report_of([conversation("a", turn(1)), conversation("a", turn(1))])
    after = report_of([conversation("a", turn(1)), conversation("a", turn(1, passed=False))])
    found = compare(before, after)
    assert (found.turns, [flip.at for flip in found.lost], found.conversations_lost) == (2, [2], 1)


def test_another_judge_is_named() -> None:
    by_rules = report(a=(replace(turn(1), judge="rules"),))
    by_model = report(a=(replace(turn(1, passed=False), judge="llm:m", judge_prompt="ab12"),))
    lines = compare_lines(compare(by_rules, by_model))
    assert lines[1] == "another judge: rules before, llm:m ab12 now; a flip may come from the judge"
    assert not any("another judge" in line for line in compare_lines(compare(by_rules, by_rules)))


def test_a_turn_that_was_not_judged_is_not_compared() -> None:
    found = compare(report(a=(turn(1), turn(2))), report(a=(turn(1), UNJUDGED)))
    assert (found.turns, found.lost, found.only_before) == (1, (), ("papers, a, turn 2",))


def test_runs_without_a_common_turn_cannot_be_compared() -> None:
    asked = [{"turn": 1, "user": "question 1", "forbidden": ["x"]}]
    scenario = Scenario.model_validate({"name": "a", "conversation": asked})
    check_comparable(report(a=(turn(1),)), [("papers", scenario)])
    for other in (("shop", scenario), ("papers", scenario.model_copy(update={"name": "b"}))):
        with pytest.raises(BadInput, match="no turn of these scenarios; it has papers, a") as refused:
            check_comparable(report(a=(turn(1),)), [other])
        assert refused.value.code == "nothing_to_compare"
