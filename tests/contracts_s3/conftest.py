"""The Italian assistant behind HTTP, by words alone and with no model."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from askwell.engine import Engine
from askwell.http.app import create_app
from tests.http.conftest import SettingsOf, lay_out
from tests.prepared import prepared


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One event loop for a module, since one engine serves all its tests."""
    return "asyncio"


@pytest.fixture(scope="module")
async def engine(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Engine]:
    """An engine with the documents of `tax`."""
    async with prepared("tax", tmp_path_factory.mktemp("tax")) as opened:
        yield opened


@pytest.fixture(scope="module")
async def client(engine: Engine) -> AsyncIterator[httpx.AsyncClient]:
    """What calls the routes of another system, as its own client does."""
    app = create_app(engine)
    app.state.engine = engine  # this transport runs no lifespan, and the engine is open
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        yield client


@pytest.fixture
def settings_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SettingsOf:
    """Settings over the garden, for what has to fail."""
    return lay_out(tmp_path, monkeypatch)
