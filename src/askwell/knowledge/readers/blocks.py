"""Blocks in reading order, which every reader builds, and the cleaning of their texts."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from askwell.errors import BadInput
from askwell.knowledge.readers.word_boxes import BlockWords
from askwell.text.characters import SEPARATORS

MAX_CHARS = 10_000_000
"""Maximum length of a document's text: about 4,000 pages, which are 12,300 chunks.

The process that stores it needs 75 MB more for 10 million characters, and 150 MB more for twice as many.
"""
MAX_HEADING_CHARS = 500
MAX_URL_CHARS = 2_000
MAX_LABELS = 100
PART_CHARS = 400
PART_TOKENS = 140
"""Length of a part of a table, whichever is reached first: with title and headings it fits a chunk.

One that does not fit is split between its rows, and only its first half has the column names.
"""
MAX_NAME_CHARS = 60
"""Longest text of a first row that is taken for a column name."""
MAX_LABEL_CHARS = 200

_UNWANTED = re.compile("[\x00-\x08\x0e-\x1b\x1f\x7f-\x9f\u00ad\u200b\u2060\ufeff\ud800-\udfff]")
"""Control characters, soft hyphens and spaces without width, unpaired surrogates."""
_BREAKING = re.compile("\u00ad(?=\n|\\Z)")
"""A soft hyphen that is shown; readers join the torn word."""
_SHAPES = re.compile("[\u2212\ufb00-\ufb06]")
"""The minus sign and Latin ligatures, which nobody types in a question."""
_EXPONENT = re.compile("(?<=[0-9])[\u207a\u207b]?[\u2070\u00b9\u00b2\u00b3\u2074-\u2079\u207f]++(?![/\u2044])")
"""Raised figures after a number, but for the upper part of a fraction. Compared, `10\u2076` would be 106."""
_LOWERED = str.maketrans(
    "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207a\u207b\u207f", "0123456789+-n"
)
_SPACES = re.compile(r"[ \t\u00a0\u2000-\u200a\u202f\u3000]+")
_AROUND_BREAK = re.compile(r" ?\n ?")
_LABEL_BORDER = re.compile(r"[,;]")
_TOKEN = re.compile(r"[0-9]{1,3}|[A-Za-z]{1,4}|[^\sA-Za-z0-9]")
"""About a token of `o200k_base`, whose vocabulary would take 31 MB in each process that reads; rather too many."""
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a table, a list item or a heading."""

    text: str
    level: int = 0
    """1 to 6 for a heading, outermost first; 0 for anything else."""
    page: int | None = None
    is_link: bool = False
    """Whether nearly all of its text belongs to links."""
    is_boilerplate: bool = False
    words: tuple[BlockWords, ...] = ()
    """Where the words of its lines are, if its format has places."""


def clean(text: str) -> str:
    """The text without characters that nobody sees, with every line separator as a line feed, accents on their letters.

    A minus sign becomes a hyphen, a ligature its letters and `10⁶` `10^6`; other compatibility characters, such as the
    `²` of `m²`, are kept.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for separator in SEPARATORS:  # three times as fast as a regular expression
        text = text.replace(separator, "\n")
    text = _UNWANTED.sub("", _BREAKING.sub("\u2010", text))
    if text.isascii():
        return text
    return _EXPONENT.sub(_lowered, _SHAPES.sub(_plain_shape, unicodedata.normalize("NFC", text)))


def _lowered(match: re.Match[str]) -> str:
    sticks = match.string[match.end() : match.end() + 1].isalnum()
    return f"^{match.group().translate(_LOWERED)}{' ' if sticks else ''}"


def _plain_shape(match: re.Match[str]) -> str:
    return "-" if match.group() == "\u2212" else unicodedata.normalize("NFKC", match.group())


def one_line(text: str) -> str:
    """The text with every run of white space replaced by one space."""
    return " ".join(clean(text).split())


def tidy(text: str) -> str:
    """The text with runs of spaces replaced by one and lines stripped; line breaks are kept."""
    return _AROUND_BREAK.sub("\n", _SPACES.sub(" ", clean(text))).strip()


def table_row(cells: Iterable[str]) -> str:
    """A table row as a line, its cells separated by ` | `; empty if all cells are empty."""
    texts = [one_line(cell) for cell in cells]
    return " | ".join(texts) if any(texts) else ""


def table_blocks(
    rows: Iterable[Sequence[str]], *, head: bool | None = None, page: int | None = None
) -> Iterator[Block]:
    """A table as blocks of about `PART_CHARS` and `PART_TOKENS`, each with the row of column names as its first line.

    `head` says whether the first row has the column names; None decides by its texts. A table without them is one
    block. Where the names take more than half of a part, each cell has its name before it instead.
    """
    lines: list[str] = []
    names: tuple[str, ...] | None = None
    first: list[str] = []
    is_wide = False
    chars = tokens = 0
    for row in rows:
        cells = tuple(one_line(cell) for cell in row)
        if not any(cells):
            continue
        if names is None:
            names = cells if (are_names(cells) if head is None else head) else ()
            first = [table_row(names)] if names else []
            if names:
                lines, chars, tokens = first[:], len(first[0]), _count_tokens(first[0])
                is_wide = chars > PART_CHARS / 2 or tokens > PART_TOKENS / 2
                continue
        line = _named(names, cells) if is_wide else " | ".join(cells)
        more = _count_tokens(line) if names else 0
        is_full = chars + len(line) > PART_CHARS or tokens + more > PART_TOKENS
        if names and lines and lines != first and is_full:
            yield Block("\n".join(lines), page=page)
            lines = [] if is_wide else first[:]
            chars, tokens = sum(map(len, lines)), sum(map(_count_tokens, lines))
        lines.append(line)
        chars, tokens = chars + len(line) + 1, tokens + more
    if lines:
        yield Block("\n".join(lines), page=page)


def _count_tokens(line: str) -> int:
    return len(_TOKEN.findall(line))


def _named(names: Sequence[str], cells: Sequence[str]) -> str:
    """The cells that are not empty, each after its column name."""
    pairs = zip_longest(names, cells, fillvalue="")
    return " | ".join(f"{name}: {cell}" if name else cell for name, cell in pairs if cell)


def are_names(cells: Sequence[str]) -> bool:
    """Whether the cells of a first row look like column names: several different short texts, none with a digit."""
    return (
        len(cells) > 1
        and len(set(cells)) == len(cells)
        and all(0 < len(cell) <= MAX_NAME_CHARS and not _DIGIT.search(cell) for cell in cells)
    )


def shorten(text: str, max_chars: int) -> str:
    """The text, or its beginning with an ellipsis if it has more than `max_chars` characters."""
    return text if len(text) <= max_chars else f"{text[: max_chars - 1].rstrip()}…"


def too_many(name: str, what: str, maximum: int) -> BadInput:
    """The error for a document with more than `maximum` characters, sections or others."""
    return BadInput(
        f"{name!r} has more than {maximum:,} {what}, which is the limit for one document",
        code="document_too_complex",
        hint="Split it into several files.",
    )


def limited(text: str, name: str) -> str:
    """The text of a file. Raises BadInput if it has more than `MAX_CHARS` characters."""
    if len(text) > MAX_CHARS:
        raise too_many(name, "characters", MAX_CHARS)
    return text


def split_labels(text: str) -> tuple[str, ...]:
    """Labels from a list separated by commas or semicolons, without duplicates."""
    return tuple(dict.fromkeys(label for part in _LABEL_BORDER.split(text) if (label := one_line(part))))
