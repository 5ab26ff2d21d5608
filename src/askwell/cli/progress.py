"""Progress on stderr: a bar on a terminal, one summary line for everybody."""

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from typing import Protocol

from askwell.cli.answers import took
from askwell.cli.terminal import Terminal, printable
from askwell.types import IngestFailure, IngestProgress

LINE_EVERY_MS = 10_000.0
"""Time between two lines on how far it is, where no bar moves."""


class Bar(Protocol):
    """Says how far something has come."""

    def __call__(self, done: float, total: float, note: str = "") -> None:
        """Move to `done` of `total`."""
        ...


@contextmanager
def bar(terminal: Terminal, label: str, *, in_bytes: bool = False) -> Iterator[Bar]:
    """A bar with rate and time to go, gone when the block ends; nothing to see where no terminal shows it."""
    if not terminal.shows_progress:
        yield _unseen
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

    counted: tuple[ProgressColumn, ...] = (
        (DownloadColumn(), TransferSpeedColumn()) if in_bytes else (MofNCompleteColumn(),)
    )
    columns: tuple[ProgressColumn, ...] = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),
        *counted,
        TextColumn("{task.fields[rate]}", markup=False),
        TimeRemainingColumn(),
        TextColumn("to go · {task.fields[note]}", markup=False),
    )
    console = Console(file=terminal.err, no_color=not terminal.styles(terminal.err), highlight=False)
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(label, total=None, note="", rate="")

        def move(done: float, total: float, note: str = "") -> None:
            elapsed = progress.tasks[0].elapsed or 0.0
            rate = f"{done / elapsed:.1f}/s" if elapsed > 1 and not in_bytes else ""
            progress.update(task, completed=done, total=total, note=printable(note), rate=rate)

        yield move


async def watch_ingest(terminal: Terminal, moments: AsyncIterator[IngestProgress], label: str) -> IngestProgress | None:
    """The last moment of an ingestion, its way there shown; nothing is shown while all files are unchanged.

    Where no bar can be seen a line now and then says how far it is, for it may take minutes.
    """
    last: IngestProgress | None = None
    move: Bar | None = None
    next_line_ms = LINE_EVERY_MS
    with ExitStack() as shown:
        async for moment in moments:
            last = moment
            if move is None and is_work(moment):
                move = shown.enter_context(bar(terminal, label))
            if move is not None:
                move(moment.read_files, moment.total_files, f"{moment.chunks:,} passages")
            if not terminal.shows_progress and not moment.done and moment.took_ms >= next_line_ms:
                terminal.tell(f"{label} · {moment.read_files:,} of {moment.total_files:,} files")
                next_line_ms = moment.took_ms + LINE_EVERY_MS
    return last


def is_work(moment: IngestProgress) -> bool:
    """Whether more was done than looking at unchanged files."""
    return bool(moment.added or moment.changed or moment.removed or moment.failures)


def summary(moment: IngestProgress) -> str:
    """One line: how many files became what, passages, time and rate."""
    counts = ((moment.added, "added"), (moment.changed, "changed"), (moment.unchanged, "unchanged"))
    less = ((moment.removed, "removed"), (len(moment.failures), "failed"))
    said = [f"{count:,} {what}" for count, what in (*counts, *less) if count]
    seconds = moment.took_ms / 1000
    fresh = moment.added + moment.changed
    rate = f", {fresh / seconds:,.1f} files/s" if fresh and seconds >= 0.1 else ""
    files = "1 file" if moment.total_files == 1 else f"{moment.total_files:,} files"
    return f"{files}: {', '.join(said) or 'nothing to do'} · {moment.chunks:,} passages · {took(moment.took_ms)}{rate}"


def failure_lines(failures: tuple[IngestFailure, ...]) -> list[str]:
    """What could not be read and why, a file each, with what to do."""
    lines = []
    for failure in failures:
        lines.append(f"  {failure.name}: {failure.message} [{failure.code}]")
        if failure.hint:
            lines.append(f"    {failure.hint}")
    return lines


def _unseen(done: float, total: float, note: str = "") -> None:
    """Where nobody watches."""
