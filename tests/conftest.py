"""Machinery shared by all tests."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from askwell.settings import Settings

REPOSITORY = Path(__file__).parents[1]
WEIGHTS = Path(os.environ.get("ASKWELL_HOME", REPOSITORY / ".askwell")) / "models"
"""Where `make setup` puts the weights."""


@pytest.fixture
def anyio_backend() -> str:
    """All async tests run on asyncio, as the product does."""
    return "asyncio"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A fresh data folder, no model, no embedder: fast, and nothing of the machine's own gets in."""
    return Settings(home=tmp_path / "home", embedder="none", models=str(WEIGHTS), lease_s=5)
