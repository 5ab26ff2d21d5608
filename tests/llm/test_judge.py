"""Scope, intent and grades by a model, and by the rules when it fails."""

import json
from collections.abc import Sequence

import pytest

from askwell.assistant import Assistant, IntentSection, RouteSection, ScopeSection
from askwell.errors import ModelFailed
from askwell.llm.grade import PASSAGE_TOKENS, LlmGrader, fit, read_grades
from askwell.llm.intent import LlmIntentJudge
from askwell.llm.scope import LlmScopeJudge
from askwell.models.chat import EndpointChat
from askwell.models.scripted import ScriptedChat
from askwell.projections import reason_text
from askwell.text.tokens import count_tokens
from askwell.types import Grade, IntentVerdict, Kind, Language, Passage, Reason, Recalled, ScopeVerdict, SearchTerm
from tests.fake_endpoint import fake_endpoint
from tests.prompting import LIMIT, PAYMENT, passage, turn, why_of

ASSISTANT = Assistant(
    name="childcare",
    title="Child care",
    scope=ScopeSection(about="child care in Texas", threshold=75, examples=("Who pays?",), foreign=("Who won?",)),
    route=RouteSection(intents=(IntentSection(name="location", description="asks for a place", examples=("Where?",)),)),
)
PLAIN = Assistant(name="plain", title="Plain")
FAILED = ModelFailed("gone", code="upstream_timeout")


class Rules:
    """Stands in for the rules."""

    def __init__(self) -> None:
        self.terms: list[Sequence[SearchTerm]] = []
        """Those of each call."""

    async def judge(
        self,
        question: str,
        recalled: Recalled,
        language: Language,
        *,
        asked: str = "",
        terms: Sequence[SearchTerm] = (),
        kind: Kind = "standalone",
    ) -> ScopeVerdict:
        self.terms.append(terms)
        return ScopeVerdict(True, 77, "near an example")

    async def classify(
        self,
        question: str,
        language: Language,
        *,
        recalled: Recalled = Recalled(),
        asked: str = "",
        terms: Sequence[SearchTerm] = (),
    ) -> IntentVerdict:
        self.terms.append(terms)
        return IntentVerdict("location", 0.5, "near an example")

    async def grade(
        self,
        question: str,
        passages: Sequence[Passage],
        language: Language,
        terms: Sequence[SearchTerm] = (),
        recalled: Recalled = Recalled(),
        *,
        asked: str = "",
        known: Sequence[Grade] = (),
    ) -> Sequence[Grade]:
        self.terms.append(terms)
        return [Grade(passage.chunk.id, True, 0.42, "by rules") for passage in passages]


@pytest.mark.parametrize(("score", "inside"), [(75, True), (74, False), (0, False), (100, True)])
async def test_the_assistants_threshold_decides_over_the_score(score: int, inside: bool) -> None:
    chat = ScriptedChat([json.dumps({"reason": "because", "score": score})])
    verdict = await LlmScopeJudge(chat, ASSISTANT, Rules()).judge("Who pays?", Recalled(), "en")
    assert (verdict.in_scope, verdict.score, verdict.reason, verdict.usage.calls) == (inside, score, "because", 1)


@pytest.mark.parametrize("reply", ["no idea", '{"reason": "x", "score": 300}', '{"score": 80}', FAILED])
async def test_scope_is_left_to_the_rules_when_the_model_fails(reply: str | ModelFailed) -> None:
    verdict = await LlmScopeJudge(ScriptedChat([reply]), ASSISTANT, Rules()).judge("Who pays?", Recalled(), "en")
    assert (verdict.in_scope, verdict.score) == (True, 77)
    assert reason_text(verdict.refused, "en").startswith("scripted failed (")
    assert "scripted" not in reason_text(verdict.reason, "en")


async def test_an_assistant_without_a_scope_takes_every_question() -> None:
    chat = ScriptedChat([])
    assert (await LlmScopeJudge(chat, PLAIN, Rules()).judge("Who won?", Recalled(), "en")).in_scope
    assert chat.calls == []


