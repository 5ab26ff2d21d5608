"""Read files of growing size: `python -m tests.hostile.ladder [LARGEST_MB] [SHAPE]`, part of `make soak`.

Prints seconds, CPU seconds, memory and characters of each shape from 1 KB to 50 MB. Exits with 1 if a reader is not
linear (the CPU time for a byte grows more than `MOST_GROWTH` times from 1 MB on), takes more than `MOST_CPU_S`, or
needs more than `MOST_MEMORY`. A text over the limit is refused; another refusal of these harmless files is a failure.
"""

import os
import random
import resource
import sys
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO

from askwell.errors import BadInput
from askwell.knowledge.readers import MAX_BYTES, read_document
from askwell.knowledge.readers.pool import read_in_child
from tests.hostile.office_files import epub, mail, notebook, odt, pptx, row, shape, xlsx
from tests.hostile.questions import say
from tests.hostile.watching import watched

SIZES = (1_000, 10_000, 100_000, 1_000_000, 5_000_000, 10_000_000, MAX_BYTES)
MOST_MEMORY = 512 << 20
MOST_GROWTH = 3.0
MOST_CPU_S = 30.0
"""Half of what a reading process may use for a file."""
TOO_LONG = "document_too_complex"
_WORDS = (
    "the licence office town year fee rule person letter form income family child care week board pays provider "
    "applies documents states that which under after before between because however therefore "
).split()


@dataclass(frozen=True)
class Rung:
    """One file that was read."""

    bytes: int
    seconds: float
    cpu_s: float
    """Of the reading process, its start included."""
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


def _paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def _docx(size: int, random_: random.Random) -> bytes:
    return _word(lambda: _paragraph(" ".join(sentence(random_) for _ in range(6))), size)


def _docx_short(size: int, random_: random.Random) -> bytes:
    return _word(lambda: _paragraph(random_.choice(_WORDS)), size)


def _docx_runs(size: int, random_: random.Random) -> bytes:
    run = "<w:r><w:rPr><w:b/></w:rPr><w:t xml:space='preserve'>{} </w:t></w:r>"
    return _word(lambda: run.format(random_.choice(_WORDS)), size, "<w:p>", "</w:p>")


def _docx_table(size: int, random_: random.Random) -> bytes:
    def row() -> str:
        merged = "<w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc>"
        return f"<w:tr>{merged}<w:tc>{_paragraph(sentence(random_))}</w:tc><w:tc>{_paragraph('5')}</w:tc></w:tr>"

    return _word(row, size, "<w:tbl>", "</w:tbl>")


def _word(part: Callable[[], str], size: int, before: str = "", after: str = "") -> bytes:
    import docx

    made = BytesIO()
    docx.Document().save(made)
    packed = BytesIO()
    # Stored, not compressed: the size of the file is that of its text.
    with zipfile.ZipFile(made) as plain, zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for entry in plain.infolist():
            content = plain.read(entry)
            if entry.filename == "word/document.xml":
                body = before.encode() + _repeated(part, max(100, size - 830_000)) + after.encode()
                content = content.replace(b"<w:sectPr", body + b"<w:sectPr", 1)
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


def _rows(size: int, random_: random.Random) -> bytes:
    return b"| a | b |\n|---|---|\n" + _repeated(lambda: f"| 5 | {sentence(random_)} |\n", size)


def _html_rows(size: int, random_: random.Random) -> bytes:
    return b"<table>" + _repeated(lambda: f"<tr><td rowspan=2>5<td>{sentence(random_)}", size) + b"</table>"


def _xlsx(size: int, random_: random.Random) -> bytes:
    rows = _repeated(lambda: row(sentence(random_), random_.random(), random_.choice(_WORDS)), size)
    return xlsx({"Rules": rows.decode()})


