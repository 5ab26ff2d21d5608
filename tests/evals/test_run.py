from dataclasses import replace

import pytest

from askwell.errors import ModelFailed
from askwell.evals.checks import Check
from askwell.evals.observation import Observation, observe, passage
from askwell.evals.results import ConversationResult, TurnResult
from askwell.evals.run import ScenarioRun, conclude, context_resolution_rate, evaluate_turn
from askwell.evals.scenario import Scenario, ScenarioTurn, SessionSetup, Setup
from askwell.evals.targets import Conversation
from askwell.rules.turn_judge import RulesTurnJudge
from askwell.types import JudgedTurn, Kind, Language, TurnVerdict
from tests.evals.answers import an_answer

JUDGE = RulesTurnJudge()
LIMIT = passage("income.md", "Income limits", "For two people the income limit is $2,000 a month.", "en")


class GivenJudge:
    """Gives one verdict."""

    name = "given"

    def __init__(self, verdict: TurnVerdict) -> None:
        self.verdict = verdict
        self.turns: list[JudgedTurn] = []

    async def score_turn(self, turn: JudgedTurn) -> TurnVerdict:
        self.turns.append(turn)
        return self.verdict


class BrokenJudge:
    name = "broken"

    async def score_turn(self, turn: JudgedTurn) -> TurnVerdict:
        raise ModelFailed("no reply", code="upstream_empty")


class Talk:
    """A conversation with written answers."""

    id = "s"

    def __init__(self, answers: dict[str, Observation]) -> None:
        self.answers = answers
        self.asked: list[str] = []

    async def check(self) -> None:
        pass

    def ignored(self, scenario: Scenario) -> tuple[str, ...]:
        return ("window_turns",) if scenario.setup.session.window_turns else ()

    async def begin(self, scenario: Scenario) -> Conversation:
        return self

    async def ask(self, turn: ScenarioTurn, question: str) -> Observation:
        self.asked.append(question)
        return self.answers[question]


class SilentTalk(Talk):
    """A conversation that fails for questions without a written answer."""

    async def ask(self, turn: ScenarioTurn, question: str) -> Observation:
        if question not in self.answers:
            raise ModelFailed("no reply", code="upstream_empty")
        return await super().ask(turn, question)


def scenario(**criteria: object) -> Scenario:
    turns = [{"turn": 1, "user": "a", "forbidden": ["x"]}, {"turn": 2, "user": "b", "forbidden": ["x"]}]
    return Scenario.model_validate({"name": "n", "conversation": turns, "success_criteria": criteria})


def result(number: int, *, passed: bool = True, score: float = 100.0, context: float | None = None) -> TurnResult:
    check = Check("x", passed, "a", "b")
    return TurnResult(number, "q", "q", "a", passed, score, (check,), context is not None, (), context)


def concluded(wanted: Scenario, *turns: TurnResult) -> ConversationResult:
    return conclude(wanted, "papers", "s", turns)


def verdict(factual: float = 5, complete: float = 5, context: float | None = None, coherence: float = 3) -> TurnVerdict:
    return TurnVerdict(factual, complete, context, coherence)


async def test_a_turn_has_the_scores_of_its_judge_and_the_reasons() -> None:
    """S4-11: a turn's result has question, resolved question, response, the four scores, the composite and a pass."""
    judge = GivenJudge(
        replace(verdict(4, 3, 1, 3), why={"coherence": "fits"}, judge="given", votes=3, spread={"coherence": 1})
    )
    wants = ScenarioTurn(turn=2, user="And for two?", requires_context=True, expected_question="limit for two")
    judged = await evaluate_turn(wants, observe(an_answer(question="limit for two", kind="follow_up")), judge)
    assert (judged.turn_number, judged.user_query, judged.reformulated_query) == (2, "And for two?", "limit for two")
    assert judged.response == "The limit is $2,000 a month. [1]"
    scores = (judged.factual_accuracy, judged.completeness, judged.context_resolution, judged.coherence)
    assert scores == (4, 3, 1, 3)
    assert judged.composite == pytest.approx(100 * (0.45 * 3 / 4 + 0.30 * 2 / 4 + 0.15 + 0.10))
    assert judged.passed
    assert (judged.why, judged.judge, judged.votes, judged.spread) == (
        {"coherence": "fits"},
        "given",
        3,
        {"coherence": 1},
    )


