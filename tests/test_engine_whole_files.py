"""Short attachments reach a model whole, whatever words a question has."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from askwell.engine import Engine
from askwell.settings import Settings
from tests.alpine import alpine, let_write

pytestmark = pytest.mark.anyio

LEASE = "# Lease\n" + "".join(
    f"\n## Deposit of room {room}\n\n{f'The deposit of room {room} is paid before the key is handed over. ' * 9}\n"
    for room in range(1, 9)
)
HOUSE = "# House\n\n## Bins\n\nBins are emptied on Tuesday.\n\n## Bicycles\n\nBicycles go to the cellar.\n"
LONG = "# Diary\n" + "".join(
    f"\n## Day {day}\n\n{'The garden was dry, and nobody came by. ' * 12}\n" for day in range(90)
)


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    async with alpine(settings, tmp_path) as opened:
        yield opened


async def prompt_of(engine: Engine, question: str, *files: tuple[str, str]) -> str:
    model = let_write(engine, ["It is written there [1]."] * 2)
    session = (await engine.create_session()).id
    for name, text in files:
        await engine.attach(session, name, text.encode())
    await engine.attachments.settled(session)
    await engine.ask("What does the Alpine pass cost for adults?", session=session)
    answer = await engine.ask(question, session=session)
    assert answer.ledger is not None
    assert sum(answer.ledger.tokens.values()) <= answer.ledger.budget
    return model.calls[-1].messages[-1].content


async def test_a_short_file_is_in_the_prompt_whole_without_a_word_of_the_question(engine: Engine) -> None:
    """In its own order, after the passages that the search found."""
    prompt = await prompt_of(engine, "How is the deposit of a room paid?", ("house.md", HOUSE), ("lease.md", LEASE))
    places = [prompt.find(text) for text in ("The deposit of room", "emptied on Tuesday", "go to the cellar")]
    assert -1 not in places
    assert places == sorted(places)


async def test_of_a_file_that_does_not_fit_only_passages_are_packed(engine: Engine) -> None:
    prompt = await prompt_of(engine, "What is said of the garden?", ("diary.md", LONG), ("house.md", HOUSE))
    assert 0 < prompt.count("The garden was dry") < 12 * 90
    assert "emptied on Tuesday" in prompt
