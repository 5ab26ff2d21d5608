"""Rich text (RTF): paragraphs, headings by style or outline level, tables; pictures and objects are left out."""

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from askwell.errors import BadInput
from askwell.knowledge.readers.blocks import MAX_CHARS, Block, split_labels, table_blocks, tidy, too_many
from askwell.knowledge.readers.document import join_blocks
from askwell.knowledge.readers.look import WHITE, Look, is_small
from askwell.knowledge.readers.word_body import heading_level
from askwell.types import ParsedDocument

suffixes = (".rtf",)

MAX_DEPTH = 1_000
"""Groups within each other."""

_TOKEN = re.compile(
    rb"\\(?:([a-zA-Z]{1,32})(-?[0-9]{1,10})? ?|'([0-9a-fA-F]{2})|([^a-zA-Z]))|([{}])|[\r\n]+|([^\\{}\r\n]+)", re.DOTALL
)
_SIGNS = {
    "tab": "\t", "line": "\n", "emdash": "—", "endash": "–", "bullet": "•", "emspace": " ", "enspace": " ",
    "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "nestcell": " | ", "nestrow": "\n",
}  # fmt: skip
_SYMBOLS = {b"~": " ", b"_": "-", b"\\": "\\", b"{": "{", b"}": "}"}
_SKIPPED = frozenset(
    "fonttbl listtable listoverridetable rsidtbl themedata colorschememapping datastore pict object header "
    "headerl headerr headerf footer footerl footerr footerf xmlnstbl latentstyles generator filetbl revtbl private "
    "nonshppict fldinst bkmkstart bkmkend annotation atnid atnauthor listtext pntext".split()
)
"""Destinations whose text is no text of the document, besides those marked with `\\*`."""
_LOOKS = frozenset({"plain", "v", "cf", "fs", "highlight", "cb", "chcbpat"})
"""What decides whether characters can be seen."""
_PROPERTIES = frozenset({"title", "subject", "author", "keywords"})
_MAX_PROPERTY_CHARS = 2_000


@dataclass(frozen=True, slots=True)
class _Group:
    """The state of the open group, which a closing brace restores."""

    destination: str = ""
    """Empty for the body; `-` for one that is not read."""
    fallback: int = 1
    """Characters after `\\u` that older programs show in its place."""
    look: Look = field(default_factory=Look)


@dataclass(slots=True)
class _Body:
    name: str
    codec: str = "cp1252"
    blocks: list[Block] = field(default_factory=list)
    properties: dict[str, str] = field(default_factory=dict)
    levels: dict[int, int] = field(default_factory=dict)
    """Heading level by number of style."""
    colors: list[str] = field(default_factory=list)
    """The colours by number, `""` for one that the reader chooses."""
    color: str = ""
    """The one that is being defined."""
    group: _Group = field(default_factory=_Group)
    groups: list[_Group] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    encoded: bytearray = field(default_factory=bytearray)
    """Bytes in the code page, which may be halves of a character."""
    cells: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    chars: int = 0
    to_skip: int = 0
    level: int = 0
    style: int = 0
    in_table: bool = False
    is_shaded: bool = False
    """Whether the open paragraph is."""
    is_row_shaded: bool = False
    """Whether any cell of the open row is."""
    is_new: bool = False
    """Whether the group has just begun, so that its first word names a destination."""
    is_optional: bool = False

    def add(self, text: str) -> None:
        """Add text to the open destination."""
        match self.group.destination:
            case "" if self.is_seen():
                self.chars += len(text)
                if self.chars > MAX_CHARS:
                    raise too_many(self.name, "characters", MAX_CHARS)
                self.texts.append(text)
            case "stylesheet":
                level = heading_level(text.strip())
                if level:
                    self.levels[self.style] = level
            case "colortbl":
                for _ in range(text.count(";")):
                    self.colors.append(self.color)
                    self.color = ""
            case "" | "-" | "info":
                pass
            case key:
                self.properties[key] = (self.properties.get(key, "") + text)[:_MAX_PROPERTY_CHARS]

    def is_seen(self) -> bool:
        """Whether a person sees text that is added now."""
        return self.group.look.is_seen(has_ground=self.is_shaded or (self.in_table and self.is_row_shaded))

    def flush(self) -> None:
        """Decode the waiting bytes."""
        if self.encoded:
            data, self.encoded = bytes(self.encoded), bytearray()
            self.add(data.decode(self.codec, errors="replace"))

    def end_paragraph(self) -> None:
        """End the open paragraph, which may end a table."""
        if self.in_table:
            self.texts.append("\n")
            return
        self.end_table()
        text = self.take_text()
        if text:
            self.blocks.append(Block(text, self.level))

    def take_text(self) -> str:
        """The text of the open paragraph or cell, which is emptied. Surrogates are combined."""
        joined = "".join(self.texts).encode("utf-16", "surrogatepass").decode("utf-16", "ignore")
        self.texts.clear()
        return tidy(joined)

    def end_table(self) -> None:
        """Make blocks of the rows so far."""
        self.blocks += table_blocks(self.rows)
        self.rows = []

    def end_row(self) -> None:
        """End a row of a table."""
        if any(self.cells):
            self.rows.append(self.cells)
        self.cells = []
        self.texts.clear()


