"""Show a turn while it runs. Ctrl-C stops the turn and keeps its text."""

import asyncio
import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from askwell.cli.answers import asked_as
from askwell.cli.terminal import Flow, Terminal, wrap
from askwell.events import Accepted, Done, Failed, Resolved, Token, ToolUsed, Warned
from askwell.projections import ShownEvents, event_json
from askwell.runtime.run import Run
from askwell.types import Answer, MarkStyle

STOPPED = "stopped; the text so far is kept"


@dataclass(frozen=True, slots=True)
class Display:
    """How a turn is shown while it runs."""

    terminal: Terminal
    indent: str = ""
    streams: bool = True
    """Whether the answer is printed while it is written."""


async def watch(run: Run, display: Display) -> Answer:
    """Print a run while it proceeds and return its answer. Raises the error that the turn failed with."""
    terminal = display.terminal
    width = terminal.width if terminal.is_interactive or display.indent else None
    flow = Flow(terminal.out.write, width, display.indent)
    turn_number: int | None = None
    wrote = False
    warnings: list[str] = []
    with stopping(run):
        async for event in run.follow():
            match event:
                case Accepted():
                    turn_number = event.turn_number
                case Resolved():
                    _show_question(display, event, turn_number)
                case ToolUsed():
                    terminal.info(f"{display.indent}{event.tool} {event.arguments}")
                case Token() if display.streams:
                    flow.feed(event.text)
                    terminal.out.flush()
                    wrote = True
                case Warned():
                    warnings.append(event.message)
                case Done(answer=answer):
                    if not wrote:
                        flow.feed(answer.answer)
                    _end_line(flow, terminal)
                    _show_end(display, answer, warnings)
                    return answer
                case Failed():
                    if wrote:
                        _end_line(flow, terminal)
    assert run.error is not None, "a log ends with Done or Failed"
    raise run.error


async def print_events(run: Run, marks: MarkStyle, write: Callable[[str], None]) -> Answer:
    """Print each event of a run as a line of JSON and return the answer. Raises the error that the turn failed with."""
    sent = ShownEvents(marks)
    with stopping(run):
        async for event in run.follow():
            for each in sent.next(event):
                write(json.dumps(event_json(each), ensure_ascii=False))
            if isinstance(event, Done):
                return event.answer
    assert run.error is not None, "a log ends with Done or Failed"
    raise run.error


async def drain(run: Run) -> Answer:
    """The answer of a run; prints nothing. Raises the error that the turn failed with."""
    with stopping(run):
        async for event in run.follow():
            if isinstance(event, Done):
                return event.answer
    assert run.error is not None, "a log ends with Done or Failed"
    raise run.error


@contextmanager
def stopping(run: Run) -> Iterator[None]:
    """In the block, the first Ctrl-C stops the run and keeps its text; the second ends the process."""
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
    except (NotImplementedError, RuntimeError, ValueError):  # signals cannot be caught on this platform or thread
        yield
        return
    try:
        yield
    finally:
        restore()


def _show_question(display: Display, event: Resolved, turn_number: int | None) -> None:
    width = display.terminal.width - len(display.indent)
    if line := asked_as(event.question, event.resolution, turn_number, width):
        display.terminal.info(wrap(line, display.terminal.width, display.indent))


def _end_line(flow: Flow, terminal: Terminal) -> None:
    flow.end()
    terminal.out.write("\n")
    terminal.out.flush()


def _show_end(display: Display, answer: Answer, warnings: list[str]) -> None:
    for warning in warnings:
        display.terminal.info(f"{display.indent}{warning}")
    if answer.status in {"stopped", "interrupted"}:
        display.terminal.warn(f"{display.indent}{STOPPED}")
