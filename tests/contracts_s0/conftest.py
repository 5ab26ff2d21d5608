"""One engine a module over the documents of `papers`."""

from collections.abc import AsyncIterator

import pytest

from askwell.engine import Engine
from askwell.settings import Settings


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One event loop for a module, since one engine serves all its tests."""
    return "asyncio"


@pytest.fixture(scope="module")
async def engine(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Engine]:
    """A real database and the real documents, by words alone."""
    settings = Settings(home=tmp_path_factory.mktemp("papers"), embedder="none")
    async with await Engine.open(settings) as opened:
        async for _ in opened.prepare("papers"):
            pass
        yield opened
