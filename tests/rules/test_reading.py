"""What a reader of answers changes: which unit is said first, and whether it is said as an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from askwell.assistant import GradeSection
from askwell.errors import BrokenWeights
from askwell.rules.choose import Paragraph
from askwell.rules.form import read_question
from askwell.rules.reading import READ_UNITS, read_first
from askwell.rules.sureness import Draft, reading_of
from askwell.rules.units import units
from askwell.rules.weigh import weigh
from askwell.rules.write import RulesWriter
from askwell.types import Passage, Unsure
from tests.passages import brief, passage
from tests.rules.test_chat import ASSISTANT
from tests.rules.test_sureness import BUS, FERRY, LEAST_CHANCE, QUESTION, ranked


class Heard:
    """A reader with fixed odds for some sentences, which keeps what it was given."""

    def __init__(self, odds: Mapping[str, float] | None = None, others: float = -3.0) -> None:
        self.odds = odds or {}
        self.others = others
        self.given: list[tuple[str, str, list[str]]] = []

    def read(self, question: str, heading: str, sentences: Sequence[str]) -> list[float]:
        self.given.append((question, heading, list(sentences)))
        return [self.odds.get(each, self.others) for each in sentences]


class Broken:
    """A reader without weights."""

    def read(self, question: str, heading: str, sentences: Sequence[str]) -> list[float]:
        raise BrokenWeights(f"{question} {heading} {len(sentences)}", hint="Pull them.")


def harbour() -> list[Passage]:
    """Two passages of which the second answers, and the first has more words of the question."""
    said = ("The ferry leaves from the harbour.", "The ferry has its trips at noon.", "A bus goes to the harbour.")
    return ranked(
        [
            replace(passage(text, title=title, document=title, dense=near), sentences=(near,))
            for text, title, near in zip(said, ("Ferry", "Trips", "Bus"), (0.6, 0.58, 0.2), strict=True)
        ]
    )


async def written(found: Sequence[Passage], reader: Heard | Broken | None, least: float = LEAST_CHANCE) -> list[str]:
    assistant = ASSISTANT.model_copy(update={"grade": GradeSection(precision=least)})
    asked = replace(brief(QUESTION, found), is_sure=False)
    pieces = [piece async for piece in RulesWriter(assistant, reader).write(asked)]
    return ["unsure" if isinstance(piece, Unsure) else str(piece) for piece in pieces]


async def test_an_answer_begins_with_what_the_reader_takes_for_one() -> None:
    for text in ("The ferry has its trips at noon.", "The ferry leaves from the harbour."):
        said = await written(harbour(), Heard({text: 4.5}), least=0.2)
        assert said[0].startswith(text)


async def test_the_quotations_of_an_unsure_answer_begin_with_it_too() -> None:
    answers = Heard({"The ferry has its trips at noon.": 0.5}, others=-4.0)
    first, _, quoted, *_ = "".join(await written(harbour(), answers)).splitlines()
    assert first.startswith("unsure")
    assert "The ferry has its trips at noon." in quoted


async def test_a_reader_tells_whether_an_answer_is_sure() -> None:
    for odds, is_answer in ((6.0, True), (-12.0, False)):
        reader = Heard(others=odds)
        assert ("unsure" not in await written(ranked([FERRY, BUS]), reader)) == is_answer
        texts = ["The ferry leaves at noon.", "A bus goes to the harbour."]
        assert reader.given == [(QUESTION, "Ferry", texts)]


async def test_a_few_units_are_read_together_and_those_before_all_others() -> None:
    lines = [f"The ferry of pier {at} leaves at noon." for at in range(READ_UNITS + 2)]
    found = [replace(passage(" ".join(lines), title="Ferry", dense=0.6), sentences=(0.6,) * len(lines))]
    reader = Heard(others=-4.0)
    read = read_question(QUESTION, "en")
    weighed = read_first(read, weigh(read, units(ranked(found)), ranked(found), "en"), brief(QUESTION, found), reader)
    assert [len(texts) for _, _, texts in reader.given] == [READ_UNITS]
    heard = [one for one in weighed if one.odds is not None]
    assert len(heard) == READ_UNITS
    assert min(one.leading for one in heard) >= max(one.leading for one in weighed if one.odds is None)


async def test_what_cannot_be_said_alone_is_not_read() -> None:
    leaning = passage("However, it leaves at noon.", title="Ferry", document="leaning", dense=0.9)
    reader = Heard()
    await written(ranked([replace(leaning, sentences=(0.9,)), BUS]), reader)
    assert [texts for _, _, texts in reader.given] == [["A bus goes to the harbour."]]


async def test_what_lacks_a_number_of_the_question_does_not_come_before_what_has_it() -> None:
    said = ("A ticket for 4 people costs 12 euros.", "A ticket for a dog costs 3 euros.")
    found = [
        replace(passage(text, title=title, document=title, dense=near), sentences=(near,))
        for text, title, near in zip(said, ("Groups", "Dogs"), (0.6, 0.58), strict=True)
    ]
    reader = Heard({said[1]: 4.5}, others=-4.0)
    asked = replace(brief("What does a ticket for 4 people cost?", ranked(found)), is_sure=False)
    pieces = [str(piece) async for piece in RulesWriter(ASSISTANT, reader).write(asked)]
    assert [texts for _, _, texts in reader.given] == [[said[0]]]
    before, found_it, _ = "".join(pieces).partition(said[0])
    assert found_it
    assert said[1] not in before


def test_a_paragraph_that_was_not_read_has_the_best_odds_of_what_was() -> None:
    found = ranked([FERRY, BUS])
    read = read_question(QUESTION, "en")
    ferry, bus = weigh(read, units(found), found, "en")
    said = (Paragraph((ferry.unit,)),)
    assert reading_of(Draft(read, (ferry, bus), said)) is None
    assert reading_of(Draft(read, (ferry, replace(bus, odds=1.5)), said)) == 1.5
    assert reading_of(Draft(read, (replace(ferry, odds=-2.0), replace(bus, odds=1.5)), said)) == -2.0


async def test_a_row_of_a_table_that_comes_first_is_not_read() -> None:
    text = "| Boat | Leaves |\n|---|---|\n| Ferry | noon |\n\nA ferry is a boat."
    reader = Heard()
    question = "When does the ferry leave?"
    found = ranked([passage(text, title="Boats", dense=0.6)])
    read = read_question(question, "en")
    weighed = weigh(read, units(found), found, "en")
    assert max(weighed, key=lambda one: one.opening(read)).unit.kind == "row"
    assert read_first(read, weighed, brief(question, found), reader) == weighed
    assert reader.given == []


async def test_what_is_sure_or_no_answer_is_not_read() -> None:
    reader = Heard()
    for purpose in ("answer", "passages", "not_found"):
        asked = replace(brief(QUESTION, ranked([FERRY, BUS]), purpose=purpose), is_sure=True)
        assert [piece async for piece in RulesWriter(ASSISTANT, reader).write(asked)]
    assert reader.given == []


async def test_a_reader_that_cannot_be_loaded_leaves_what_rules_say(caplog: pytest.LogCaptureFixture) -> None:
    alone, broken = [await written(harbour(), reader) for reader in (None, Broken())]
    assert alone == broken
    assert "judged without the reader" in caplog.text
