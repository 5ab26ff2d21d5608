"""Titles of a web page that are no heading elements: paragraphs that are bold as a whole, or styled as a title."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from askwell.knowledge.readers.blocks import Block, one_line

TITLE = 7
"""Level of a title until `levelled` has seen what is around it."""

_BOLD = frozenset({"b", "strong"})
_CODE = frozenset({"code", "kbd", "pre", "samp", "tt"})
_TITLE_CLASSES = frozenset({"bold", "heading", "rubric", "subheading", "subtitle", "title"})
_CAPTIONED_CLASSES = frozenset({"equation", "example", "figure", "listing", "table"})
"""Classes of what has a title that is its caption."""
_NOTE_CLASSES = frozenset("admonition admonitionblock caution danger hint important note tip warning".split())
_BOLD_STYLE = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)")
_MOST_TITLE_WORDS = 40
_MOST_TITLE_CHARS = 400
_CAPTION = re.compile(r"\w+ \d+[.\-\u2013]\d+\b")
"""How the name of a figure, a table or an example begins."""
_NUMBER = re.compile(r"(\d+(?:\.\d+)+)[.)]?\s|\d+[.)]\s")
_LOWEST_LEVEL = 6


def title_of(element: Any) -> str:
    """The text of a paragraph that is a title and no sentence, as questions of a FAQ often are; else empty.

    A caption, `Figure 2.1. The main window`, is no title of what follows, nor is a command, nor a single bold word,
    which may be the label of a note.
    """
    if element.tag not in {"p", "div"}:
        return ""
    is_styled = not _TITLE_CLASSES.isdisjoint(_classes(element))
    if not is_styled and not _is_bold(element):
        return ""
    if not _CAPTIONED_CLASSES.isdisjoint(_classes(element.getparent())) or _is_in(element, _CODE):
        return ""
    text = one_line("".join(element.itertext()))
    words = len(text.split())
    is_short = (is_styled or words > 1) and words <= _MOST_TITLE_WORDS and len(text) <= _MOST_TITLE_CHARS
    is_title = is_short and any(map(str.isalpha, text)) and not text.endswith((".", ":", ";", ","))
    return text if is_title and not _CAPTION.match(text) else ""


def is_note(element: Any) -> bool:
    """Whether an element is a note or a warning, whose title is the label of its text and no heading."""
    return element.tag == "div" and not _NOTE_CLASSES.isdisjoint(_classes(element))


def levelled(blocks: Iterable[Block]) -> list[Block]:
    """The blocks with titles as headings below the one that they stand in, numbered ones at the depth of their number.

    A title that nothing but another heading follows is a paragraph.
    """
    found = list(blocks)
    level = depth = 0
    for at, block in enumerate(found):
        if block.level != TITLE:
            level, depth = (block.level, _depth(block.text)) if block.level else (level, depth)
            continue
        own = _depth(block.text)
        after = found[at + 1] if at + 1 < len(found) else None
        if after is None or (after.level and (after.level != TITLE or not 0 < own < _depth(after.text))):
            found[at] = replace(block, level=0)
        else:
            below = level + max(1, own - depth) if own else _LOWEST_LEVEL
            found[at] = replace(block, level=min(_LOWEST_LEVEL, below))
    return found


def _depth(text: str) -> int:
    """How many numbers the number of a heading has; 0 without one."""
    found = _NUMBER.match(text)
    return 0 if found is None else 1 + (found[1] or "").count(".")


def _is_bold(element: Any) -> bool:
    """Whether all text of an element is bold."""
    return bool(_BOLD_STYLE.search(element.get("style") or "")) or _is_in(element, _BOLD)


def _is_in(element: Any, tags: frozenset[str]) -> bool:
    """Whether all text of an element is in elements of these names."""
    if (element.text or "").strip():
        return False
    for child in element:
        if (child.tail or "").strip():
            return False
        if child.tag not in tags and "bold" not in _classes(child) and not _is_in(child, tags):
            return False
    return True


def _classes(element: Any) -> list[str]:
    return [] if element is None else (element.get("class") or "").lower().split()
