"""Plain text: the encoding is detected; lines are joined where they were only full."""

from dataclasses import replace

from askwell.errors import BadInput
from askwell.knowledge.readers.blocks import limited
from askwell.knowledge.readers.document import join_blocks
from askwell.knowledge.readers.lines import blocks_of, title_of
from askwell.knowledge.readers.mending import Mender
from askwell.types import ParsedDocument

suffixes = (".txt", ".text")

_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_SAMPLE_BYTES = 200_000


def read(data: bytes, name: str) -> ParsedDocument:
    """Read the paragraphs, headings and columns."""
    found = blocks_of(limited(decode(data, name), name))
    mender = Mender([line for block in found for line in block.text.split("\n")])
    mended = [replace(block, text=_without_torn_words(block.text, mender)) for block in found]
    return join_blocks(mended, title=title_of(found), media_type="text/plain")


def _without_torn_words(paragraph: str, mender: Mender) -> str:
    lines: list[str] = []
    for line in paragraph.split("\n"):
        joined = mender.join(lines[-1], line) if lines and line else None
        if joined is None:
            lines.append(line)
        else:
            lines[-1] = joined
    return "\n".join(lines)


def decode(data: bytes, name: str) -> str:
    """The bytes as text: by byte order mark, as UTF-8 even with some invalid bytes, or in the most likely encoding.

    Raises BadInput (`unsupported_document`) for binary data.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace").replace("\r\n", "\n")
    if b"\x00" in data[:_SAMPLE_BYTES]:
        raise _no_text(name)
    text = data.decode("utf-8", errors="replace")
    damaged = text.count("\ufffd")
    if damaged == 0 or damaged < sum(not char.isascii() for char in text) / 2:
        return text.replace("\r\n", "\n")
    from charset_normalizer import from_bytes

    best = from_bytes(data[:_SAMPLE_BYTES]).best()
    if best is None and damaged < len(text) / 20:
        return text.replace("\r\n", "\n")
    if best is None:
        raise _no_text(name)
    return data.decode(best.encoding, errors="replace").replace("\r\n", "\n")


def _no_text(name: str) -> BadInput:
    return BadInput(
        f"{name!r} contains binary data, not text",
        code="unsupported_document",
        hint="Give the file the extension of its real format, or save it as UTF-8 text.",
    )