def _pptx(size: int, random_: random.Random) -> bytes:
    slides = max(1, min(200, size // 2_000))
    return pptx(*(_repeated(lambda: shape(sentence(random_)), size // slides).decode() for _ in range(slides)))


def _odt(size: int, random_: random.Random) -> bytes:
    def part() -> str:
        cell = f"<table:table-cell><text:p>{sentence(random_)}</text:p></table:table-cell>"
        table = f"<table:table>{f'<table:table-row>{cell * 2}</table:table-row>' * 3}</table:table>"
        return f"<text:h>{sentence(random_)}</text:h><text:p>{sentence(random_)}</text:p>{table}"

    return odt(_repeated(part, size).decode())


def _epub(size: int, random_: random.Random) -> bytes:
    chapters = max(1, min(200, size // 20_000))
    page = f"<p>{sentence(random_)}</p>"
    return epub(*(_repeated(lambda: page, size // chapters).decode() for _ in range(chapters)))


def _eml(size: int, random_: random.Random) -> bytes:
    return mail(_text(size, random_).decode())


def _rtf(size: int, random_: random.Random) -> bytes:
    return b"{\\rtf1 " + _repeated(lambda: f"{{\\b {sentence(random_)}}} \\'e9\\par\n", size) + b"}"


def _ipynb(size: int, random_: random.Random) -> bytes:
    count = max(1, size // 400)
    cells = [{"cell_type": "markdown", "source": [f"## {sentence(random_)}\n", sentence(random_)]} for _ in range(50)]
    picture = {"cell_type": "code", "source": "a = 1", "outputs": [{"data": {"image/png": "a" * 2_000}}]}
    return notebook(*((cells * (count // 50 + 1))[: count // 8 + 1]), *[picture] * (count // 8))


def _csv(size: int, random_: random.Random) -> bytes:
    def line() -> str:
        return f'{random_.choice(_WORDS)},{random_.randint(1, 9_999)},"{sentence(random_)}"\n'

    return b"word,number,text\n" + _repeated(line, size)


def _lines(size: int, random_: random.Random) -> bytes:
    return _repeated(lambda: f"{random_.choice(_WORDS)}\n\n", size)


FORMATS: dict[str, Callable[[int, random.Random], bytes]] = {
    "txt": _text,
    "md": _markdown,
    "html": _html,
    "csv": _csv,
    "docx": _docx,
    "pdf": _pdf,
    "xlsx": _xlsx,
    "pptx": _pptx,
    "odt": _odt,
    "epub": _epub,
    "eml": _eml,
    "rtf": _rtf,
    "ipynb": _ipynb,
}


SHAPES: dict[str, tuple[str, Callable[[int, random.Random], bytes]]] = {
    **{ending: (ending, make) for ending, make in FORMATS.items()},
    "txt, words": ("txt", _lines),
    "md, table": ("md", _rows),
    "html, table": ("html", _html_rows),
    "docx, words": ("docx", _docx_short),
    "docx, runs": ("docx", _docx_runs),
    "docx, table": ("docx", _docx_table),
}
"""Ending and contents by name."""


def _repeated(part: Callable[[], str], size: int) -> bytes:
    """Different parts for the first 200 KB, then these again."""
    parts: list[bytes] = []
    length = 0
    while not parts or length < min(size, 200_000):
        parts.append(part().encode())
        length += len(parts[-1])
    whole = b"".join(parts)
    return whole * max(1, size // len(whole))


def climb(shape: str, sizes: tuple[int, ...] = SIZES) -> list[Rung]:
    """A file of a shape in each size, each read in a process of its own."""
    ending, make = SHAPES[shape]
    found: list[Rung] = []
    for size in sizes:
        data = make(size * 99 // 100, random.Random(size))
        began, used = time.perf_counter(), _cpu_of_children()
        with watched(os.getpid()) as watch:
            try:
                outcome = f"{len(read_document(data, f'large.{ending}', (), read_in_child).text):,}"
            except BadInput as error:
                outcome = error.message if error.code == TOO_LONG else error.code
        took = time.perf_counter() - began
        found.append(Rung(len(data), took, _cpu_of_children() - used, watch.children, outcome))
    return found


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def growth(rungs: list[Rung]) -> float:
    """How much more CPU time a byte takes in the largest file that was read than in the first of about a megabyte."""
    large = [rung for rung in rungs if rung.bytes >= 700_000 and rung.outcome[0].isdigit()]
    if len(large) < 2:
        return 1.0
    return (large[-1].cpu_s / large[-1].bytes) / (large[0].cpu_s / large[0].bytes)


def is_good(rungs: list[Rung]) -> bool:
    """Whether all bounds were kept."""
    return (
        growth(rungs) <= MOST_GROWTH
        and all(rung.memory <= MOST_MEMORY and rung.cpu_s <= MOST_CPU_S for rung in rungs)
        and all(rung.outcome[0].isdigit() or "which is the limit" in rung.outcome for rung in rungs)
    )


def main(largest_mb: str = "50", wanted: str = "") -> int:
    """The exit code of a run."""
    sizes = tuple(size for size in SIZES if size <= int(largest_mb) * 1_000_000)
    failed = 0
    say(f"{'shape':14}{'bytes':>12}{'seconds':>9}{'CPU s':>7}{'MB':>6}  characters")
    for each in SHAPES:
        if wanted not in each:
            continue
        rungs = climb(each, sizes)
        for rung in rungs:
            figures = f"{rung.bytes:12,}{rung.seconds:9.2f}{rung.cpu_s:7.2f}{rung.memory >> 20:6}"
            say(f"{each:14}{figures}  {rung.outcome}")
        worst = max(rung.memory for rung in rungs)
        failed += not is_good(rungs)
        say(f"{each:14}CPU for a byte × {growth(rungs):.2f} from 1 MB on, most memory {worst >> 20} MB")
    say(f"{failed} shapes over a bound")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
