"""Searches of `papers` for a question that its documents do not answer: up to three, each in other words."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

import pytest

from askwell.composition import judges
from askwell.engine import Engine
from askwell.errors import ModelFailed
from askwell.models.scripted import ScriptedChat
from askwell.projections import choice_and_reason
from askwell.prompts import GRADE, REWORD
from askwell.types import Answer, Message

ABSENT = "What is the difference between AdaBoost and XGBoost?"
BY_MODEL: Mapping[str, Mapping[str, object]] = {"search": {"reword": "llm"}, "grade": {"by": "llm"}}


class Judge:
    """Grades, rewords and writes as a model does; by its grades all passages help from call `helps_at`, from 1."""

    def __init__(self, rewordings: Sequence[str | ModelFailed] = (), *, helps_at: int = 99) -> None:
        self.kinds: list[str] = []
        """What each call was for."""
        self._rewordings = list(rewordings)
        self._helps_at = helps_at

    def __call__(self, messages: Sequence[Message]) -> str | ModelFailed:
        system = messages[0].content
        self.kinds.append("grade" if system.startswith(GRADE) else "reword" if system.startswith(REWORD) else "write")
        if self.kinds[-1] == "grade":
            grade = 3 if self.kinds.count("grade") >= self._helps_at else 0
            return json.dumps({str(label): grade for label in range(1, 25)})
        if self.kinds[-1] == "reword":
            found = self._rewordings[self.kinds.count("reword") - 1]
            return found if isinstance(found, ModelFailed) else json.dumps({"reason": "because", "search": found})
        return "Boosting adds weak learners. [1]"


@contextmanager
def judged_by(engine: Engine, judge: Judge, sections: Mapping[str, Mapping[str, object]]) -> Iterator[None]:
    """Let a model write for `papers`, and judge as far as these changes of its sections say, while the block lasts."""
    runtime = engine.container.runtimes["papers"]
    before, model = runtime.services, ScriptedChat(judge)
    changed = {name: getattr(runtime.assistant, name).model_copy(update=made) for name, made in sections.items()}
    assistant = runtime.assistant.model_copy(update=changed)
    runtime.services = replace(
        before,
        assistant=assistant,
        grader=judges.grader(assistant, model),
        reworder=judges.reworder(assistant, model),
        writer=judges.writer(assistant, model),
    )
    try:
        yield
    finally:
        runtime.services = before


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


async def test_a_model_that_grades_and_rewords_searches_three_times(engine: Engine) -> None:
    """S0-20: three grades, two rewordings and the reply; the third search differs from the second."""
    judge = Judge(["gradient boosting of decision trees", "ensembles of weak learners"])
    with judged_by(engine, judge, BY_MODEL):
        answer = await engine.ask(ABSENT, assistant="papers")
    assert searches(answer) == [[ABSENT], ["gradient boosting of decision trees"], ["ensembles of weak learners"]]
    assert judge.kinds == ["grade", "reword", "grade", "reword", "grade", "write"]
    assert (answer.outcome, answer.usage.calls) == ("not_found", 6)


async def test_no_search_follows_one_that_helps(engine: Engine) -> None:
    """S0-20: the model writes from what it found."""
    judge = Judge(["gradient boosting of decision trees"], helps_at=2)
    with judged_by(engine, judge, BY_MODEL):
        answer = await engine.ask(ABSENT, assistant="papers")
    assert judge.kinds == ["grade", "reword", "grade", "write"]
    assert len(searches(answer)) == 2
    assert answer.outcome != "not_found"


@pytest.mark.parametrize(
    ("replies", "why"),
    [
        ([ABSENT, "difference XGBoost AdaBoost?"], "it was a search that was already made"),
        (["градиентный бустинг", "градиентный бустинг"], "it was in another script"),
        (["boosting " * 41, "boosting " * 41], "it was too long"),
        ([ModelFailed("gone", code="upstream_timeout")] * 2, "no reply in time"),
    ],
)
async def test_a_failed_or_vetoed_rewording_leaves_the_words_to_the_rules(
    engine: Engine, replies: list[str | ModelFailed], why: str
) -> None:
    """S0-20: the same searches as without a model, and never the same one again."""
    by_rules = searches(await engine.ask(ABSENT, assistant="papers"))
    judge = Judge(replies)
    with judged_by(engine, judge, BY_MODEL):
        answer = await engine.ask(ABSENT, assistant="papers")
    made = searches(answer)
    assert len(made) == 3
    assert made[:2] == by_rules[:2]
    check_that_each_differs(made)
    reasons = [choice_and_reason(each, "en")[1] for each in answer.decisions if each.code == "grade.reworded"]
    assert [f"({why})" in reason for reason in reasons] == [True, True]
    assert judge.kinds.count("reword") == 2


async def test_a_model_that_only_grades_searches_again_in_the_words_of_the_rules(engine: Engine) -> None:
    judge = Judge()
    with judged_by(engine, judge, {"grade": {"by": "llm"}}):
        answer = await engine.ask(ABSENT, assistant="papers")
    assert judge.kinds == ["grade", "grade", "write"], "the sides are in no document, so there is nothing to grade"
    assert len(searches(answer)) == 3
    check_that_each_differs(searches(answer))


async def test_if_rules_grade_the_first_passages_reach_the_model_in_one_call(engine: Engine) -> None:
    """S0-26: whatever the rules call irrelevant, nothing is searched again and nobody is asked for other words."""
    judge = Judge()
    with judged_by(engine, judge, {"search": {"reword": "llm"}}):
        answer = await engine.ask(ABSENT, assistant="papers")
    assert (judge.kinds, searches(answer)) == (["write"], [[ABSENT]])


async def test_the_record_names_the_wordings_of_each_search_and_why_it_was_made(engine: Engine) -> None:
    """S0-30: for `/why`, the page and `/ask-agent`."""
    judge = Judge(["gradient boosting of decision trees", "difference XGBoost AdaBoost"])
    with judged_by(engine, judge, BY_MODEL):
        answer = await engine.ask(ABSENT, assistant="papers")
    shown = [
        choice_and_reason(each, "en")[1] for each in answer.decisions if each.code in {"search.found", "grade.reworded"}
    ]
    assert shown == [
        f"1 wording in papers: “{ABSENT}”",
        "in the words of scripted",
        "1 wording in papers: “gradient boosting of decision trees”",
        "rules, since scripted was not used (it was a search that was already made): for each side of the comparison",
        "2 wordings in papers: “AdaBoost”, “XGBoost”",
    ]


async def test_up_to_the_attempts_of_the_assistant_are_made(engine: Engine) -> None:
    judge = Judge(["gradient boosting of decision trees"])
    with judged_by(engine, judge, {**BY_MODEL, "grade": {"by": "llm", "attempts": 2}}):
        answer = await engine.ask(ABSENT, assistant="papers")
    assert len(searches(answer)) == 2
    with judged_by(engine, judge := Judge(), {**BY_MODEL, "grade": {"by": "llm", "attempts": 1}}):
        answer = await engine.ask(ABSENT, assistant="papers")
    assert (len(searches(answer)), judge.kinds) == (1, ["grade", "write"])
