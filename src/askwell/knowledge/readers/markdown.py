"""Markdown: front matter for what the document says of itself, then prose without the marks."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from askwell.knowledge.readers.blocks import Block, clean, join_blocks, one_line, split_labels, table_row
from askwell.knowledge.readers.text import decode
from askwell.types import ParsedDocument

suffixes = (".md", ".markdown")

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TAG = re.compile(r"<!--.*?-->|</?[a-zA-Z][^<>]*>", re.DOTALL)


def read(data: bytes, name: str) -> ParsedDocument:
    """A document of headings, paragraphs, list items, code and tables; `title, url, origin, labels` from the front."""
    from markdown_it import MarkdownIt

    front, body = _split_front_matter(clean(decode(data, name)))
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(body)
    labels = front.get("labels", ())
    return join_blocks(
        list(_blocks(tokens)),
        title=_as_text(front.get("title")),
        url=_as_text(front.get("url")),
        origin=_as_text(front.get("origin")),
        labels=split_labels(labels if isinstance(labels, str) else ",".join(map(_as_text, _as_list(labels)))),
        media_type="text/markdown",
    )


def _split_front_matter(text: str) -> tuple[Mapping[str, Any], str]:
    """Front matter and body; front matter that is no mapping is left in the body, for nothing may be lost."""
    match = _FRONT_MATTER.match(text)
    if match is None:
        return {}, text
    try:
        front = yaml.safe_load(match.group(1) or "")
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}, text
    return (front, text[match.end() :]) if isinstance(front, dict) else ({}, text)


def _as_text(value: object) -> str:
    return "" if value is None else str(value)


def _as_list(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else [] if value is None else [value]


def _blocks(tokens: Sequence[Any]) -> Iterator[Block]:
    rows: list[str] = []
    cells: list[str] = []
    level = 0
    in_table = False
    for token in tokens:
        match token.type:
            case "heading_open":
                level = int(token.tag[1:])
            case "heading_close":
                level = 0
            case "table_open":
                in_table, rows = True, []
            case "tr_open":
                cells = []
            case "tr_close":
                rows.append(table_row(cells))
            case "table_close":
                in_table = False
                yield Block("\n".join(row for row in rows if row))
            case "inline" if in_table:
                cells.append(_prose(token))
            case "inline":
                text = _prose(token)
                yield Block(one_line(text) if level else text, level)
            case "fence" | "code_block":
                yield Block(token.content.rstrip())
            case "html_block":
                yield Block(one_line(_TAG.sub(" ", token.content)))


def _prose(token: Any) -> str:
    """An inline token's text: no emphasis, no link targets, a picture as its description."""
    parts: list[str] = []
    for child in token.children or ():
        if child.type in {"text", "code_inline", "text_special"}:
            parts.append(child.content)
        elif child.type == "softbreak":
            parts.append(" ")
        elif child.type == "hardbreak":
            parts.append("\n")
        elif child.type == "image":
            parts.append(_prose(child))
    return "".join(parts).strip()
