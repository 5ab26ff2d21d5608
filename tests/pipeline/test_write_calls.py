"""Tools that write: what runs at once, what waits for the user, and what nobody runs again."""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from askwell.engine import LOCAL, Engine
from askwell.errors import BadInput, BrokenPlugin, Conflict, NotFound
from askwell.events import Warned
from askwell.settings import Settings
from askwell.tools.calling import Arguments, FunctionTool, function_tool
from askwell.types import Principal, ToolContext, ToolResult, ToolSpec, TurnOptions, WriteCall
from tests.conftest import REPOSITORY
from tests.tooling import COST, KNOWLEDGE, ask, call, let_write, results, runtime, used

CANCEL = "cancel_order"
USE = f"{{use: [{CANCEL}, {KNOWLEDGE}], timeout_s: 0.5}}"
GREETING = "Hello!"


class Order(Arguments):
    """An order."""

    order: str


@dataclass
class Shop:
    """What was done, with the key of each call."""

    cancelled: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    fails_with: BaseException | None = None
    hangs: bool = False

    def tool(self) -> FunctionTool[Order]:
        async def cancel(arguments: Order, context: ToolContext) -> ToolResult:
            self.keys.append(context.call_key)
            self.cancelled.append(arguments.order)
            if self.hangs:
                await asyncio.Event().wait()
            if self.fails_with is not None:
                raise self.fails_with
            return ToolResult(f"{arguments.order} is cancelled.")

        return function_tool(CANCEL, "Cancels an order.", Order, cancel, effect="write")


@pytest.fixture
def shop() -> Shop:
    return Shop()


async def test_a_call_waits_in_a_turn_with_passages_and_runs_once_when_it_is_confirmed(
    settings: Settings, tmp_path: Path, shop: Shop
) -> None:
    async with runtime(settings, tmp_path, USE, others={CANCEL: shop.tool()}) as engine:
        session = await _session(engine)
        model = let_write(engine, [call(CANCEL, order="A-1"), "It waits for you."])
        events = [each async for each in engine.stream(COST, session=session)]
        assert shop.cancelled == []
        (waiting,) = await engine.confirmations.list(session)
        assert (waiting.tool, waiting.arguments, waiting.state) == (CANCEL, '{"order": "A-1"}', "waiting")
        assert [each.code for each in events if isinstance(each, Warned)] == ["call_waits"]
        assert "has to confirm" in results(model.calls[1].messages)[0]
        stored = await engine.store.turns.get(LOCAL, session, 1)
        assert "call_waits" in stored.warnings
        assert stored.outcome == "asked"

        done = await engine.confirmations.confirm(session, waiting.id)
        assert (done.state, done.result) == ("done", "A-1 is cancelled.")
        assert (shop.cancelled, shop.keys) == (["A-1"], [waiting.id])
        with pytest.raises(Conflict) as raised:
            await engine.confirmations.confirm(session, waiting.id)
        assert raised.value.code == "call_decided"
        assert shop.cancelled == ["A-1"]


async def test_a_call_runs_at_once_where_only_the_user_has_spoken(
    settings: Settings, tmp_path: Path, shop: Shop
) -> None:
    async with runtime(settings, tmp_path, USE, others={CANCEL: shop.tool()}) as engine:
        session = await _session(engine)
        let_write(engine, [call(CANCEL, order="A-1"), "Done."])
        answer = await ask(engine, GREETING, session)
        assert answer.route == "chat"
        (recorded,) = await engine.confirmations.list(session)
    assert (shop.cancelled, recorded.state) == (["A-1"], "done")
    assert shop.keys == [recorded.id]


async def test_what_an_earlier_turn_read_makes_later_turns_wait(settings: Settings, tmp_path: Path, shop: Shop) -> None:
    async with runtime(settings, tmp_path, USE, others={CANCEL: shop.tool()}) as engine:
        session = await _session(engine)
        let_write(engine, ["The pass costs 90 euros. [1]", call(CANCEL, order="A-1"), "Done."])
        await ask(engine, COST, session)
        await ask(engine, GREETING, session)
        (recorded,) = await engine.confirmations.list(session)
    assert (shop.cancelled, recorded.state) == ([], "waiting")


async def test_the_result_of_a_tool_makes_the_next_call_wait(settings: Settings, tmp_path: Path, shop: Shop) -> None:
    async with runtime(settings, tmp_path, USE, others={CANCEL: shop.tool()}) as engine:
        session = await _session(engine)
        let_write(engine, [call(KNOWLEDGE, query="skis"), call(CANCEL, order="A-1"), "Done."])
        await ask(engine, GREETING, session)
        assert [each.state for each in await engine.confirmations.list(session)] == ["waiting"]
    assert shop.cancelled == []


