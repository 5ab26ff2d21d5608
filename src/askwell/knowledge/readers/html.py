"""Web pages: the main text without navigation, with headings and tables.

If a page has one `<main>` element, its content is used. Otherwise trafilatura separates text from boilerplate, unless
it keeps so little that the page is more likely an index than an article. It only selects: blocks come from a walk of
the page, because trafilatura loses headings inside wrapper elements.
"""

import re
from typing import Any

from askwell.errors import BadInput
from askwell.knowledge.readers.blocks import MAX_CHARS, Block, split_labels, too_many
from askwell.knowledge.readers.document import join_blocks
from askwell.knowledge.readers.page_blocks import INLINE, is_block, walk
from askwell.knowledge.readers.pictures import write_pictures
from askwell.knowledge.readers.raised import write_raised
from askwell.knowledge.readers.text import decode
from askwell.knowledge.readers.unseen import unseen
from askwell.text.sentences import LIST_ITEM
from askwell.types import ParsedDocument

suffixes = (".html", ".htm", ".xhtml")

_TAG_START = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]{0,20}")
_MARKUP = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1[^>]*>?|\Z)|<[^>]*(?:>|\Z)", re.DOTALL | re.IGNORECASE
)
_MAX_TAG_CHARS = 20_000
_MOST_VISIBLE = 2 * MAX_CHARS
"""A page with more text is refused before it is parsed: its tree would not fit into the memory of the process, and
libxml2 then takes the page for an empty one. Half of it may be menus.
"""
_MAX_CELLS = 1_000
_MENU_LINKS = 3
_LEAST_TEXT_WORDS = 8
"""Words of a block above the first heading that is text and no slogan or name of a site."""
_WORD = re.compile(r"\w+")
_BELOW_ALL_LEVELS = 7
_MAX_JUDGED_BYTES = 2_000_000
"""Larger pages are read whole: trafilatura needs a second copy of the tree and a second for each megabyte."""
_MIN_SHARE = 0.5
"""Minimum share of the page's words that trafilatura must keep; below, the whole page is used."""
_DATES = (
    "//meta[@name='date']/@content",
    "//meta[@name='last-modified']/@content",
    "//meta[@name='dcterms.modified']/@content",
    "//meta[@property='article:modified_time']/@content",
    "//meta[@name='dcterms.date']/@content",
    "//meta[@property='article:published_time']/@content",
)
"""Where pages say of which date they are, the last change first; `date` is what a person has written."""
_HOLDERS = ("body", "div", "section", "article", "center", "blockquote", "li", "dd")
"""Blocks that may hold text and other blocks side by side."""


def read(data: bytes, name: str) -> ParsedDocument:
    """Read the main text, the title, the canonical URL, and `origin`, `labels` and the date from `<meta>`."""
    page = _parse(data, name)
    return join_blocks(
        _main_blocks(page, len(data)),
        title=_title(page),
        url=_attribute(page, "//link[@rel='canonical']/@href"),
        origin=_meta(page, "origin"),
        labels=split_labels(_meta(page, "labels")),
        date=next((stated for path in _DATES if (stated := _attribute(page, path))), ""),
        media_type="text/html",
    )


def blocks_of(data: bytes, name: str) -> list[Block]:
    """The blocks of a page that is a chapter or a message, without any choice of its main text."""
    page = _parse(data, name)
    body = page.find("body")
    return walk(page if body is None else body)


def _parse(data: bytes, name: str) -> Any:
    from lxml import etree

    text = _without_long_tags(decode(data, name))
    if len(text) > _MOST_VISIBLE and _visible_chars(text) > _MOST_VISIBLE:
        raise too_many(name, "characters", MAX_CHARS)
    try:
        page = tree_of(text)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as error:
        raise BadInput(f"{name!r} contains no HTML page: {error}", code="empty_document") from error
    write_pictures(page)
    return page


def tree_of(text: str) -> Any:
    """The elements of a page without those that nobody sees, raised text as plain text.

    Raises ParserError of lxml for one without elements.
    """
    from lxml import html

    # lxml trusts a declared encoding, which may be wrong, and refuses str with one, so it gets UTF-8 bytes.
    parser = html.HTMLParser(encoding="utf-8", huge_tree=False, remove_comments=True, remove_pis=True)
    page = html.document_fromstring(text.encode("utf-8", errors="replace"), parser=parser)
    for element in page.iter():
        # XHTML names such as `xhtml:p` have a prefix, which the rules below do not expect.
        local = element.tag.rpartition(":")[2] if isinstance(element.tag, str) else ""
        if local != element.tag and local.isalnum():
            element.tag = local
    for element in list(unseen(page)):
        if element.getparent() is not None:
            element.drop_tree()
    write_raised(page)
    return page


def _visible_chars(text: str) -> int:
    """Characters between the tags of a page."""
    count = at = 0
    for match in _MARKUP.finditer(text):
        if at < match.start():
            count += len(text[at : match.start()].strip())
        at = match.end()
    return count + len(text[at:].strip())


