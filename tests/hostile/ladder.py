"""Read files of growing size: `python -m tests.hostile.ladder [LARGEST_MB]`, part of `make soak`.

Prints seconds, memory and characters of each format from 1 KB to 50 MB. Exits with 1 if a reader is not linear (the
time for a byte grows more than `MOST_GROWTH` times from 1 MB on), or needs more than `MOST_MEMORY`.
"""

import os
import random
import sys
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO

from askwell.errors import BadInput
from askwell.knowledge.readers import MAX_BYTES, read_document
from askwell.knowledge.readers.pool import read_in_child
from tests.hostile.questions import say
from tests.hostile.watching import watched

SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000, MAX_BYTES)
MOST_MEMORY = 512 << 20
MOST_GROWTH = 3.0
_WORDS = (
    "the licence office town year fee rule person letter form income family child care week board pays provider "
    "applies documents states that which under after before between because however therefore "
).split()


@dataclass(frozen=True)
class Rung:
    """One file that was read."""

    bytes: int
    seconds: float
    memory: int
    outcome: str
    """Characters of the document, or the code of the refusal."""


def sentence(random_: random.Random) -> str:
    """A sentence of about 60 characters."""
    return " ".join(random_.choices(_WORDS, k=10)).capitalize() + "."


def _text(size: int, random_: random.Random) -> bytes:
    return _repeated(lambda: " ".join(sentence(random_) for _ in range(6)) + "\n\n", size)


def _markdown(size: int, random_: random.Random) -> bytes:
    def part() -> str:
        rows = "".join(f"| {number} | {sentence(random_)} |\n" for number in range(4))
        prose = "\n\n".join(" ".join(sentence(random_) for _ in range(6)) for _ in range(4))
        return f"## {sentence(random_)}\n\n{prose}\n\n- one\n- *two*\n\n| a | b |\n|---|---|\n{rows}\n"

    return _repeated(part, size)


def _html(size: int, random_: random.Random) -> bytes:
    def part() -> str:
        rows = "".join(f"<tr><td>{number}</td><td>{sentence(random_)}</td></tr>" for number in range(4))
        prose = "".join(f"<p>{' '.join(sentence(random_) for _ in range(6))}</p>" for _ in range(4))
        return f"<h2>{sentence(random_)}</h2>{prose}<ul><li>one<li><b>two</b></ul><table>{rows}</table>\n"

    return b"<html><head><title>Rules</title></head><body>" + _repeated(part, size) + b"</body></html>"


def _docx(size: int, random_: random.Random) -> bytes:
    import docx

    made = BytesIO()
    docx.Document().save(made)
    packed = BytesIO()
    # Stored, not compressed: the size of the file is that of its text.
    with zipfile.ZipFile(made) as plain, zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for entry in plain.infolist():
            content = plain.read(entry)
            if entry.filename == "word/document.xml":
                paragraphs = _repeated(
                    lambda: f"<w:p><w:r><w:t>{' '.join(sentence(random_) for _ in range(6))}</w:t></w:r></w:p>",
                    max(100, size - 900_000),
                )
                content = content.replace(b"<w:sectPr", paragraphs + b"<w:sectPr", 1)
            archive.writestr(entry.filename, content)
    return packed.getvalue()


def _pdf(size: int, random_: random.Random) -> bytes:
    from fpdf import FPDF

    made = FPDF()
    made.set_compression(False)
    written = 0
    while written < size and made.page < 1_900:
        made.add_page()
        made.set_font("Helvetica", size=9)
        for _ in range(10):
            text = " ".join(sentence(random_) for _ in range(6))
            made.multi_cell(0, 5, text, new_x="LMARGIN", new_y="NEXT")
            made.ln(3)
            written += len(text) + 200
    data = bytes(made.output())
    if len(data) < size * 0.9:
        # More pages than are allowed would be needed: the rest is an attachment, as it mostly is in large files.
        import pypdf

        writer = pypdf.PdfWriter(clone_from=BytesIO(data))
        writer.add_attachment("picture.bin", os.urandom(size - len(data) - 100_000))
        large = BytesIO()
        writer.write(large)
        data = large.getvalue()
    return data


FORMATS: dict[str, Callable[[int, random.Random], bytes]] = {
    "txt": _text,
    "md": _markdown,
    "html": _html,
    "docx": _docx,
    "pdf": _pdf,
}


def _repeated(part: Callable[[], str], size: int) -> bytes:
    """Different parts for the first 200 KB, then these again."""
    parts: list[bytes] = []
    length = 0
    while not parts or length < min(size, 200_000):
        parts.append(part().encode())
        length += len(parts[-1])
    whole = b"".join(parts)
    return whole * max(1, size // len(whole))


def climb(ending: str, sizes: tuple[int, ...] = SIZES) -> list[Rung]:
    """A file of a format in each size, each read in a process of its own."""
    found: list[Rung] = []
    for size in sizes:
        data = FORMATS[ending](size * 99 // 100, random.Random(size))
        began = time.perf_counter()
        with watched(os.getpid()) as watch:
            try:
                outcome = f"{len(read_document(data, f'large.{ending}', (), read_in_child).text):,}"
            except BadInput as error:
                outcome = error.code
        found.append(Rung(len(data), time.perf_counter() - began, watch.children, outcome))
    return found


def growth(rungs: list[Rung]) -> float:
    """How much more time a byte takes in the largest file than in the first of about a megabyte."""
    large = [rung for rung in rungs if rung.bytes >= 700_000]
    if len(large) < 2:
        return 1.0
    return (large[-1].seconds / large[-1].bytes) / (large[0].seconds / large[0].bytes)


def main(largest_mb: str = "50") -> int:
    """The exit code of a run."""
    sizes = tuple(size for size in SIZES if size <= int(largest_mb) * 1_000_000)
    failed = 0
    say(f"{'format':8}{'bytes':>12}{'seconds':>9}{'MB':>6}  characters")
    for ending in FORMATS:
        rungs = climb(ending, sizes)
        for rung in rungs:
            say(f"{ending:8}{rung.bytes:12,}{rung.seconds:9.2f}{rung.memory >> 20:6}  {rung.outcome}")
        worst = max(rung.memory for rung in rungs)
        failed += worst > MOST_MEMORY or growth(rungs) > MOST_GROWTH
        say(f"{ending:8}time for a byte × {growth(rungs):.2f} from 1 MB on, most memory {worst >> 20} MB")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
