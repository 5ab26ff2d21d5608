"""Plain text: the encoding is detected; blank lines separate paragraphs."""

import re

from askwell.errors import BadInput
from askwell.knowledge.readers.blocks import Block, limited, tidy
from askwell.knowledge.readers.document import join_blocks
from askwell.knowledge.readers.mending import Mender
from askwell.types import ParsedDocument

suffixes = (".txt", ".text")

_BLANK_LINES = re.compile(r"\n\s*\n")
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_SAMPLE_BYTES = 200_000


def read(data: bytes, name: str) -> ParsedDocument:
    """Read the paragraphs."""
    found = [tidy(part) for part in paragraphs(limited(decode(data, name), name))]
    mender = Mender([line for part in found for line in part.split("\n")])
    return join_blocks([Block(_without_torn_words(part, mender)) for part in found], media_type="text/plain")


def paragraphs(text: str) -> list[str]:
    """The parts of a text between blank lines."""
    return _BLANK_LINES.split(text)


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
