"""Recognises the blocks of a document that no question asks for: contents, navigation, BibTeX entries, legal texts.

They stay in the text of the document, but are not split into passages.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from askwell.knowledge.readers.blocks import Block
from askwell.languages import any_of

MIN_RUN = 3
"""Fewer titles or links in a row may be content."""
MAX_SHARE = 0.5
"""Of the document's text; where more looks like boilerplate, it is what the document is about."""
MAX_ENTRY_CHARS = 200
MIN_TEXT_CHARS = 200
"""Text of a page, without headings and links, from which the links around it are a menu."""

_CONTENTS = re.compile(rf"(?:{any_of(lambda each: each.notations.contents)})\W*", re.IGNORECASE)
_LEGAL = re.compile(any_of(lambda each: each.notations.legal), re.IGNORECASE)
_MIN_LEGAL_CHARS = 150
"""Shorter ones may be what a reader asks about: the name of the licence, who holds the copyright."""
_NUMBER = re.compile(r"^\s*(?:[A-Z]\.|[A-Z]?\d+(?:\.\d+)*[.)]?)\s+")
_PAGE = re.compile(r"[\s.·…]*\d*\s*$")
_PAGE_AT_END = re.compile(r"[\s.·…]\d{1,4}$")
_NOT_WORD = re.compile(r"\W+")
_LEADER = re.compile(r"(?:\s?\.){4,}\s*(\d{1,4})(?=\s|$)")
_ENTRY = re.compile(r"@[A-Za-z]{3,20}\s*\{[^{}=]{0,100},")
_FIELD = re.compile(r"\b[A-Za-z]{3,20}\s*=\s*[{\"\d]")


def marked(blocks: Sequence[Block]) -> list[Block]:
    """The blocks, with `is_boilerplate` where they are; on none of them above `MAX_SHARE` of the text.

    Links around a text do not count towards that share: the contents of a manual stand below each of its pages.
    """
    links = set(_edge_links(blocks))
    text = sum(len(block.text) for block in blocks if not block.is_link and not block.level)
    found = set(_contents(blocks)) | {
        at for at, block in enumerate(blocks) if not block.level and _is_foreign(block.text)
    }
    around = links if text >= MIN_TEXT_CHARS else set()
    found |= links
    found |= set(_bare_headings(blocks, found))
    whole = sum(len(block.text) for at, block in enumerate(blocks) if at not in around)
    if sum(len(blocks[at].text) for at in found - around) > MAX_SHARE * whole:
        found = around
    return [replace(block, is_boilerplate=True) if at in found else block for at, block in enumerate(blocks)]


def _contents(blocks: Sequence[Block]) -> Iterator[int]:
    """Runs of blocks that repeat headings of the document, and blocks with leaders to growing page numbers.

    A list of what the next sections are about may be an answer. So the titles must have numbers, or be links at the
    beginning, or have a heading such as `Contents`.
    """
    titles = {_title(block.text) for block in blocks if block.level} - {""}
    for run in _runs(blocks, lambda block: len(block.text) <= MAX_ENTRY_CHARS and _title(block.text) in titles):
        above = blocks[run[0] - 1] if run[0] else Block("")
        numbered = sum(_is_numbered(blocks[at].text) for at in run)
        text_above = sum(len(block.text) for block in blocks[: run[0]] if not block.level and not block.is_link)
        is_menu = all(blocks[at].is_link for at in run) and text_above <= MAX_ENTRY_CHARS
        if (above.level and _CONTENTS.fullmatch(above.text)) or 2 * numbered > len(run) or is_menu:
            yield from run
    for at, block in enumerate(blocks):
        pages = [int(each) for each in _LEADER.findall(block.text)]
        if len(pages) >= MIN_RUN and all(first <= second for first, second in pairwise(pages)):
            yield at


def _edge_links(blocks: Sequence[Block]) -> Iterator[int]:
    """Runs of links before the first text of a page and after the last one."""
    text = [at for at, block in enumerate(blocks) if not block.level and not block.is_link]
    for run in _runs(blocks, lambda block: block.is_link):
        if not text or run[-1] < text[0] or run[0] > text[-1]:
            yield from run


def _runs(blocks: Sequence[Block], is_part: Callable[[Block], bool]) -> Iterator[list[int]]:
    """Positions of at least `MIN_RUN` neighbours with a property, none of them a heading."""
    for belongs, group in groupby(range(len(blocks)), lambda at: not blocks[at].level and is_part(blocks[at])):
        run = list(group)
        if belongs and len(run) >= MIN_RUN:
            yield run


def _bare_headings(blocks: Sequence[Block], found: set[int]) -> Iterator[int]:
    """Headings above boilerplate only."""
    start = -1
    for at in range(len(blocks) + 1):
        if at < len(blocks) and not blocks[at].level:
            continue
        if start >= 0 and at > start + 1 and all(below in found for below in range(start + 1, at)):
            yield start
        start = at


def _is_foreign(text: str) -> bool:
    """Whether a block is a BibTeX entry or a paragraph of a licence."""
    if "@" in text and _ENTRY.search(text) and len(_FIELD.findall(text)) > 1:
        return True
    return len(text) >= _MIN_LEGAL_CHARS and _LEGAL.search(text) is not None


def _is_numbered(entry: str) -> bool:
    return bool(_NUMBER.match(entry) or _PAGE_AT_END.search(entry))


def _title(text: str) -> str:
    """The text without number, leader and page number, for comparison."""
    return _NOT_WORD.sub(" ", _PAGE.sub("", _NUMBER.sub("", text)).casefold()).strip()
