"""What every streamed answer is held to: time-outs, caps, a proper end."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

from askwell.errors import ModelFailed
from askwell.models.calls import CallDelta, join_calls
from askwell.types import ChatPiece, Usage

AFTERMATH_S = 2.0
"""How long the usage may take that follows the end of an answer."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long and how large an answer may become, and how often it is tried."""

    first_token_s: float = 60.0
    """From the call to the first piece of text, one try."""
    idle_s: float = 30.0
    """Between two pieces."""
    total_s: float = 300.0
    """For everything, tries and waits included."""
    most_chars: int = 100_000
    tries: int = 3
    """Calls at most, as long as no text has come."""
    wait_s: float = 0.5
    """Before the second try; doubles with every further one, plus as much again at random."""
    longest_wait_s: float = 20.0
    """A server that asks to wait longer is not asked again."""


@dataclass(frozen=True, slots=True)
class Delta:
    """What one chunk of an answer brings."""

    text: str = ""
    finish: str = ""
    """Why the answer ends, with its last text; empty until then."""
    usage: Usage | None = None
    calls: tuple[CallDelta, ...] = ()


async def guard(
    deltas: AsyncGenerator[Delta], limits: Limits, name: str, *, ends_at: float, may_call: bool = False
) -> AsyncGenerator[ChatPiece]:
    """The pieces of an answer, held to the limits; `ends_at` is the monotonic time at which all must be over.

    Calls of tools come with the last piece, and count like text; where the model may not call they are left out.

    Raises ModelFailed: `upstream_timeout`, `upstream_too_long`, `upstream_truncated` (no reason to finish was given),
    `upstream_empty` (it finished without text or call).
    """
    started = time.monotonic()
    chars = 0
    finish = ""
    usage: Usage | None = None
    calls: list[CallDelta] = []
    async with aclosing(deltas):
        while True:
            wait_until = _wait_until(started, limits, spoke=chars > 0, finished=bool(finish))
            try:
                async with asyncio.timeout(min(wait_until, ends_at) - time.monotonic()):
                    delta = await anext(deltas)
            except StopAsyncIteration:
                break
            except TimeoutError as error:
                if finish:
                    break
                raise _timed_out(name, limits, spoke=chars > 0, total=ends_at <= wait_until) from error
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
        raise ModelFailed(f"{name} broke off after {chars} characters", code="upstream_truncated", hint="Ask again.")
    if not chars:
        raise ModelFailed(f"{name} answered with nothing ({finish})", code="upstream_empty", hint="Ask again.")
    cut = finish in {"length", "max_tokens"}
    yield ChatPiece(finished=True, usage=usage or Usage(calls=1), cut=cut, calls=join_calls(calls))


def _wait_until(started: float, limits: Limits, *, spoke: bool, finished: bool) -> float:
    if finished:
        return time.monotonic() + AFTERMATH_S
    return time.monotonic() + limits.idle_s if spoke else started + limits.first_token_s


def _too_long(name: str, limits: Limits) -> ModelFailed:
    return ModelFailed(
        f"{name} wrote more than {limits.most_chars} characters",
        code="upstream_too_long",
        hint="Lower `max_tokens`, or raise the cap on characters.",
    )


def _timed_out(name: str, limits: Limits, *, spoke: bool, total: bool) -> ModelFailed:
    if total:
        told = f"was not done after {limits.total_s:g} s"
    elif spoke:
        told = f"fell silent for {limits.idle_s:g} s"
    else:
        told = f"said nothing for {limits.first_token_s:g} s"
    return ModelFailed(f"{name} {told}", code="upstream_timeout", hint="Ask again, or raise the model's time-outs.")
