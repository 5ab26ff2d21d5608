"""What the tests of readers look at: the sections of a document with their texts."""

from askwell.text.chunk import chunk
from askwell.types import ParsedDocument


def parts_of(document: ParsedDocument) -> list[tuple[tuple[str, ...], int | None, str]]:
    """Headings, page and text of each section. The sections cover the text, and chunks are cut from it."""
    assert all(piece.text == document.text[piece.start : piece.end] for piece in chunk(document))
    ends = [0, *(section.end for section in document.sections)]
    starts = [*(section.start for section in document.sections), len(document.text)]
    assert not any(document.text[end:start].strip() for end, start in zip(ends, starts, strict=True))
    return [(each.headings, each.page, document.text[each.start : each.end]) for each in document.sections]
