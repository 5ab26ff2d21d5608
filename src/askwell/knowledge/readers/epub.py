"""E-books in EPUB: the chapters in reading order, each read as a web page."""

import zipfile
from urllib.parse import unquote

from askwell.errors import BadInput
from askwell.knowledge.readers import archive, html
from askwell.knowledge.readers.blocks import MAX_CHARS, Block, too_many
from askwell.knowledge.readers.document import join_blocks
from askwell.types import ParsedDocument

suffixes = (".epub",)

_PAGES = frozenset({"application/xhtml+xml", "text/html"})


def read(data: bytes, name: str) -> ParsedDocument:
    """Read the chapters of the spine without the table of contents; the title comes from the metadata."""
    with archive.opened(data, name, "an e-book") as package:
        main = _package_part(package)
        _refuse_encrypted(package, name)
        title, creator, chapters = _spine(package, main)
        blocks: list[Block] = []
        chars = 0
        for part in chapters:
            try:
                chapter = html.blocks_of(package.read(part), name)
            except BadInput as error:
                if error.code != "empty_document":
                    raise
                continue
            chars += sum(len(block.text) for block in chapter)
            if chars > MAX_CHARS:
                raise too_many(name, "characters", MAX_CHARS)
            blocks += chapter
    return join_blocks(blocks, title=title, origin=creator, media_type="application/epub+zip")


def _package_part(package: zipfile.ZipFile) -> str:
    found: list[str] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        if archive.local_name(tag) == "rootfile":
            found.append(attributes.get("full-path", ""))

    archive.parse(package, "META-INF/container.xml", start=start)
    if not found:
        raise ValueError("it has no package document")
    package.getinfo(found[0])
    return found[0]


def _refuse_encrypted(package: zipfile.ZipFile, name: str) -> None:
    """Raise BadInput if a chapter is encrypted; fonts may be."""

    def start(tag: str, attributes: dict[str, str]) -> None:
        if archive.local_name(tag) == "CipherReference" and attributes.get("URI", "").endswith(html.suffixes):
            raise archive.encrypted(name)

    archive.parse(package, "META-INF/encryption.xml", start=start)


def _spine(package: zipfile.ZipFile, main: str) -> tuple[str, str, list[str]]:
    """Title, author, and the paths of the chapters in order."""
    folder = main.rpartition("/")[0]
    items: dict[str, str] = {}
    order: list[str] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        match archive.local_name(tag):
            case "item" if (
                attributes.get("media-type") in _PAGES and "nav" not in attributes.get("properties", "").split()
            ):
                items[attributes.get("id", "")] = archive.resolved(folder, unquote(attributes.get("href", "")))
            case "itemref":
                order.append(attributes.get("idref", ""))

    archive.parse(package, main, start=start)
    properties = archive.core_properties(package, main)
    chapters = [items[each] for each in dict.fromkeys(order) if each in items]
    present = [part for part in chapters if part in package.NameToInfo]
    return properties.get("title", ""), properties.get("creator", ""), present
