"""Calls of tools that write: what waits for its user, and what became of what ran."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from askwell.composition.assistant_runtime import AssistantRuntime
from askwell.composition.container import Container
from askwell.errors import BadInput, Conflict, NotFound
from askwell.pipeline.write_calls import GRACE_S, carry_out
from askwell.types import OPERATOR, Principal, ToolContext, WriteCall

LONGEST_WAIT = timedelta(days=1)
"""Age from which a call can no longer be confirmed: by then it may not be what the user wants."""


class Confirmations:
    """The calls of conversations, for their owners."""

    def __init__(self, container: Container) -> None:
        self._container = container
        self._running: set[asyncio.Task[object]] = set()

    async def list(self, session: str, *, principal: Principal = OPERATOR) -> Sequence[WriteCall]:
        """The calls of a conversation with their states as of now, oldest first. Raises NotFound."""
        await self._container.store.sessions.get(principal, session)
        if self._container.write_calls is None:
            return []
        now = self._container.clock.now()
        found = await self._container.write_calls.of_session(principal, session)
        return [replace(each, state=each.seen_at(now)) for each in found]

    async def confirm(self, session: str, call_id: str, *, principal: Principal = OPERATOR) -> WriteCall:
        """Run a call that waits, and return it with its result. It continues if the caller leaves.

        Raises NotFound, and Conflict: `call_decided` if it does not wait (any more), `call_expired` after a day,
        `call_unavailable` if the assistant no longer has the tool.
        """
        call = await self._waiting(session, call_id, principal)
        found = await self._container.store.sessions.get(principal, session)
        runtime = self._container.runtimes.get(found.assistant)
        tool = runtime.services.tools.get(call.tool) if runtime else None
        if runtime is None or tool is None or tool.spec.effect != "write":
            raise Conflict(
                f"The assistant has no tool {call.tool!r} that writes", code="call_unavailable", hint="Refuse the call."
            )
        if self._container.clock.now() - call.created_at > LONGEST_WAIT:
            raise Conflict(
                f"Call {call_id!r} has waited for more than a day", code="call_expired", hint="Ask for it again."
            )
        task = asyncio.create_task(self._run(runtime, call, principal), name=f"call {call_id}")
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        await asyncio.shield(task)
        return await self._one(session, call_id, principal)

    async def refuse(self, session: str, call_id: str, *, principal: Principal = OPERATOR) -> WriteCall:
        """Refuse a call that waits; it is never run. Raises NotFound, Conflict (`call_decided`)."""
        await self._waiting(session, call_id, principal)
        calls = self._container.write_calls
        if calls is None or not await calls.change(principal, call_id, "waiting", "refused"):
            raise _decided(call_id)
        return await self._one(session, call_id, principal)

    async def _run(self, runtime: AssistantRuntime, call: WriteCall, principal: Principal) -> None:
        calls, section = self._container.write_calls, runtime.assistant.tools
        assert calls is not None, "it has the call"
        assert section is not None, "the assistant has tools"
        until = self._container.clock.now() + timedelta(seconds=section.timeout_s + GRACE_S)
        if not await calls.change(principal, call.id, "waiting", "running", until=until):
            raise _decided(call.id)
        tool = runtime.services.tools[call.tool]
        turn = await self._container.store.turns.get(principal, call.session_id, call.turn_number)
        context = ToolContext(principal, call.session_id, turn, turn.language)
        try:
            await carry_out(calls, call, tool, context, section.timeout_s)
        except (BadInput, NotFound, TimeoutError):
            return  # its state says so

    async def _waiting(self, session: str, call_id: str, principal: Principal) -> WriteCall:
        call = await self._one(session, call_id, principal)
        if call.state != "waiting":
            raise _decided(call_id)
        return call

    async def _one(self, session: str, call_id: str, principal: Principal) -> WriteCall:
        for each in await self.list(session, principal=principal):
            if each.id == call_id:
                return each
        raise NotFound(f"No call {call_id!r} in this conversation", code="call_not_found", hint="List the calls.")


def _decided(call_id: str) -> Conflict:
    return Conflict(f"Call {call_id!r} does not wait for a confirmation", code="call_decided", hint="List the calls.")
