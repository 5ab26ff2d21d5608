"""Weights of a transformer in one file, four bits each: vocabulary, then named tensors.

The layout, little-endian, `E5S1` version 1:

    "E5S1", u32 version, i32 width, layers, heads, inner width, vocabulary, positions, types, f32 epsilon, i32 32
    i32 pieces, i32 ids of start, end, padding, unknown, u64 bytes of their text
    u32[pieces + 1] start of each piece, f32[pieces] log probabilities, the text in UTF-8
    i32 number of replaced characters, u32 bytes; for each: u32 code point, u8 count, u32[count] code points
    i32 tensors; for each: u16 length of the name, the name, u8 type (0 f32, 1 packed), u32 count, u64 offset, u64 bytes

A packed tensor consists of rows of blocks. A block has 32 weights: an f16 scale and 16 bytes. Byte i holds weight i in
its lower four bits and weight i + 16 in its upper four. A weight is its four bits minus 8, times the scale.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

MAGIC = b"E5S1"
VERSION = 1
BLOCK = 32
"""Weights that share a scale."""
PACKED = 1
"""Type of a packed tensor; 0 is plain f32."""

_BLOCK = np.dtype([("scale", "<f2"), ("bits", "u1", (BLOCK // 2,))])

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of a transformer."""

    width: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    positions: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Pieces of a unigram tokenizer."""

    pieces: tuple[tuple[str, float], ...]
    """Each piece with its log probability; the index is the id."""
    start: int
    end: int
    padding: int
    unknown: int
    written: Mapping[int, str]
    """Code point to its replacement, applied before a text is split into pieces."""


@dataclass(frozen=True, slots=True)
class QuantisedWeights:
    """An opened file. Tensors are read from the disk on access."""

    shape: Shape
    vocabulary: Vocabulary
    _data: npt.NDArray[np.uint8] = field(repr=False)
    _tensors: Mapping[str, tuple[int, int, int]] = field(repr=False)
    """Name to type, count and offset."""

    def plain(self, name: str) -> Floats:
        """A plain tensor as a flat array. Raises ValueError if there is none with this name."""
        kind, count, offset = self._find(name)
        if kind == PACKED:
            raise ValueError(f"the tensor {name!r} is packed")
        return np.frombuffer(self._data, "<f4", count, offset).astype(np.float32)

    def matrix(self, name: str, width: int) -> Floats:
        """A packed tensor, unpacked to rows of `width` weights. Raises ValueError if it has another size."""
        return unpack(self.blocks(name, width))

    def blocks(self, name: str, width: int) -> npt.NDArray[np.void]:
        """A packed tensor as stored: rows of blocks for `width` weights. `unpack` decodes any selection of rows."""
        kind, count, offset = self._find(name)
        if kind != PACKED or count % width or width % BLOCK:
            raise ValueError(f"the tensor {name!r} is not packed in rows of {width}")
        found: npt.NDArray[np.void] = np.frombuffer(self._data, _BLOCK, count // BLOCK, offset)
        return found.reshape(count // width, width // BLOCK)

    def _find(self, name: str) -> tuple[int, int, int]:
        if name not in self._tensors:
            raise ValueError(f"there is no tensor {name!r}")
        return self._tensors[name]


def unpack(blocks: npt.NDArray[np.void]) -> Floats:
    """Decode rows of blocks: shape (..., n) becomes (..., 32 * n)."""
    bits = blocks["bits"]
    weights = np.concatenate([bits & 15, bits >> 4], axis=-1).astype(np.float32) - 8
    weights *= blocks["scale"].astype(np.float32)[..., None]
    return weights.reshape(*blocks.shape[:-1], -1)


def open_packed(path: Path) -> QuantisedWeights:
    """Open a file of weights. Raises OSError, and ValueError if the format is wrong or the file is truncated."""
    data = np.memmap(path, dtype=np.uint8, mode="r")
    read = _Reader(data)
    try:
        magic, version = read.values("4sI")
        if magic != MAGIC or version != VERSION:
            raise ValueError(f"the file begins with {magic!r} and version {version}, expected {MAGIC!r} and {VERSION}")
        width, layers, heads, inner, vocabulary, positions, _, epsilon, block = read.values("7ifi")
        if block != BLOCK or min(width, layers, heads, inner, positions) < 1 or width % heads:
            raise ValueError("its sizes are inconsistent")
        words = _vocabulary(read)
        tensors = {}
        for _ in range(*read.values("i")):
            name = read.text(*read.values("H"))
            kind, count, offset, size = read.values("BIQQ")
            if offset + size > len(data) or offset % 4:
                raise ValueError(f"the tensor {name!r} lies outside the file")
            tensors[name] = (kind, count, offset)
    except struct.error as error:
        raise ValueError(f"the file is truncated: {error}") from error
    return QuantisedWeights(Shape(width, layers, heads, inner, vocabulary, positions, epsilon), words, data, tensors)


def _vocabulary(read: "_Reader") -> Vocabulary:
    count, start, end, padding, unknown, size = read.values("5iQ")
    begins = read.row("<u4", count + 1).tolist()
    scores = read.row("<f4", count).tolist()
    text = read.bytes(size)
    pieces = [text[begin:end].decode("utf-8") for begin, end in pairwise(begins)]
    written: dict[int, str] = {}
    characters, _ = read.values("iI")
    for _ in range(characters):
        code, length = read.values("IB")
        written[code] = "".join(chr(point) for point in read.values(f"{length}I"))
    return Vocabulary(tuple(zip(pieces, scores, strict=True)), start, end, padding, unknown, written)


class _Reader:
    """Reads values from the data in sequence."""

    def __init__(self, data: npt.NDArray[np.uint8]) -> None:
        self._data = data
        self._at = 0

    def values(self, layout: str) -> tuple[Any, ...]:
        found = struct.unpack_from(f"<{layout}", self._data.data, self._at)
        self._at += struct.calcsize(f"<{layout}")
        return found

    def row(self, kind: str, count: int) -> npt.NDArray[Any]:
        found = np.frombuffer(self._data, kind, count, self._at)
        self._at += found.nbytes
        return found

    def bytes(self, count: int) -> bytes:
        return self.row("u1", count).tobytes()

    def text(self, count: int) -> str:
        return self.bytes(count).decode("utf-8")
