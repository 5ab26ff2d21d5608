"""Runs work on texts: short work at once, long work in a thread outside the event loop."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

LONG_CHARS = 40_000
"""Characters from which work leaves the event loop: about five milliseconds of the slowest of the rules.

A thread costs a tenth of a millisecond when nothing else runs and several when much does, for the two wait for each
other.
"""

P = ParamSpec("P")
T = TypeVar("T")


async def aside(chars: int, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the work gives on texts of so many characters; from `LONG_CHARS` on it runs in a thread."""
    if chars < LONG_CHARS:
        return work(*args, **kwargs)
    return await asyncio.to_thread(work, *args, **kwargs)
