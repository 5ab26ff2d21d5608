"""Files that are ZIP archives of XML parts, as office documents and e-books are: opened with limits, parsed as streams.

The parts are parsed without a tree of elements: the time is linear in the size of the text, and 50 MB need no more
memory than their text.
"""

import posixpath
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from xml.parsers import expat

from askwell.errors import BadInput
from askwell.knowledge.readers.limits import in_force

MAX_UNPACKED_BYTES = 200_000_000

_PIECE_BYTES = 1 << 20
_PROPERTIES = frozenset({"title", "subject", "creator", "keywords", "keyword", "initial-creator"})

Start = Callable[[str, dict[str, str]], None]
"""Handler of the start of an element, given its name, after its namespace and a space, and its attributes."""


@contextmanager
def opened(data: bytes, name: str, format_name: str) -> Iterator[zipfile.ZipFile]:
    """The archive, whose unpacked size has been checked.

    Raises BadInput: `document_too_complex`, `encrypted_document`, and `broken_document` for an error of the block that
    a damaged file causes.
    """
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            _measure(archive, name)
            yield archive
    except (zipfile.BadZipFile, expat.ExpatError, KeyError, ValueError, OSError) as error:
        raise BadInput(
            f"{name!r} cannot be read as {format_name}: {error}",
            code="broken_document",
            hint="Open it in the program that made it and save it again.",
        ) from error


def _measure(archive: zipfile.ZipFile, name: str) -> None:
    """Unpack and count, discarding the data: the declared sizes of an archive may be wrong."""
    total = 0
    entries = archive.infolist()
    most = in_force().entries
    if len(entries) > most:
        raise _too_complex(name, f"{len(entries):,} entries; the maximum is {most:,}")
    for entry in entries:
        if entry.flag_bits & 1:
            raise encrypted(name)
        with archive.open(entry) as file:
            while piece := file.read(_PIECE_BYTES):
                total += len(piece)
                if total > MAX_UNPACKED_BYTES:
                    raise _too_complex(name, f"more than {MAX_UNPACKED_BYTES:,} bytes unpacked")


def encrypted(name: str) -> BadInput:
    """The error for a file with a password that we cannot open."""
    return BadInput(f"{name!r} is encrypted", code="encrypted_document", hint="Save it without a password first.")


def _too_complex(name: str, what: str) -> BadInput:
    return BadInput(
        f"{name!r} has {what}", code="document_too_complex", hint="Split it, or save only its text in a new file."
    )


def local_name(name: str) -> str:
    """The name without its namespace."""
    return name.rpartition(" ")[2]


def attribute(attributes: Mapping[str, str], name: str) -> str:
    """The attribute of this name in any namespace; empty if there is none."""
    return next((value for key, value in attributes.items() if local_name(key) == name), "")


def resolved(folder: str, target: str) -> str:
    """The path in the archive of a target that is relative to a folder."""
    return posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")


def relations(archive: zipfile.ZipFile, part: str) -> list[tuple[str, str, str]]:
    """Id, last segment of the type, and path of each part that an office part refers to; "" is the whole package."""
    folder, file = posixpath.split(part)
    found: list[tuple[str, str, str]] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        if local_name(tag) == "Relationship" and attributes.get("TargetMode") != "External":
            kind = attributes.get("Type", "").rpartition("/")[2]
            found.append((attributes.get("Id", ""), kind, resolved(folder, attributes.get("Target", ""))))

    parse(archive, posixpath.join(folder, "_rels", f"{file}.rels"), start=start)
    return found


def by_kind(archive: zipfile.ZipFile, part: str) -> dict[str, str]:
    """The parts that an office part refers to by type; the first one of each type."""
    return {kind: path for _, kind, path in reversed(relations(archive, part))}


def core_properties(archive: zipfile.ZipFile, part: str) -> dict[str, str]:
    """Title, subject, author and keywords by the name of the element; several keywords are separated by commas."""
    found: dict[str, str] = {}
    current = ""

    def start(tag: str, _attributes: dict[str, str]) -> None:
        nonlocal current
        current = local_name(tag)
        if current in found:
            found[current] += ", "

    def end(_tag: str) -> None:
        nonlocal current
        current = ""

    def characters(text: str) -> None:
        if current in _PROPERTIES:
            found[current] = found.get(current, "") + text

    parse(archive, part, start=start, end=end, characters=characters)
    return found


def parse(
    archive: zipfile.ZipFile,
    part: str,
    *,
    start: Start,
    end: Callable[[str], None] | None = None,
    characters: Callable[[str], None] | None = None,
) -> None:
    """Parse a part; nothing if it is missing. Raises ExpatError, and ValueError for a document type declaration.

    ECMA-376 part 2, 8.1.4, and OpenDocument forbid declarations; they could declare entities that expand to gigabytes.
    """
    if part not in archive.NameToInfo:
        return
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
