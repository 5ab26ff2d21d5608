"""An answer is the same whether it comes from the turn's state or from the turn as it is stored."""

from dataclasses import fields
from pathlib import Path

import pytest

from askwell.engine import LOCAL, answer_of
from askwell.settings import Settings
from askwell.types import Answer
from tests.alpine import alpine
from tests.tooling import runtime


@pytest.mark.parametrize("question", ["Hello!", "What does the Alpine pass cost for adults?", "Who won the cup?"])
async def test_a_stored_turn_gives_the_answer_that_was_returned(
    settings: Settings, tmp_path: Path, question: str
) -> None:
    async with alpine(settings, tmp_path) as engine:
        session = (await engine.create_session()).id
        returned = await engine.ask(question, session=session)
        stored = answer_of(await engine.store.turns.get(LOCAL, session, 1))
        alone = await engine.ask(question)
    # The last step is not among the decisions that it stores, and it takes its time. A store rounds scores.
    differing = {"decisions", "took_ms", "resolution", "sources"}
    same = [each.name for each in fields(Answer) if each.name not in differing]
    assert {name: getattr(stored, name) for name in same} == {name: getattr(returned, name) for name in same}
    assert [(each.number, each.document_id) for each in stored.sources] == [
        (each.number, each.document_id) for each in returned.sources
    ]
    assert [each.step for each in stored.decisions] == [each.step for each in returned.decisions[:-1]]
    assert (alone.turn_number, alone.session_id) == (None, None)
    assert (alone.answer, alone.outcome) == (returned.answer, returned.outcome)


async def test_a_declined_turn_is_stored_as_declined(settings: Settings, tmp_path: Path) -> None:
    scope = 'scope: {about: skiing, foreign: ["Who won the cup?"]}\n'
    async with runtime(settings, tmp_path, "", more=scope) as engine:
        session = (await engine.create_session("desk")).id
        answer = await engine.ask("Who won the cup?", session=session)
        stored = await engine.store.turns.get(LOCAL, session, 1)
    assert (answer.outcome, answer.status) == ("declined", "declined")
    assert (stored.outcome, stored.status) == ("declined", "declined")
