"""The processes that read untrusted files: their limits, and that they are kept for the next file."""

import os
import re
import signal
import sys
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pypdf
import pytest
from pypdf.generic import NameObject, StreamObject

from askwell.errors import BadInput
from askwell.knowledge.readers import MAX_BYTES, child, pool, read_document, reading
from askwell.knowledge.readers.content import Content
from askwell.knowledge.readers.limits import Limits
from askwell.knowledge.search import LocalKnowledge
from askwell.types import ParsedDocument
from tests.knowledge.kit import drain, write
from tests.knowledge.readers.test_pdf import BODY, make_pdf


def test_reading_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "DEFAULT", Limits(seconds=0.001))
    with pytest.raises(BadInput) as raised:
        pool.read_in_child("pdf", make_pdf([(BODY, 12)]), "slow.pdf")
    assert raised.value.code == "document_too_complex"


def test_process_that_fails_is_told_by_the_file_alone() -> None:
    with pytest.raises(BadInput) as raised:
        pool.read_in_child("no such kind", b"", "odd.pdf")
    assert raised.value.code == "broken_document"


def test_file_that_unpacks_without_end_does_no_harm() -> None:
    writer = pypdf.PdfWriter(clone_from=BytesIO(make_pdf([(BODY, 12)])))
    bomb = StreamObject()
    bomb[NameObject("/Filter")] = NameObject("/FlateDecode")
    bomb._data = zlib.compress(b"0 " * 50_000_000, 1)
    writer.pages[0][NameObject("/Contents")] = writer._add_object(bomb)
    packed = BytesIO()
    writer.write(packed)
    assert len(packed.getvalue()) < 1_000_000
    with pytest.raises(BadInput) as raised:
        read_document(packed.getvalue(), "bomb.pdf")
    assert raised.value.code in {"document_too_complex", "broken_document", "empty_document"}


def test_names_are_data_for_the_process() -> None:
    document = pool.read_in_child("pdf", make_pdf([(BODY, 12)]), 'a" --help\n$(reboot).pdf')
    assert document.text == BODY.strip()


def test_file_larger_than_a_pipe_reaches_a_process_that_starts_slowly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "slow-python"
    slow.write_text(f'#!/bin/sh\nsleep 1\nexec "{sys.executable}" "$@"\n')
    slow.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(slow))
    monkeypatch.setattr(pool, "DEFAULT", Limits(seconds=20))
    writer = pypdf.PdfWriter(clone_from=BytesIO(make_pdf([(BODY, 12)])))
    writer.add_attachment("noise.bin", os.urandom(1_000_000))
    large = BytesIO()
    writer.write(large)
    assert pool.read_in_child("pdf", large.getvalue(), "large.pdf").text == BODY.strip()


@pytest.mark.parametrize("by_path", [False, True])
def test_a_long_document_arrives_whole(by_path: bool, tmp_path: Path) -> None:
    """Its text takes several pieces, its sections several lines."""
    data = "".join(f"# Part {number}\r\n\nCaff\u00e8 \u5b83 \U0001f468 {'word ' * 200}\n\n" for number in range(2_500))
    path = tmp_path / "long.md"
    path.write_text(data, newline="")
    read = pool.read_in_child("markdown", path if by_path else data.encode(), "long.md")
    assert len(read.text) > 2 * child._PIECE_CHARS
    assert [section.headings for section in read.sections] == [(f"Part {number}",) for number in range(2_500)]
    assert (
        "".join(read.text[each.start : each.end] for each in read.sections).count("Caff\u00e8 \u5b83 \U0001f468")
        == 2_500
    )


def test_half_a_character_pair_arrives() -> None:
    assert pool.read_in_child("ipynb", NOTEBOOK, "a.ipynb").text.count("half") == 1


NOTEBOOK = rb'{"nbformat": 4, "cells": [{"cell_type": "markdown", "source": "half \ud800 a pair"}]}'


@pytest.mark.parametrize(("size", "code"), [(None, "unreadable_file"), (MAX_BYTES + 1, "document_too_large")])
def test_a_path_that_changed_before_it_is_read_is_refused(size: int | None, code: str, tmp_path: Path) -> None:
    path = tmp_path / "changed.txt"
    if size is not None:
        path.write_bytes(b"a" * size)
    with pytest.raises(BadInput) as raised:
        pool.read_in_child("text", path, "changed.txt")
    assert raised.value.code == code


@pytest.fixture
def readers() -> Iterator[pool.ReaderPool]:
    made = pool.ReaderPool()
    yield made
    made.close()