async def test_an_intent_is_named_with_its_confidence() -> None:
    chat = ScriptedChat([json.dumps({"reason": "a place", "intent": "location", "confidence": 80})])
    verdict = await LlmIntentJudge(chat, ASSISTANT, Rules()).classify("Where is it?", "en")
    assert (verdict.intent, verdict.score, verdict.usage.calls) == ("location", 0.8, 1)
    schema = chat.calls[0].schema
    assert schema is not None
    assert '"enum": ["", "location"]' in json.dumps(schema)


async def test_an_intent_that_does_not_exist_is_left_to_the_rules_and_still_paid_for() -> None:
    chat = ScriptedChat([json.dumps({"reason": "x", "intent": "refund", "confidence": 80})])
    verdict = await LlmIntentJudge(chat, ASSISTANT, Rules()).classify("Where is it?", "en")
    assert (verdict.intent, verdict.score, verdict.usage.calls) == ("location", 0.5, 1)
    assert why_of(verdict.reason) == "unknown_intent"


async def test_an_intent_is_left_to_the_rules_when_the_model_fails() -> None:
    verdict = await LlmIntentJudge(ScriptedChat([FAILED]), ASSISTANT, Rules()).classify("Where is it?", "en")
    assert verdict.intent == "location"
    assert why_of(verdict.reason) == "upstream_timeout"


async def test_an_assistant_without_intents_has_none() -> None:
    chat = ScriptedChat([])
    assert (await LlmIntentJudge(chat, PLAIN, Rules()).classify("Where?", "en")).intent == ""
    assert chat.calls == []


async def test_grades_come_in_the_order_of_the_passages_with_the_cost_once() -> None:
    grades = await LlmGrader(ScriptedChat(['{"2": 3, "1": 1}']), ASSISTANT, Rules()).grade(
        "Who pays?", (LIMIT, PAYMENT), "en"
    )
    assert [(grade.chunk_id, grade.relevant) for grade in grades] == [("c-income.md", False), ("c-paid.md", True)]
    assert [round(grade.score, 2) for grade in grades] == [0.33, 1.0]
    assert [grade.usage.calls for grade in grades] == [1, 0]


async def test_passages_the_model_says_nothing_of_are_left_to_the_rules() -> None:
    grades = await LlmGrader(ScriptedChat(['{"2": 0, "7": 3}']), ASSISTANT, Rules()).grade(
        "Who pays?", (LIMIT, PAYMENT), "en"
    )
    assert [(grade.score, grade.reason) for grade in grades] == [
        (0.42, "by rules"),
        (0.0, Reason("grade.by_model", {"model": "scripted", "grade": 0, "best": 3})),
    ]


@pytest.mark.parametrize("reply", ["nothing useful", FAILED])
async def test_grades_are_left_to_the_rules_when_the_model_fails(reply: str | ModelFailed) -> None:
    grades = await LlmGrader(ScriptedChat([reply]), ASSISTANT, Rules()).grade("Who pays?", (LIMIT, PAYMENT), "en")
    assert [grade.reason for grade in grades] == ["by rules", "by rules"]


async def test_no_passages_need_no_model() -> None:
    chat = ScriptedChat([])
    assert await LlmGrader(chat, ASSISTANT, Rules()).grade("Who pays?", (), "en") == []
    assert chat.calls == []


def many(number: int, words: int = 2) -> list[Passage]:
    """Passages of so many words."""
    return [passage(f"number {at}{' word' * (words - 2)}", name=f"{at}.md") for at in range(number)]


async def test_all_passages_are_graded_in_one_call() -> None:
    chat = ScriptedChat([json.dumps({str(label): 2 for label in range(1, 25)})])
    grades = await LlmGrader(chat, ASSISTANT, Rules()).grade("Who pays?", many(24), "en")
    assert len(chat.calls) == 1
    assert [(grade.chunk_id, grade.relevant) for grade in grades] == [(f"c-{at}.md", True) for at in range(24)]
    assert sum(grade.usage.calls for grade in grades) == 1


