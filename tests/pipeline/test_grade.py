"""Which passages the `grade` step keeps, and what grading costs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import cast

import pytest

from askwell.assistant import Assistant, GradeSection
from askwell.llm.grade import LlmGrader
from askwell.llm.write import LlmWriter
from askwell.models.scripted import ScriptedChat
from askwell.pipeline.grade import grade, helping, surely_answers
from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.ports import Grader, Writer
from askwell.rules.grade import RulesGrader
from askwell.rules.reword import RulesReworder
from askwell.rules.write import RulesWriter
from askwell.types import Attachment, Begun, Grade, Turn
from tests.prompting import passage

ASSISTANT = Assistant(name="a", title="A", grade=GradeSection(keep=2))
MODEL = ScriptedChat(["Yes."])
FOUND = (
    passage("The lifts open at eight.", name="lifts.md", title="Lifts"),
    passage("Skis are rented in the valley.", name="skis.md", title="Skis"),
    passage("The board pays the provider.", name="paid.md", title="Payment"),
)


class _WellSpelt:
    """Knows all words."""

    async def spellings(self, words: Sequence[str], collections: Sequence[str], language: str) -> Mapping[str, str]:
        del words, collections, language
        return {}

    async def absent(self, words: Sequence[str], collections: Sequence[str], language: str) -> frozenset[str] | None:
        del collections, language
        return frozenset(words) & {"password", "cup", "dont"}


def runtime_of(writer: Writer, grader: Grader, assistant: Assistant = ASSISTANT) -> TurnRuntime:
    """What the step calls."""
    return cast(
        TurnRuntime,
        SimpleNamespace(
            context=SimpleNamespace(
                assistant=assistant, grader=grader, writer=writer, searcher=_WellSpelt(), reworder=RulesReworder()
            )
        ),
    )


def searched(question: str) -> TurnState:
    """A turn after its first search."""
    begun = Begun(Turn("t", "", 0, None, "running", question, datetime.now(UTC)), fence=0)
    return TurnState(begun, route="search", searches=1, searched=(question,), found=FOUND, kept=FOUND)


@pytest.mark.parametrize(("question", "helping"), [("Who pays the provider?", 3), ("Who won the cup?", 0)])
async def test_a_model_that_writes_gets_the_first_passages_by_rank(question: str, helping: int) -> None:
    state = searched(question)
    update = await grade(state, runtime_of(LlmWriter(MODEL, ASSISTANT), RulesGrader()))
    assert update["kept"] == FOUND[:2]
    assert update["decisions"][0].params["helping"] == helping
    assert update["next_wordings"] == ()


async def test_a_turn_that_found_nothing_is_searched_again_with_a_model_too() -> None:
    state = replace(searched("What is the difference between a lift and a ski?"), found=(), kept=())
    update = await grade(state, runtime_of(LlmWriter(MODEL, ASSISTANT), RulesGrader()))
    assert update["kept"] == ()
    assert update["next_wordings"] == ("a lift", "a ski")


async def test_rules_that_write_get_the_first_passages_and_the_best_one() -> None:
    update = await grade(searched("Who pays the provider?"), runtime_of(RulesWriter(ASSISTANT), RulesGrader()))
    assert update["kept"] == (FOUND[0], FOUND[2])


async def test_of_files_that_are_asked_alone_the_nearest_passages_are_kept_to_be_shown() -> None:
    """After the last search: whoever names a file knows that it answers, in whatever words."""
    file = Attachment("i", "s", 1, "a.md", "text/markdown", 9, "h", "ready", datetime.now(UTC), document_id="d")
    first = replace(searched("What is the difference between a cup and a mug?"), attachments=(file,))
    alone = replace(first, attachments=(replace(file, is_only=True),))
    runtime = runtime_of(RulesWriter(ASSISTANT), RulesGrader())
    for state, kept in ((first, ()), (alone, ()), (replace(alone, searches=3), FOUND)):
        update = await grade(state, runtime)
        assert update["kept"] == kept
        assert not helping(state.after(update))


async def test_without_any_possible_passage_none_is_kept() -> None:
    update = await grade(searched("Who won the cup?"), runtime_of(RulesWriter(ASSISTANT), RulesGrader()))
    assert update["kept"] == ()


def test_a_passage_surely_answers_if_it_is_relevant_and_sure() -> None:
    def grades(*, relevant: bool, is_sure: bool) -> list[Grade]:
        return [Grade(each.chunk.id, relevant, 0.4, is_sure=is_sure) for each in FOUND]

    assert surely_answers(FOUND, grades(relevant=True, is_sure=True))
    assert not surely_answers(FOUND, grades(relevant=True, is_sure=False))
    assert not surely_answers(FOUND, grades(relevant=False, is_sure=True))
    assert surely_answers(FOUND, []), "an assistant without grades is sure"


async def test_grades_by_a_model_keep_what_helps_and_are_paid_for_once() -> None:
    by_model = ASSISTANT.model_copy(update={"grade": GradeSection(by="llm", keep=2)})
    model = ScriptedChat(['{"1": 0, "2": 1, "3": 3}', '{"1": 2}'])
    runtime = runtime_of(LlmWriter(model, by_model), LlmGrader(model, by_model, RulesGrader()), by_model)
    state = searched("Who pays the provider?")
    first = await grade(state, runtime)
    again = replace(state.after(first), found=(*FOUND, new := passage("New.", name="new.md")), searches=2)
    second = await grade(again, runtime)
    assert (first["kept"], first["usage"].calls) == (FOUND[2:], 1)
    assert (second["kept"], second["usage"].calls) == ((FOUND[2], new), 1)
    assert model.calls[1].messages[-1].content.count("<passage label=") == 1
