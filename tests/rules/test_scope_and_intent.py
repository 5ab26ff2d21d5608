from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal

import numpy as np
import pytest

from askwell.assistant import IntentSection, RouteSection, ScopeSection
from askwell.ports import Vectors
from askwell.projections import reason_text
from askwell.rules.intent import RulesIntentJudge
from askwell.rules.scope import RulesScopeJudge, chance
from askwell.types import Closeness, Language, Outcome, Reason, Recalled, Turn

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


class Shelf:
    """Documents that are near a text with one of these words, and far from any other; `revision` changes with them."""

    def __init__(self, *words: str) -> None:
        self.words = words
        self.revision = "1"
        self.asked: list[int] = []
        self.lacks = frozenset[str]()

    async def absent(
        self, words: Sequence[str], collections: Sequence[str], language: Language
    ) -> frozenset[str] | None:
        assert (collections, language) == (("papers",), "en")
        return self.lacks & frozenset(words)

    async def closeness(self, texts: Sequence[str], collections: Sequence[str]) -> Closeness:
        assert collections == ("papers",)
        self.asked.append(len(texts))
        near = tuple(0.6 if any(word in text for word in self.words) else 0.1 for text in texts)
        return Closeness(near, self.revision)


def over(shelf: Shelf, threshold: int = 75) -> RulesScopeJudge:
    scope = SCOPE.model_copy(update={"threshold": threshold})
    return RulesScopeJudge(scope, ("en",), ThreeTopics(), documents=shelf, collections=("papers",))


async def test_what_the_documents_are_about_is_in_scope_unlike_what_they_are_not() -> None:
    """Neither question is like a sample: the documents decide."""
    judge = over(Shelf("attention", "GAN", "Kalman"))
    near = await judge.judge("What is a Kalman filter?", Recalled(), "en")
    far = await judge.judge("What is a coal filter?", Recalled(), "en")
    assert near.in_scope
    assert not far.in_scope
    assert (near.reason, far.reason) == (Reason("scope.documents"), Reason("scope.far"))


@pytest.mark.parametrize("question", ["What is a Kalman filter?", "What is a coal filter?", "Where is good pizza?"])
async def test_the_score_does_not_depend_on_the_threshold(question: str) -> None:
    shelf = Shelf("attention", "GAN", "Kalman")
    scores = {(await over(shelf, each).judge(question, Recalled(), "en")).score for each in (0, 40, 75, 100)}
    assert len(scores) == 1


@pytest.mark.parametrize("question", ["What is a Kalman filter?", "What is a coal filter?", "Where is good pizza?"])
async def test_the_threshold_decides_and_its_own_value_is_enough(question: str) -> None:
    shelf = Shelf("attention", "GAN", "Kalman")
    score = (await over(shelf).judge(question, Recalled(), "en")).score
    assert (await over(shelf, score).judge(question, Recalled(), "en")).in_scope
    above = await over(shelf, score + 1).judge(question, Recalled(), "en")
    assert not above.in_scope
    assert above.reason in (Reason("scope.far"), Reason("scope.foreign"))


async def test_other_documents_change_the_verdict() -> None:
    shelf = Shelf("attention", "GAN")
    judge = over(shelf)
    assert not (await judge.judge("What is a Kalman filter?", Recalled(), "en")).in_scope
    shelf.words, shelf.revision = (*shelf.words, "Kalman"), "2"
    assert (await judge.judge("What is a Kalman filter?", Recalled(), "en")).in_scope


async def test_words_that_the_documents_lack_speak_against_a_question() -> None:
    """Those of the samples do not, since they are in scope."""
    shelf = Shelf("attention", "GAN", "Kalman")
    judge, chances = over(shelf), []
    for lacks in (frozenset[str](), frozenset({"pasture"}), frozenset({"kalman", "pasture"}), frozenset({"loss"})):
        shelf.lacks = lacks
        chances.append(chance(await judge.signs("Does a Kalman loss need a pasture?", "en")))
    known, one, two, of_a_sample = chances
    assert known == of_a_sample > one > two


