"""Progress on stderr: a bar if stderr is a terminal, and a summary line."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from askwell.cli.terminal import Terminal, printable
from askwell.text.table_size import MAX_CELLS, MAX_CHARS

if TYPE_CHECKING:
    from askwell.types import IngestFailure, IngestProgress

MANY_FILES = 100
"""From this many files on, something is shown before the first one is read."""
LARGE_BYTES = 1_000_000
"""So it is for fewer files of this size together, which take a second or more to read."""
MOST_COUNTED = 100_000
"""Files that are counted before that, which takes a fraction of a second."""
MOST_SKIPPED = 20
"""Files that are not read and are listed by name after an addition."""
MIN_ESTIMATED = 10
"""Files or passages that must be done before the remaining time is estimated."""
FIRST_LINE_MS = 500.0
"""Time before the first progress line when no bar is shown, in milliseconds."""
LINE_EVERY_MS = 10_000.0
"""Time between two such lines."""


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


def announce(terminal: Terminal, path: Path, label: str) -> int:
    """Show how many files are at a path, if they are many or large; returns the number shown, else 0.

    A command that adds documents needs seconds until it reads the first one.
    """
    files = size = 0
    for file in islice(_visible_files(path), MOST_COUNTED):
        files += 1
        if files <= MANY_FILES:
            with suppress(OSError):
                size += os.stat(file).st_size  # noqa: PTH116 - a path object for each file takes longer
    if files < MANY_FILES and size < LARGE_BYTES:
        return 0
    count = "1 file" if files == 1 else f"{'over ' if files == MOST_COUNTED else ''}{files:,} files"
    terminal.info(f"{label} · looking at {count}")
    return files


def _visible_files(path: Path) -> Iterator[str]:
    """A file, or the files below a folder that are not hidden."""
    if path.is_file():
        yield str(path)
    for folder, folders, names in os.walk(path):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (os.path.join(folder, name) for name in names if not name.startswith("."))  # noqa: PTH118


async def watch_ingest(
    terminal: Terminal, updates: "AsyncIterator[IngestProgress]", label: str, *, announced: int = 0
) -> "IngestProgress | None":
    """Show an ingestion and return its last progress; None if there was none. A few unchanged files show nothing.

    Many files are announced, unless their number was `announced` before. Without a bar, a line is printed after
    `FIRST_LINE_MS` and then every `LINE_EVERY_MS`. Files are read first, then their passages are embedded; each has its
    own bar.
    """
    last: IngestProgress | None = None
    shown: Bar | None = None
    part = ""
    lines = _Lines(terminal)
    try:
        with ExitStack() as bars:
            async for update in updates:
                done, total, unit = _part_of(update)
                if unit != part:
                    bars.close()
                    shown, part = None, unit
                    lines.begin(update.took_ms)
                named = f"{label} · embedding, words are found already" if update.to_embed else label
                if last is None and total >= MANY_FILES and total != announced and not terminal.shows_progress:
                    terminal.info(f"{label} · {total:,} {unit}")
                last = update
                if shown is None and (is_work(update) or update.to_embed or total >= MANY_FILES):
                    shown = bars.enter_context(bar(terminal, named))
                if shown is not None:
                    shown(done, total, f"{update.chunks:,} passages")
                if not update.done and (is_work(update) or update.to_embed):
                    lines.show(f"{named} · {done:,} of {total:,} {unit}", done, total, update.took_ms)
    except asyncio.CancelledError:
        if last is not None and not last.done:
            for line in failure_lines(last.failures):
                terminal.warn(line)
            done, total, unit = _part_of(last)
            what = "embedded" if last.to_embed else "read"
            terminal.info(f"{label} · stopped, {done:,} of {total:,} {unit} are {what}; the same command continues")
        raise
    return last


def _part_of(update: "IngestProgress") -> tuple[int, int, str]:
    """Done, total and unit of the part of an ingestion that is at work."""
    if update.to_embed:
        return update.embedded, update.to_embed, "passages"
    return update.read_files, update.total_files, "files"


class _Lines:
    """Progress as lines, where no bar is shown."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._began_ms = 0.0
        self._next_ms = FIRST_LINE_MS

    def begin(self, now_ms: float) -> None:
        """Another part begins."""
        self._began_ms = now_ms
        self._next_ms = now_ms + FIRST_LINE_MS

    def show(self, text: str, done: int, total: int, now_ms: float) -> None:
        """Print a line with an estimate of the time that is left, unless the last one is recent."""
        is_early = done < MIN_ESTIMATED and now_ms - self._began_ms < LINE_EVERY_MS
        if self._terminal.shows_progress or now_ms < self._next_ms or is_early or not done:
            return
        self._next_ms = now_ms + LINE_EVERY_MS
        left_s = (now_ms - self._began_ms) / done * (total - done) / 1000
        self._terminal.info(f"{text}, about {_duration(left_s)} left" if done >= MIN_ESTIMATED else text)


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def is_work(update: "IngestProgress") -> bool:
    """Whether any file was added, changed or removed, or failed."""
    return bool(update.added or update.changed or update.removed or update.failures)


def summary(update: "IngestProgress") -> str:
    """One line: number of files by result, passages, those embedded of earlier files, time and rate."""
    from askwell.cli.answers import took

    counts = ((update.added, "added"), (update.changed, "changed"), (update.unchanged, "unchanged"))
    others = ((update.removed, "removed"), (len(update.failures), "failed"), (len(update.skipped), "not read"))
    results = [f"{count:,} {what}" for count, what in (*counts, *others) if count]
    seconds = update.took_ms / 1000
    ingested = update.added + update.changed
    rate = f", {ingested / seconds:,.1f} files/s" if ingested and seconds >= 0.1 else ""
    files = "1 file" if update.total_files == 1 else f"{update.total_files:,} files"
    embedded = f"{update.embedded:,} passages embedded" if update.embedded > update.chunks else ""
    passages = f"{update.chunks:,} passages" if update.chunks or not embedded else ""
    what = [", ".join(results) or "nothing to do", passages, embedded, f"{took(update.took_ms)}{rate}"]
    return f"{files}: {' · '.join(filter(None, what))}"


def failure_lines(failures: "tuple[IngestFailure, ...]") -> list[str]:
    """Lines about files that could not be read: name, reason, code and hint."""
    lines = []
    for failure in failures:
        lines.append(f"  {failure.name}: {failure.message} [{failure.code}]")
        if failure.hint:
            lines.append(f"    {failure.hint}")
    return lines


def skipped_lines(skipped: "tuple[IngestFailure, ...]", most: int | None = None) -> list[str]:
    """One line for each file that was not read, with the reason; at most `most` of them, all without it."""
    lines = [f"  not read: {each.message} [{each.code}]" for each in skipped[:most]]
    more = len(skipped) - len(lines)
    return [*lines, f"  not read: {more:,} more files; `askwell add --dry-run` lists them"] if more else lines


def large_table_lines(names: Sequence[str]) -> list[str]:
    """One line for each file with a table that is only searched, with the limits."""
    limits = f"over {MAX_CHARS:,} characters or {MAX_CELLS:,} cells"
    return [f"  only searched: a table of {name!r} is {limits}; lists are unsure" for name in names]


def _no_bar(done: float, total: float, note: str = "") -> None:
    """Does nothing: the bar when none is shown."""
