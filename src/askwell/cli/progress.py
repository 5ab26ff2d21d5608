"""Progress on stderr: a bar if stderr is a terminal, and a summary line."""

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from typing import Protocol

from askwell.cli.answers import took
from askwell.cli.terminal import Terminal, printable
from askwell.types import IngestFailure, IngestProgress

MOST_SKIPPED = 20
"""Files that are not read and are listed by name."""
LINE_EVERY_MS = 10_000.0
"""Time between two progress lines when no bar is shown, in milliseconds."""


class Bar(Protocol):
    """Updates a progress bar."""

    def __call__(self, done: float, total: float, note: str = "") -> None:
        """Set the bar to `done` of `total`."""
        ...


@contextmanager
def bar(terminal: Terminal, label: str, *, in_bytes: bool = False) -> Iterator[Bar]:
    """A bar with rate and remaining time, removed when the block ends. Shows nothing unless stderr is a terminal."""
    if not terminal.shows_progress:
        yield _no_bar
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
        TextColumn("left · {task.fields[note]}", markup=False),
    )
    console = Console(file=terminal.err, no_color=not terminal.styles(terminal.err), highlight=False)
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(label, total=None, note="", rate="")

        def move(done: float, total: float, note: str = "") -> None:
            elapsed = progress.tasks[0].elapsed or 0.0
            rate = f"{done / elapsed:.1f}/s" if elapsed > 1 and not in_bytes else ""
            progress.update(task, completed=done, total=total, note=printable(note), rate=rate)

        yield move


async def watch_ingest(terminal: Terminal, updates: AsyncIterator[IngestProgress], label: str) -> IngestProgress | None:
    """Show an ingestion and return its last progress; None if there was none. Unchanged files show nothing.

    Without a bar, a line is printed every `LINE_EVERY_MS`, since an ingestion may take minutes.
    """
    last: IngestProgress | None = None
    move: Bar | None = None
    next_line_ms = LINE_EVERY_MS
    with ExitStack() as shown:
        async for update in updates:
            last = update
            if move is None and is_work(update):
                move = shown.enter_context(bar(terminal, label))
            if move is not None:
                move(update.read_files, update.total_files, f"{update.chunks:,} passages")
            if not terminal.shows_progress and not update.done and update.took_ms >= next_line_ms:
                terminal.info(f"{label} · {update.read_files:,} of {update.total_files:,} files")
                next_line_ms = update.took_ms + LINE_EVERY_MS
    return last


def is_work(update: IngestProgress) -> bool:
    """Whether any file was added, changed or removed, or failed."""
    return bool(update.added or update.changed or update.removed or update.failures)


def summary(update: IngestProgress) -> str:
    """One line: number of files by result, passages, time and rate."""
    counts = ((update.added, "added"), (update.changed, "changed"), (update.unchanged, "unchanged"))
    others = ((update.removed, "removed"), (len(update.failures), "failed"), (len(update.skipped), "not read"))
    results = [f"{count:,} {what}" for count, what in (*counts, *others) if count]
    seconds = update.took_ms / 1000
    ingested = update.added + update.changed
    rate = f", {ingested / seconds:,.1f} files/s" if ingested and seconds >= 0.1 else ""
    files = "1 file" if update.total_files == 1 else f"{update.total_files:,} files"
    return (
        f"{files}: {', '.join(results) or 'nothing to do'} · {update.chunks:,} passages · {took(update.took_ms)}{rate}"
    )


def failure_lines(failures: tuple[IngestFailure, ...]) -> list[str]:
    """Lines about files that could not be read: name, reason, code and hint."""
    lines = []
    for failure in failures:
        lines.append(f"  {failure.name}: {failure.message} [{failure.code}]")
        if failure.hint:
            lines.append(f"    {failure.hint}")
    return lines


def skipped_lines(skipped: tuple[IngestFailure, ...]) -> list[str]:
    """One line for each file that was not read, with the reason; at most `MOST_SKIPPED` of them."""
    lines = [f"  not read: {each.message} [{each.code}]" for each in skipped[:MOST_SKIPPED]]
    more = len(skipped) - len(lines)
    return [*lines, f"  not read: {more:,} more files"] if more else lines


def _no_bar(done: float, total: float, note: str = "") -> None:
    """Does nothing: the bar when none is shown."""
