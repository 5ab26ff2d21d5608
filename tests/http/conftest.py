"""A real engine over a real SQLite file and an assistant with six documents; clients with and without a socket."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from askwell.http.app import create_app
from askwell.http.serve import server
from askwell.settings import Settings

YAML = """
name: garden
title: The garden
description: Answers about the garden.
starters: ["How often do I water tomatoes?"]
resolve: {by: rules}
route: {by: rules}
rank: {by: fused}
grade: {by: rules, precision: 0.5}
"""
DOCUMENTS = {
    "tomatoes.md": (
        "# Tomatoes\n\n## Watering\n\nWater tomatoes twice a week in the morning. Wet leaves at night bring blight.\n\n"
        "## Harvest\n\nTomatoes are ripe when they come off the stem with a light twist.\n"
    ),
    "roses.md": "# Roses\n\nPrune roses in March, above a bud that looks outwards. Feed roses with compost in April.\n",
    "carrots.md": "# Carrots\n\nSow carrots thinly in sandy soil from March. A fine net keeps carrot flies away.\n",
    "compost.md": "# Compost\n\nMix brown and green waste in equal parts. Turn the heap once a month with a fork.\n",
    "lawn.md": "# Lawn\n\nMow the lawn at four centimetres. Rake moss out in spring and sow the bare spots again.\n",
    "tools.md": "# Tools\n\nOil the blades of shears after use. Sharpen spades with a flat file before winter.\n",
}
WATERING = "How often do I water tomatoes?"

SettingsOf = Callable[..., Settings]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """All async tests run on asyncio, fixtures of a whole module too."""
    return "asyncio"


def lay_out(folder: Path, patch: pytest.MonkeyPatch) -> SettingsOf:
    """What makes settings over an empty data folder and the garden alone; keywords go on top."""
    garden = folder / "assistants" / "garden"
    (garden / "knowledge").mkdir(parents=True)
    (garden / "assistant.yaml").write_text(YAML)
    for name, text in DOCUMENTS.items():
        (garden / "knowledge" / name).write_text(text)
    patch.chdir(folder)
    patch.setattr("askwell.settings.schema._bundled", tuple)

    def settings(**values: object) -> Settings:
        return Settings.model_validate({"home": folder / "home", "embedder": "none"} | values)

    return settings


@pytest.fixture
def settings_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SettingsOf:
    """Settings of one test."""
    return lay_out(tmp_path, monkeypatch)


@pytest.fixture(scope="module")
def shared_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """Settings of all tests of a module."""
    with pytest.MonkeyPatch.context() as patch:
        yield lay_out(tmp_path_factory.mktemp("shared"), patch)()


@pytest.fixture(scope="module")
async def client(shared_settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an application that a whole module shares: a test takes its own sessions."""
    async with opened(shared_settings) as client:
        yield client


@pytest.fixture
async def fresh_client(settings_of: SettingsOf) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an application of its own, with nothing in it but the garden's documents."""
    async with opened(settings_of()) as client:
        yield client


@pytest.fixture(scope="module")
async def served_client(shared_settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """The shared application over a real socket."""
    async with served(shared_settings) as client:
        yield client


@asynccontextmanager
async def opened(settings: Settings, *, ready: bool = True, **options: object) -> AsyncIterator[httpx.AsyncClient]:
    """The application without a socket; `options` go to the client."""
    app = create_app(settings)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://localhost", **options) as client,  # type: ignore[arg-type]
    ):
        if ready:
            await until_ready(client)
        yield client


@asynccontextmanager
async def served(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """The application behind uvicorn on a free port."""
    uvicorn = server(create_app(settings), host="127.0.0.1", port=0)
    task = asyncio.create_task(uvicorn.serve())
    try:
        while not uvicorn.started:  # noqa: ASYNC110  # it has no event for this
            await asyncio.sleep(0.01)
        port = uvicorn.servers[0].sockets[0].getsockname()[1]
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=20) as client:
            await until_ready(client)
            yield client
    finally:
        uvicorn.should_exit = True
        await task


async def until_ready(client: httpx.AsyncClient) -> None:
    """Wait until all documents are read."""
    while (await client.get("/readyz")).status_code != 200:  # noqa: ASYNC110  # as a probe does
        await asyncio.sleep(0.02)


async def new_session(client: httpx.AsyncClient, assistant: str = "garden") -> str:
    """The id of a fresh session."""
    response = await client.post("/v1/sessions", json={"assistant": assistant})
    assert response.status_code == 201, response.text
    return str(response.json()["id"])