def _without_long_tags(text: str) -> str:
    """The page without the attributes of very long tags: libxml2 compares each attribute with all others."""
    parts: list[str] = []
    kept = 0
    for match in _TAG_START.finditer(text):
        if match.start() < kept:
            continue
        end = text.find(">", match.end())
        if end < 0:
            break
        if end - match.end() > _MAX_TAG_CHARS:
            parts.append(text[kept : match.end()])
            kept = end
    return "".join([*parts, text[kept:]]) if parts else text


def _main_blocks(page: Any, size: int) -> list[Block]:
    mains = page.xpath("//main | //*[@role='main']")
    if len(mains) == 1:
        marked = walk(mains[0])
        if _count_words(marked):
            return marked
    body = page.find("body")
    whole = _without_banner(walk(page if body is None else body))
    if size > _MAX_JUDGED_BYTES:
        return whole
    kept = _without_boilerplate(whole, _extract(page))
    return kept if _count_words(kept) >= _MIN_SHARE * _count_words(whole) else whole


def _without_banner(blocks: list[Block]) -> list[Block]:
    """The blocks without a menu above the first heading or text, and without the few words that stand around it."""
    first = next(
        (at for at, block in enumerate(blocks) if block.level or len(block.text.split()) >= _LEAST_TEXT_WORDS), 0
    )
    links = sum(block.is_link for block in blocks[:first])
    return blocks[first:] if links >= _MENU_LINKS else blocks


def _extract(page: Any) -> str:
    from copy import deepcopy

    import trafilatura
    from lxml.etree import strip_attributes

    copied = deepcopy(page)
    # Cells that others span are filled with empty ones: a million for 200 hostile rows. Only words are taken from it.
    strip_attributes(copied, "colspan", "rowspan")
    # It takes `<span class="menuitem">` for a menu, wherever it stands: the command of a step, in manuals.
    for inline in copied.iter(*INLINE):
        strip_attributes(inline, "class", "id", "role")
    found: Any = trafilatura.bare_extraction(
        _with_paragraphs(_with_plain_tables(copied)),
        include_comments=False,
        include_tables=True,
        favor_recall=True,
        with_metadata=False,
    )
    return "" if found is None or found.body is None else " ".join(found.body.itertext())


def _with_plain_tables(page: Any) -> Any:
    """The page with tables as paragraphs if it has many cells: trafilatura takes quadratic time for them."""
    if sum(1 for _ in page.iter("td", "th")) <= _MAX_CELLS:
        return page
    for table in list(page.iter("table")):
        if next(table.iterancestors("table"), None) is None:
            text, tail = " ".join(table.itertext()), table.tail
            table.clear()
            table.tag, table.text, table.tail = "p", text, tail
    return page


def _with_paragraphs(page: Any) -> Any:
    """The page with text that stands directly in a block, next to other blocks, as paragraphs: trafilatura loses it."""
    for block in [element for element in page.iter(*_HOLDERS) if any(is_block(child) for child in element)]:
        paragraph = block.makeelement("p")
        paragraph.text, block.text = block.text, None
        at = 0
        for child in list(block):
            if is_block(child):
                at += _insert(block, at, paragraph) + 1
                paragraph = block.makeelement("p")
                paragraph.text, child.tail = child.tail, None
            else:
                paragraph.append(child)
        _insert(block, at, paragraph)
    return page


def _insert(block: Any, at: int, paragraph: Any) -> int:
    """Put a paragraph that has text into a block; the number of elements that were added."""
    if not "".join(paragraph.itertext()).strip():
        return 0
    block.insert(at, paragraph)
    return 1


def _without_boilerplate(blocks: list[Block], extracted: str) -> list[Block]:
    """Blocks that are mostly contained in the extracted text, and the headings above them."""
    ngrams = _ngrams(extracted, {1, 2, 3})
    kept: list[Block] = []
    deepest = 0
    for block in reversed(blocks):
        if block.level:
            if block.level < deepest:
                kept.append(block)
                deepest = block.level
            continue
        text = LIST_ITEM.sub("", block.text, count=1)
        own = _ngrams(text, {min(3, max(1, len(_WORD.findall(text))))})
        if own and len(own & ngrams) >= 0.5 * len(own):
            kept.append(block)
            deepest = _BELOW_ALL_LEVELS
    return kept[::-1]


def _ngrams(text: str, lengths: set[int]) -> set[tuple[str, ...]]:
    """Word n-grams of these lengths: a fingerprint that ignores spacing and punctuation."""
    words = _WORD.findall(text.casefold())
    return {tuple(words[at : at + n]) for n in lengths for at in range(len(words) - n + 1)}


def _count_words(blocks: list[Block]) -> int:
    return sum(len(block.text.split()) for block in blocks)


def _title(page: Any) -> str:
    found = page.find("head/title")
    return "" if found is None else "".join(found.itertext())


def _meta(page: Any, name: str) -> str:
    return _attribute(page, f"//meta[@name='{name}']/@content")


def _attribute(page: Any, path: str) -> str:
    found = page.xpath(path)
    return str(found[0]) if found else ""
