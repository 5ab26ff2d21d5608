"""Returns freed memory to the system while documents are read."""

import asyncio
import ctypes
import sys
import time
from functools import cache
from typing import Any

PAUSE_S = 2.0
"""Shortest time between two returns, each of which takes some milliseconds."""


class FreedMemory:
    """Returns freed memory while documents are read, also of those that are refused."""

    def __init__(self) -> None:
        self._returned_at = time.monotonic()

    async def return_now_and_then(self) -> None:
        """Return it if the last time was `PAUSE_S` ago."""
        if time.monotonic() - self._returned_at >= PAUSE_S:
            await asyncio.to_thread(return_freed_memory)
            self._returned_at = time.monotonic()


def return_freed_memory() -> None:
    """Return the memory that glibc keeps of freed objects; no effect with another C library. Blocks.

    Each thread that reads a document frees its texts in an arena of its own, which is not reused by the next thread:
    after three documents of 10 million characters a process had kept 120 MB.
    """
    if (trim := _malloc_trim()) is not None:
        trim(0)


@cache
def _malloc_trim() -> Any:
    if sys.platform != "linux":
        return None
    try:
        return ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):
        return None
