"""A question whose words the documents do not have is searched again with their spelling."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from askwell.engine import Engine
from askwell.projections import choice_and_reason
from askwell.settings import Settings
from askwell.types import Answer
from tests.alpine import alpine


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    async with alpine(settings, tmp_path) as engine:
        yield engine


def wordings(answer: Answer) -> list[object]:
    return [decision.detail["wordings"] for decision in answer.decisions if decision.step == "search"]


async def test_a_misspelt_question_is_searched_and_answered_with_the_right_spelling(engine: Engine) -> None:
    answer = await engine.ask("Where is the vallley sttation?", assistant="documents")
    assert wordings(answer) == [["Where is the vallley sttation?"], ["Where is the valley station?"]]
    assert (answer.outcome, answer.sources[0].document) == ("answered", "skis.md")
    assert "Skis are rented at the valley station. [1]" in answer.answer
    assert answer.standalone_question == "Where is the vallley sttation?"


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("search again", "with the spelling of the documents: vallley → valley")),
        ("nl", ("opnieuw zoeken", "met de spelling van de documenten: vallley → valley")),
        ("it", ("cerca di nuovo", "con la grafia dei documenti: vallley → valley")),
    ],
)
async def test_the_spelling_is_explained(engine: Engine, language: str, texts: tuple[str, str]) -> None:
    answer = await engine.ask("Where is the vallley?", assistant="documents")
    decision = next(each for each in answer.decisions if each.code == "grade.respelt")
    assert choice_and_reason(decision, language) == texts


@pytest.mark.parametrize("question", ["What does the Alpine pass cost?", "Where can I buy a zeppelin?"])
async def test_without_a_neighbour_no_search_is_repeated_in_the_same_words(engine: Engine, question: str) -> None:
    answer = await engine.ask(question, assistant="documents")
    made = [str(each) for each in wordings(answer)]
    assert len(made) == len(set(made))
    assert not any(each.code == "grade.respelt" for each in answer.decisions)