async def test_the_judge_sees_sources_earlier_turns_and_what_is_expected() -> None:
    """S4-14 S4-B7: a judge compares with sources, earlier turns and expected texts, not with topics alone."""
    judge = GivenJudge(verdict())
    answers = {"a": Observation("It is 5.", "en", {1: (LIMIT,)}, resolved="a"), "b": Observation("No.", "en")}
    turns = [
        {"turn": 1, "user": "a", "expected_answer_contains": ["5"]},
        {"turn": 2, "user": "b", "requires_context": True, "expected_question": "b?", "expected_topics": [["x", "y"]]},
    ]
    run = ScenarioRun(Scenario.model_validate({"name": "n", "conversation": turns}), Talk(answers), judge)
    await run.result(2)
    first, second = judge.turns
    assert (first.question, first.resolved, first.sources, first.earlier) == ("a", "a", {1: (LIMIT,)}, ())
    assert first.expected_texts == (("5",),)
    assert [(each.question, each.answer) for each in second.earlier] == [("a", "It is 5.")]
    assert (second.requires_context, second.expected_questions) == (True, ("b?",))
    assert second.expected_topics == (("x", "y"),)


async def test_a_score_below_the_minimum_of_the_turn_fails() -> None:
    """S4-18: 70 passes, or what the turn says."""
    for minimum, passes in ((70, True), (80, False)):
        wants = ScenarioTurn(turn=1, user="q", forbidden=("moon",), min_score=minimum)
        judged = await evaluate_turn(wants, Observation("It is.", "en"), GivenJudge(verdict(4, 4, None, 2)))
        assert judged.score == pytest.approx((0.45 * 75 + 0.30 * 75 + 0.10 * 50) / 0.85)
        assert judged.passed is passes


async def test_a_well_written_answer_to_the_wrong_question_fails() -> None:
    """S4-B4: a wrongly resolved turn fails however well it reads."""
    wants = ScenarioTurn(turn=1, user="And for two?", requires_context=True, expected_question="income limit for two")
    judged = await evaluate_turn(wants, Observation("It is.", "en", resolved="x"), GivenJudge(verdict(5, 5, 0, 3)))
    assert judged.score == pytest.approx(85)
    assert (judged.passed, judged.is_resolved) == (False, False)
    assert [check.name for check in judged.checks if not check.passed] == ["question"]


async def test_any_other_kind_of_follow_up_is_not_a_resolved_question() -> None:
    """S4-B4: the kind of a question does not tell whether it was understood."""
    wants = ScenarioTurn(turn=1, user="And for two?", requires_context=True)
    judged = await evaluate_turn(wants, observe(an_answer(question="And the moon for two?", kind="follow_up")), JUDGE)
    assert (judged.passed, judged.context_resolution) == (False, 0)
    assert "no expected question" in judged.why["context_resolution"]


async def test_a_fact_that_the_judge_finds_wrong_fails() -> None:
    wants = ScenarioTurn(turn=1, user="q", forbidden=("moon",))
    judge = GivenJudge(replace(verdict(), faults=("number: It is 6.",)))
    judged = await evaluate_turn(wants, Observation("It is 6.", "en"), judge)
    assert [check.name for check in judged.checks if not check.passed] == ["facts"]


NONSENSE = [
    ("How deep is the harbour of Ostmarn?", "The harbour of Ostmarn is nine metres deep at low tide.", "", ""),
    (
        "And at high tide?",
        "The harbour office opens at high tide only for pilots, every day of the week.",
        "How deep is the harbour of Ostmarn at high tide?",
        "And at pilots office harbour?",
    ),
    (
        "Which ships fit in?",
        "Ships pay their fee at the office, in cash or by card.",
        "Which ships fit into the harbour of Ostmarn?",
        "Which office fits in pay ships?",
    ),
    (
        "Do they have to book?",
        "The office has a book of guests, which lies next to the door.",
        "Do ships have to book a place in the harbour of Ostmarn?",
        "Do office have to guests a book?",
    ),
    (
        "What does that cost?",
        "The door of the office is red and was painted last year.",
        "What does it cost to book a place in the harbour of Ostmarn?",
        "What does red door cost to office?",
    ),
]
"""Question, a sentence that its source has word for word, the right reading, and the one that came."""


