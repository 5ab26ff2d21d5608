"""The limits of the process that reads untrusted files."""

import os
import sys
import zlib
from io import BytesIO
from pathlib import Path

import pypdf
import pytest
from pypdf.generic import NameObject, StreamObject

from askwell.errors import BadInput
from askwell.knowledge.readers import child
from tests.knowledge.readers.test_pdf import BODY, make_pdf


def test_reading_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "WALL_SECONDS", 0.001)
    with pytest.raises(BadInput) as raised:
        child.read_in_child("pdf", make_pdf([(BODY, 12)]), "slow.pdf")
    assert raised.value.code == "document_too_complex"


def test_process_that_fails_is_told_by_the_file_alone() -> None:
    with pytest.raises(BadInput) as raised:
        child.read_in_child("no such kind", b"", "odd.pdf")
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
        child.read_in_child("pdf", packed.getvalue(), "bomb.pdf")
    assert raised.value.code in {"document_too_complex", "broken_document", "empty_document"}


def test_names_are_data_for_the_process() -> None:
    document = child.read_in_child("pdf", make_pdf([(BODY, 12)]), 'a" --help\n$(reboot).pdf')
    assert document.text == BODY.strip()


def test_file_larger_than_a_pipe_reaches_a_process_that_starts_slowly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "slow-python"
    slow.write_text(f'#!/bin/sh\nsleep 1\nexec "{sys.executable}" "$@"\n')
    slow.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(slow))
    monkeypatch.setattr(child, "WALL_SECONDS", 20)
    writer = pypdf.PdfWriter(clone_from=BytesIO(make_pdf([(BODY, 12)])))
    writer.add_attachment("noise.bin", os.urandom(1_000_000))
    large = BytesIO()
    writer.write(large)
    assert child.read_in_child("pdf", large.getvalue(), "large.pdf").text == BODY.strip()
