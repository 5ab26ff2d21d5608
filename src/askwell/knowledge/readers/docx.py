"""Word documents: headings by style, paragraphs, tables."""

import zipfile
from collections.abc import Mapping

from askwell.knowledge.readers import archive
from askwell.knowledge.readers.blocks import one_line, split_labels
from askwell.knowledge.readers.document import join_blocks
from askwell.knowledge.readers.word_body import WordBody, heading_level, value_of
from askwell.types import ParsedDocument

suffixes = (".docx",)


def read(data: bytes, name: str) -> ParsedDocument:
    """Read the body; title, labels (keywords) and URL or origin (subject) come from the document properties."""
    with archive.opened(data, name, "a Word document") as package:
        parts = archive.by_kind(package, "")
        main = parts["officeDocument"]
        body = WordBody(_heading_levels(package, archive.by_kind(package, main).get("styles", "")), name)
        package.getinfo(main)
        archive.parse(package, main, start=body.start, end=body.end, characters=body.characters)
        properties = archive.core_properties(package, parts.get("core-properties", ""))
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


def _heading_levels(package: zipfile.ZipFile, part: str) -> Mapping[str, int]:
    """The heading level of each paragraph style by its id; "" is the default style."""
    found: dict[str, int] = {}
    ids: tuple[str, ...] = ()

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal ids
        match archive.local_name(tag):
            case "style":
                given = {archive.local_name(key): value for key, value in attributes.items()}
                is_default = given.get("type") == "paragraph" and given.get("default") in {"1", "true", "on"}
                ids = (given.get("styleId", ""), *([""] if is_default else []))
            case "name":
                found.update(dict.fromkeys(ids, heading_level(value_of(attributes))))

    archive.parse(package, part, start=start)
    return found
