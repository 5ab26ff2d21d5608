"""Files of 4-bit weights."""

import struct
from pathlib import Path

import numpy as np
import pytest

from askwell.models.quantised_weights import open_packed, unpack
from tests.models.quantised_kit import PIECES, WIDTH, write_packed


def test_a_packed_matrix_is_unpacked_unchanged(tmp_path: Path) -> None:
    written = write_packed(tmp_path / "model.bin")
    weights = open_packed(tmp_path / "model.bin")
    for name, matrix in written.items():
        np.testing.assert_array_equal(weights.matrix(name, matrix.shape[1]), matrix)


def test_some_rows_can_be_unpacked_alone(tmp_path: Path) -> None:
    written = write_packed(tmp_path / "model.bin")["emb.word"]
    rows = np.asarray([[4, 2], [9, 4]])
    np.testing.assert_array_equal(
        unpack(open_packed(tmp_path / "model.bin").blocks("emb.word", WIDTH)[rows]), written[rows]
    )


def test_the_vocabulary_is_read_with_its_ids_and_replacements(tmp_path: Path) -> None:
    write_packed(tmp_path / "model.bin")
    known = open_packed(tmp_path / "model.bin").vocabulary
    assert tuple(piece for piece, _ in known.pieces) == PIECES
    assert (known.start, known.padding, known.end, known.unknown) == (0, 1, 2, 3)
    assert known.written == {ord("\n"): " ", ord("ﬁ"): "fi"}


def test_a_file_cut_short_anywhere_is_refused(tmp_path: Path) -> None:
    write_packed(tmp_path / "whole.bin")
    whole = (tmp_path / "whole.bin").read_bytes()
    for kept in (3, 40, 60, 150, 300, 700, len(whole) - 1):
        (tmp_path / "cut.bin").write_bytes(whole[:kept])
        with pytest.raises(ValueError, match=r"truncated|outside|smaller|begins|decode"):
            open_packed(tmp_path / "cut.bin")


@pytest.mark.parametrize("head", [b"GGUF\1\0\0\0", b"E5S1\2\0\0\0"])
def test_another_format_or_version_is_refused(tmp_path: Path, head: bytes) -> None:
    (tmp_path / "model.bin").write_bytes(head + bytes(200))
    with pytest.raises(ValueError, match="expected b'E5S1' and 1"):
        open_packed(tmp_path / "model.bin")


def test_a_tensor_outside_of_the_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "model.bin"
    write_packed(file)
    whole = bytearray(file.read_bytes())
    at = whole.index(b"emb.word") + len(b"emb.word") + 5
    struct.pack_into("<Q", whole, at, 1 << 40)
    file.write_bytes(whole)
    with pytest.raises(ValueError, match=r"'emb\.word' lies outside"):
        open_packed(file)


def test_a_missing_tensor_or_one_of_another_type_is_an_error(tmp_path: Path) -> None:
    write_packed(tmp_path / "model.bin")
    weights = open_packed(tmp_path / "model.bin")
    with pytest.raises(ValueError, match="no tensor 'l9"):
        weights.plain("l9.q.b")
    with pytest.raises(ValueError, match="is packed"):
        weights.plain("emb.word")
    with pytest.raises(ValueError, match="not packed in rows of 32"):
        weights.matrix("l0.q.b", 32)
