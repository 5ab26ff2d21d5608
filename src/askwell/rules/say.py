"""Units of passages as text: paragraphs with marks and bullets, quotations, places."""

from askwell.rules.choose import Paragraph
from askwell.rules.units import Unit
from askwell.types import Brief, Passage

_QUOTATION_MARKS = '"“”„«»'


def place(passage: Passage) -> str:
    """Title and heading of a passage."""
    heading = passage.chunk.headings[-1] if passage.chunk.headings else ""
    title = passage.title or passage.document_name
    return f"{title} § {heading}" if heading and heading != title else title


def say(paragraph: Paragraph, brief: Brief, *, numbered: bool) -> list[str]:
    """Pieces of one paragraph; pieces join to the text as they are."""
    pieces: list[str] = []
    in_list = False
    position = 0
    rows = sum(unit.kind == "row" for unit in paragraph.units)
    for unit in paragraph.units:
        mark = f" [{brief.labels[unit.passage]}]"
        is_line = (unit.kind == "item" and len(paragraph.units) > 1) or (unit.kind == "row" and rows > 1)
        position = position + 1 if is_line else 0
        bullet = (f"{position}. " if numbered and unit.kind == "item" else "- ") if is_line else ""
        separator = "" if not pieces else "\n" if is_line or in_list else " "
        # A line that only introduces a list says nothing to be supported.
        pieces.append(f"{separator}{bullet}{_said(unit)}{'' if unit.kind == 'lead' else mark}")
        in_list = is_line
    return pieces


def _said(unit: Unit) -> str:
    """A unit as it is quoted: with a pair of quotation marks if it has both, without a single one."""
    text = unit.text
    if unit.quoted:
        return f'"{text.strip(_QUOTATION_MARKS)}"'
    return text.strip('"') if text.count('"') == 1 else text
