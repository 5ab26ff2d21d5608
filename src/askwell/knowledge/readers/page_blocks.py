"""The elements of a web page as blocks: headings, paragraphs, items of lists, definitions, tables, code."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from askwell.knowledge.readers.blocks import Block, one_line, table_blocks
from askwell.knowledge.readers.page_tables import are_definitions, begins_with_names, cells_of, has_text, is_menu
from askwell.knowledge.readers.page_titles import TITLE, is_note, levelled, title_of
from askwell.text.sentences import LIST_ITEM

_SKIPPED = frozenset(
    "noscript head nav header footer aside form button select option input textarea "
    "svg canvas iframe object audio video".split()
)
_SKIPPED_ROLES = frozenset({"navigation", "banner", "contentinfo", "search", "complementary"})
_SKIPPED_CLASSES = frozenset({"navheader", "navfooter", "navbar", "breadcrumb", "breadcrumbs", "cookie-banner"})
INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark q ref rp rt ruby s samp "
    "small span strong sub sup time tt u var wbr".split()
)
"""Elements that are part of a line."""
_MOST_NAME_WORDS = 12
"""Words of a name in a list of definitions that stands in one line with its definition."""
_ENDS = (".", "!", "?", ":", ";", ",")
_MIN_LINKED = 0.9
"""Share of a block's text that belongs to links, if it is a link."""
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_PREFORMATTED = frozenset({"pre"})


@dataclass(slots=True)
class _Line:
    """Inline text collected until the end of a block."""

    parts: list[str] = field(default_factory=list)
    linked: int = 0
    """Characters within links, without spaces."""

    def take(self) -> Block:
        whole = "".join(self.parts)
        text = "\n".join(one_line(line) for line in whole.split("\v")).strip()
        is_link = self.linked >= _MIN_LINKED * max(1, _count_signs(whole))
        self.parts.clear()
        self.linked = 0
        return Block(text, is_link=is_link)


def walk(root: Any) -> list[Block]:
    """The blocks of an element in reading order, without menus and forms."""
    return levelled(_walk_apart(root))


def _walk_apart(element: Any) -> Iterator[Block]:
    """The blocks of an element whose text begins a line of its own; titles have no level yet."""
    line = _Line()
    yield from _walk_into(element, line)
    yield from _flush(line)


def is_block(element: Any) -> bool:
    """Whether an element begins a new block; others are part of a line."""
    return isinstance(element.tag, str) and element.tag not in INLINE and element.tag != "br"


def _walk_into(element: Any, line: _Line) -> Iterator[Block]:
    line.parts.append(element.text or "")
    for child in element:
        if isinstance(child.tag, str) and not _is_skipped(child):
            yield from _walk_child(child, line)
        line.parts.append(child.tail or "")


def _walk_child(child: Any, line: _Line) -> Iterator[Block]:
    level = _heading_level(child)
    if child.tag == "br":
        line.parts.append("\v")
    elif level:
        yield from _flush(line)
        yield Block(one_line(_without_anchors(child)), level)
    elif child.tag == "table":
        yield from _flush(line)
        yield from _walk_table(child)
    elif child.tag == "dl":
        yield from _flush(line)
        yield from _walk_definitions(child)
    elif child.tag in {"ul", "ol"}:
        yield from _flush(line)
        yield from _walk_list(child)
    elif child.tag in _PREFORMATTED or (child.tag == "code" and "\n" in (child.text or "")):
        yield from _flush(line)
        yield Block("".join(child.itertext()).strip("\n").rstrip())
    elif child.tag == "a" and child.get("href"):
        yield from _walk_link(child, line)
    elif child.tag in INLINE:
        yield from _walk_into(child, line)
    elif is_note(child):
        yield from _flush(line)
        yield from _labelled(walk(child))
    elif title := _title_of(child):
        yield from _flush(line)
        yield Block(title, TITLE)
    else:
        yield from _flush(line)
        yield from _walk_into(child, line)
        yield from _flush(line)


def _without_anchors(heading: Any) -> str:
    """The text of a heading without links to itself: what is hidden from readers aloud, and links of a mere sign."""
    parts = [heading.text or ""]
    for child in heading:
        text = _without_anchors(child) if isinstance(child.tag, str) else ""
        is_anchor = child.get("aria-hidden") == "true" or (child.tag == "a" and not any(map(str.isalnum, text)))
        parts += ["" if is_anchor else text, child.tail or ""]
    return "".join(parts)


