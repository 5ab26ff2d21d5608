"""The units of an extractive answer: whole sentences, list items, table rows and code of passages."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from askwell.languages import any_of
from askwell.text.citations import strip_marks
from askwell.text.code import code_blocks
from askwell.text.sentences import HEADING, LIST_ITEM, is_table_row, sentences
from askwell.types import Passage

_LINK = re.compile(r"!?\[([^\]\[]{0,200})\]\([^)\s]{0,500}\)")
_EMPHASIS = re.compile(r"(?<!\w)(\*\*|__|\*|`)(?=\S)(.{1,300}?)(?<=\S)\1(?!\w)")
_RULE = re.compile(r"[\s|:+=-]+$")
_FINISHED = re.compile(r"[.!?…][\"'”’»)\]]{0,4}$")
_QUOTATION = re.compile(r"""["“„«][^"“”„«»]+["”“»]""")
_FENCE = re.compile(r"^[^\S\n]*(?:```|~~~).*\n?", re.MULTILINE)
"""A line that encloses code in Markdown."""
_WEB_PAGES = (".html", ".htm", ".xhtml")
_HEADING_WORDS = 12
_SENTENCE_WORDS = 6
"""Words of a line of a list that may be a sentence."""
_NEXT_BLOCK = re.compile(r"\n[^\S\n]*\n")
_ABOUT_ITSELF = re.compile(rf"(?:{any_of(lambda each: each.notations.sources)})\s*:", re.IGNORECASE)
"""How a line begins that says where a document comes from."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of a passage that can be quoted as a whole."""

    passage: int
    """Index of its passage in the brief."""
    order: int
    """Position in its passage, from 0."""
    text: str
    """As it is said: one line, without marks, bullets and Markdown; code with its lines."""
    kind: Literal["sentence", "lead", "item", "row", "code"]
    """A `lead` stands before a list, a table or code: it ends with a colon, before code also with a comma."""
    heading: str
    """The heading right above it, or the question before it in its paragraph; empty when there is none."""
    block: int
    """Number of its section, list or table in the passage."""
    opens: bool = False
    """First under its heading."""
    key: str = ""
    """First cell of a row."""
    sentence: int = -1
    """Its number among the sentences of its passage."""
    quoted: bool = False
    """Part of a paragraph in quotation marks: a sample, or somebody's words; the document itself does not state it."""
    asked: str = ""
    """The question of its paragraph that it is the first sentence after: "In doubt? Ask first."."""

    @property
    def is_whole(self) -> bool:
        """Whether it is a line of a list that has sentences, which can be said without the list."""
        return self.kind == "item" and len(self.text.split()) >= _SENTENCE_WORDS and bool(_FINISHED.search(self.text))

    @property
    def is_fragment(self) -> bool:
        """Whether it is part of a list and says little without the rest."""
        return self.kind in {"item", "lead"} and not self.is_whole


def units(passages: Sequence[Passage]) -> list[Unit]:
    """All units in the order of the passages; headings, cut sentences and repeats of a document are left out."""
    found: list[Unit] = []
    seen: set[tuple[str, str]] = set()
    for index, passage in enumerate(passages):
        for unit in _units_of(passage, index):
            fingerprint = (passage.chunk.document_id, " ".join(unit.text.lower().split()))
            if fingerprint not in seen:
                seen.add(fingerprint)
                found.append(unit)
    return found