async def test_five_turns_of_nonsense_fail_though_their_sources_support_each_word() -> None:
    turns = []
    answers = {}
    for number, (question, answer, right, came) in enumerate(NONSENSE, 1):
        turns.append({"turn": number, "user": question, "expected_answer_contains": [answer[:20]]})
        if number > 1:
            turns[-1] |= {"requires_context": True, "expected_question": right}
        source = passage(f"{number}.md", "Harbour", answer, "en")
        kind: Kind = "follow_up" if number > 1 else "standalone"
        answers[question] = Observation(
            f"{answer} [1]", "en", {1: (source,)}, resolved=came or question, kind=kind, way="search", ending="answered"
        )
    written = Scenario.model_validate({"name": "nonsense", "conversation": turns})
    run = ScenarioRun(written, Talk(answers), JUDGE)
    results = [await run.result(number) for number in range(1, 6)]
    assert [turn.passed for turn in results] == [True, False, False, False, False]
    ended = conclude(written, "papers", "s", results)
    assert (ended.conversation_passed, ended.context_resolution_rate) == (False, 0)


async def test_a_turn_that_raises_counts_as_failed_and_the_run_goes_on() -> None:
    run = ScenarioRun(scenario(), SilentTalk({"b": Observation("No.", "en")}), GivenJudge(verdict()))
    first, second = await run.result(1), await run.result(2)
    assert (first.passed, first.score, first.checks[0].came) == (False, 0, "upstream_empty: no reply")
    assert second.passed


async def test_a_judge_that_fails_leaves_the_answer_and_its_checks() -> None:
    run = ScenarioRun(
        scenario(), Talk({"a": Observation("It is.", "en"), "b": Observation("No x.", "en")}), BrokenJudge()
    )
    first, second = await run.result(1), await run.result(2)
    assert (first.response, first.passed, first.composite) == ("It is.", False, None)
    assert (first.judge_error, first.score, second.score) == ("upstream_empty: no reply", 100, 0)
    assert [check.name for check in second.checks if not check.passed] == ["forbidden"]
    assert concluded(scenario(), first, second).missed == ("turns 1, 2 were not judged",)


def test_turns_that_were_not_judged_have_no_part_in_the_average() -> None:
    unjudged = replace(result(2, passed=False, score=0), judge_error="upstream_empty: no reply")
    ended = concluded(scenario(), result(1, score=90), unjudged)
    assert (ended.average_score, ended.missed) == (90, ("turns 2 were not judged",))


async def test_a_changed_complete_question_shows_the_score_that_it_lost() -> None:
    """The composite counts it, and the failed check names the question as typed; it is no context to resolve."""
    expected = ScenarioTurn(turn=2, user="Who repairs bells?", forbidden=("x",))
    observed = Observation("Ann repairs bells.", "en", resolved="Who repairs the bells of Ostmarn?")
    judged = await evaluate_turn(expected, observed, GivenJudge(verdict(context=0)))
    assert (judged.context_resolution, judged.composite, judged.is_resolved) == (0, 85, None)
    [failed] = [check for check in judged.checks if not check.passed]
    assert (failed.name, failed.expected) == ("question", "'Who repairs bells?'")
    assert context_resolution_rate([judged]) is None


async def test_what_a_system_cannot_be_given_is_not_checked() -> None:
    written = scenario().model_copy(update={"setup": Setup(session=SessionSetup(window_turns=2))})
    run = ScenarioRun(written, Talk({"a": Observation("It is.", "en")}), GivenJudge(verdict()))
    assert (await run.result(1)).unchecked == ("window_turns",)


