"""Code in plain text: commands, options and programs that stand in paragraphs of their own."""

import math
import re
from functools import cache
from operator import mul
from typing import NamedTuple

from askwell.languages import LANGUAGES, lexicon
from askwell.text.sentences import HEADING, LIST_ITEM, is_table_row

_BLOCK = re.compile(r"\S(?:[^\n]|\n(?![ \t]*(?:\n|\Z)))*")
_SIGNS = frozenset("$={}()[]<>|\\;\"'`#*&%@^~_+/")
_WORD = re.compile(r"[(\"'“‘]?[^\W\d_]+(?:['’-][^\W\d_]+)*[.,;:!?)\"'”’]{0,4}")
_ENDED = re.compile(r"[.!?…:][\"'”’)\]]{0,4}\Z")
_OPTION = re.compile(r"(?:^|\s)--?[A-Za-z]")
_INDENTED = re.compile(r"\n[ \t]{2,}(?=\S)")
_PROMPTED = re.compile(r"[#$] [a-z./~]")
_MOST_CHARS = 2_000
"""A longer paragraph is no example that can be quoted."""
_MANY_SIGNS = 6
_MANY_TOKENS = 30
LEAST = 0.7
"""Chance of being code from which a paragraph counts as such."""


class Look(NamedTuple):
    """What tells code from sentences and headings."""

    plain: float
    """Share of its tokens that are plain words."""
    function: float
    """Share that are function words of a language."""
    ended: float
    """1 if it ends like a sentence or an introduction."""
    option: float
    """1 with an option, `-x` or `--name`."""
    small: float
    """1 if it begins with a small letter or a sign."""
    signs: float
    """Number of signs that prose hardly uses, as a share of six."""
    dense: float
    """Share of these signs among its characters."""
    indented: float
    """1 with a line that begins with blanks."""
    tokens: float
    """Number of tokens, as a share of thirty."""


_WEIGHTS = Look(-1.66, -5.52, -2.32, 1.65, 3.44, 2.61, -1.52, 5.45, 1.78)
_CONSTANT = -2.24
"""Weights in a logistic curve, fitted to the paragraphs, items, headings and `<pre>` blocks of five manuals. Figures on
manuals that were left out: docs/readers.md (`python -m bench code-blocks`)."""

SIGNS = Look._fields
"""Names of the signs, in their order."""


def code_blocks(text: str, *, is_web_page: bool = False) -> list[tuple[int, int]]:
    """Spans of the paragraphs that are code, in order. List items, headings and table rows are none.

    In the text of a web page `#` marks no heading: before a command it is the prompt of an administrator.
    """
    return [
        each.span()
        for each in _BLOCK.finditer(text)
        if (is_web_page and is_prompted(each.group())) or is_code(each.group())
    ]


def is_prompted(paragraph: str) -> bool:
    """Whether a paragraph begins with the prompt of a shell and a command, `# mount /mnt`."""
    return len(paragraph) <= _MOST_CHARS and bool(_PROMPTED.match(paragraph))


def is_code(paragraph: str) -> bool:
    """Whether a paragraph looks like code, by its tokens and signs."""
    if len(paragraph) > _MOST_CHARS or LIST_ITEM.match(paragraph) or HEADING.match(paragraph):
        return False
    lines = paragraph.split("\n")
    is_table = all(map(is_table_row, lines)) and (len(lines) > 1 or lines[0].startswith("|"))
    if is_table and not _OPTION.search(paragraph):
        return False
    score = sum(map(mul, _WEIGHTS, look(paragraph))) + _CONSTANT
    return 1 / (1 + math.exp(-score)) >= LEAST


def look(paragraph: str) -> Look:
    """The signs of a paragraph."""
    tokens = paragraph.split()
    count = len(tokens) or 1
    signs = sum(each in _SIGNS for each in paragraph)
    return Look(
        plain=sum(bool(_WORD.fullmatch(each)) for each in tokens) / count,
        function=sum(each.strip(".,;:!?()\"'").lower() in _function_words() for each in tokens) / count,
        ended=float(bool(_ENDED.search(paragraph))),
        option=float(bool(_OPTION.search(paragraph))),
        small=float(paragraph[:1].islower() or not paragraph[:1].isalnum()),
        signs=min(signs, _MANY_SIGNS) / _MANY_SIGNS,
        dense=signs / sum(map(len, tokens)) if tokens else 0.0,
        indented=float(bool(_INDENTED.search(paragraph))),
        tokens=min(count, _MANY_TOKENS) / _MANY_TOKENS,
    )


@cache
def _function_words() -> frozenset[str]:
    return frozenset().union(*(lexicon(code).stop_words for code in LANGUAGES))
