"""Jupyter notebooks: Markdown, code, and results as text; images are left out."""

import json
from collections.abc import Iterator
from typing import Any

from askwell.errors import BadInput
from askwell.knowledge.readers import markdown
from askwell.knowledge.readers.blocks import Block, shorten
from askwell.knowledge.readers.document import join_blocks
from askwell.knowledge.readers.text import decode
from askwell.types import ParsedDocument

suffixes = (".ipynb",)

MAX_RESULT_CHARS = 2_000
"""Of each result of a cell; the rest is cut."""


def read(data: bytes, name: str) -> ParsedDocument:
    """Read the cells in order; the title comes from the metadata or the first heading."""
    try:
        notebook = json.loads(decode(data, name))
    except ValueError as error:
        raise _broken(name, str(error)) from error
    if not isinstance(notebook, dict):
        raise _broken(name, "it is not an object")
    cells = notebook.get("cells")
    if cells is None:  # version 3
        sheets = notebook.get("worksheets")
        cells = [cell for sheet in _list(sheets) for cell in _list(_get(sheet, "cells"))]
    if not isinstance(cells, list):
        raise _broken(name, "it has no cells")
    title = _get(notebook.get("metadata"), "title")
    return join_blocks(
        [block for cell in cells for block in _blocks(cell)],
        title=title if isinstance(title, str) else "",
        media_type="application/x-ipynb+json",
    )


def _blocks(cell: Any) -> Iterator[Block]:
    source = _text(_get(cell, "source")) or _text(_get(cell, "input"))
    match _get(cell, "cell_type"):
        case "markdown":
            yield from markdown.blocks_of(source)
        case "code":
            yield Block(source.rstrip())
            for output in _list(_get(cell, "outputs")):
                yield Block(shorten(_result(output).rstrip(), MAX_RESULT_CHARS))
        case _:
            yield Block(source)


def _result(output: Any) -> str:
    if _get(output, "output_type") == "error":
        return f"{_get(output, 'ename')}: {_get(output, 'evalue')}"
    return _text(_get(output, "text")) or _text(_get(_get(output, "data"), "text/plain"))


def _text(value: Any) -> str:
    """A text, which may be a list of lines."""
    return (
        "".join(each for each in _list(value) if isinstance(each, str)) if isinstance(value, list) else str(value or "")
    )


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _get(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, dict) else None


def _broken(name: str, what: str) -> BadInput:
    return BadInput(
        f"{name!r} cannot be read as a notebook: {what}", code="broken_document", hint="Save it again in Jupyter."
    )
