"""Machinery shared by all tests."""

import pytest


@pytest.fixture
def anyio_backend() -> str:
    """All async tests run on asyncio, as the product does."""
    return "asyncio"