def read(data: bytes, name: str) -> ParsedDocument:
    """Read the text; title, labels (keywords) and origin (subject) come from the information group."""
    body = _Body(name)
    at = 0
    while match := _TOKEN.match(data, at):
        at = match.end() + _take(body, match)
    if at < len(data):
        raise BadInput(f"{name!r} is damaged", code="broken_document", hint="Save it again as .rtf or .docx.")
    body.flush()
    body.in_table = False
    body.end_paragraph()
    body.end_table()
    return join_blocks(
        body.blocks,
        file_title=body.properties.get("title", ""),
        origin=body.properties.get("subject", "") or body.properties.get("author", ""),
        labels=split_labels(body.properties.get("keywords", "")),
        media_type="application/rtf",
    )


def _take(body: _Body, match: re.Match[bytes]) -> int:
    """Read a token. Returns the number of bytes to leave out after it."""
    word, value, code, symbol, brace, text = match.groups()
    if code is not None:
        _take_bytes(body, bytes([int(code, 16)]))
        return 0
    if text is not None:
        _take_bytes(body, text)
        body.is_new = False
        return 0
    body.flush()
    if brace is not None:
        _take_brace(body, brace)
    elif symbol is not None:
        if symbol == b"*":
            body.is_optional = body.is_new
        else:
            body.add(_SYMBOLS.get(symbol, ""))
    elif word is not None:
        return _take_word(body, word.decode("ascii"), None if value is None else int(value))
    return 0


def _take_bytes(body: _Body, data: bytes) -> None:
    skipped = min(body.to_skip, len(data))
    body.to_skip -= skipped
    if body.group.destination != "-":
        body.encoded += data[skipped:]


def _take_brace(body: _Body, brace: bytes) -> None:
    body.to_skip = 0
    if brace == b"{":
        if len(body.groups) == MAX_DEPTH:
            raise too_many(body.name, "groups within each other", MAX_DEPTH)
        body.groups.append(body.group)
        body.is_new = True
    elif body.groups:
        body.group = body.groups.pop()
        body.is_new = False
    body.is_optional = False


def _take_word(body: _Body, word: str, value: int | None) -> int:
    """Read a control word. Returns the number of bytes of binary data after it."""
    is_new, body.is_new = body.is_new, False
    if body.is_optional or (is_new and word in _SKIPPED):
        body.group = replace(body.group, destination="-")
        body.is_optional = False
    elif word in {"stylesheet", "info", "colortbl"} or (word in _PROPERTIES and body.group.destination == "info"):
        body.group = replace(body.group, destination=word)
    elif word == "bin":
        return max(0, value or 0)
    elif word in _NUMBERED:
        _NUMBERED[word](body, value or 0)
    elif body.group.destination == "colortbl":
        body.color += f"{(value or 0) % 256:02x}" if word in {"red", "green", "blue"} else ""
    elif body.group.destination == "":
        _take_format(body, word, value)
    return 0


def _take_format(body: _Body, word: str, value: int | None) -> None:
    match word:
        case "par" | "sect" | "page":
            body.end_paragraph()
        case "pard":
            body.level, body.in_table, body.is_shaded = 0, False, False
        case "intbl":
            body.in_table = True
        case "outlinelevel":
            body.level = min(6, (value or 0) + 1) if (value or 0) < 9 else 0
        case "cell":
            body.cells.append(body.take_text())
        case "row":
            body.end_row()
        case _ if word in _SIGNS:
            body.add(_SIGNS[word])
        case _ if word in _LOOKS:
            body.group = replace(body.group, look=_looking(body, word, value))
        case _:
            _take_ground(body, word, value)


def _take_ground(body: _Body, word: str, value: int | None) -> None:
    """Read what is said of the ground of a paragraph or a row."""
    match word:
        case "trowd":
            body.is_row_shaded = False
        case "cbpat":
            body.is_shaded = _is_ground(body, value)
        case "shading":
            body.is_shaded |= bool(value)
        case "clcbpat" | "trcbpat":
            body.is_row_shaded |= _is_ground(body, value)
        case "clshdng" | "trshdng":
            body.is_row_shaded |= bool(value)


def _looking(body: _Body, word: str, value: int | None) -> Look:
    """The look of what follows a control word in its group."""
    look = body.group.look
    match word:
        case "plain":
            return Look()
        case "v":
            return replace(look, is_hidden=value != 0)
        case "cf":
            return replace(look, is_white=_color(body, value) == WHITE)
        case "fs":
            return replace(look, is_small=is_small((value or 0) / 2))
        case _:
            return replace(look, is_shaded=_is_ground(body, value))


def _is_ground(body: _Body, value: int | None) -> bool:
    """Whether the colour of a ground is another than that of the paper."""
    return _color(body, value) not in {"", WHITE}


def _color(body: _Body, value: int | None) -> str:
    at = value or 0
    return body.colors[at] if 0 <= at < len(body.colors) else ""


def _set_unicode(body: _Body, value: int) -> None:
    body.add(chr(value % 65_536))
    body.to_skip = body.group.fallback


def _set_fallback(body: _Body, value: int) -> None:
    body.group = replace(body.group, fallback=max(0, min(value, 100)))


def _set_style(body: _Body, value: int) -> None:
    body.style = value
    if body.group.destination == "":
        body.level = body.levels.get(value, 0)


def _set_codec(body: _Body, value: int) -> None:
    try:
        body.codec = codecs.lookup(f"cp{value}").name
    except LookupError:
        body.codec = "cp1252"


_NUMBERED: dict[str, Callable[[_Body, int], None]] = {
    "u": _set_unicode,
    "uc": _set_fallback,
    "s": _set_style,
    "ansicpg": _set_codec,
}