def _title_of(element: Any) -> str:
    if any(map(is_block, element)) or not (title := title_of(element)):
        return ""
    return "" if any(map(is_block, element.iterdescendants())) else title


def _walk_list(whole: Any) -> Iterator[Block]:
    """The items, each with a bullet or its number before the first line; of menus without one."""
    number = int(start) if (start := whole.get("start", "1")).isdecimal() else 1
    for item in whole:
        if not isinstance(item.tag, str) or _is_skipped(item):
            continue
        blocks = walk(item)
        if item.tag == "li" and _is_item(blocks):
            bullet = f"{number}." if whole.tag == "ol" else "-"
            blocks[0] = Block(f"{bullet} {blocks[0].text}")
            number += 1
        yield from blocks


def _walk_definitions(definitions: Any) -> Iterator[Block]:
    """Each name in a line with what is said of it first, `--all: Stage all files.`, so that both are quoted."""
    names: list[str] = []
    for part in definitions.iter("dt", "dd"):
        if next(part.iterancestors("dl"), None) is not definitions or _is_skipped(part):
            continue
        blocks = walk(part)
        if part.tag == "dt":
            names += [block.text for block in blocks]
            continue
        yield from _defined(", ".join(names), blocks)
        names = []
    yield from (Block(name) for name in names)


def _defined(name: str, blocks: list[Block]) -> list[Block]:
    """What is said of a name, with the name in its first line."""
    if not name:
        return blocks
    if blocks and len(name.split()) <= _MOST_NAME_WORDS and _is_paragraph(blocks[0]):
        return [Block(f"{name.rstrip(':')}: {blocks[0].text}"), *blocks[1:]]
    return [Block(name), *blocks]


def _labelled(blocks: list[Block]) -> list[Block]:
    """The text of a note, with its heading as the label of its first line."""
    plain = [replace(block, level=0) for block in blocks]
    return _defined(plain[0].text, plain[1:]) if plain and blocks[0].level else plain


def _is_item(blocks: list[Block]) -> bool:
    """Whether the first block is a line of a list; a few words above paragraphs are their heading."""
    if not blocks or not _is_paragraph(blocks[0]) or blocks[0].is_link or LIST_ITEM.match(blocks[0].text):
        return False
    return len(blocks) == 1 or blocks[0].text.endswith(_ENDS) or bool(LIST_ITEM.match(blocks[1].text))


def _is_paragraph(block: Block) -> bool:
    return not block.level and "\n" not in block.text and " | " not in block.text


def _walk_link(link: Any, line: _Line) -> Iterator[Block]:
    before = len(line.parts)
    yield from _walk_into(link, line)
    line.linked += _count_signs("".join(line.parts[before:]))


def _count_signs(text: str) -> int:
    """Characters without spaces."""
    return len("".join(text.split()))


def _walk_table(table: Any) -> Iterator[Block]:
    """Rows as lines, or as definitions if each row is a name and one cell.

    A table used for layout is walked like a `div`: with tables or headings inside, or without two texts side by side.
    """
    rows = [row for each in table.iter("tr") if any(map(has_text, row := cells_of(each)))]
    holds_blocks = any(inner.tag == "table" or _heading_level(inner) for inner in table.iterdescendants())
    if holds_blocks or not any(sum(map(has_text, row)) > 1 for row in rows):
        yield from _walk_apart(table)
        return
    if is_menu(table):
        yield from (Block(one_line(" ".join(cell.itertext())), is_link=True) for row in rows for cell in row)
        return
    has_names = begins_with_names(rows)
    if not has_names and are_definitions(rows):
        for *name, said in rows:
            yield from _walk_definition(name, said)
        return
    texts = ([" ".join(cell.itertext()) for cell in row] for row in rows)
    yield from table_blocks(texts, head=has_names)


def _walk_definition(cells: list[Any], said: Any) -> Iterator[Block]:
    name = one_line(" ".join(part for cell in cells for part in cell.itertext()))
    if len(name.split()) > _MOST_NAME_WORDS:
        yield from (block for cell in cells for block in walk(cell))
        name = ""
    yield from _defined(name, walk(said))


def _heading_level(element: Any) -> int:
    return _HEADINGS.get(element.tag, 0)


def _is_skipped(element: Any) -> bool:
    return (
        element.tag in _SKIPPED
        or element.get("role") in _SKIPPED_ROLES
        or not _SKIPPED_CLASSES.isdisjoint((element.get("class") or "").lower().split())
    )


def _flush(line: _Line) -> Iterator[Block]:
    block = line.take()
    if block.text:
        yield block
