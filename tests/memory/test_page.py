"""docs/memory.md shows a conversation that happened: it is played again, and every layer holds what the page says."""

from pathlib import Path

import pytest

from tests.memory.page import PAGE, STOPS, TALK, in_line, play, runtime

REFRESH = "python -m tests.memory.page --write brings docs/memory.md in line"


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One event loop for the module, since one conversation serves all its tests."""
    return "asyncio"


@pytest.fixture(scope="module")
async def blocks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the conversation comes to when it is played now."""
    async with runtime(tmp_path_factory.mktemp("page")) as engine:
        return await play(engine)


async def test_the_page_shows_what_happens(blocks: dict[str, str]) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert in_line(page, blocks) == page, REFRESH


async def test_a_correction_takes_the_place_of_what_it_corrects(blocks: dict[str, str]) -> None:
    """S2-V6: in the summary and among the items, up to the last turn."""
    before, *after = (blocks[f"after turn {stop}"] for stop in STOPS)
    assert "September" in before
    for layers in after:
        assert "I want to start in January." in layers
        assert "September" not in layers


async def test_the_window_stays_five_turns(blocks: dict[str, str]) -> None:
    """S2-06: the last five exchanges, however long the conversation is."""
    shown = [blocks[f"after turn {stop}"].splitlines()[0].split(maxsplit=2)[2] for stop in STOPS]
    assert shown == [", ".join(map(str, range(stop - 4, stop + 1))) for stop in STOPS]
    assert len(TALK) == STOPS[-1]


def test_a_block_that_the_page_lacks_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="substring not found"):
        in_line("No block.", {"after turn 5": "what"})
