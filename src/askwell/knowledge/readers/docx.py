"""Word documents: headings by style, paragraphs, tables. The unpacked size is checked first.

The parts are parsed as streams, without a tree of elements: the time is linear in the size of the text, and 50 MB need
no more memory than their text.
"""

import posixpath
import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO
from xml.parsers import expat

from askwell.errors import BadInput
from askwell.knowledge.readers.blocks import join_blocks, one_line, split_labels
from askwell.knowledge.readers.word_body import WordBody, heading_level, local_name, value_of
from askwell.types import ParsedDocument

suffixes = (".docx",)

MAX_UNPACKED_BYTES = 200_000_000
MAX_ENTRIES = 5_000

_PIECE_BYTES = 1 << 20
_PROPERTIES = frozenset({"title", "subject", "creator", "keywords"})

_Start = Callable[[str, dict[str, str]], None]


def read(data: bytes, name: str) -> ParsedDocument:
    """Read the body; title, labels (keywords) and URL or origin (subject) come from the document properties."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            _measure(archive, name)
            package = _relations(archive, "_rels/.rels", "")
            main = package["officeDocument"]
            folder, file = posixpath.split(main)
            parts = _relations(archive, f"{folder}/_rels/{file}.rels".lstrip("/"), folder)
            body = WordBody(_heading_levels(archive, parts.get("styles", "")), name)
            _parse(archive, main, start=body.start, end=body.end, characters=body.characters)
            properties = _core_properties(archive, package.get("core-properties", ""))
    except (zipfile.BadZipFile, expat.ExpatError, KeyError, ValueError, OSError) as error:
        raise BadInput(
            f"{name!r} cannot be read as a Word document: {error}",
            code="broken_document",
            hint="Open it in a word processor and save it again as .docx.",
        ) from error
    url, origin = address_or_origin(properties.get("subject", ""), properties.get("creator", ""))
    return join_blocks(
        body.blocks,
        title=properties.get("title", ""),
        url=url,
        origin=origin,
        labels=split_labels(properties.get("keywords", "")),
        media_type="application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    )


def address_or_origin(subject: str, author: str) -> tuple[str, str]:
    """URL and origin from the properties of a file: a subject that is no URL is the origin."""
    subject, author = one_line(subject), one_line(author)
    if subject.startswith(("http://", "https://")):
        return subject, "" if author == "python-docx" else author
    return "", subject or ("" if author == "python-docx" else author)


def _measure(archive: zipfile.ZipFile, name: str) -> None:
    """Unpack and count, discarding the data: the declared sizes of an archive may be wrong."""
    total = 0
    entries = archive.infolist()
    if len(entries) > MAX_ENTRIES:
        raise _too_complex(name, f"{len(entries):,} entries; the maximum is {MAX_ENTRIES:,}")
    for entry in entries:
        if entry.flag_bits & 1:
            raise BadInput(
                f"{name!r} is encrypted", code="encrypted_document", hint="Save it without a password first."
            )
        with archive.open(entry) as file:
            while piece := file.read(_PIECE_BYTES):
                total += len(piece)
                if total > MAX_UNPACKED_BYTES:
                    raise _too_complex(name, f"more than {MAX_UNPACKED_BYTES:,} bytes unpacked")


def _too_complex(name: str, what: str) -> BadInput:
    return BadInput(
        f"{name!r} has {what}", code="document_too_complex", hint="Split it, or save only its text in a new file."
    )


def _relations(archive: zipfile.ZipFile, part: str, folder: str) -> dict[str, str]:
    """The parts that a part refers to, by the last segment of the relation's type; the first one of each type."""
    found: dict[str, str] = {}

    def start(tag: str, attributes: dict[str, str]) -> None:
        if local_name(tag) == "Relationship" and attributes.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/", folder, attributes.get("Target", "")))
            found.setdefault(attributes.get("Type", "").rpartition("/")[2], target.lstrip("/"))

    if part in archive.NameToInfo:
        _parse(archive, part, start=start)
    return found


def _heading_levels(archive: zipfile.ZipFile, part: str) -> Mapping[str, int]:
    """The heading level of each paragraph style by its id; "" is the default style."""
    found: dict[str, int] = {}
    ids: tuple[str, ...] = ()

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal ids
        match local_name(tag):
            case "style":
                given = {local_name(key): value for key, value in attributes.items()}
                is_default = given.get("type") == "paragraph" and given.get("default") in {"1", "true", "on"}
                ids = (given.get("styleId", ""), *([""] if is_default else []))
            case "name":
                found.update(dict.fromkeys(ids, heading_level(value_of(attributes))))

    if part in archive.NameToInfo:
        _parse(archive, part, start=start)
    return found


def _core_properties(archive: zipfile.ZipFile, part: str) -> dict[str, str]:
    found: dict[str, str] = {}
    current = ""

    def start(tag: str, _attributes: dict[str, str]) -> None:
        nonlocal current
        current = local_name(tag)

    def end(_tag: str) -> None:
        nonlocal current
        current = ""

    def characters(text: str) -> None:
        if current in _PROPERTIES:
            found[current] = found.get(current, "") + text

    if part in archive.NameToInfo:
        _parse(archive, part, start=start, end=end, characters=characters)
    return found


def _parse(
    archive: zipfile.ZipFile,
    part: str,
    *,
    start: _Start,
    end: Callable[[str], None] | None = None,
    characters: Callable[[str], None] | None = None,
) -> None:
    """Parse a part. Raises ExpatError, and ValueError for a document type declaration.

    ECMA-376 part 2, 8.1.4, forbids declarations; they could declare entities that expand to gigabytes.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = _refuse_declaration
    with archive.open(part) as file:
        while piece := file.read(_PIECE_BYTES):
            parser.Parse(piece, False)
        parser.Parse(b"", True)


def _refuse_declaration(*_: object) -> None:
    raise ValueError("it has a document type declaration")