async def test_a_name_that_the_documents_have_speaks_for_a_question() -> None:
    """A name is a word that no frequency list has; one that the documents lack says nothing for it."""
    shelf = Shelf("attention", "GAN")
    judge = over(shelf)
    common, name = [await judge.signs(f"How do I tune a {word}?", "en") for word in ("garden", "zorblator")]
    assert (common.named, name.named) == (0, 1)
    assert chance(name) > chance(common)
    shelf.lacks = frozenset({"zorblator"})
    assert (await judge.signs("How do I tune a zorblator?", "en")).named == 0


async def test_by_words_alone_the_grade_decides_on_words_that_the_documents_lack() -> None:
    shelf = Shelf()
    shelf.lacks = frozenset({"kalman"})
    judge = RulesScopeJudge(SCOPE, ("en",), documents=shelf, collections=("papers",))
    assert (await judge.judge("What is a Kalman filter?", Recalled(), "en")).in_scope


async def test_a_follow_up_is_not_blamed_for_the_words_before_it() -> None:
    shelf = Shelf("attention", "GAN", "Kalman")
    judge = over(shelf)
    turn = Turn(
        "1", "s", 1, None, "completed", "Does a Kalman filter need a pasture?", datetime(2026, 1, 1, tzinfo=UTC)
    )
    asked = ("And how fast is it?", Recalled((turn,)), "en")
    known = await judge.judge(*asked)
    shelf.lacks = frozenset({"pasture"})
    assert (await judge.judge(*asked)).score == known.score


async def test_the_samples_are_measured_once_for_the_same_documents() -> None:
    shelf = Shelf("attention", "GAN")
    judge = over(shelf)
    for _ in range(3):
        await judge.judge("What is a Kalman filter?", Recalled(), "en")
    assert shelf.asked == [1, len(SCOPE.examples) + 1 + len(SCOPE.foreign), 1, 1]


async def test_after_a_question_in_scope_less_is_needed() -> None:
    """S0-B8: what a turn tells of its scope holds until the next that tells something, which "not found" does not."""
    judge = over(Shelf("attention", "GAN", "Kalman"))
    turn = Turn("1", "s", 1, None, "completed", "What is a Kalman filter?", datetime(2026, 1, 1, tzinfo=UTC))

    async def score(*outcomes: Outcome) -> int:
        recalled = Recalled(tuple(replace(turn, outcome=each) for each in outcomes))
        return (await judge.judge("And how fast is it?", recalled, "en")).score

    alone, within = await score(), await score("answered")
    assert alone < SCOPE.threshold < within
    assert await score("passages") == within
    assert await score("answered", "chat", "not_found") == within
    assert await score("chat") == await score("not_found") == alone
    assert await score("answered", "declined") == alone
    assert await score("declined", "answered") == within


async def test_a_foreign_question_after_one_in_scope_is_declined() -> None:
    judge = over(Shelf("attention", "GAN", "Kalman"))
    turn = Turn("1", "s", 1, None, "completed", "What is a Kalman filter?", datetime(2026, 1, 1, tzinfo=UTC))
    recalled = Recalled((replace(turn, outcome="answered"),))
    assert not (await judge.judge("Where is the best pizza in Rome?", recalled, "en")).in_scope


async def test_samples_are_embedded_once() -> None:
    embedder = ThreeTopics()
    judge = RulesScopeJudge(SCOPE, ("en",), embedder)
    await judge.judge("How does a neural network learn?", Recalled(), "en")
    before = len(embedder.calls)
    for _ in range(2):
        await judge.judge("How does a neural network learn?", Recalled(), "en")
    assert embedder.calls[before:] == [1, 1] * 2  # the question, next to own and to foreign samples


async def test_samples_of_intents_are_in_scope() -> None:
    scope = ScopeSection(about="child care", foreign=SCOPE.foreign)
    intents = [intent.examples for intent in ROUTE.intents]
    judge = RulesScopeJudge(scope, ("en",), intents=intents)
    verdict = await judge.judge("Which documents do I need?", Recalled(), "en")
    assert verdict.reason == Reason("scope.inside")


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
