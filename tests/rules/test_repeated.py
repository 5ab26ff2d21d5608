"""An answer that repeats the last one: what may be said again, and what is no longer sure."""

from dataclasses import replace

import pytest

from askwell.languages import wording
from askwell.rules.choose import Paragraph
from askwell.rules.repeated import is_repeat, without_rejected_units
from askwell.rules.units import units
from askwell.rules.weigh import Weighed
from askwell.text.words import content_stems
from askwell.types import Brief, Passage, Source
from tests.passages import brief, passage
from tests.rules.test_chat import turn, written

LAMP = passage(
    "The night light glows when the door closes. Hold the green button to light the lamp. "
    "To disable the lamp, hold the red button.",
    document="lamp",
)
GLOWS, LIGHTS, DISABLES = units([LAMP])
ANSWERED = replace(
    turn(1, "How do I light the lamp?", f"{GLOWS.text} [1] {LIGHTS.text} [1]"),
    sources=(Source(1, "lamp", "lamp.md", "Lamp", "", ()),),
)


def asking(message: str, *, question: str = "") -> Brief:
    return replace(brief(message, [LAMP], turns=(ANSWERED,)), question=question or message)


def said(*found: object) -> list[Paragraph]:
    return [Paragraph(found)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "message", ["no, that is not what I asked", "I mean the lamp on the wall", "and how do I switch it off again?"]
)
def test_the_same_text_is_no_sure_answer_to_another_question(message: str) -> None:
    assert is_repeat(asking(message), said(GLOWS, LIGHTS))


def test_the_same_answer_to_the_question_in_other_words_is_not_sure() -> None:
    assert is_repeat(asking("Which knob makes it bright?"), said(GLOWS, LIGHTS))
    assert not is_repeat(asking("Which knob makes it bright?"), said(LIGHTS))


def test_the_same_question_may_have_the_same_answer() -> None:
    assert not is_repeat(asking("how do i light the lamp"), said(GLOWS, LIGHTS))


def test_what_says_how_to_take_back_may_repeat_a_sentence() -> None:
    assert not is_repeat(asking("and how do I switch it off again?"), said(LIGHTS, DISABLES))


def test_a_correction_may_point_to_a_sentence_of_the_last_answer() -> None:
    assert not is_repeat(asking("sorry, I meant the green button"), said(LIGHTS))


def weighed(passages: list[Passage]) -> list[Weighed]:
    return [
        Weighed(unit, 1.0, 1.0, 1.0, frozenset(), frozenset(content_stems(unit.text, "en"))) for unit in units(passages)
    ]


def test_sentences_of_a_rejected_answer_are_left_out() -> None:
    kept = without_rejected_units(asking("no, not that one"), weighed([LAMP]))
    assert [one.unit for one in kept] == [DISABLES]


def test_sentences_of_an_unsure_answer_stay() -> None:
    found = weighed([LAMP])
    shown = replace(asking("no, not that one"), turns=(replace(ANSWERED, outcome="passages"),))
    assert without_rejected_units(shown, found) == found


def test_what_was_only_shown_as_a_place_may_be_a_sure_answer() -> None:
    before = replace(ANSWERED, outcome="passages")
    asked = replace(asking("which knob makes it bright?"), turns=(before,))
    assert is_repeat(replace(asked, turns=(ANSWERED,)), said(GLOWS, LIGHTS))
    assert not is_repeat(asked, said(GLOWS, LIGHTS))


def test_what_stands_below_a_title_of_what_is_not_meant_is_left_out() -> None:
    night = replace(LAMP, title="Nightlights", chunk=replace(LAMP.chunk, id="night", document_id="night"))
    found = [passage("Press the grey button.", document="wall", title="On the wall"), night]
    asked = replace(asking("not the nightlight, I mean the button on the wall"), passages=tuple(found))
    kept = without_rejected_units(asked, weighed(found))
    assert [one.unit.text for one in kept] == ["Press the grey button."]


def test_sentences_about_what_is_not_meant_are_left_out() -> None:
    kept = without_rejected_units(asking("no, the green button, not the red button"), weighed([LAMP]))
    assert [one.unit for one in kept] == [LIGHTS]


def test_without_a_rejection_all_sentences_may_be_said() -> None:
    found = weighed([LAMP])
    assert without_rejected_units(asking("and the red button?"), found) == found


def test_the_same_answer_to_a_question_whose_new_word_it_has_is_sure() -> None:
    assert not is_repeat(asking("And what glows?"), said(GLOWS, LIGHTS))


async def test_the_writer_shows_a_repeated_answer_as_unsure() -> None:
    same = passage(f"{GLOWS.text} {LIGHTS.text}", document="lamp")
    again = replace(asking("Which knob makes it bright?"), passages=(same,))
    assert wording("en").passages in await written(again)
    assert wording("en").passages not in await written(replace(again, turns=()))


async def test_the_writer_leaves_out_what_was_rejected() -> None:
    answer = await written(asking("no, that is not what I asked: disable the lamp"))
    assert DISABLES.text in answer
    assert GLOWS.text not in answer


def test_who_asks_again_for_the_way_back_gets_nothing_else_as_sure() -> None:
    asked = asking("that is not what I asked, I want to disable it again")
    shown = replace(asked, turns=(replace(ANSWERED, outcome="passages", question="How do I disable it?"),))
    assert is_repeat(shown, said(LIGHTS))
    assert not is_repeat(shown, said(DISABLES))
