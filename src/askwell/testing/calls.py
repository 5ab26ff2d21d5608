"""Conformance tests of the port `WriteCalls`: a class of tests to inherit, over fixtures `calls` and `session`.

`session` is the id of a stored conversation of `ANNA`; the calls of a conversation go with it.
"""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from askwell.ports import WriteCalls
from askwell.testing.store_kit import ANNA
from askwell.types import Principal, WriteCall

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
BEN = Principal(ANNA.tenant, "ben")
OTHER_TENANT = Principal("elsewhere", ANNA.user)


def waiting(session: str, number: int = 1) -> WriteCall:
    """A call that waits for its user."""
    made = NOW + timedelta(seconds=number)
    return WriteCall(f"{number:064x}", session, "turn", number, "cancel_order", '{"order": "A-1"}', "waiting", made)


class WriteCallConformance:
    """The tests. Inherit, and define the fixtures."""

    async def test_a_recorded_call_is_read_as_it_was_written(self, calls: WriteCalls, session: str) -> None:
        call = replace(waiting(session), arguments='{"order": "É 1\\n"}')
        assert await calls.add(ANNA, call) is None
        assert await calls.of_session(ANNA, session) == [call]

    async def test_a_key_is_recorded_once_and_keeps_what_it_was(self, calls: WriteCalls, session: str) -> None:
        await calls.add(ANNA, waiting(session))
        other = replace(waiting(session), arguments="{}", state="running")
        assert await calls.add(ANNA, other) == waiting(session)
        assert await calls.of_session(ANNA, session) == [waiting(session)]

    async def test_calls_come_oldest_first(self, calls: WriteCalls, session: str) -> None:
        for number in (2, 3, 1):
            await calls.add(ANNA, waiting(session, number))
        assert [each.turn_number for each in await calls.of_session(ANNA, session)] == [1, 2, 3]

    async def test_a_state_changes_from_the_one_that_it_has(self, calls: WriteCalls, session: str) -> None:
        await calls.add(ANNA, waiting(session))
        until = NOW + timedelta(minutes=1)
        assert await calls.change(ANNA, waiting(session).id, "waiting", "running", until=until)
        assert not await calls.change(ANNA, waiting(session).id, "waiting", "refused")
        (running,) = await calls.of_session(ANNA, session)
        assert (running.state, running.until) == ("running", until)
        assert await calls.change(ANNA, running.id, "running", "done", result="Gone.")
        (done,) = await calls.of_session(ANNA, session)
        assert (done.state, done.result, done.until) == ("done", "Gone.", None)

    async def test_of_many_who_confirm_one_succeeds(self, calls: WriteCalls, session: str) -> None:
        await calls.add(ANNA, waiting(session))
        tries = [calls.change(ANNA, waiting(session).id, "waiting", "running", until=NOW) for _ in range(6)]
        assert sorted(await asyncio.gather(*tries)) == [False] * 5 + [True]

    async def test_nobody_else_sees_or_changes_a_call(self, calls: WriteCalls, session: str) -> None:
        await calls.add(ANNA, waiting(session))
        for other in (BEN, OTHER_TENANT):
            assert await calls.of_session(other, session) == []
            assert not await calls.change(other, waiting(session).id, "waiting", "refused")
            await calls.forget(other, session)
        assert await calls.of_session(ANNA, session) == [waiting(session)]

    async def test_the_calls_of_a_conversation_are_forgotten(self, calls: WriteCalls, session: str) -> None:
        await calls.add(ANNA, waiting(session))
        await calls.forget(ANNA, session)
        assert await calls.of_session(ANNA, session) == []
