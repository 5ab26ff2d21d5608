"""Progress of an ingestion without a bar: lines with an estimate, first for files, then for passages."""

import asyncio
import io
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from askwell.cli.progress import announce, large_table_lines, summary, watch_ingest
from askwell.cli.terminal import Terminal, this_terminal
from askwell.types import IngestFailure, IngestProgress


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setattr("sys.stderr", io.StringIO())
    return this_terminal()


async def updates(*given: IngestProgress) -> AsyncIterator[IngestProgress]:
    for each in given:
        yield each


async def lines(terminal: Terminal, *given: IngestProgress) -> list[str]:
    last = await watch_ingest(terminal, updates(*given), "adding docs")
    assert last == given[-1]
    assert isinstance(terminal.err, io.StringIO)
    return terminal.err.getvalue().splitlines()


async def test_many_files_are_announced_before_the_first_is_read(terminal: Terminal) -> None:
    assert await lines(terminal, IngestProgress(1000, 0)) == ["adding docs \u00b7 1,000 files"]


@pytest.mark.parametrize(
    ("last", "what"),
    [
        (IngestProgress(40, 12, added=11), "12 of 40 files are read"),
        (IngestProgress(40, 40, added=39, embedded=64, to_embed=900), "64 of 900 passages are embedded"),
    ],
)
async def test_an_interruption_is_shown_with_what_is_done_and_what_failed(
    terminal: Terminal, last: IngestProgress, what: str
) -> None:
    async def interrupted() -> AsyncIterator[IngestProgress]:
        yield replace(last, failures=(IngestFailure("a.pdf", "broken_document", "'a.pdf' cannot be read"),))
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await watch_ingest(terminal, interrupted(), "adding docs")
    assert isinstance(terminal.err, io.StringIO)
    assert terminal.err.getvalue().splitlines()[-2:] == [
        "  a.pdf: 'a.pdf' cannot be read [broken_document]",
        f"adding docs \u00b7 stopped, {what}; the same command continues",
    ]


async def test_a_number_that_was_announced_is_not_repeated(terminal: Terminal, tmp_path: Path) -> None:
    for number in range(120):
        (tmp_path / f"{number}.md").write_text("Text.")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "a.md").write_text("Text.")
    announced = announce(terminal, tmp_path, "adding docs")
    assert announced == 120
    for total in (120, 119):
        assert await watch_ingest(terminal, updates(IngestProgress(total, 0)), "adding docs", announced=announced)
    assert isinstance(terminal.err, io.StringIO)
    assert terminal.err.getvalue().splitlines() == [
        "adding docs \u00b7 looking at 120 files",
        "adding docs \u00b7 119 files",
    ]


def test_few_files_are_not_announced(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Text.")
    assert [announce(terminal, each, "adding docs") for each in (tmp_path, tmp_path / "a.md", tmp_path / "none")] == [
        0
    ] * 3
    assert isinstance(terminal.err, io.StringIO)
    assert terminal.err.getvalue() == ""


async def test_first_line_comes_early_with_an_estimate(terminal: Terminal) -> None:
    steps = [IngestProgress(99, done, added=done, took_ms=100 * done) for done in (1, 5, 9, 20, 60, 99)]
    assert await lines(terminal, *steps) == ["adding docs \u00b7 20 of 99 files, about 8 s left"]


async def test_slow_files_are_counted_without_an_estimate(terminal: Terminal) -> None:
    steps = [IngestProgress(9, done, added=done, took_ms=6_000 * done) for done in (0, 1, 2, 3)]
    assert await lines(terminal, *steps) == ["adding docs \u00b7 2 of 9 files"]


async def test_embedding_has_its_own_estimate(terminal: Terminal) -> None:
    began = IngestProgress(9, 9, added=9, embedded=0, to_embed=1000, took_ms=10_000)
    later = IngestProgress(9, 9, added=9, embedded=100, to_embed=1000, took_ms=30_000)
    assert await lines(terminal, IngestProgress(9, 9, added=9, took_ms=400), began, later) == [
        "adding docs \u00b7 embedding, words are found already \u00b7 100 of 1,000 passages, about 3 min left"
    ]


async def test_embedding_what_an_earlier_run_added_is_shown_and_counted(terminal: Terminal) -> None:
    began = IngestProgress(9, 9, unchanged=9, embedded=0, to_embed=1000, took_ms=400)
    later = IngestProgress(9, 9, unchanged=9, embedded=100, to_embed=1000, took_ms=20_400)
    assert await lines(terminal, IngestProgress(9, 9, unchanged=9, took_ms=300), began, later) == [
        "adding docs \u00b7 embedding, words are found already \u00b7 100 of 1,000 passages, about 3 min left"
    ]
    done = IngestProgress(9, 9, unchanged=9, embedded=1000, took_ms=90_000, done=True)
    assert summary(done) == "9 files: 9 unchanged \u00b7 1,000 passages embedded \u00b7 90.0 s"
    assert summary(replace(done, added=2, chunks=1000)) == (
        "9 files: 2 added, 9 unchanged \u00b7 1,000 passages \u00b7 90.0 s, 0.0 files/s"
    )


async def test_few_unchanged_files_show_nothing(terminal: Terminal) -> None:
    assert await lines(terminal, IngestProgress(9, 9, unchanged=9, took_ms=20_000)) == []


def test_a_file_whose_table_is_too_large_is_named_with_the_limits() -> None:
    assert large_table_lines(["birds.csv"]) == [
        "  only searched: a table of 'birds.csv' is over 1,000,000 characters or 100,000 cells; lists are unsure"
    ]
