"""Markdown: metadata from the front matter, and text without markup."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import yaml

from askwell.knowledge.readers.blocks import Block, clean, limited, one_line, split_labels, table_blocks
from askwell.knowledge.readers.document import join_blocks
from askwell.knowledge.readers.notes import without_notes
from askwell.knowledge.readers.raised import BEFORE_CHARS, raised
from askwell.knowledge.readers.raw_html import seen
from askwell.knowledge.readers.text import decode
from askwell.types import ParsedDocument

suffixes = (".md", ".markdown")

MAX_FRONT_CHARS = 20_000
"""Longer front matter is treated as body text, because parsing YAML is slow."""

PART_CHARS = 1_000_000
"""Markdown that is parsed at once, where it can be cut."""

_LOWEST_LEVEL = 6
_MOST_TITLE_WORDS = 40
"""Words of a bold line that is taken for a heading."""
_BORDER = re.compile(
    r"^(?:(?P<fence>`{3,}|~{3,})|(?<=\n\n)(?:#{1,6} |[^\W\d_])|(?P<row>\|)(?P<rule>[ \t:|-]+$)?)", re.MULTILINE
)
_RAISING = re.compile(r"<(/?)sup\b", re.IGNORECASE)
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)


def read(data: bytes, name: str) -> ParsedDocument:
    """Read headings, paragraphs, lists, code, tables, and `title, url, origin, labels, date` of the front matter."""
    front, body = _split_front_matter(clean(limited(decode(data, name), name)))
    return join_blocks(
        blocks_of(body),
        title=_one(front, "title"),
        url=_one(front, "url"),
        origin=_one(front, "origin"),
        labels=split_labels(",".join(front.get("labels", ()))),
        date=_one(front, "date"),
        media_type="text/markdown",
    )


def blocks_of(body: str) -> list[Block]:
    """The blocks of Markdown without front matter."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    return [block for part in _parts(without_notes(body)) for block in _blocks(seen(parser.parse(part)))]


def _split_front_matter(text: str) -> tuple[Mapping[str, Sequence[str]], str]:
    """The values of the front matter by key, and the body.

    A value is a scalar as written, or a list of scalars; other values are ignored. Front matter that is not a mapping
    or has aliases is treated as body text, so that nothing is lost.
    """
    match = _FRONT_MATTER.match(text[:MAX_FRONT_CHARS])
    if match is None:
        return {}, text
    try:
        node = yaml.compose(match.group(1) or "", Loader=_WithoutAliases)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}, text
    if not isinstance(node, yaml.MappingNode):
        return {}, text
    front = {key.value: _scalars(value) for key, value in node.value if isinstance(key, yaml.ScalarNode)}
    return front, text[match.end() :]


class _WithoutAliases(yaml.SafeLoader):
    """Refuses aliases: a few hundred bytes with aliases can expand to a billion values."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are refused")
        return super().compose_node(parent, index)


def _scalars(node: Any) -> Sequence[str]:
    nodes = node.value if isinstance(node, yaml.SequenceNode) else [node]
    return [each.value for each in nodes if isinstance(each, yaml.ScalarNode) and each.tag != "tag:yaml.org,2002:null"]


def _parts(body: str) -> Iterator[str]:
    """The body in parts of about `PART_CHARS`, cut outside of fenced code before a heading, a paragraph or a table row.

    Tokens take twenty times the memory of their text. References are resolved within a part only. Each part of a table
    begins with the head of the table, which is found if its lines begin with `|`.
    """
    start, table_start, row_start = 0, 0, -1
    fence = head = before = ""
    for match in _BORDER.finditer(body) if len(body) > PART_CHARS else ():
        at = match.start()
        if sign := match.group("fence"):
            fence = "" if fence and sign.startswith(fence) else fence or sign
        elif fence:
            continue
        elif match.group("row"):
            if at != row_start:
                table_start, head = at, ""
            row_start = (body.find("\n", at) + 1) or len(body)
            if match.group("rule") and not head:
                head = body[table_start:row_start]
            elif head and at - max(start, table_start + len(head)) >= PART_CHARS:
                yield before + body[start:at]
                start, before = at, head
        elif at - start >= PART_CHARS:
            yield before + body[start:at]
            start, before = at, ""
    yield before + body[start:]


def _one(front: Mapping[str, Sequence[str]], key: str) -> str:
    return next(iter(front.get(key, ())), "")


def _blocks(tokens: Iterable[Any]) -> Iterator[Block]:
    level = 0
    bullet = ""
    following = iter(tokens)
    for token in following:
        match token.type:
            case "heading_open":
                level = int(token.tag[1:])
            case "heading_close":
                level = 0
            case "list_item_open":
                bullet = f"{token.info}. " if token.info else "- "
            case "list_item_close":
                bullet = ""
            case "table_open":
                yield from table_blocks(_rows(following), head=True)
            case "inline" if level:
                yield Block(one_line(_prose(token)), level)
            case "inline":
                yield from _paragraph(token, bullet)
                bullet = ""
            case "fence" | "code_block":
                yield Block(token.content.rstrip())
            case "html_block":
                yield Block(one_line(token.content))


def _paragraph(token: Any, bullet: str) -> Iterator[Block]:
    """A paragraph, with the bullet or number of the item that it begins; a bold line above it is its heading."""
    title, rest = ("", token.children or ()) if bullet else _bold_title(token.children or ())
    if title:
        yield Block(title, _LOWEST_LEVEL)
    if text := _text(rest):
        yield Block(bullet + text)


def _bold_title(children: Sequence[Any]) -> tuple[str, Sequence[Any]]:
    """The text of a first line that is bold as a whole, and what follows it.

    There is none if the bold text is a sentence without others, or only begins its line.
    """
    shown = [child for child in children if child.type != "text" or child.content]
    if not shown or shown[0].type != "strong_open":
        return "", children
    end = next(at for at, child in enumerate(shown) if child.type == "strong_close" and child.level == shown[0].level)
    title, rest = one_line(_text(shown[:end])), shown[end + 1 :]
    is_line = not rest or rest[0].type in {"softbreak", "hardbreak"}
    is_sentence = title.endswith((":", ";", ",")) or (not rest and title.endswith("."))
    if not is_line or is_sentence or not 1 < len(title.split()) <= _MOST_TITLE_WORDS:
        return "", children
    return title, rest


def _rows(tokens: Iterator[Any]) -> Iterator[list[str]]:
    """The cells of each row of the table that has begun."""
    cells: list[str] = []
    for token in tokens:
        match token.type:
            case "tr_open":
                cells = []
            case "tr_close":
                yield cells
            case "inline":
                cells.append(_prose(token))
            case "table_close":
                return


def _prose(token: Any) -> str:
    """The text of an inline token, without emphasis and link targets; an image becomes its description."""
    return _text(token.children or ())


def _text(children: Iterable[Any]) -> str:
    parts: list[str] = []
    above = -1
    """Where the open `<sup>` begins; -1 if none is open."""
    for child in children:
        if child.type == "html_inline" and (tag := _RAISING.match(child.content)):
            if not tag[1]:
                above = len(parts)
            elif above >= 0:
                before = "".join(parts[max(0, above - BEFORE_CHARS) : above])
                parts[above:] = [raised(before, "".join(parts[above:]))]
                above = -1
        elif child.type in {"text", "code_inline", "text_special"}:
            parts.append(child.content)
        elif child.type == "softbreak":
            parts.append(" ")
        elif child.type == "hardbreak":
            parts.append("\n")
        elif child.type == "image":
            parts.append(_prose(child))
    return "".join(parts).strip()
