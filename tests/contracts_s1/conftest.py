"""One engine a module over the goods and the documents of `shop`."""

from collections.abc import AsyncIterator

import pytest

from askwell.engine import Engine
from tests.prepared import prepared


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One event loop for a module, since one engine serves all its tests."""
    return "asyncio"


@pytest.fixture(scope="module")
async def engine(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Engine]:
    async with prepared("shop", tmp_path_factory.mktemp("shop")) as opened:
        yield opened
