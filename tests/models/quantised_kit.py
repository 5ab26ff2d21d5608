"""A tiny transformer in the packed format: one layer of width 32, and a vocabulary of a few words."""

import struct
from pathlib import Path

import numpy as np
import numpy.typing as npt

WIDTH, HEADS, INNER, POSITIONS = 32, 4, 64, 16
PIECES = ("<s>", "<pad>", "</s>", "<unk>", "▁", "▁query:", "▁passage:", "▁ferry", "▁traghetto", "▁fi", "▁noon")

Blocks = tuple[npt.NDArray[np.float16], npt.NDArray[np.uint8]]


def write_packed(file: Path) -> dict[str, npt.NDArray[np.float32]]:
    """Write the file and return its matrices, unpacked."""
    random = np.random.default_rng(7)
    matrices: dict[str, npt.NDArray[np.float32]] = {}
    tensors: list[tuple[str, int, int, bytes]] = []

    def packed(name: str, rows: int, width: int) -> None:
        bits = random.integers(0, 16, (rows, width // 32, 32), dtype=np.uint8)
        scales = random.uniform(0.01, 0.05, (rows, width // 32)).astype(np.float16)
        matrices[name] = ((bits.astype(np.float32) - 8) * scales.astype(np.float32)[..., None]).reshape(rows, width)
        data = bytearray()
        for row, of_row in zip(bits, scales, strict=True):
            for block, scale in zip(row, of_row, strict=True):
                data += scale.tobytes() + (block[:16] | block[16:] << 4).astype(np.uint8).tobytes()
        tensors.append((name, 1, rows * width, bytes(data)))

    def plain(name: str, count: int, value: float | None = None) -> None:
        values = random.normal(0, 0.1, count) if value is None else np.full(count, value)
        tensors.append((name, 0, count, values.astype("<f4").tobytes()))

    packed("emb.word", len(PIECES), WIDTH)
    plain("emb.pos", POSITIONS * WIDTH)
    plain("emb.type", 2 * WIDTH)
    for name, value in (("emb.ln", 1.0), ("l0.aln", 1.0), ("l0.oln", 1.0)):
        plain(f"{name}.w", WIDTH, value)
        plain(f"{name}.b", WIDTH)
    for part, rows, width in (
        *((part, WIDTH, WIDTH) for part in ("q", "k", "v", "ao")),
        ("fi", INNER, WIDTH),
        ("fo", WIDTH, INNER),
    ):
        packed(f"l0.{part}.w", rows, width)
        plain(f"l0.{part}.b", rows)
    file.write_bytes(_joined(tensors))
    return matrices


def _joined(tensors: list[tuple[str, int, int, bytes]]) -> bytes:
    spelt = [piece.encode() for piece in PIECES]
    begins = np.cumsum([0, *map(len, spelt)]).astype("<u4").tobytes()
    scores = np.asarray([0, 0, 0, 0, *[-2.0] * (len(PIECES) - 4)], dtype="<f4").tobytes()
    written = struct.pack("<IBI", ord("\n"), 1, ord(" ")) + struct.pack("<IB2I", ord("ﬁ"), 2, ord("f"), ord("i"))
    head = struct.pack("<4sI7ifi", b"E5S1", 1, WIDTH, 1, HEADS, INNER, len(PIECES), POSITIONS, 2, 1e-12, 32)
    head += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, sum(map(len, spelt))) + begins + scores + b"".join(spelt)
    head += struct.pack("<iI", 2, len(written)) + written
    size = len(head) + 4 + sum(2 + len(name.encode()) + 21 for name, *_ in tensors)
    at = size + -size % 64
    listed, data = struct.pack("<i", len(tensors)), b""
    for name, kind, count, content in tensors:
        data += b"\0" * (-len(data) % 64)
        listed += struct.pack("<H", len(name)) + name.encode()
        listed += struct.pack("<BIQQ", kind, count, at + len(data), len(content))
        data += content
    return head + listed + b"\0" * (at - size) + data
