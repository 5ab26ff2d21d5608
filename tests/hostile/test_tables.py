"""Hostile CSV tables: each is read or refused with a reason, and a question to it takes no long time."""

import asyncio
import sys
import time
import tracemalloc
from pathlib import Path

import pytest

from askwell.assistant import load_assistant
from askwell.errors import BadConfig
from askwell.tools.names import find, key
from askwell.tools.tables import open_tables
from askwell.types import OPERATOR
from tests.hostile.table_files import HEADER, QUESTION, REFUSED, YAML, table_files

FILES = dict(table_files())
MOST_CPU_S = 8.0
"""Of this process; the slowest takes 2 s."""
READ = (
    "one value often",
    "distinct values",
    "long name",
    "long names",
    "values in a cell",
    "commas",
    "fields",
    "marks",
)


def opened(folder: Path, data: bytes) -> tuple[str, ...]:
    """The rows that a question finds in a table."""
    (folder / "assistant.yaml").write_text(YAML.format(name="offices"))
    (folder / "offices.csv").write_bytes(data)
    tables = open_tables(load_assistant(folder))
    for fault in tables.faults:
        raise fault
    found = asyncio.run(tables.look_up("offices", QUESTION, OPERATOR))
    return tuple(passage.chunk.text for passage in found.passages)


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_table_is_read_or_refused(name: str, tmp_path: Path) -> None:
    began = time.process_time()
    refused = ""
    try:
        opened(tmp_path, FILES[name])
    except BadConfig as error:
        refused = error.message
    assert bool(refused) == (name in REFUSED), refused
    assert not refused or "offices.csv" in refused
    assert time.process_time() - began < MOST_CPU_S


def test_a_table_over_the_limit_is_refused_with_the_limit(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="the maximum for a table is 10,000,000") as raised:
        opened(tmp_path, FILES["too large"])
    assert "Leave out" in raised.value.hint


def test_one_value_in_many_rows_is_found_in_linear_time(tmp_path: Path) -> None:
    def seconds(rows: int) -> float:
        began = time.process_time()
        assert len(opened(tmp_path, HEADER.encode() + b"North,Hill,1\n" * rows))
        return time.process_time() - began

    assert seconds(100_000) < 20 * max(seconds(10_000), 0.02)


@pytest.mark.parametrize(
    "rows",
    [
        "North Office,Hill,100\n" * 20_000,
        "".join(f"Office {n},value {n},{n}\n" for n in range(20_000)),
        "a,Hill,c\r" * 20_000,
    ],
    ids=["one value often", "distinct values", "short rows"],
)
def test_a_table_takes_little_more_memory_than_its_file(rows: str, tmp_path: Path) -> None:
    (tmp_path / "assistant.yaml").write_text(YAML.format(name="offices"))
    (tmp_path / "offices.csv").write_text(HEADER + rows)
    assistant = load_assistant(tmp_path)
    tracemalloc.start()
    try:
        tables = open_tables(assistant)
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert not tables.faults
    assert kept < 4 * len(rows) + 100_000


def test_the_work_for_a_question_does_not_grow_with_the_longest_name() -> None:
    question = "hill " * 800

    def calls(words: int) -> int:
        known, called = {key("hill " * words + "end"): 1}, 0

        def note(_frame: object, event: str, _argument: object) -> None:
            nonlocal called
            called += event in {"call", "c_call"}

        sys.setprofile(note)
        try:
            find(question, known)
        finally:
            sys.setprofile(None)
        return called

    assert calls(400) < 1.5 * calls(40)
