"""The window of a question: how many turns it recalls, whatever the assistant's own window is."""

from pathlib import Path

import pytest

from askwell.settings import Settings
from askwell.types import TurnOptions
from tests.alpine import COST, alpine


@pytest.mark.parametrize(("window", "recalled"), [(None, 5), (2, 2), (7, 7)])
async def test_a_question_recalls_as_many_turns_as_it_asks_for(
    settings: Settings, tmp_path: Path, window: int | None, recalled: int
) -> None:
    async with alpine(settings, tmp_path) as engine:
        session = (await engine.create_session()).id
        for _ in range(7):
            await engine.ask(COST, session=session)
        answer = await engine.ask(COST, session=session, options=TurnOptions(window_turns=window))
    [decision] = [each for each in answer.decisions if each.step == "recall"]
    assert (decision.params["turns"], decision.params["window"]) == (recalled, recalled)
