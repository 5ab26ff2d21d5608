"""An engine over the documents of a bundled assistant."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from askwell.engine import Engine
from askwell.settings import Settings


@asynccontextmanager
async def prepared(assistant: str, home: Path) -> AsyncIterator[Engine]:
    """A real database and the real documents, by words alone."""
    async with await Engine.open(Settings(home=home, embedder="none")) as engine:
        async for _ in engine.prepare(assistant):
            pass
        yield engine