async def test_a_miscounting_model_leaves_the_rest_to_the_rules() -> None:
    chat = ScriptedChat([json.dumps({str(label): 0 for label in range(1, 13)})])
    grades = await LlmGrader(chat, ASSISTANT, Rules()).grade("Who pays?", many(24), "en")
    assert len(chat.calls) == 1
    assert [grade.score for grade in grades] == [0.0] * 12 + [0.42] * 12


async def test_a_second_search_sends_only_passages_without_a_grade() -> None:
    grader = LlmGrader(chat := ScriptedChat(['{"1": 0, "2": 1}', '{"1": 3}']), ASSISTANT, Rules())
    known = await grader.grade("Who pays?", (LIMIT, PAYMENT), "en")
    new = passage("Parents pay a share.", name="share.md")
    grades = await grader.grade("Who pays?", (PAYMENT, new), "en", known=known)
    assert [round(grade.score, 2) for grade in grades] == [0.33, 1.0]
    assert [grade.usage.calls for grade in grades] == [0, 1]
    assert "The board pays" not in chat.calls[1].messages[-1].content
    assert await grader.grade("Who pays?", (LIMIT, PAYMENT), "en", known=known)
    assert len(chat.calls) == 2


def test_long_passages_are_cut_until_the_prompt_fits() -> None:
    assert fit(short := many(24, words=100), PASSAGE_TOKENS) == short
    sizes = [count_tokens(each.chunk.text) for each in fit([*many(20, words=1000), *many(4, words=20)], 2000)]
    assert sum(sizes) <= 2000
    assert min(sizes[:20]) > 85
    assert all(size < 30 for size in sizes[20:])
    assert len(fit(many(300, words=100), PASSAGE_TOKENS)) == 120


CONVERSATION = Recalled(turns=(turn(1, "What is CCS?", "CCS pays for child care. [1]"),))
TERMS = (SearchTerm("CCS", 0.8),)


async def test_every_judge_sees_the_conversation() -> None:
    chat = ScriptedChat(["nothing"])
    rules = Rules()
    await LlmScopeJudge(chat, ASSISTANT, rules).judge("Who pays?", CONVERSATION, "en", asked="and who?", terms=TERMS)
    await LlmIntentJudge(chat, ASSISTANT, rules).classify(
        "Who pays?", "en", recalled=CONVERSATION, asked="and who?", terms=TERMS
    )
    await LlmGrader(chat, ASSISTANT, rules).grade("Who pays?", (LIMIT,), "en", TERMS, CONVERSATION, asked="and who?")
    for call in chat.calls:
        shown = call.messages[-1].content
        assert "<assistant>CCS pays for child care.</assistant>" in shown
        assert "<as_typed>\nand who?\n</as_typed>" in shown
        assert "<probably_about>\nCCS\n</probably_about>" in shown
        assert "child care." not in call.messages[0].content
    assert rules.terms == [TERMS] * 3


@pytest.mark.parametrize(
    ("reply", "read"),
    [
        ('```{"1": 3}```', {0: 3}),
        ('{"1": {"grade": 2, "why": "x"}, "2": "3"}', {0: 2}),
        ('{"1": 4, "2": -1, "3": 1.5}', {}),
        ("1", {}),
    ],
)
def test_what_is_no_grade_is_left_out(reply: str, read: dict[int, int]) -> None:
    assert read_grades(reply, 3) == read


async def test_all_three_judge_over_http() -> None:
    with fake_endpoint() as endpoint:
        chat = EndpointChat("ok", base_url=endpoint.url)
        scope = await LlmScopeJudge(chat, ASSISTANT, Rules()).judge("Who pays?", Recalled(), "en")
        intent = await LlmIntentJudge(chat, ASSISTANT, Rules()).classify("Who pays?", "en")
        grades = await LlmGrader(chat, ASSISTANT, Rules()).grade("Who pays?", (LIMIT, PAYMENT), "en")
    assert (scope.score, intent.intent, [grade.score for grade in grades]) == (100, "", [1.0, 1.0])
    assert scope.usage.calls == 1
