"""Rows of a table as passages of one document."""

from collections.abc import Iterable
from pathlib import PurePosixPath

from askwell.assistant import Assistant, CatalogueSection, WaySection
from askwell.languages import table_words
from askwell.text.tokens import count_tokens
from askwell.types import Chunk, Language, Passage


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


def nothing_about(words: Iterable[str], text: str, language: Language) -> str:
    """A text about a row after a line that says which words of the question the table does not have."""
    said = table_words(language).unknown.format(words=", ".join(f"“{word}”" for word in words))
    return f"{said}\n{text}"