def _units_of(passage: Passage, index: int) -> list[Unit]:
    text = passage.chunk.text
    spans = sentences(text)
    found: list[Unit] = []
    heading = passage.chunk.headings[-1] if passage.chunk.headings else ""
    known_headings = {name.strip().lower() for name in (*passage.chunk.headings, passage.title)}
    table: list[str] = []
    block, opens = 0, True
    asked = ""
    before = 0
    is_bulleted = False
    is_web_page = passage.document_name.lower().endswith(_WEB_PAGES)
    blocks = code_blocks(text, is_web_page=is_web_page)
    code = {start: end for start, end in blocks if text[start:end].lower() not in known_headings}
    code_end = 0
    for position, (start, end) in enumerate(spans):
        raw = text[start:end]
        asked, before = ("" if _NEXT_BLOCK.search(text, before, start) else asked), end
        if start < code_end:
            continue
        if start in code:
            code_end, table = code[start], []
            found = _with_lead(found, text, spans, position, Unit(index, len(found), "", "lead", heading, block))
            said = _FENCE.sub("", text[start:code_end]).strip("\n")
            found.append(Unit(index, len(found), said, "code", heading, block, sentence=position))
            continue
        has_bullet = LIST_ITEM.match(raw) is not None
        in_list = (has_bullet or not is_bulleted) and _goes_on_a_list(found, block, text, spans, position)
        if _is_heading(raw, text, start, end, known_headings, in_list=in_list):
            heading, opens, block, table = HEADING.sub("", raw).strip(), True, block + 1, []
            continue
        if is_table_row(raw):
            table.append(raw)
            if row := _row(
                table, text[spans[position + 1][0] : spans[position + 1][1]] if position + 1 < len(spans) else ""
            ):
                found.append(Unit(index, len(found), row[1], "row", heading, block, key=row[0], sentence=position))
            continue
        table = []
        if raw.endswith("?") and not in_list and not LIST_ITEM.match(raw):
            asked, opens = plain(raw), True
            continue
        unit = _unit(raw, index, len(found), asked or heading, block, in_list=in_list)
        is_bulleted = has_bullet
        if unit is None or (position == 0 and not _begins_whole(unit.text)):
            opens = False
            continue
        quoted = _in_quotation(text, start, end)
        found.append(replace(unit, sentence=position, opens=opens, quoted=quoted, asked=asked if opens else ""))
        opens = False
    return found


def _with_lead(found: list[Unit], text: str, spans: Sequence[tuple[int, int]], position: int, lead: Unit) -> list[Unit]:
    """The units with the words right before a block of code that introduce it, "For example,", if they do."""
    if not position:
        return found
    start, end = spans[position - 1]
    said = plain(text[start:end])
    if not said.endswith(",") or (found and found[-1].sentence == position - 1):
        return found
    return [*found, replace(lead, text=said, sentence=position - 1)]


def _goes_on_a_list(found: list[Unit], block: int, text: str, spans: Sequence[tuple[int, int]], position: int) -> bool:
    """Whether a line without a bullet is an item: after a lead or an item, and of the same make as the items before.

    A line without a full stop after items that have one, or before a paragraph of several sentences, is a heading.
    """
    if not found or found[-1].kind not in {"lead", "item"} or found[-1].block != block:
        return False
    start, end = spans[position]
    if not _stands_alone(text, start, end):
        return False
    if _FINISHED.search(text[start:end]):
        return True
    before_prose = position + 1 < len(spans) and not _stands_alone(text, *spans[position + 1])
    return not before_prose and not (found[-1].kind == "item" and _FINISHED.search(found[-1].text))


def _unit(raw: str, passage: int, order: int, heading: str, block: int, *, in_list: bool) -> Unit | None:
    said = plain(raw)
    if not any(map(str.isalpha, said)) or any(each.match(said) for each in _SAYING_NOTHING):
        return None
    if LIST_ITEM.match(raw) or (in_list and not said.endswith((":", "?"))):
        return Unit(passage, order, said, "item", heading, block)
    if said.endswith(":"):
        return Unit(passage, order, said, "lead", heading, block)
    whole = _FINISHED.search(said) and not said.endswith("?")
    return Unit(passage, order, said, "sentence", heading, block) if whole else None


_SAYING_NOTHING = (
    _ABOUT_ITSELF,
    # A line of a table of contents, `2.1.3. Laptops`, or the number of a heading, `B.4.12.`
    re.compile(r"(?:\d+(?:\.\d+)+|[A-Z]\.\d+(?:\.\d+)*)\.?(?:\s|\Z)"),
    re.compile(r"(?:\[[^\[\]]{1,30}\][\s,|.]*){3,}\Z"),  # a bar of links, `[ << ], [ Up ], [ >> ]`
    re.compile(r"\w+ \d{1,3}(?:[.-]\d+)*\.\Z"),  # the number of a figure or a table, `Figure 9.14.`
)