def test_one_process_reads_one_file_after_another(readers: pool.ReaderPool) -> None:
    texts = [readers.read("text", f"Number {number}.".encode(), "a.txt").text for number in range(20)]
    assert texts == [f"Number {number}." for number in range(20)]
    with pytest.raises(BadInput, match="binary"):
        readers.read("text", b"\x00\x01", "b.txt")
    assert readers.read("markdown", b"# A\n\nText.", "c.md").title == "A"
    assert readers.started == 1


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="needs the limits of other processes in /proc")
def test_a_process_may_use_so_much_cpu_and_memory_for_a_file_and_no_more(readers: pool.ReaderPool) -> None:
    for number in range(2):
        readers.read("text", b"Some text.", f"{number}.txt")
        [waiting] = readers._waiting
        limits = Path(f"/proc/{waiting._process.pid}/limits").read_text(encoding="utf-8")
        seconds, size = (
            re.search(rf"^Max {name} +(\d+)", limits, re.MULTILINE) for name in ("cpu time", "address space")
        )
        assert seconds is not None
        assert child.CPU_SECONDS <= int(seconds[1]) < 2 * child.CPU_SECONDS
        assert size is not None
        assert int(size[1]) <= child.PLUGGED_MEMORY_BYTES


def test_a_large_process_keeps_its_readers_too(readers: pool.ReaderPool) -> None:
    """What the starting process holds is none of what a reader has needed."""
    ballast = b"x" * (child.KEPT_BYTES + 50_000_000)
    for number in range(3):
        assert readers.read("text", b"Some text.", f"{number}.txt").text
    assert readers.started == 1
    del ballast


def test_threads_that_read_at_once_have_a_process_each(readers: pool.ReaderPool) -> None:
    with ThreadPoolExecutor(4) as threads:
        read = list(threads.map(lambda number: readers.read("text", b"%d" % number, "a.txt").text, range(40)))
    assert read == [str(number) for number in range(40)]
    assert readers.started <= 4 + 2  # some find that a process is being given back


EXHAUSTING = """
import resource

suffixes = (".odd",)

def read(data, name):
    if data == b"memory":
        return bytearray(3_000_000_000)
    if data == b"time":
        resource.setrlimit(resource.RLIMIT_CPU, (1, 2))
        while True:
            pass
    if data == b"deep":
        return read(data, name)
    print("what a library prints")
    raise OSError(data.decode())
"""


@pytest.mark.parametrize("harm", [b"memory", b"time", b"deep"])
def test_file_that_exhausts_a_process_leaves_the_next_one_unharmed(
    readers: pool.ReaderPool, harm: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "exhausting.py").write_text(EXHAUSTING)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(BadInput) as raised:
        readers.read("exhausting", harm, "a.odd")
    assert raised.value.code == "document_too_complex"
    with pytest.raises(BadInput, match="OSError: other") as raised:
        readers.read("exhausting", b"other", "b.odd")
    assert raised.value.code == "broken_document"
    assert readers.read("text", b"Text.", "c.txt").text == "Text."
    assert readers.started == 2


def test_process_that_ended_while_it_waited_is_replaced(readers: pool.ReaderPool) -> None:
    readers.read("text", b"One.", "a.txt")
    [waiting] = readers._waiting
    os.kill(waiting._process.pid, signal.SIGKILL)
    assert readers.read("text", b"Two.", "b.txt").text == "Two."


def test_process_that_ends_as_a_file_comes_is_replaced(
    readers: pool.ReaderPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers.read("text", b"One.", "a.txt")
    [waiting] = readers._waiting
    waiting._process.kill()
    waiting._process.wait()
    monkeypatch.setattr(pool._Process, "is_ready", property(lambda process: process._has_answered))  # seen too late
    assert readers.read("text", b"Two." * 100_000, "b.txt").text.startswith("Two.")
    assert readers.started == 2


def test_closed_pool_keeps_no_process(readers: pool.ReaderPool) -> None:
    readers.read("text", b"One.", "a.txt")
    [waiting] = readers._waiting
    readers.close()
    assert waiting._process.poll() is not None


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html", "a.pdf", "a.docx"])
def test_every_format_is_read_in_a_child_process(name: str) -> None:
    asked: list[str] = []

    def in_child(kind: str, content: Content, name: str) -> ParsedDocument:
        asked.append(kind)
        return ParsedDocument("Text.", ())

    read_document({"a.pdf": b"%PDF-1.7", "a.docx": b"PK\x03\x04"}.get(name, b"text"), name, (), in_child)
    assert asked == [reading.kind_of(name)]


async def test_processes_end_before_a_folder_is_embedded(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    write(tmp_path / "docs", one="The first.", two="The second.")
    running: list[int] = []
    async for progress in knowledge.ingest(tmp_path / "docs", "rules"):
        if progress.to_embed:
            running.append(len(knowledge._pool._waiting))
    assert knowledge._pool.started == 1
    assert set(running) == {0}


async def test_ingestion_reads_a_folder_with_one_process(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    write(tmp_path / "docs", **{f"file{number}": f"Text {number}." for number in range(30)})
    assert (await drain(knowledge.ingest(tmp_path / "docs", "rules"))).added == 30
    assert knowledge._pool.started == 1
