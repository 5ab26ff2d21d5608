"""Word documents: headings by style, paragraphs, tables."""

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass

from askwell.knowledge.readers import archive
from askwell.knowledge.readers.blocks import one_line, split_labels
from askwell.knowledge.readers.document import join_blocks
from askwell.knowledge.readers.word_body import WordBody, WordStyles, heading_level, is_on, value_of
from askwell.types import ParsedDocument

suffixes = (".docx",)

_MAX_PARENTS = 20
"""Styles that a style may be based on, one on the other."""


def read(data: bytes, name: str) -> ParsedDocument:
    """Read the body; title, labels (keywords) and URL or origin (subject) come from the document properties."""
    with archive.opened(data, name, "a Word document") as package:
        parts = archive.by_kind(package, "")
        main = parts["officeDocument"]
        body = WordBody(_styles(package, archive.by_kind(package, main).get("styles", "")), name)
        package.getinfo(main)
        archive.parse(package, main, start=body.start, end=body.end, characters=body.characters)
        properties = archive.core_properties(package, parts.get("core-properties", ""))
    url, origin = address_or_origin(properties.get("subject", ""), properties.get("creator", ""))
    return join_blocks(
        body.blocks,
        file_title=properties.get("title", ""),
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


@dataclass(slots=True)
class _Style:
    level: int = 0
    parent: str | None = None
    is_hidden: bool | None = None
    """None if only its parent says so."""


def _styles(package: zipfile.ZipFile, part: str) -> WordStyles:
    """The styles by id; "" is the default style of paragraphs."""
    found: dict[str, _Style] = {}
    style = _Style()

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal style
        match archive.local_name(tag):
            case "style":
                given = {archive.local_name(key): value for key, value in attributes.items()}
                style = found[given.get("styleId", "")] = _Style()
                if given.get("type") == "paragraph" and given.get("default") in {"1", "true", "on"}:
                    found[""] = style
            case "name":
                style.level = heading_level(value_of(attributes))
            case "basedOn":
                style.parent = value_of(attributes)
            case "vanish":
                style.is_hidden = is_on(attributes)

    archive.parse(package, part, start=start)
    hidden = frozenset(key for key, each in found.items() if _is_hidden(each, found))
    return WordStyles({key: each.level for key, each in found.items()}, hidden)


def _is_hidden(style: _Style, styles: Mapping[str, _Style]) -> bool:
    for _ in range(_MAX_PARENTS):
        parent = styles.get(style.parent) if style.parent else None
        if style.is_hidden is not None or parent is None:
            break
        style = parent
    return bool(style.is_hidden)
