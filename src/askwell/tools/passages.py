"""Rows of a table as passages of one document."""

from pathlib import PurePosixPath

from askwell.assistant import Assistant, CatalogueSection, WaySection
from askwell.text.tokens import count_tokens
from askwell.types import Chunk, Passage


def row_passage(assistant: Assistant, section: WaySection | CatalogueSection, row: int, text: str) -> Passage:
    """A text about a row (counted from 0) as a passage of the section's table."""
    name = PurePosixPath(section.table).name
    document = f"table:{assistant.name}/{section.table}"
    return Passage(
        Chunk(f"{document}#{row + 1}", document, row, text, 0, len(text), (), None, count_tokens(text)),
        document_name=name,
        title=section.title or name,
        url="",
        language=assistant.languages[0],
        labels=(),
        collection=assistant.name,
        score=1.0,
    )