async def test_a_refused_call_is_never_run(settings: Settings, tmp_path: Path, shop: Shop) -> None:
    async with runtime(settings, tmp_path, USE, others={CANCEL: shop.tool()}) as engine:
        session, waiting = await _waiting(engine)
        assert (await engine.confirmations.refuse(session, waiting.id)).state == "refused"
        with pytest.raises(Conflict, match="does not wait"):
            await engine.confirmations.confirm(session, waiting.id)
    assert shop.cancelled == []


async def test_two_confirmations_at_once_run_it_once(settings: Settings, tmp_path: Path, shop: Shop) -> None:
    async with runtime(settings, tmp_path, USE, others={CANCEL: shop.tool()}) as engine:
        session, waiting = await _waiting(engine)
        confirm = engine.confirmations.confirm
        ends = await asyncio.gather(*(confirm(session, waiting.id) for _ in range(5)), return_exceptions=True)
    assert shop.cancelled == ["A-1"]
    assert sorted(type(each).__name__ for each in ends) == ["Conflict"] * 4 + ["WriteCall"]


async def test_the_same_call_again_waits_although_only_the_user_has_spoken(
    settings: Settings, tmp_path: Path, shop: Shop
) -> None:
    """As when an answer is regenerated: the order must not be cancelled twice unattended."""
    async with runtime(settings, tmp_path, USE, others={CANCEL: shop.tool()}) as engine:
        session = await _session(engine)
        let_write(engine, [call(CANCEL, order="A-1"), "Done.", call(CANCEL, order="A-1"), "Again."])
        await ask(engine, GREETING, session)
        await (await engine.regenerate(session, 1)).answer()
        states = [each.state for each in await engine.confirmations.list(session)]
    assert (shop.cancelled, states) == (["A-1"], ["done", "waiting"])


@pytest.mark.parametrize(
    ("change", "state"),
    [
        ({"fails_with": BadInput("No order A-1", code="no_order")}, "failed"),
        ({"fails_with": ConnectionResetError()}, "unknown"),
        ({"hangs": True}, "unknown"),
    ],
)
async def test_the_end_of_a_call_is_recorded_as_far_as_it_is_known(
    settings: Settings, tmp_path: Path, shop: Shop, change: Mapping[str, object], state: str
) -> None:
    failing = replace(shop, **change)  # type: ignore[arg-type]
    async with runtime(settings, tmp_path, USE, others={CANCEL: failing.tool()}) as engine:
        session = await _session(engine)
        let_write(engine, [call(CANCEL, order="A-1"), call(CANCEL, order="A-1", number=2), "I do not know."])
        await ask(engine, GREETING, session)
        (recorded,) = await engine.confirmations.list(session)
    assert recorded.state == state
    assert failing.cancelled == ["A-1"]


async def test_after_a_crash_a_call_is_unknown_and_not_run_again(
    settings: Settings, tmp_path: Path, shop: Shop
) -> None:
    """The process is killed while the tool runs; the record was on disk before."""
    use = USE.replace("0.5", "60")
    async with runtime(settings, tmp_path, use, others={CANCEL: shop.tool()}) as engine:
        session = await _session(engine)
    arguments = [sys.executable, "-c", KILLED, str(settings.home), str(tmp_path / "assistants"), session]
    process = await asyncio.create_subprocess_exec(*arguments, env={**os.environ, "PYTHONPATH": str(REPOSITORY)})
    assert await process.wait() == -signal.SIGKILL
    async with runtime(settings, tmp_path, use, others={CANCEL: shop.tool()}) as engine:
        (recorded,) = await engine.confirmations.list(session)
        assert recorded.state == "running"
        clock = _Later(engine)
        engine.container = replace(engine.container, clock=clock)
        engine.confirmations._container = engine.container
        (recorded,) = await engine.confirmations.list(session)
        assert recorded.state == "unknown"
        with pytest.raises(Conflict, match="does not wait"):
            await engine.confirmations.confirm(session, recorded.id)
    assert shop.cancelled == []


async def test_arguments_are_checked_before_the_user_is_asked(settings: Settings, tmp_path: Path, shop: Shop) -> None:
    async with runtime(settings, tmp_path, USE, others={CANCEL: shop.tool()}) as engine:
        session = await _session(engine)
        let_write(engine, [call(CANCEL, order=7), call(CANCEL, order="A", path="/etc"), "I could not."])
        answer = await ask(engine, COST, session)
        assert await engine.confirmations.list(session) == []
    assert [each.detail["ok"] for each in used(answer)] == [False, False]


