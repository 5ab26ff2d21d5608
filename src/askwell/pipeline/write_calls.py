"""Runs tools that write: recorded before they run, and only with the user's consent if others' texts may be the cause.

A document, a file, a result of a tool or an earlier answer may contain an order. A model that follows it must not be
able to change anything: a call of a turn that has such a text waits until the user confirms it.
"""

import asyncio
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta

from askwell.errors import BadInput, NotFound
from askwell.pipeline.state import TurnState
from askwell.ports import Clock, Tool, WriteCalls, WriteTool
from askwell.types import Brief, CallState, ToolContext, ToolResult, Turn, WriteCall

GRACE_S = 5.0
"""Time after its limit until a call without an end counts as lost with its process."""

CALL_WAITS = "call_waits"
"""Warning for a turn with a call that waits for the user's confirmation."""
WAITS = "This call changes something, so it waits for the user, who has to confirm it. Say so. Do not call it again."
NO_CONVERSATION = "This tool needs the user's confirmation, which a question outside a conversation cannot have."
RECORDED: Mapping[CallState, str] = {
    "waiting": WAITS,
    "running": "This call is running already.",
    "done": "This call has run already; it is not run twice.",
    "failed": "This call has failed already.",
    "refused": "The user has refused this call. Do not call it again.",
    "unknown": "Nobody knows whether this call took effect. It is not run again; ask the user to check.",
}
"""What a model is given for a call that is recorded, by its state."""


def has_untrusted_text(state: TurnState, brief: Brief) -> bool:
    """Whether the prompt of a turn has texts of others than its user: documents, files, tools, or what came of them."""
    if brief.passages or brief.rounds or brief.parts or brief.operation or state.attachments:
        return True
    # A summary, a topic and a recalled turn are as trusted as the least trusted text that they come from.
    if brief.summary or brief.topics or brief.older or brief.corrections or brief.unsure:
        return True
    return any(_is_untrusted(each) for each in brief.turns)


def _is_untrusted(turn: Turn) -> bool:
    """Whether an earlier turn had texts of others in its prompt. Imported turns may not say so, hence the routes."""
    return bool(turn.sources or turn.packed or turn.retrieved) or turn.route not in {"chat", "reply", "decline"}


@dataclass
class WriteGate:
    """Lets the calls of tools that write through, or lets them wait."""

    calls: WriteCalls | None
    """None: nothing can be recorded, so nothing that writes is run."""
    clock: Clock
    context: ToolContext
    session_id: str
    """The conversation that the turn is stored in; empty for none."""
    is_trusted: bool
    """Whether the prompt has nothing but texts of the user."""
    timeout_s: float
    waiting: list[WriteCall] = field(default_factory=list)
    """Calls of this round that wait for the user."""

    async def run(self, tool: Tool, arguments: Mapping[str, object]) -> ToolResult:
        """The result of a call, or that it waits. Raises BadInput (`bad_arguments`)."""
        if self.calls is None or not self.session_id:
            return ToolResult(NO_CONVERSATION, ok=False)
        assert isinstance(tool, WriteTool), "tools that write are checked when they are loaded"
        tool.check(arguments)
        turn, principal = self.context.turn, self.context.principal
        text = json.dumps(dict(arguments), ensure_ascii=False, sort_keys=True)
        now = self.clock.now()
        call_id = call_id_of(turn.id, tool.spec.name, text)
        earlier = await self.calls.of_session(principal, self.session_id)
        is_repeated = any(
            (each.tool, each.arguments) == (tool.spec.name, text) and each.state != "refused" for each in earlier
        )
        runs = self.is_trusted and not is_repeated
        call = WriteCall(
            call_id,
            self.session_id,
            turn.id,
            turn.number,
            tool.spec.name,
            text,
            "running" if runs else "waiting",
            now,
            now + timedelta(seconds=self.timeout_s + GRACE_S) if runs else None,
        )
        recorded = await self.calls.add(principal, call)
        if recorded is not None:
            state = recorded.seen_at(now)
            return ToolResult(RECORDED[state], ok=state in {"waiting", "done"})
        if not runs:
            self.waiting.append(call)
            return ToolResult(WAITS)
        return await carry_out(self.calls, call, tool, self.context, self.timeout_s)


def call_id_of(turn_id: str, tool: str, arguments: str) -> str:
    """The key of a call: the same for the same call of the same turn."""
    return hashlib.sha256("\0".join((turn_id, tool, arguments)).encode()).hexdigest()


async def carry_out(
    calls: WriteCalls, call: WriteCall, tool: Tool, context: ToolContext, timeout_s: float
) -> ToolResult:
    """Run a call that is recorded as running, and record its end. Raises what the tool raises.

    A tool that refuses with BadInput or NotFound has changed nothing. After any other error nobody knows.
    """
    state: CallState = "unknown"
    result = ToolResult(RECORDED["unknown"], ok=False)
    try:
        async with asyncio.timeout(timeout_s):
            result = await tool.run(json.loads(call.arguments), replace(context, call_key=call.id))
        state = "done" if result.ok else "failed"
    except (BadInput, NotFound) as error:
        state, result = "failed", ToolResult(str(error), ok=False)
        raise
    finally:
        await asyncio.shield(calls.change(context.principal, call.id, "running", state, result=result.text))
    return result
