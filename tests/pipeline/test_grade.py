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
from askwell.pipeline.grade import brief_for_rules, grade, helping, readable_of, surely_answers
from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.ports import Grader, Writer
from askwell.rules.grade import RulesGrader
from askwell.rules.reword import RulesReworder
from askwell.rules.write import RulesWriter
from askwell.types import Attachment, Begun, Grade, Purpose, Turn
from tests.passages import brief
from tests.passages import passage as of_document
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


LIFTS, SKIS, PAID = (each.chunk.id for each in FOUND)


def graded(name: str, *, helps: bool = True, sure: bool = True) -> Grade:
    return Grade(name, helps, 0.5, is_sure=sure)


@pytest.mark.parametrize(
    ("grades", "is_sure", "from_tools", "purpose", "kept", "may_be_sure"),
    [
        # No grade speaks against a passage: the answer is written from all.
        ((), True, 0, "answer", [LIFTS, SKIS, PAID], True),
        # What a model calls irrelevant is left out.
        ((graded(LIFTS), graded(SKIS, helps=False), graded(PAID)), True, 0, "answer", [LIFTS, PAID], True),
        # If none surely answers by a model's grades, the passages are only shown.
        ([graded(each, sure=False) for each in (LIFTS, SKIS, PAID)], True, 0, "passages", [LIFTS, SKIS, PAID], True),
        # Where the passages are not known to answer, the writer decides.
        ([graded(each, sure=False) for each in (LIFTS, SKIS, PAID)], False, 0, "answer", [LIFTS, SKIS, PAID], False),
        # If none is relevant, nothing was found, with the nearest ones.
        ([graded(each, helps=False) for each in (LIFTS, SKIS, PAID)], True, 0, "not_found", [LIFTS, SKIS, PAID], True),
        # What a tool brought is no search result: it stays, and it answers.
        ([graded(LIFTS, helps=False), graded(SKIS, helps=False)], False, 1, "answer", [PAID], True),
    ],
)
def test_rules_that_write_for_a_model_get_what_helps(  # noqa: PLR0917
    grades: Sequence[Grade], is_sure: bool, from_tools: int, purpose: str, kept: list[str], may_be_sure: bool
) -> None:
    packed = len(FOUND) - from_tools
    state = replace(searched("When do the lifts open?"), kept=FOUND[:packed], grades=tuple(grades))
    given = replace(brief("When do the lifts open?", FOUND), labels=(4, 5, 6), is_sure=is_sure, packed=packed)
    made = brief_for_rules(state, given)
    labels = dict(zip((LIFTS, SKIS, PAID), (4, 5, 6), strict=True))
    assert (made.purpose, [each.chunk.id for each in made.passages]) == (purpose, kept)
    assert made.labels == tuple(labels[each] for each in kept)
    assert made.is_sure == may_be_sure
    assert made.packed == len(kept) - from_tools


def test_rules_get_the_found_passage_with_the_label_of_the_one_that_holds_it() -> None:
    found = FOUND[0]
    wide = replace(found, chunk=replace(found.chunk, id="wide", end=found.chunk.end + 90))
    state = replace(searched("When do the lifts open?"), kept=(found,))
    made = brief_for_rules(state, replace(brief("When do the lifts open?", (wide,)), labels=(7,)))
    assert (made.passages, made.labels) == ((found,), (7,))


@pytest.mark.parametrize("purpose", ["chat", "recall", "not_found", "passages", "operation"])
def test_a_brief_for_anything_but_an_answer_stays_as_it_is(purpose: Purpose) -> None:
    given = brief("When do the lifts open?", FOUND, purpose=purpose)
    state = replace(searched("When do the lifts open?"), grades=(graded(LIFTS, helps=False),))
    assert brief_for_rules(state, given) is given


ITALIAN = "La slitta si chiude con la cinghia rossa, e poi si controlla che il gancio sia fermo prima di scendere."
ENGLISH = "The sledge is closed with the red strap, and the hook has to be checked before anybody goes down the hill."


def test_a_manual_that_is_translated_in_part_stays_whole() -> None:
    found = (
        of_document(ENGLISH, document="mixed", language="en"),
        of_document(ITALIAN, document="mixed", ordinal=1, language="en"),
        of_document(ITALIAN, document="own", language="it"),
        of_document(ENGLISH, document="foreign", language="en"),
    )
    grades = [Grade(each.chunk.id, relevant=True, score=0.9, reason="") for each in found]
    assert readable_of(found, grades, "it") == found[:3]
    assert readable_of(found[3:], grades[3:], "it") == found[3:]
