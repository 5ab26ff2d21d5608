"""Corrections: what is taken back is no longer in force, and what was said besides still is."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from bench.memory_own import says

from askwell.rules.amend import amended
from askwell.rules.corrections import read_correction
from askwell.types import Language
from tests.rules.remembering import Remembered

CASES: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("corrections.yaml").read_text(encoding="utf-8")
)
"""Twenty a language."""


@pytest.mark.parametrize(
    ("language", "case"),
    [(code, case) for code, cases in CASES.items() for case in cases],
    ids=lambda each: str(each)[:60],
)
async def test_after_a_correction_the_new_value_holds_and_the_old_one_is_gone(
    language: str, case: dict[str, Any]
) -> None:
    talk = Remembered(language)
    for statement in case["before"]:
        await talk.hear(statement, "OK.")
    await talk.hear(case["says"], "OK.")
    items = "\n".join(talk.texts)
    for text in (items, talk.memory.summary):
        assert says(text, case["in_force"])
        assert not says(text, case["superseded"])
        assert says(text, case.get("kept", case["in_force"]))


@pytest.mark.parametrize(
    ("language", "statement", "old", "clause", "new"),
    [
        ("nl", "We vertrekken op 9 mei.", "9 mei", "16 mei vertrekken we", "We vertrekken op 16 mei."),
        ("en", "We leave on 3 June at 2 pm.", "2 pm", "10 am", "We leave on 3 June at 10 am."),
        ("it", "Il lunedì alle 18.", "il lunedì", "il mercoledì alle 19", "Il mercoledì alle 19."),
        ("en", "I want beans, leeks and dahlias.", "leeks", "garlic", "I want beans, garlic and dahlias."),
        ("en", "I like the Gazelle Grenoble.", "the Gazelle", "I tried the Raleigh Motus", "I like the Raleigh Motus."),
        ("nl", "Het feest is in de kantine.", "in de kantine", "in de tuin", "Het feest is in de tuin."),
        ("nl", "Mijn zus heet Femke.", "Anna", "Eva", ""),
        ("en", "Which day? On Monday.", "Monday", "Tuesday", "Which day? On Tuesday."),
    ],
)
def test_a_new_value_stands_in_the_old_statement(
    language: Language, statement: str, old: str, clause: str, new: str
) -> None:
    assert amended(statement, old, (clause,), language) == new


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("nl", "Wat kost een paspoort?"),
        ("nl", "We willen ook een dag naar Sintra."),
        ("en", "The meeting is on Monday."),
        ("it", "Vorrei un tavolo per due."),
    ],
)
def test_a_sentence_that_denies_nothing_corrects_nothing(language: Language, sentence: str) -> None:
    assert read_correction(sentence, language) is None


@pytest.mark.parametrize(
    ("language", "statement"),
    [
        ("nl", "Ik eet geen vlees, wel vis."),
        ("nl", "Ik kan niet op maandag, alleen op dinsdag."),
        ("en", "I do not eat meat, only fish."),
        ("it", "Non mangio carne, solo pesce."),
    ],
)
async def test_a_denial_of_what_nobody_said_is_a_statement_and_stays_whole(language: Language, statement: str) -> None:
    talk = Remembered(language)
    await talk.hear(statement, "OK.")
    assert talk.texts == [statement]


async def test_only_the_statement_that_is_meant_gives_way() -> None:
    talk = Remembered("nl")
    await talk.hear("Ik wil de marathon van Rotterdam lopen.")
    await talk.hear("Mijn broer woont in Rotterdam.")
    await talk.hear("Niet Rotterdam maar de marathon van Eindhoven.")
    assert "Mijn broer woont in Rotterdam." in talk.texts
    assert "Ik wil de marathon van Eindhoven lopen." in talk.texts


async def test_a_correction_points_to_what_it_supersedes() -> None:
    """S2-V6: "niet X, alleen Y" changes the summary and keeps the pointer to what it corrects."""
    talk = Remembered("nl")
    await talk.hear("Ik wil een overzicht van de kosten en de doorlooptijd.", "Prima.")
    corrected = talk.memory.items[0]
    before = talk.memory.summary
    made = await talk.hear("Niet de kosten, alleen de doorlooptijd.", "Dan alleen de doorlooptijd.")
    assert [(item.kind, item.supersedes_id) for item in made.items] == [("correction", corrected.id)]
    assert "kosten" in before
    assert "kosten" not in talk.memory.summary
    assert "doorlooptijd" in talk.memory.summary


async def test_a_plan_of_ours_that_is_put_right_no_longer_holds() -> None:
    talk = Remembered("nl")
    await talk.hear("We vertrekken op 9 mei.", "Dan vertrekt u op 9 mei vanaf Eindhoven, akkoord?")
    await talk.hear("Nee, op 16 mei.", "Aangepast.")
    assert talk.texts == ["We vertrekken op 16 mei."]


async def test_a_correction_in_the_same_message_leaves_one_statement() -> None:
    talk = Remembered("en")
    await talk.hear("We leave on 3 June. No, sorry, not 3 June but 10 June.")
    assert talk.texts == ["We leave on 10 June."]


async def test_a_no_to_our_question_takes_nothing_back() -> None:
    talk = Remembered("en")
    await talk.hear("We have two dogs.", "Do you have a garden?")
    await talk.hear("No, we have a balcony.", "OK.")
    assert "We have two dogs." in talk.texts


async def test_what_is_said_again_with_another_value_takes_the_place_of_the_first() -> None:
    talk = Remembered("en")
    await talk.hear("Our budget is 2500 euros.")
    await talk.hear("Our budget is 3000 euros.")
    assert talk.texts == ["Our budget is 3000 euros."]


@pytest.mark.parametrize(
    "text", ["not " * 4_000, "niet, " * 3_000, "no no no" * 2_000, ", maar" * 5_000, "\u202e niet"]
)
async def test_any_text_is_read_in_bounded_time(text: str) -> None:
    for language in ("en", "nl", "it"):
        talk = Remembered(language)
        await talk.hear(text)
        assert all(len(item) <= 200 for item in talk.texts)