@pytest.mark.parametrize("options", [None, TurnOptions(store=False)])
async def test_a_question_that_is_not_stored_writes_nothing(
    settings: Settings, tmp_path: Path, shop: Shop, options: TurnOptions | None
) -> None:
    async with runtime(settings, tmp_path, USE, others={CANCEL: shop.tool()}) as engine:
        session = await _session(engine) if options else None
        model = let_write(engine, [call(CANCEL, order="A-1"), "I could not."])
        await engine.ask(GREETING, session=session, assistant="desk", options=options)
        assert "outside a conversation" in results(model.calls[1].messages)[0]
    assert shop.cancelled == []


async def test_an_old_call_and_a_tool_that_is_gone_cannot_be_confirmed(
    settings: Settings, tmp_path: Path, shop: Shop
) -> None:
    async with runtime(settings, tmp_path, USE, others={CANCEL: shop.tool()}) as engine:
        session, waiting = await _waiting(engine)
        engine.confirmations._container = replace(engine.container, clock=_Later(engine))
        with pytest.raises(Conflict) as raised:
            await engine.confirmations.confirm(session, waiting.id)
        assert raised.value.code == "call_expired"
    async with runtime(settings, tmp_path, f"{{use: [{KNOWLEDGE}]}}") as engine:
        with pytest.raises(Conflict) as raised:
            await engine.confirmations.confirm(session, waiting.id)
    assert raised.value.code == "call_unavailable"
    assert shop.cancelled == []


async def test_calls_belong_to_their_owner_and_go_with_their_conversation(
    settings: Settings, tmp_path: Path, shop: Shop
) -> None:
    async with runtime(settings, tmp_path, USE, others={CANCEL: shop.tool()}) as engine:
        session, waiting = await _waiting(engine)
        for who in (Principal("acme", "local"), Principal("local", "ben")):
            for act in (engine.confirmations.confirm, engine.confirmations.refuse):
                with pytest.raises(NotFound):
                    await act(session, waiting.id, principal=who)
            with pytest.raises(NotFound):
                await engine.confirmations.list(session, principal=who)
        await engine.delete_session(session)
        calls = engine.container.write_calls
        assert calls is not None
        assert await calls.of_session(LOCAL, session) == []
    assert shop.cancelled == []
    assert b"A-1" not in b"".join(path.read_bytes() for path in settings.home.rglob("askwell.db*"))


@pytest.mark.parametrize("spec", [ToolSpec(CANCEL, "x", {}, "delete"), ToolSpec(CANCEL, "x", {}, "write")])  # type: ignore[arg-type]
async def test_a_tool_must_say_what_it_does_and_check_what_it_writes(
    settings: Settings, tmp_path: Path, spec: ToolSpec
) -> None:
    class Unchecked:
        def __init__(self) -> None:
            self.spec = spec

        async def run(self, arguments: Mapping[str, object], context: ToolContext) -> ToolResult:
            raise AssertionError

    async with runtime(settings, tmp_path, "") as engine:
        assert engine.faults == []
    use = f"{{use: [{CANCEL}]}}"
    with pytest.raises(BrokenPlugin):
        async with runtime(settings, tmp_path, use, others={CANCEL: Unchecked()}) as engine:
            pass


KILLED = """
import asyncio, os, signal, sys
from askwell.engine import Engine
from askwell.settings import Settings
from askwell.tools.calling import function_tool
from askwell.types import ToolContext, ToolResult
from tests.pipeline.test_write_calls import CANCEL, GREETING, Order
from tests.tooling import call, let_write

async def cancel(arguments: Order, context: ToolContext) -> ToolResult:
    os.kill(os.getpid(), signal.SIGKILL)

async def main():
    home, assistants, session = sys.argv[1:]
    settings = Settings(home=home, assistants=assistants, embedder="none", lease_s=5)
    tool = function_tool(CANCEL, "Cancels an order.", Order, cancel, effect="write")
    async with await Engine.open(settings, plug_ins={"tools": {CANCEL: tool}}) as engine:
        let_write(engine, [call(CANCEL, order="A-1"), "Done."])
        await engine.ask(GREETING, session=session)

asyncio.run(main())
"""


class _Later:
    """The clock of an engine, two days on."""

    def __init__(self, engine: Engine) -> None:
        self._clock = engine.container.clock

    def now(self) -> datetime:
        return self._clock.now() + timedelta(days=2)


async def _session(engine: Engine) -> str:
    return (await engine.create_session("desk")).id


async def _waiting(engine: Engine) -> tuple[str, WriteCall]:
    """A conversation with a call that waits."""
    session = await _session(engine)
    let_write(engine, [call(CANCEL, order="A-1"), "It waits for you."])
    await ask(engine, COST, session)
    (waiting,) = await engine.confirmations.list(session)
    return session, waiting
