"""Counters in a store that processes share, or in this process; a store that fails keeps nobody out."""

import asyncio
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from limits import RateLimitItem
from limits.aio.storage import MemoryStorage, Storage
from limits.aio.strategies import FixedWindowRateLimiter, SlidingWindowCounterRateLimiter
from limits.errors import ConfigurationError
from limits.storage import storage_from_string

from askwell.errors import BadConfig
from askwell.text.addresses import shown_url

LOG = logging.getLogger("askwell")

WAIT_S = 0.5
"""Longest wait for the shared store, seconds."""
PAUSE_S = 5.0
"""Time without another attempt after a failure of the store, seconds; until then this process counts alone."""

T = TypeVar("T")


class Counters:
    """Windows of counts by name. `url` is that of a store of the package `limits`; empty for this process alone.

    Raises BadConfig (`bad_limit_store`, `missing_extra`).
    """

    def __init__(self, url: str = "") -> None:
        self._local = _Windows(MemoryStorage())
        self._shared = None if not url else _Windows(_open(url))
        self._failed_at: float | None = None

    async def request(self, item: RateLimitItem, who: Sequence[str]) -> tuple[bool, float, int]:
        """Count one more in a sliding window: whether it is allowed, the time when more are, and how many are left."""
        return await self._either(lambda windows: windows.request(item, _name(who)))

    async def add(self, item: RateLimitItem, who: Sequence[str], amount: int) -> None:
        """Add to a fixed window, which begins with its first amount."""
        await self._either(lambda windows: windows.add(item, _name(who), amount))

    async def left(self, item: RateLimitItem, who: Sequence[str]) -> tuple[int, float]:
        """What is left in a fixed window, and the time when it ends, seconds since 1970."""
        return await self._either(lambda windows: windows.left(item, _name(who)))

    async def clear(self, item: RateLimitItem, who: Sequence[str]) -> None:
        """Begin at zero, in a sliding and in a fixed window."""
        await self._either(lambda windows: windows.clear(item, _name(who)))

    async def _either(self, work: "Callable[[_Windows], Awaitable[T]]") -> T:
        """The result from the shared store; from this process if there is none or it fails."""
        if self._shared is None or (self._failed_at is not None and time.monotonic() - self._failed_at < PAUSE_S):
            return await work(self._local)
        try:
            async with asyncio.timeout(WAIT_S):
                found = await work(self._shared)
        except Exception as error:  # noqa: BLE001  # drivers raise their own errors; none may refuse a question
            LOG.warning("limits are counted in this process, since their store failed: %s", type(error).__name__)
            self._failed_at = time.monotonic()
            return await work(self._local)
        self._failed_at = None
        return found


class _Windows:
    """Counts in one storage."""

    def __init__(self, storage: Storage) -> None:
        self._sliding = SlidingWindowCounterRateLimiter(storage)
        self._fixed = FixedWindowRateLimiter(storage)

    async def request(self, item: RateLimitItem, name: str) -> tuple[bool, float, int]:
        is_allowed = await self._sliding.hit(item, name)
        stats = await self._sliding.get_window_stats(item, name)
        return is_allowed, stats.reset_time, stats.remaining

    async def add(self, item: RateLimitItem, name: str, amount: int) -> None:
        await self._fixed.hit(item, name, cost=amount)

    async def clear(self, item: RateLimitItem, name: str) -> None:
        await self._sliding.clear(item, name)
        await self._fixed.clear(item, name)

    async def left(self, item: RateLimitItem, name: str) -> tuple[int, float]:
        stats = await self._fixed.get_window_stats(item, name)
        return stats.remaining, stats.reset_time


def _open(url: str) -> Storage:
    scheme = url.partition("://")[0]
    is_redis = scheme.removeprefix("async+") in {"redis", "rediss"}
    try:
        # Of two clients that the package can use, this one restricts no other package.
        options = {"implementation": "redispy"} if is_redis else {}
        storage = storage_from_string(url if scheme.startswith("async+") else f"async+{url}", **options)
    except ConfigurationError as error:
        raise BadConfig(
            f"Limits cannot be counted in {shown_url(url)!r}",
            code="missing_extra" if is_redis else "bad_limit_store",
            hint="Install askwell[redis]." if is_redis else "Such as redis://localhost:6379.",
        ) from error
    assert isinstance(storage, Storage), "an asynchronous scheme makes an asynchronous storage"
    return storage


def _name(parts: Sequence[str]) -> str:
    """A name of fixed length: users choose theirs, and no part may end another."""
    return hashlib.sha256(repr(tuple(parts)).encode()).hexdigest()[:32]