def plain(raw: str) -> str:
    """A sentence of a document as it is quoted: one line, no citation marks, bullets, links or emphasis."""
    bullet = LIST_ITEM.match(raw)
    said = raw[bullet.end() :] if bullet else raw
    if "](" in said:
        said = _LINK.sub(r"\1", said)
    if "*" in said or "_" in said or "`" in said:
        said = _EMPHASIS.sub(r"\2", said)
    return " ".join(strip_marks(said).split())


def _is_heading(raw: str, text: str, start: int, end: int, known: set[str], *, in_list: bool) -> bool:
    """Whether a span is a heading: marked as one, known as one, a question or a short line that stands alone."""
    if HEADING.match(raw) or raw.strip().lower() in known:
        return True
    if is_table_row(raw):
        return False
    alone = _stands_alone(text, start, end)
    if raw.endswith("?") and not LIST_ITEM.match(raw):
        return alone
    if in_list or LIST_ITEM.match(raw) or "\n" in raw or _FINISHED.search(raw) or raw.endswith((":", ",", ";")):
        return False
    return alone and end < len(text) and len(raw.split()) <= _HEADING_WORDS


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a span fills its lines."""
    before, rest = text[max(0, start - 200) : start].rstrip(" \t"), text[end : end + 200].lstrip(" \t")
    return before[-1:] in {"", "\n"} and rest[:1] in {"", "\n"}


def _in_quotation(text: str, start: int, end: int) -> bool:
    """Whether the paragraph that a span lies in stands in quotation marks as a whole."""
    line_end = text.find("\n", end)
    paragraph = text[text.rfind("\n", 0, start) + 1 : line_end if line_end >= 0 else len(text)].strip()
    return bool(_QUOTATION.fullmatch(paragraph))


def _row(table: list[str], next_line: str) -> tuple[str, str] | None:
    """Key and readable wording of the last row of a table; None for its header, also repeated, and a line of dashes."""
    cells = _cells(table[-1])
    if len(table) == 1 and (is_table_row(next_line) and not _has_data(cells)):
        return None
    if _RULE.fullmatch(table[-1]) or not cells or (len(table) > 1 and cells == _cells(table[0])):
        return None
    header = _cells(table[0]) if len(table) > 1 and not _has_data(_cells(table[0])) else []
    if len(header) != len(cells):
        said = ", ".join(cell for cell in cells if cell)
    else:
        key = cells[0] if _names_itself(cells[0]) else f"{header[0]} {cells[0]}"
        facts = [f"{name}: {cell}" if name else cell for name, cell in zip(header[1:], cells[1:], strict=True) if cell]
        said = f"{key} – {'; '.join(facts)}" if facts else key
    return cells[0], f"{plain(said).rstrip('.')}."


def _cells(row: str) -> list[str]:
    """The cells; a row that begins with a bar and does not end with one has an empty first cell."""
    said = row.strip()
    if said.startswith("|") and said.endswith("|"):
        said = said[1:-1]
    return [cell.strip() for cell in said.split("|")]


def _has_data(cells: list[str]) -> bool:
    """Whether a row holds figures in more than its first cell, so that it is no header."""
    return any(re.match(r"[$€£<>~≤≥]?\s?\d[\d.,]*\s?(?:%|\w{0,12})$", cell) for cell in cells)


def _names_itself(cell: str) -> bool:
    return any(char.isalpha() for char in cell)


def _begins_whole(said: str) -> bool:
    """Whether the first piece of a passage is no tail of a cut sentence; `word2vec` and `fastText` begin one."""
    first = said.split(maxsplit=1)[0]
    return not first[:1].islower() or any(char.isdigit() or char.isupper() for char in first)
