"""reStructuredText, with docutils: also that of Sphinx, whose own roles and directives are read as their text."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from askwell.knowledge.readers.blocks import Block, clean, limited, one_line, table_blocks
from askwell.knowledge.readers.document import join_blocks
from askwell.knowledge.readers.rst_markup import learn_markup
from askwell.knowledge.readers.text import decode
from askwell.types import ParsedDocument

suffixes = (".rst", ".rest")

_SETTINGS = {
    "_disable_config": True,
    "docinfo_xform": False,
    "doctitle_xform": False,
    "file_insertion_enabled": False,
    "halt_level": 5,
    "input_encoding": "unicode",
    "line_length_limit": 10_000_000,
    "raw_enabled": False,
    "report_level": 5,
    "syntax_highlight": "none",
}
_LOWEST_LEVEL = 6
_LINES = frozenset({"title", "rubric", "caption", "legend", "attribution", "paragraph", "term"})
_SHOWING_NOTHING = frozenset(
    {"comment", "substitution_definition", "target", "image", "label", "meta", "raw", "pending"}
)
_ERROR = 3
"""Level of a message from which on what it is about is not in the document."""


def read(data: bytes, name: str) -> ParsedDocument:
    """Read headings, paragraphs, lists, definitions, tables, code, and notes as paragraphs.

    Nothing is included from other files. What cannot be parsed is a paragraph as it was typed.
    """
    from docutils.core import publish_doctree

    text = clean(limited(decode(data, name), name))
    learn_markup(text)
    document = publish_doctree(text, settings_overrides=_SETTINGS)
    return join_blocks(list(_blocks(document.children, 0)), media_type="text/x-rst")


def _blocks(nodes: Iterable[Any], level: int, bullet: str = "") -> Iterator[Block]:
    """The blocks of nodes below a heading of this level; the first paragraph has the bullet before it."""
    for node in nodes:
        if node.tagname in _SHOWING_NOTHING or (node.tagname == "topic" and "contents" in node["classes"]):
            continue
        if node.tagname == "section":
            yield from _blocks(node.children, level + 1)
        elif node.tagname == "title" and level:
            yield Block(_text(node), min(level, _LOWEST_LEVEL))
        elif node.tagname in _LINES:
            yield from _paragraph(node, bullet)
            bullet = ""
        elif node.tagname in _READING:
            yield from _READING[node.tagname](node, level)
        else:
            yield from _blocks(node.children, 0 if _is_aside(node) else level, bullet)
            bullet = ""


def _is_aside(node: Any) -> bool:
    """Whether a title in a node is a line above a note and no heading."""
    return node.tagname in {"admonition", "topic", "sidebar"}


def _code(node: Any, _level: int) -> Iterator[Block]:
    yield Block(clean(node.astext()).rstrip())


def _verse(node: Any, _level: int) -> Iterator[Block]:
    yield Block("\n".join(_text(line) for line in node.findall() if line.tagname == "line"))


def _paragraph(node: Any, bullet: str) -> Iterator[Block]:
    if text := _text(node):
        yield Block(bullet + text)


def _list(node: Any, level: int) -> Iterator[Block]:
    is_numbered = node.tagname == "enumerated_list"
    for number, item in enumerate(node.children, node.get("start", 1) if is_numbered else 1):
        yield from _blocks(item.children, level, f"{number}. " if is_numbered else "- ")


def _definitions(node: Any, level: int) -> Iterator[Block]:
    """Each item as `name: text`, with what follows its first paragraph."""
    for item in node.children:
        names = [_text(each) for each in item.children if each.tagname in {"term", "field_name", "option_group"}]
        bodies = [each for each in item.children if each.tagname in {"definition", "field_body", "description"}]
        yield from _blocks([each for body in bodies for each in body.children], level, f"{', '.join(names)}: ")


def _table(node: Any, _level: int) -> Iterator[Block]:
    """The caption and the rows; a cell is one line."""
    yield from (Block(_text(each)) for each in node.children if each.tagname == "title")
    for group in (each for each in node.children if each.tagname == "tgroup"):
        parts = {each.tagname: each for each in group.children}
        rows = [row for name in ("thead", "tbody") if name in parts for row in parts[name].children]
        cells = [[one_line(" ".join(_text(each) for each in cell.children)) for cell in row.children] for row in rows]
        yield from table_blocks(cells, head="thead" in parts)


def _as_typed(message: Any, _level: int) -> Iterator[Block]:
    """What a message of the parser is about, where it is not in the document."""
    if message.get("level", 0) >= _ERROR:
        yield from (Block(clean(each.astext()).strip()) for each in message.children if each.tagname == "literal_block")


def _text(node: Any) -> str:
    """The text of a node on one line, without marks of footnotes."""
    left_out = {"footnote_reference", "system_message", "label"}
    if node.tagname == "#text":
        return one_line(node.astext())
    parts = [
        each.astext()
        for each in node.findall()
        if each.tagname == "#text" and not any(above.tagname in left_out for above in _above(each, node))
    ]
    return one_line("".join(parts))


def _above(node: Any, top: Any) -> Iterator[Any]:
    while node is not top and node.parent is not None:
        node = node.parent
        yield node


_READING: Mapping[str, Callable[[Any, int], Iterator[Block]]] = {
    **dict.fromkeys(("bullet_list", "enumerated_list"), _list),
    **dict.fromkeys(("definition_list", "field_list", "option_list"), _definitions),
    **dict.fromkeys(("literal_block", "doctest_block", "math_block"), _code),
    "line_block": _verse,
    "table": _table,
    "system_message": _as_typed,
}
"""What reads a node, by its name."""
