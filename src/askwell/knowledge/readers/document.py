"""Joins the blocks of a file to a document with exact offsets."""

from collections.abc import Sequence

from askwell.knowledge.readers.blocks import (
    MAX_HEADING_CHARS,
    MAX_LABEL_CHARS,
    MAX_LABELS,
    MAX_URL_CHARS,
    Block,
    clean,
    one_line,
    shorten,
)
from askwell.knowledge.readers.boilerplate import marked
from askwell.knowledge.readers.dates import day_of
from askwell.knowledge.readers.titles import best_title, tells_of
from askwell.knowledge.readers.word_boxes import DocumentBoxes
from askwell.types import ParsedDocument, Section


def join_blocks(
    blocks: Sequence[Block],
    *,
    title: str = "",
    file_title: str = "",
    url: str = "",
    origin: str = "",
    labels: tuple[str, ...] = (),
    date: str = "",
    media_type: str,
) -> ParsedDocument:
    """A document of these blocks, separated by blank lines.

    A section begins at each heading, at each page, and where boilerplate begins or ends. The first heading replaces a
    `title` that is empty or says nothing, and a `file_title`, of the properties of a file, if the text does not begin
    with its words. A heading of more than `MAX_HEADING_CHARS` becomes a paragraph. Title, origin and labels are cut at
    their limits and a URL that is too long is dropped, because they are stored with every chunk.
    A `date` in another form than those of `day_of` is dropped.
    """
    parts: list[str] = []
    starts: list[tuple[int, tuple[str, ...], int | None, bool]] = []
    path: list[tuple[int, str]] = []
    offset = 0
    first_heading = ""
    boxes = DocumentBoxes()
    for block in marked(blocks):
        text = clean(block.text).strip()
        if not text:
            continue
        level = block.level if len(text) <= MAX_HEADING_CHARS else 0
        if level:
            path = [*(above for above in path if above[0] < level), (level, one_line(text))]
            first_heading = first_heading or path[-1][1]
        headings = tuple(heading for _, heading in path)
        if not starts or level or (block.page, block.is_boilerplate) != starts[-1][2:]:
            starts.append((offset, headings, block.page, block.is_boilerplate))
        if text == block.text:
            for line in block.words:
                boxes.add(line, offset)
        parts.append(text)
        offset += len(text) + 2
    whole = "\n\n".join(parts)
    ends = [*(start for start, *_ in starts), len(whole)][1:]
    sections = tuple(
        Section(start, len(whole[start:end].rstrip()) + start, headings, page, is_boilerplate)
        for (start, headings, page, is_boilerplate), end in zip(starts, ends, strict=True)
    )
    return ParsedDocument(
        text=whole,
        sections=sections,
        title=best_title((shorten(one_line(title), MAX_HEADING_CHARS), *_from_file(file_title, first_heading, whole))),
        url=address if len(address := one_line(url)) <= MAX_URL_CHARS else "",
        origin=shorten(one_line(origin), MAX_HEADING_CHARS),
        labels=tuple(shorten(label, MAX_LABEL_CHARS) for label in labels[:MAX_LABELS]),
        date=day_of(date),
        media_type=media_type,
        boxes=boxes.packed(),
    )


def _from_file(title: str, first_heading: str, text: str) -> tuple[str, str]:
    """The title in the properties of a file and the first heading, the better one first."""
    shown = shorten(one_line(title), MAX_HEADING_CHARS)
    return (shown, first_heading) if tells_of(shown, text) else (first_heading, shown)
