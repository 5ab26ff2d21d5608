"""Engines over the documents of a bundled assistant, which are read once a run."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from askwell.engine import Engine
from askwell.settings import Settings
from tests.conftest import WEIGHTS

_homes: dict[tuple[str, str], TemporaryDirectory[str]] = {}
"""Assistant and embedder to a data folder that holds its documents and nothing else."""


@asynccontextmanager
async def prepared(assistant: str, home: Path, *, embedder: str = "none", **settings: Any) -> AsyncIterator[Engine]:
    """An engine over a data folder with the assistant's documents, by words alone unless an embedder is named.

    An empty `home` gets a copy of a folder that was prepared before in this process; one in use stays as it is.
    """
    if _is_empty(home):
        shutil.copytree(await _home(assistant, embedder), home, dirs_exist_ok=True)
    async with await Engine.open(
        Settings(home=home, embedder=embedder, **{"models": str(WEIGHTS), **settings})
    ) as engine:
        yield engine


def _is_empty(folder: Path) -> bool:
    return not folder.exists() or not any(folder.iterdir())


async def _home(assistant: str, embedder: str) -> str:
    """Reading takes a second of CPU by words alone, half a minute with an embedder; a copy takes milliseconds."""
    if (assistant, embedder) not in _homes:
        made = TemporaryDirectory(prefix=f"askwell-{assistant}-")
        async with await Engine.open(Settings(home=Path(made.name), embedder=embedder, models=str(WEIGHTS))) as engine:
            async for _ in engine.prepare(assistant):
                pass
        _homes[assistant, embedder] = made
    return _homes[assistant, embedder].name
