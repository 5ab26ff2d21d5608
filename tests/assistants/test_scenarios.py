"""Every scenario of every bundled assistant, through the engine with its embedder and no model."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from askwell.engine import Engine
from askwell.evals.report import report_lines
from askwell.evals.run import run_scenario
from askwell.evals.scenario import load_scenario
from askwell.settings import Settings
from tests.conftest import REPOSITORY, WEIGHTS

FILES = sorted(REPOSITORY.glob("assistants/*/scenarios/*.yaml"))


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One event loop for the module, since one engine serves all its scenarios."""
    return "asyncio"


@pytest.fixture(scope="module")
async def engine(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Engine]:
    """An engine over an empty data folder."""
    home = tmp_path_factory.mktemp("scenarios")
    async with await Engine.open(Settings(home=home, models=str(WEIGHTS))) as opened:
        yield opened


@pytest.fixture(scope="module")
def prepared() -> set[str]:
    """Assistants whose documents have been taken in."""
    return set()


# The first of each assistant takes in its documents, which is work for a minute on a busy machine.
@pytest.mark.timeout(600)
@pytest.mark.parametrize("file", FILES, ids=[f"{file.parents[1].name}-{file.stem}" for file in FILES])
async def test_scenario_passes(engine: Engine, prepared: set[str], file: Path) -> None:
    """S4-16: the conversations of the assistants come out as their files expect."""
    assistant = file.parents[1].name
    if assistant not in prepared:
        async for _ in engine.prepare(assistant):
            pass
        prepared.add(assistant)
    result = await run_scenario(load_scenario(file), engine, assistant)
    assert result.conversation_passed, "\n".join(report_lines([result]))
