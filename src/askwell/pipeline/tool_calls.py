"""Runs the tool calls of one round, concurrently and within a time limit.

A failed call becomes a result for the writer; it never fails the turn.
"""

import asyncio
import json
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from askwell.errors import BadInput, NotFound
from askwell.pipeline.write_calls import WriteGate
from askwell.ports import Tool
from askwell.types import ToolAnswer, ToolCall, ToolContext, ToolResult

LOG = logging.getLogger("askwell")

DUPLICATE = "You called this twice at once; the other one has what it gave."


@dataclass(frozen=True, slots=True)
class CompletedCall:
    """A call with its result. Repeated calls are not run."""

    call: ToolCall
    result: ToolResult
    took_ms: float = 0.0
    earlier: ToolAnswer | None = None
    """The answer to the same call in an earlier round, if any."""


@dataclass(frozen=True, slots=True)
class CallRunner:
    """Runs the calls of one round."""

    tools: Mapping[str, Tool]
    context: ToolContext
    timeout_s: float
    """Time limit of each call."""
    gate: WriteGate
    """What runs the tools that write."""

    async def run_all(self, calls: Sequence[ToolCall], earlier: Mapping[str, ToolAnswer]) -> list[CompletedCall]:
        """The calls with their results, in the order of the calls. They run concurrently.

        `earlier` maps the key of a call to its answer in an earlier round; such a call is not run again.
        """
        first_index: dict[str, int] = {}
        for index, call in enumerate(calls):
            first_index.setdefault(call_key(call), index)
        to_run = [index for key, index in first_index.items() if key not in earlier]
        results = dict(zip(to_run, await asyncio.gather(*(self._run(calls[index]) for index in to_run)), strict=True))
        completed: list[CompletedCall] = []
        for index, call in enumerate(calls):
            answer = earlier.get(call_key(call))
            if answer is not None:
                completed.append(CompletedCall(call, ToolResult(ok=answer.ok), earlier=answer))
            else:
                completed.append(results.get(index) or CompletedCall(call, ToolResult(DUPLICATE)))
        return completed

    async def _run(self, call: ToolCall) -> CompletedCall:
        """Run one call; errors and time-outs become its result."""
        tool = self.tools.get(call.name)
        if tool is None:
            return _failed(call, f"There is no tool named {call.name!r}. There are: {', '.join(self.tools)}.")
        if call.unread:
            return _failed(call, f"The arguments are no JSON object: {call.unread!r}.")
        started = time.perf_counter()
        # gather returns exceptions as values: a plugged-in tool may raise anything, and none may fail the turn.
        (outcome,) = await asyncio.gather(self._run_in_time(tool, call), return_exceptions=True)
        took_ms = (time.perf_counter() - started) * 1000
        match outcome:
            case ToolResult():
                return CompletedCall(call, outcome, took_ms)
            case TimeoutError():
                return _failed(call, f"It took longer than {self.timeout_s:.3g} s and was stopped.", took_ms)
            case BadInput() | NotFound():  # the writer may call it again with other arguments
                return _failed(call, f"{outcome.message}. {outcome.hint}".strip(), took_ms)
            case _:
                returned = TypeError(f"it returned {type(outcome).__name__}")
                error = outcome if isinstance(outcome, BaseException) else returned
                LOG.error("turn %s: tool %s failed unexpectedly", self.context.turn.id, call.name, exc_info=error)
                return _failed(call, "It failed.", took_ms)

    async def _run_in_time(self, tool: Tool, call: ToolCall) -> ToolResult:
        if tool.spec.effect == "write":
            return await self.gate.run(tool, call.arguments)
        async with asyncio.timeout(self.timeout_s):
            return await tool.run(call.arguments, self.context)


def call_key(call: ToolCall) -> str:
    """A string that is equal for calls with the same name and arguments."""
    return json.dumps([call.name, dict(call.arguments), call.unread], sort_keys=True, default=str)


def _failed(call: ToolCall, message: str, took_ms: float = 0.0) -> CompletedCall:
    return CompletedCall(call, ToolResult(message, ok=False), took_ms)
