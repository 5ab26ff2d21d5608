"""What is said of a row of a catalogue: sentences about its aspects, and its line in a list."""

from collections.abc import Sequence

from askwell.assistant import AspectSection, CatalogueSection
from askwell.languages import table_words
from askwell.tools.rows import Row, fields, fill, sentences_of, values
from askwell.types import Language


def sentences_about(section: CatalogueSection, cells: Row, aspects: Sequence[AspectSection]) -> list[str]:
    """Sentences about the given aspects of a row, or all if none is given; the `unknown` text if all are empty."""
    applying = [aspect for aspect in aspects or section.say if _applies(aspect, cells)]
    texts = [sentences_of(cells, [aspect.text]) for aspect in applying]
    return [text for text in texts if text] or [fill(section.unknown, cells)]


def line_of(section: CatalogueSection, cells: Row, ordered_by: str = "") -> str:
    """A row's line in a list, with the sentence about the column that orders the list, unless the line has it."""
    line = fill(section.line, cells)
    if not ordered_by or ordered_by in fields(section.line):
        return line
    telling = (aspect for aspect in section.say if ordered_by in fields(aspect.text) and _applies(aspect, cells))
    said = next((text for aspect in telling if (text := sentences_of(cells, [aspect.text]))), "")
    return f"{line.rstrip('.')}. {said}" if said else line


def count_of(shown: int, count: int, without: int, language: Language) -> str:
    """How many rows are shown of how many that fit, and how many more have no figure to order them by; empty if all."""
    words = table_words(language)
    if without:
        return words.shown_known.format(shown=shown, count=count, without=without)
    return words.shown.format(shown=shown, count=count) if shown < count else ""


def _applies(aspect: AspectSection, cells: Row) -> bool:
    return all(set(values(cells[column])) & set(wanted) for column, wanted in aspect.when.items())
