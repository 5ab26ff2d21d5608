"""Returns freed memory to the system after large documents."""

import ctypes
import sys
from functools import cache
from typing import Any

LARGE_CHARS = 1_000_000
"""Characters of a document after which it is worth it: it takes some milliseconds."""


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
