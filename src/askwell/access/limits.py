"""Limits of each user: requests a minute, concurrent turns, tokens and spend a day. The operator has none."""

import math
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from limits import RateLimitItemPerDay, RateLimitItemPerMinute

from askwell.access.counters import Counters
from askwell.errors import LimitReached
from askwell.types import OPERATOR, Caller, Principal, Usage

MINUTE_S = 60
SPEND_UNITS = 1_000_000
"""Parts of the currency in which spend is counted."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What each user may use; 0 means any amount."""

    requests_per_minute: int = 0
    """Per credential, so that one program of a user does not keep out the others."""
    concurrent_turns: int = 0
    """In this process."""
    tokens_per_day: int = 0
    spend_per_day: float = 0.0

    def spend_of(self, usage: Usage) -> int:
        """Spend of a turn in millionths of the currency, rounded up."""
        return math.ceil(usage.cost * SPEND_UNITS)


@dataclass(frozen=True, slots=True)
class Standing:
    """What is left of the requests of a credential."""

    allowed: int
    left: int
    reset_s: int
    """Time until more are left, seconds."""


class Admission:
    """A place among the concurrent turns of a user, until it is closed. It is a context manager."""

    def __init__(self, running: "Counter[Principal]", principal: Principal) -> None:
        self._running = running
        self._principal = principal
        self._is_open = True
        running[principal] += 1

    def close(self) -> None:
        """Give up the place; further calls have no effect."""
        if self._is_open:
            self._is_open = False
            self._running[self._principal] -= 1
            if not self._running[self._principal]:
                del self._running[self._principal]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class UserLimits:
    """Counts what users do and refuses what exceeds their allowance, before it is done."""

    def __init__(self, allowance: Allowance, counters: Counters) -> None:
        self._allowance = allowance
        self._counters = counters
        self._running: Counter[Principal] = Counter()
        self._requests = RateLimitItemPerMinute(allowance.requests_per_minute or 1, namespace="askwell-requests")
        self._tokens = RateLimitItemPerDay(allowance.tokens_per_day or 1, namespace="askwell-tokens")
        spend = max(1, int(allowance.spend_per_day * SPEND_UNITS))
        self._spend = RateLimitItemPerDay(spend, namespace="askwell-spend")

    async def request(self, caller: Caller) -> Standing | None:
        """Count a request; None for a caller without a limit. Raises LimitReached (`rate_limited`)."""
        allowed = self._allowance.requests_per_minute
        if not allowed or caller.principal == OPERATOR:
            return None
        who = (caller.principal.tenant, caller.principal.user, caller.credential)
        is_allowed, reset_at, left = await self._counters.request(self._requests, who)
        reset_s = _seconds_until(reset_at)
        if not is_allowed:
            raise LimitReached(
                f"More than {allowed} requests in a minute",
                code="rate_limited",
                retry_after_s=reset_s,
                hint="Send fewer requests, or ask the operator for more.",
            )
        return Standing(allowed, left, reset_s)

    async def admit(self, principal: Principal) -> Admission:
        """A place for another turn of a user.

        A turn is admitted as long as anything is left of the day's tokens and spend: what it will use is not known
        before. Raises LimitReached (`too_many_turns`, `tokens_spent`, `budget_spent`).
        """
        allowance, running = self._allowance, self._running
        if principal == OPERATOR:
            return Admission(Counter(), principal)
        if allowance.concurrent_turns and running[principal] >= allowance.concurrent_turns:
            raise LimitReached(
                f"{running[principal]} turns are running; the maximum is {allowance.concurrent_turns}",
                code="too_many_turns",
                retry_after_s=1,
                hint="Wait for one of them to end.",
            )
        place = Admission(running, principal)  # taken before the first await, so that a burst cannot pass together
        try:
            await self._check_day(principal)
        except BaseException:
            place.close()
            raise
        return place

    async def record(self, principal: Principal, usage: Usage) -> None:
        """Add what a turn has used to the day's sums."""
        if principal == OPERATOR:
            return
        tokens = usage.input_tokens + usage.output_tokens
        if self._allowance.tokens_per_day and tokens:
            await self._counters.add(self._tokens, _who(principal), tokens)
        if self._allowance.spend_per_day and (spend := self._allowance.spend_of(usage)):
            await self._counters.add(self._spend, _who(principal), spend)

    async def forget(self, principal: Principal, key_ids: Iterable[str] = ()) -> None:
        """Remove what was counted of a user and of these API keys."""
        for credential in [f"jwt:{principal.user}", *(f"key:{each}" for each in key_ids)]:
            await self._counters.clear(self._requests, (*_who(principal), credential))
        for item in (self._tokens, self._spend):
            await self._counters.clear(item, _who(principal))

    async def _check_day(self, principal: Principal) -> None:
        allowance = self._allowance
        for item, amount, code, what in (
            (self._tokens, allowance.tokens_per_day, "tokens_spent", "tokens"),
            (self._spend, allowance.spend_per_day, "budget_spent", "spend"),
        ):
            if amount:
                left, reset_at = await self._counters.left(item, _who(principal))
                if left <= 0:
                    raise LimitReached(
                        f"The {what} of a day: {amount:g} is used up",
                        code=code,
                        retry_after_s=_seconds_until(reset_at),
                        hint="Ask again later, or ask the operator for more.",
                    )


def _who(principal: Principal) -> tuple[str, str]:
    return principal.tenant, principal.user


def _seconds_until(moment: float) -> int:
    return max(1, math.ceil(moment - time.time()))
