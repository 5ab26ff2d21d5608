"""Web pages: the main text without navigation, with headings and tables.

If a page has one `<main>` element, its content is used. Otherwise trafilatura separates text from boilerplate, unless
it keeps so little that the page is more likely an index than an article. It only selects: blocks come from a walk of
the page, because trafilatura loses headings inside wrapper elements.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from askwell.errors import BadInput
from askwell.knowledge.readers.blocks import MAX_CHARS, Block, one_line, split_labels, table_blocks, too_many
from askwell.knowledge.readers.document import join_blocks
from askwell.knowledge.readers.text import decode
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
_WORD = re.compile(r"\w+")
_BELOW_ALL_LEVELS = 7
_MAX_JUDGED_BYTES = 2_000_000
"""Larger pages are read whole: trafilatura needs a second copy of the tree and a second for each megabyte."""
_MIN_SHARE = 0.5
"""Minimum share of the page's words that trafilatura must keep; below, the whole page is used."""
_SKIPPED = frozenset(
    "script style noscript template head nav header footer aside form button select option input textarea "
    "svg canvas iframe object audio video".split()
)
_SKIPPED_ROLES = frozenset({"navigation", "banner", "contentinfo", "search", "complementary"})
_SKIPPED_CLASSES = frozenset({"navheader", "navfooter", "navbar", "breadcrumb", "breadcrumbs", "cookie-banner"})
_INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q ref rp rt ruby s samp "
    "small span strong sub sup time tt u var wbr".split()
)
_MIN_LINKED = 0.9
"""Share of a block's text that belongs to links, if it is a link."""
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_PREFORMATTED = frozenset({"pre"})


def read(data: bytes, name: str) -> ParsedDocument:
    """Read the main text, the title, the canonical URL, and `origin` and `labels` from `<meta>`."""
    page = _parse(data, name)
    return join_blocks(
        _main_blocks(page, len(data)),
        title=_title(page),
        url=_attribute(page, "//link[@rel='canonical']/@href"),
        origin=_meta(page, "origin"),
        labels=split_labels(_meta(page, "labels")),
        media_type="text/html",
    )


def blocks_of(data: bytes, name: str) -> list[Block]:
    """The blocks of a page that is a chapter or a message, without any choice of its main text."""
    page = _parse(data, name)
    body = page.find("body")
    return list(_walk(page if body is None else body))


def _parse(data: bytes, name: str) -> Any:
    from lxml import etree, html

    # lxml trusts a declared encoding, which may be wrong, and refuses str with one, so it gets UTF-8 bytes.
    text = _without_long_tags(decode(data, name))
    if len(text) > _MOST_VISIBLE and _visible_chars(text) > _MOST_VISIBLE:
        raise too_many(name, "characters", MAX_CHARS)
    parser = html.HTMLParser(encoding="utf-8", huge_tree=False, remove_comments=True, remove_pis=True)
    try:
        page = html.document_fromstring(text.encode("utf-8", errors="replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as error:
        raise BadInput(f"{name!r} contains no HTML page: {error}", code="empty_document") from error
    for element in page.iter():
        # XHTML names such as `xhtml:p` have a prefix, which the rules below do not expect.
        local = element.tag.rpartition(":")[2] if isinstance(element.tag, str) else ""
        if local != element.tag and local.isalnum():
            element.tag = local
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
        marked = list(_walk(mains[0]))
        if _count_words(marked):
            return marked
    body = page.find("body")
    whole = list(_walk(page if body is None else body))
    if size > _MAX_JUDGED_BYTES:
        return whole
    kept = _without_boilerplate(whole, _extract(page))
    return kept if _count_words(kept) >= _MIN_SHARE * _count_words(whole) else whole


def _extract(page: Any) -> str:
    from copy import deepcopy

    import trafilatura

    found: Any = trafilatura.bare_extraction(
        _with_plain_tables(deepcopy(page)),
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
        own = _ngrams(block.text, {min(3, max(1, len(_WORD.findall(block.text))))})
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


def _walk(root: Any) -> Iterator[Block]:
    line = _Line()
    yield from _walk_into(root, line)
    yield from _flush(line)


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
        yield Block(one_line("".join(child.itertext())), level)
    elif child.tag == "table":
        yield from _flush(line)
        yield from _walk_table(child)
    elif child.tag in _PREFORMATTED or (child.tag == "code" and "\n" in (child.text or "")):
        yield from _flush(line)
        yield Block("".join(child.itertext()).strip("\n").rstrip())
    elif child.tag == "a" and child.get("href"):
        yield from _walk_link(child, line)
    elif child.tag in _INLINE:
        yield from _walk_into(child, line)
    else:
        yield from _flush(line)
        yield from _walk_into(child, line)
        yield from _flush(line)


def _walk_link(link: Any, line: _Line) -> Iterator[Block]:
    before = len(line.parts)
    yield from _walk_into(link, line)
    line.linked += _count_signs("".join(line.parts[before:]))


def _count_signs(text: str) -> int:
    """Characters without spaces."""
    return len("".join(text.split()))


def _walk_table(table: Any) -> Iterator[Block]:
    """Rows as lines. A table used for layout (with tables or headings inside) is walked like a `div`."""
    if any(inner.tag == "table" or _heading_level(inner) for inner in table.iterdescendants() if inner is not table):
        line = _Line()
        yield from _walk_into(table, line)
        yield from _flush(line)
        return
    first = next(table.iter("tr"), None)
    yield from table_blocks(_cells(table), head=first is not None and _has_names(first))


def _cells(table: Any) -> Iterator[list[str]]:
    """The texts of each row."""
    for row in table.iter("tr"):
        yield [" ".join(cell.itertext()) for cell in row if cell.tag in {"td", "th"}]


def _has_names(row: Any) -> bool:
    """Whether a row has the names of the columns."""
    cells = [cell.tag for cell in row if cell.tag in {"td", "th"}]
    return bool(cells) and (set(cells) == {"th"} or row.getparent().tag == "thead")


def _heading_level(element: Any) -> int:
    return _HEADINGS.get(element.tag, 0)


def _is_skipped(element: Any) -> bool:
    return (
        element.tag in _SKIPPED
        or element.get("role") in _SKIPPED_ROLES
        or not _SKIPPED_CLASSES.isdisjoint((element.get("class") or "").lower().split())
        or element.get("hidden") is not None
    )


def _flush(line: _Line) -> Iterator[Block]:
    block = line.take()
    if block.text:
        yield block


def _title(page: Any) -> str:
    found = page.find("head/title")
    return "" if found is None else "".join(found.itertext())


def _meta(page: Any, name: str) -> str:
    return _attribute(page, f"//meta[@name='{name}']/@content")


def _attribute(page: Any, path: str) -> str:
    found = page.xpath(path)
    return str(found[0]) if found else ""
