"""What a prompt is filled from is decided by the origins of the passages and by the question, with a reason."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from askwell.assistant import Assistant, PackSection
from askwell.errors import ModelFailed
from askwell.llm.composition import LlmComposer
from askwell.models.scripted import Line, ScriptedChat
from askwell.pipeline.compose import compose
from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.rules.composition import RulesComposer
from askwell.types import ATTACHED, Begun, Composition, Language, Passage, Reason
from tests.prompting import passage, turn


def of_collection(name: str = "leave.md", title: str = "Leave policy") -> Passage:
    return passage("Twenty days of leave.", name=name, title=title)


def of_attachment(name: str = "offer_2024.pdf", title: str = "") -> Passage:
    return replace(passage("Twenty-five days of leave.", name=name, title=title), collection=f"{ATTACHED}s")


BOTH = (of_attachment(), of_collection())


async def composed(question: str, passages: tuple[Passage, ...], composition: str = "auto") -> tuple[Composition, str]:
    section = PackSection.model_validate({"composition": composition})
    services = SimpleNamespace(assistant=Assistant(name="a", title="A", pack=section), composer=RulesComposer())
    state = TurnState(Begun(replace(turn(1, question, ""), answer=""), 1), found=passages, kept=passages)
    verdict = await compose(state, cast("TurnRuntime", SimpleNamespace(context=services)), passages)
    assert isinstance(verdict.reason, Reason)
    return verdict.composition, verdict.reason.code


@pytest.mark.parametrize(
    ("passages", "composition", "code"),
    [
        ((), "chat", "no_passages"),
        ((of_collection(),), "pure_kb", "only_collections"),
        ((of_attachment(),), "pure_doc", "only_attachments"),
    ],
    ids=["none", "collection", "attachment"],
)
async def test_one_origin_needs_no_question(passages: tuple[Passage, ...], composition: Composition, code: str) -> None:
    """S3-07 S3-G3: decided for each turn, with its reason."""
    assert await composed("How many days?", passages) == (composition, f"compose.{code}")


async def test_an_assistant_may_set_its_composition() -> None:
    assert await composed("How many days in my offer?", BOTH, "pure_kb") == ("pure_kb", "compose.by_assistant")


@pytest.mark.parametrize(
    ("question", "language", "composition", "code"),
    [
        ("How many days does this offer_2024 give?", "en", "pure_doc", "points_at_attachment"),
        ("How many days are in the file I uploaded?", "en", "pure_doc", "points_at_attachment"),
        ("What does the leave policy say?", "en", "pure_kb", "points_at_collection"),
        ("Is my contract within the rules?", "en", "hybrid", "points_at_both"),
        ("Hoeveel dagen staan er in de bijlage?", "nl", "pure_doc", "points_at_attachment"),
        ("Mag dit contract volgens de wet?", "nl", "hybrid", "points_at_both"),
        ("Quanti giorni ci sono nel file?", "it", "pure_doc", "points_at_attachment"),
        ("Cosa dice la legge?", "it", "pure_kb", "points_at_collection"),
    ],
)
async def test_the_question_decides_between_two_origins(
    question: str, language: Language, composition: Composition, code: str
) -> None:
    verdict = await RulesComposer().compose(question, BOTH, language)
    assert isinstance(verdict.reason, Reason)
    assert (verdict.composition, verdict.reason.code) == (composition, f"compose.{code}")


@pytest.mark.parametrize(
    ("passages", "composition"),
    [
        ((of_attachment(), *[of_collection()] * 2), "hybrid"),
        ((*[of_attachment()] * 5, of_collection()), "pure_doc"),
        ((*[of_collection()] * 5, of_attachment()), "pure_kb"),
    ],
    ids=["both", "attachments first", "collections first"],
)
async def test_without_a_hint_the_ranks_decide(passages: tuple[Passage, ...], composition: Composition) -> None:
    verdict = await RulesComposer().compose("How many days?", passages, "en")
    assert verdict.composition == composition


@pytest.mark.parametrize(
    ("reply", "composition"),
    [
        ('{"reason": "It compares them.", "answer_from": "both"}', "hybrid"),
        ('{"reason": "It is about the offer.", "answer_from": "attachments"}', "pure_doc"),
        ("I do not know.", "pure_doc"),
        (ModelFailed("gone"), "pure_doc"),
    ],
    ids=["both", "attachments", "no JSON", "failed"],
)
async def test_a_model_decides_by_the_titles_and_the_rules_stand_in(reply: Line, composition: Composition) -> None:
    model = ScriptedChat([reply])
    composer = LlmComposer(model, Assistant(name="a", title="A"), RulesComposer())
    verdict = await composer.compose("How many days in my offer?".replace("offer", "file"), BOTH, "en")
    assert verdict.composition == composition
    prompt = model.calls[0].messages[-1].content
    assert "- offer_2024.pdf" in prompt
    assert "- Leave policy" in prompt
    assert "Twenty" not in prompt