@pytest.mark.parametrize("own", ["nl", None])
async def test_a_language_that_is_not_reported_is_not_checked(own: Language | None) -> None:
    expected = ScenarioTurn(turn=1, user="a", forbidden=("x",), language=own)
    silent = Observation("Yes.", "nl", reports_language=False)
    judged = await evaluate_turn(expected, silent, GivenJudge(verdict()), language="nl")
    assert (judged.unchecked, [check.name for check in judged.checks]) == (("language",), ["forbidden", "score"])
    heard = await evaluate_turn(expected, replace(silent, reports_language=True, language="en"), GivenJudge(verdict()))
    assert [check.passed for check in heard.checks if check.name == "language"] == ([False] if own else [])


async def test_a_stateless_run_asks_each_turn_alone_in_its_expected_wording() -> None:
    """S4-17: turns can be evaluated without their conversation."""
    turns = [
        {"turn": 1, "user": "a", "forbidden": ["x"]},
        {"turn": 2, "user": "and b?", "requires_context": True, "expected_question": "What is b?"},
    ]
    setup = {"session": {"stateless": True}}
    written = Scenario.model_validate({"name": "n", "conversation": turns, "setup": setup})
    talk = Talk(
        {"a": Observation("It is.", "en", resolved="a"), "What is b?": Observation("No.", "en", resolved="What is b?")}
    )
    judge = GivenJudge(verdict())
    run = ScenarioRun(written, talk, judge)
    second = await run.result(2)
    assert talk.asked == ["a", "What is b?"]
    assert (second.requires_context, second.is_resolved, second.passed) == (False, None, True)
    assert [turn.earlier for turn in judge.turns] == [(), ()]


def test_the_rate_counts_only_turns_that_require_context() -> None:
    """S4-B10: only turns that require context count."""
    turns = [result(1), result(2, context=1.0), result(3, context=0.0)]
    assert context_resolution_rate(turns) == 0.5


def test_the_rate_is_not_applicable_when_no_turn_requires_context() -> None:
    """S4-B10: without such turns there is no rate, and no criterion that is missed."""
    assert context_resolution_rate([result(1)]) is None
    assert concluded(scenario(), result(1), result(2)).conversation_passed


@pytest.mark.parametrize(
    ("criteria", "turns", "missed"),
    [
        ({}, (result(1), result(2)), []),
        ({}, (result(1), result(2, passed=False, score=90)), ["turns 2 did not pass"]),
        ({"all_turns_pass": False}, (result(1), result(2, passed=False, score=90)), []),
        ({"all_turns_pass": False}, (result(1), result(2, passed=False, score=40)), ["average score 70.0, below 75"]),
        ({}, (result(1), result(2, context=0.0)), ["context resolved in 0% (95 % interval 0% to 79%), below 95%"]),
        ({"context_resolution_rate": 0}, (result(1), result(2, context=0.0)), []),
    ],
)
def test_a_conversation_passes_by_its_criteria(
    criteria: dict[str, object], turns: tuple[TurnResult, ...], missed: list[str]
) -> None:
    """S4-12: a conversation's result has its turns, the average, the rate and a pass by the criteria."""
    ended = concluded(scenario(**criteria), *turns)
    assert list(ended.missed) == missed
    assert ended.conversation_passed == (not missed)
    assert (ended.name, ended.thread_id, ended.turns) == ("n", "s", turns)


def test_a_turn_with_a_known_fault_is_reported_and_does_not_count() -> None:
    known = replace(result(2, passed=False, score=20, context=0.0), known_fault="needs a model")
    ended = concluded(scenario(), result(1), known)
    assert (ended.conversation_passed, ended.missed) == (True, ())
    assert (ended.average_score, ended.context_resolution_rate) == (60, 0)


def test_a_passed_turn_is_excellent_from_85_on() -> None:
    """S4-18: excellent is 85 or more."""
    assert result(1, score=85).is_excellent
    assert not result(1, score=84.9).is_excellent
    assert not result(1, score=100, passed=False).is_excellent
