"""Limits for every streamed answer: time-outs, maximum length, and a proper end."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

from askwell.errors import ModelFailed
from askwell.models.calls import CallDelta, join_calls
from askwell.types import ChatPiece, Usage

USAGE_WAIT_S = 2.0
"""Time to wait for the usage after the end of an answer, in seconds."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on the time, size and number of tries of an answer."""

    first_token_s: float = 60.0
    """From the call to the first piece of text, for one try."""
    idle_s: float = 30.0
    """Between two pieces."""
    total_s: float = 300.0
    """For everything, including retries and waits."""
    most_chars: int = 100_000
    tries: int = 3
    """Maximum number of calls; there is no retry after the first text."""
    wait_s: float = 0.5
    """Wait before the second try. It doubles with every further try, plus a random time of up to `wait_s`."""
    longest_wait_s: float = 20.0
    """There is no retry if the server asks for a longer wait."""


@dataclass(frozen=True, slots=True)
class Delta:
    """The content of one chunk of an answer."""

    text: str = ""
    finish: str = ""
    """The finish reason, with the last text; empty until then."""
    usage: Usage | None = None
    calls: tuple[CallDelta, ...] = ()


async def guard(
    deltas: AsyncGenerator[Delta], limits: Limits, name: str, *, ends_at: float, may_call: bool = False
) -> AsyncGenerator[ChatPiece]:
    """Pass on the pieces of an answer within the limits; `ends_at` is the deadline in monotonic time.

    Tool calls come with the last piece, and their size counts like text. Without `may_call` they are dropped.

    Raises ModelFailed: `upstream_timeout`, `upstream_too_long`, `upstream_truncated` (no finish reason),
    `upstream_empty` (finished without text or calls).
    """
    started = time.monotonic()
    chars = 0
    finish = ""
    usage: Usage | None = None
    calls: list[CallDelta] = []
    async with aclosing(deltas):
        while True:
            wait_until = _wait_until(started, limits, has_text=chars > 0, finished=bool(finish))
            try:
                async with asyncio.timeout(min(wait_until, ends_at) - time.monotonic()):
                    delta = await anext(deltas)
            except StopAsyncIteration:
                break
            except TimeoutError as error:
                if finish:
                    break
                raise _timed_out(name, limits, has_text=chars > 0, total=ends_at <= wait_until) from error
            finish = delta.finish or finish
            usage = delta.usage or usage
            called = delta.calls if may_call else ()
            calls += called
            chars += len(delta.text) + sum(each.chars for each in called)
            if chars > limits.most_chars:
                raise _too_long(name, limits)
            if delta.text:
                yield ChatPiece(delta.text)
    if not finish:
        raise ModelFailed(
            f"{name} broke off the answer after {chars} characters", code="upstream_truncated", hint="Ask again."
        )
    if not chars:
        raise ModelFailed(
            f"{name} sent an empty answer (finish reason {finish})", code="upstream_empty", hint="Ask again."
        )
    cut = finish in {"length", "max_tokens"}
    yield ChatPiece(finished=True, usage=usage or Usage(calls=1), cut=cut, calls=join_calls(calls))


def _wait_until(started: float, limits: Limits, *, has_text: bool, finished: bool) -> float:
    if finished:
        return time.monotonic() + USAGE_WAIT_S
    return time.monotonic() + limits.idle_s if has_text else started + limits.first_token_s


def _too_long(name: str, limits: Limits) -> ModelFailed:
    return ModelFailed(
        f"{name} wrote more than {limits.most_chars} characters",
        code="upstream_too_long",
        hint="Lower `max_tokens`, or increase the setting `model_max_chars`.",
    )


def _timed_out(name: str, limits: Limits, *, has_text: bool, total: bool) -> ModelFailed:
    if total:
        reason = f"was not finished after {limits.total_s:g} s"
    elif has_text:
        reason = f"stalled for {limits.idle_s:g} s"
    else:
        reason = f"sent nothing for {limits.first_token_s:g} s"
    return ModelFailed(
        f"{name} {reason}", code="upstream_timeout", hint="Ask again, or increase the time-outs of the model."
    )
