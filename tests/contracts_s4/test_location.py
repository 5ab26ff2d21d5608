"""The location way of `childcare`, over its real tables."""

import csv
from dataclasses import replace

import pytest

from askwell.engine import Engine
from askwell.llm.write import LlmWriter
from askwell.models.scripted import ScriptedChat
from askwell.types import Answer
from tests.conftest import REPOSITORY

TABLES = REPOSITORY / "assistants" / "childcare" / "tables"


@pytest.mark.parametrize(
    ("question", "board"),
    [
        ("Which workforce board serves Lubbock?", "Workforce Solutions South Plains"),
        ("My sister lives in Houston County. Which board serves her?", "Workforce Solutions Deep East Texas"),
        ("Which board serves Houston?", "Workforce Solutions Gulf Coast"),
        ("Which board serves Tyler?", "Workforce Solutions East Texas"),
        ("Which board serves Tyler County?", "Workforce Solutions Deep East Texas"),
        ("Which board serves ZIP code 78701?", "Workforce Solutions Capital Area"),
        ("Which board serves 79401-1234?", "Workforce Solutions South Plains"),
        ("which board serves deaf smith county", "Workforce Solutions Panhandle"),
        ("Which board serves McLennan County?", "Workforce Solutions for the Heart of Texas"),
        ("Which board serves Ft. Worth?", "Workforce Solutions for Tarrant County"),
        ("which board serves a day care center in dallas", "Workforce Solutions Greater Dallas"),
    ],
)
async def test_a_county_a_city_or_a_zip_code_leads_to_its_board(engine: Engine, question: str, board: str) -> None:
    """S4-02: the location way, with a county before a city where the question says County."""
    answer = await engine.ask(question, assistant="childcare")
    assert (answer.route, answer.outcome) == ("location", "answered")
    assert answer.answer.startswith(f"{board} is the local workforce development board for ")
    assert [source.document for source in answer.sources] == ["boards.csv"]


async def test_the_location_way_sees_the_resolved_question_and_is_remembered(engine: Engine) -> None:
    """S4-B8: "And Corpus Christi?" is looked up as resolved; the source keeps its number."""
    first, second, third = await _talk(
        engine, "Which workforce board serves Lubbock?", "And Corpus Christi?", "Which board serves Travis County?"
    )
    assert second.standalone_question == "Which workforce board serves Corpus Christi?"
    assert "Workforce Solutions Coastal Bend" in second.answer
    assert "Workforce Solutions Capital Area" in third.answer
    assert {source.number for answer in (first, second, third) for source in answer.sources} == {1}


@pytest.mark.parametrize(
    ("first", "question", "resolved", "board"),
    [
        (
            "What is the workforce board for ZIP code 78701?",
            "And 79401?",
            "What is the workforce board for ZIP code 79401?",
            "Workforce Solutions South Plains",
        ),
        (
            "What is the website of the board in Beeville?",
            "And in Austin?",
            "What is the website of the board in Austin?",
            "Workforce Solutions Capital Area",
        ),
    ],
)
async def test_the_intent_is_that_of_the_question_as_understood(
    engine: Engine, first: str, question: str, resolved: str, board: str
) -> None:
    """S4-02 S4-B8: no keyword leads there, and the follow-up as typed has no intent."""
    as_typed = await engine.ask(question, assistant="childcare")
    assert as_typed.route == "search"
    _, answer = await _talk(engine, first, question)
    assert (answer.standalone_question, answer.route) == (resolved, "location")
    assert next(each for each in answer.decisions if each.step == "route").code == "route.intent"
    assert answer.answer.startswith(board)


async def test_without_a_place_the_county_is_asked_for_and_the_reply_completes_the_question(engine: Engine) -> None:
    """S4-B8: our question back is part of the thread."""
    asked, answer = await _talk(engine, "Where is the nearest workforce board?", "78701")
    assert (asked.route, asked.outcome, asked.sources) == ("location", "asked", ())
    assert asked.answer == "In which county, city or ZIP code do you live?"
    assert answer.kind == "clarification"
    assert "Workforce Solutions Capital Area in Austin" in answer.answer


async def test_the_nearest_board_need_not_be_the_one_that_serves(engine: Engine) -> None:
    """S4-02: the distance is said, and so is the board that serves."""
    answer = await engine.ask("What is the closest board to Pflugerville?", assistant="childcare")
    nearest, serving = answer.answer.split("\n\n")
    assert "Workforce Solutions Rural Capital Area in Round Rock, about 10 miles away" in nearest
    assert serving.startswith("Workforce Solutions Capital Area is the local workforce development board for Pflug")


async def test_three_places_are_three_boards(engine: Engine) -> None:
    """S4-02: every sentence of every row carries its mark."""
    answer = await engine.ask("Which boards serve Dallas, Austin and El Paso?", assistant="childcare")
    paragraphs = answer.answer.split("\n\n")
    assert [paragraph.split(" is the local")[0] for paragraph in paragraphs] == [
        "Workforce Solutions Greater Dallas",
        "Workforce Solutions Capital Area",
        "Workforce Solutions Borderplex",
    ]
    assert all(sentence.score == 1 for sentence in answer.support)


@pytest.mark.parametrize("place", ["Smallville", "Atlantis County", "ZIP code 10001"])
async def test_a_place_that_is_not_in_the_table_is_not_found(engine: Engine, place: str) -> None:
    """S4-02: no board is made up; the way goes on to search and says honestly what came of it."""
    answer = await engine.ask(f"Which workforce board serves {place}?", assistant="childcare")
    assert answer.route == "search"
    assert answer.outcome in {"passages", "not_found"}


async def test_rows_and_questions_back_are_said_by_no_model(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """S4-02: the location way ends without a generation, so no model can get a board wrong."""
    runtime = engine.container.runtimes["childcare"]
    model = ScriptedChat(["Call the mayor. [1]"])
    writing = replace(runtime.services, writer=LlmWriter(model, runtime.assistant))
    monkeypatch.setattr(runtime, "services", writing)
    served, asked, searched = [
        await engine.ask(question, assistant="childcare")
        for question in ("Which board serves Waco?", "Which board serves my county?", "What is Child Care Services?")
    ]
    assert served.answer.startswith("Workforce Solutions for the Heart of Texas is the local")
    assert asked.outcome == "asked"
    assert searched.answer == "Call the mayor. [1]"
    assert len(model.calls) == 1


async def test_a_question_about_boards_is_searched(engine: Engine) -> None:
    """S4-02: information is not location."""
    answer = await engine.ask("What does a local workforce development board do?", assistant="childcare")
    assert (answer.route, answer.outcome) == ("search", "answered")
    assert answer.sources[0].document != "boards.csv"


def test_each_county_of_texas_has_one_board_and_each_place_a_county() -> None:
    counties = [county for row in _rows("boards.csv") for county in row["counties"].split(";")]
    assert len(counties) == len(set(counties)) == 254
    assert {row["county"] for row in _rows("places.csv")} == set(counties)


def test_places_lie_in_texas_and_every_zip_code_is_there_once() -> None:
    rows = _rows("places.csv")
    assert len({row["zip"] for row in rows}) == len(rows) == 2595
    assert all(25.8 < float(row["latitude"]) < 36.6 and -106.7 < float(row["longitude"]) < -93.5 for row in rows)
    assert (TABLES / "places.csv").stat().st_size < 200_000


async def _talk(engine: Engine, *questions: str) -> list[Answer]:
    session = await engine.create_session("childcare")
    return [await engine.ask(question, session=session.id) for question in questions]


def _rows(name: str) -> list[dict[str, str]]:
    with (TABLES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
