"""The Dutch assistant behind HTTP, its conversations in files of the second shape, by words alone and with no model."""

import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from askwell.engine import Engine
from askwell.http.app import create_app
from askwell.settings import Settings

PATH = "/api/chat/memory"

Files = Callable[[str], dict[str, Any]]
"""A session's id to what its file holds."""


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One event loop for the module, since one engine serves all its tests."""
    return "asyncio"


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the session files."""
    return tmp_path_factory.mktemp("policy") / "sessions"


@pytest.fixture(scope="module")
def file_of(sessions: Path) -> Files:
    """What the file of a session holds."""

    def read(session_id: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((sessions / f"{session_id}.json").read_text(encoding="utf-8"))
        return found

    return read


@pytest.fixture(scope="module")
async def engine(sessions: Path) -> AsyncIterator[Engine]:
    """An engine with the documents of `policy`."""
    settings = Settings(
        home=sessions.parent, embedder="none", store="files", session_files="s2", sessions=str(sessions)
    )
    async with await Engine.open(settings) as opened:
        async for _ in opened.prepare("policy"):
            pass
        yield opened


@pytest.fixture(scope="module")
async def client(engine: Engine) -> AsyncIterator[httpx.AsyncClient]:
    """What calls the routes of another system, as its own client does."""
    app = create_app(engine)
    app.state.engine = engine  # this transport runs no lifespan, and the engine is open
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        yield client
