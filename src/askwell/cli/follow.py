"""Follow a turn while it runs: show what is understood and written, and let Ctrl-C stop it with its text kept."""

import asyncio
import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from askwell.cli.answers import asked_as
from askwell.cli.terminal import Flow, Terminal, wrap
from askwell.events import Accepted, Done, Failed, Resolved, Token, ToolUsed, Warned
from askwell.projections import event_json
from askwell.runtime.run import Run
from askwell.types import Answer

STOPPED = "stopped; what was written is kept"


@dataclass(frozen=True, slots=True)
class Look:
    """How a turn is shown while it runs."""

    terminal: Terminal
    indent: str = ""
    streams: bool = True
    """Whether the answer appears while it is written."""


async def watch(run: Run, look: Look) -> Answer:
    """The answer of a run, shown as it comes. Raises the error that the turn failed with."""
    terminal = look.terminal
    width = terminal.width if terminal.is_interactive or look.indent else None
    flow = Flow(terminal.out.write, width, look.indent)
    turn_number: int | None = None
    wrote = False
    warnings: list[str] = []
    with stopping(run):
        async for event in run.follow():
            match event:
                case Accepted():
                    turn_number = event.turn_number
                case Resolved():
                    _tell_question(look, event, turn_number)
                case ToolUsed():
                    terminal.tell(f"{look.indent}{event.tool} {event.arguments}")
                case Token() if look.streams:
                    flow.feed(event.text)
                    terminal.out.flush()
                    wrote = True
                case Warned():
                    warnings.append(event.message)
                case Done(answer=answer):
                    if not wrote:
                        flow.feed(answer.answer)
                    _end_line(flow, terminal)
                    _tell_end(look, answer, warnings)
                    return answer
                case Failed():
                    if wrote:
                        _end_line(flow, terminal)
    assert run.error is not None, "a log ends with Done or Failed"
    raise run.error


async def print_events(run: Run, say: Callable[[str], None]) -> Answer:
    """The answer of a run, each event a line of JSON. Raises the error that the turn failed with."""
    with stopping(run):
        async for event in run.follow():
            say(json.dumps(event_json(event), ensure_ascii=False))
            if isinstance(event, Done):
                return event.answer
    assert run.error is not None, "a log ends with Done or Failed"
    raise run.error


async def drain(run: Run) -> Answer:
    """The answer of a run, with nothing shown. Raises the error that the turn failed with."""
    with stopping(run):
        async for event in run.follow():
            if isinstance(event, Done):
                return event.answer
    assert run.error is not None, "a log ends with Done or Failed"
    raise run.error


@contextmanager
def stopping(run: Run) -> Iterator[None]:
    """While the block lasts, a first Ctrl-C stops the run and keeps its text; a second one leaves."""
    loop = asyncio.get_running_loop()
    before = signal.getsignal(signal.SIGINT)
    stops: set[asyncio.Task[None]] = set()

    def stop() -> None:
        stops.add(loop.create_task(run.stop()))
        restore()

    def restore() -> None:
        if loop.remove_signal_handler(signal.SIGINT):
            signal.signal(signal.SIGINT, before)

    try:
        loop.add_signal_handler(signal.SIGINT, stop)
    except (NotImplementedError, RuntimeError, ValueError):  # how asyncio says that signals cannot be caught here
        yield
        return
    try:
        yield
    finally:
        restore()


def _tell_question(look: Look, event: Resolved, turn_number: int | None) -> None:
    room = look.terminal.width - len(look.indent)
    if line := asked_as(event.question, event.resolution, turn_number, room):
        look.terminal.tell(wrap(line, look.terminal.width, look.indent))


def _end_line(flow: Flow, terminal: Terminal) -> None:
    flow.end()
    terminal.out.write("\n")
    terminal.out.flush()


def _tell_end(look: Look, answer: Answer, warnings: list[str]) -> None:
    for warning in warnings:
        look.terminal.tell(f"{look.indent}{warning}")
    if answer.status in {"stopped", "interrupted"}:
        look.terminal.warn(f"{look.indent}{STOPPED}")
