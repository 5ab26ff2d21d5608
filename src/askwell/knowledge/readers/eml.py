"""E-mail messages: the headers, the body, and the names of the attachments, which are not opened."""

import email
from collections.abc import Iterator
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message

from askwell.errors import BadInput
from askwell.knowledge.readers import html, text
from askwell.knowledge.readers.blocks import Block, limited, one_line, shorten
from askwell.knowledge.readers.document import join_blocks
from askwell.knowledge.readers.lines import blocks_of
from askwell.types import ParsedDocument

suffixes = (".eml",)

MAX_PARTS = 1_000

_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_MAX_HEADER_CHARS = 1_000
_MAX_NAMES = 50
"""Attachments that are named."""


def read(data: bytes, name: str) -> ParsedDocument:
    """Read the message; its subject is the title, its sender the origin. Plain text is preferred to HTML."""
    message = email.message_from_bytes(data)
    parts = list(_parts(message, name))
    headers = [(key, value) for key in _SHOWN if (value := _header(message, key))]
    if not headers:
        raise BadInput(
            f"{name!r} has none of the headers of an e-mail message",
            code="broken_document",
            hint="Give the file the extension of its real format.",
        )
    lines = [f"{key}: {value}" for key, value in headers]
    attached = [each for part in parts if (each := one_line(_decoded(part.get_filename() or "")))]
    if attached:
        lines.append(f"Attachments: {', '.join(shorten(each, _MAX_HEADER_CHARS) for each in attached[:_MAX_NAMES])}")
    return join_blocks(
        [Block("\n".join(lines)), *_body(parts, name)],
        title=_header(message, "Subject"),
        origin=_header(message, "From"),
        date=_header(message, "Date"),
        media_type="message/rfc822",
    )


def _parts(message: Message, name: str) -> Iterator[Message]:
    """The parts of a message that have no parts; those of an attached message are left out."""
    waiting = [message]
    seen = 0
    while waiting:
        part = waiting.pop()
        seen += 1
        if seen > MAX_PARTS:
            raise BadInput(
                f"{name!r} has more than {MAX_PARTS:,} parts", code="document_too_complex", hint="Save only its text."
            )
        below = part.get_payload()
        if part.is_multipart() and isinstance(below, list) and part.get_content_maintype() == "multipart":
            waiting += [each for each in reversed(below) if isinstance(each, Message)]
        else:
            yield part


def _body(parts: list[Message], name: str) -> list[Block]:
    own = [part for part in parts if part.get_content_disposition() != "attachment" and not part.get_filename()]
    for kind in ("text/plain", "text/html"):
        blocks = [block for part in own if part.get_content_type() == kind for block in _blocks(part, kind, name)]
        if blocks:
            return blocks
    return []


def _blocks(part: Message, kind: str, name: str) -> list[Block]:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes) or not data.strip():
        return []
    charset = str(part.get_content_charset() or "utf-8")
    try:
        body = data.decode(charset, errors="replace")
    except (LookupError, ValueError):
        body = text.decode(data, name)
    if kind == "text/html":
        return html.blocks_of(body.encode(errors="replace"), name)
    return blocks_of(limited(body.replace("\r\n", "\n"), name))


def _header(message: Message, key: str) -> str:
    return _decoded(str(message.get(key, "")))


def _decoded(value: str) -> str:
    """The text of a header, whose words may be encoded (RFC 2047)."""
    value = value[:_MAX_HEADER_CHARS]
    try:
        return one_line(str(make_header(decode_header(value))))
    except (HeaderParseError, LookupError, ValueError):
        return one_line(value)
