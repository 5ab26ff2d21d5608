from collections.abc import Sequence
from typing import Literal

import numpy as np

from askwell.assistant import IntentSection, RouteSection, ScopeSection
from askwell.ports import Vectors
from askwell.projections import reason_text
from askwell.rules.intent import RulesIntentJudge
from askwell.rules.scope import RulesScopeJudge
from askwell.types import Recalled

SCOPE = ScopeSection(
    about="machine learning papers and language models",
    threshold=75,
    examples=("How does attention work?", "What is the loss of a GAN?"),
    foreign=("What is the best pizza in Rome?", "Who won the football match?"),
)
ROUTE = RouteSection(
    intents=(
        IntentSection(name="eligibility", examples=("Who is eligible for child care?", "Do I qualify for help?")),
        IntentSection(name="documents", examples=("Which documents do I need?", "What papers must I upload?")),
    )
)


class ThreeTopics:
    """An embedder that knows three subjects by a word of each."""

    name = "three"
    dimension = 4
    topics = (("attention", "gan", "neural"), ("pizza", "football", "restaurant"), ("papers", "documents", "forms"))

    def __init__(self) -> None:
        self.calls: list[int] = []

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        self.calls.append(len(texts))
        rows = np.zeros((len(texts), 4), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for index, words in enumerate(self.topics):
                row[index] = any(word in text.lower() for word in words)
            row[3] = not row.any()
        normalised: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return normalised


async def test_without_a_sign_of_being_foreign_a_question_is_let_in() -> None:
    verdict = await RulesScopeJudge(SCOPE, ("en",)).judge("What is a Kalman filter?", Recalled(), "en")
    assert verdict.in_scope
    assert verdict.score >= SCOPE.threshold


async def test_a_question_like_a_foreign_sample_is_refused() -> None:
    verdict = await RulesScopeJudge(SCOPE, ("en",)).judge("Where is the best pizza in Rome?", Recalled(), "en")
    assert not verdict.in_scope
    assert verdict.score < SCOPE.threshold


async def test_a_question_like_a_sample_in_scope_scores_higher_than_one_without_a_sign() -> None:
    judge = RulesScopeJudge(SCOPE, ("en",))
    near = await judge.judge("How does self-attention work?", Recalled(), "en")
    far = await judge.judge("What is a Kalman filter?", Recalled(), "en")
    assert near.score > far.score


async def test_meaning_refuses_what_words_cannot() -> None:
    question = "Which restaurant should I try?"
    by_words = await RulesScopeJudge(SCOPE, ("en",)).judge(question, Recalled(), "en")
    by_meaning = await RulesScopeJudge(SCOPE, ("en",), ThreeTopics()).judge(question, Recalled(), "en")
    assert (by_words.in_scope, by_meaning.in_scope) == (True, False)


async def test_a_subject_of_the_description_is_never_foreign_by_meaning_alone() -> None:
    verdict = await RulesScopeJudge(SCOPE, ("en",), ThreeTopics()).judge(
        "Which language models exist?", Recalled(), "en"
    )
    assert verdict.in_scope


async def test_samples_are_embedded_once() -> None:
    embedder = ThreeTopics()
    judge = RulesScopeJudge(SCOPE, ("en",), embedder)
    for _ in range(3):
        await judge.judge("How does a neural network learn?", Recalled(), "en")
    assert sorted(embedder.calls) == [1, 1, 1, 1, 1, 1, 2, 3]


async def test_a_scope_without_samples_lets_everything_in() -> None:
    verdict = await RulesScopeJudge(ScopeSection(about="tax"), ("nl",)).judge("Hoe laat is het?", Recalled(), "nl")
    assert verdict.in_scope


async def test_the_nearest_sample_names_the_intent() -> None:
    verdict = await RulesIntentJudge(ROUTE).classify("Which documents do I need to bring?", "en")
    assert verdict.intent == "documents"
    assert "Which documents" in reason_text(verdict.reason, "en")


async def test_a_question_unlike_all_samples_has_no_intent() -> None:
    verdict = await RulesIntentJudge(ROUTE).classify("How old is the moon?", "en")
    assert verdict.intent == ""
    assert verdict.score < 0.45


async def test_a_tie_between_two_intents_names_none() -> None:
    route = RouteSection(
        intents=(
            IntentSection(name="one", examples=("opening hours",)),
            IntentSection(name="two", examples=("opening hours",)),
        )
    )
    assert (await RulesIntentJudge(route).classify("opening hours", "en")).intent == ""


async def test_an_embedder_finds_an_intent_in_other_words() -> None:
    question = "What forms are wanted?"
    assert (await RulesIntentJudge(ROUTE).classify(question, "en")).intent == ""
    assert (await RulesIntentJudge(ROUTE, ThreeTopics()).classify(question, "en")).intent == "documents"


async def test_a_route_without_intents_has_none() -> None:
    assert (await RulesIntentJudge(RouteSection()).classify("What?", "en")).intent == ""
