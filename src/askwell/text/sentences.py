"""Sentence boundaries, for English, Dutch and Italian documents of any format."""

import re
from collections.abc import Iterator
from functools import cache

from askwell.languages import LANGUAGES, lexicon

LIST_ITEM = re.compile(r"[ \t]*(?:[-*+•‣▪–]|\(?\d{1,3}[.)]|\(?[a-z][.)])[ \t]+(?=\S)")
"""Start of a list item: a bullet, a number or a letter, and a space."""

HEADING = re.compile(r"[ \t]*#{1,6}[ \t]+(?=\S)")
"""Start of a Markdown heading."""

_BULLETS = frozenset("-*+•‣▪–")
_END = re.compile(
    r"(?P<stop>[.!?…]{1,9})"
    r"(?P<after>[\"'”’»)\]*_]{0,4}(?:[ \t]?\[[\d,;\s–-]{1,40}\]){0,9})"
    r"(?=\s|\Z)"
)
_LAST_WORD = re.compile(r"[^\s(\[\"'“‘«]+$")
_NEXT_WORD = re.compile(r"\s*[\"'“‘«(\[*_]*([^\W_]+)?")
_TITLES = frozenset[str]().union(*(lexicon(code).titles for code in LANGUAGES))
_BEFORE_NUMBER = frozenset[str]().union(*(lexicon(code).before_number for code in LANGUAGES))
_MAY_END = frozenset[str]().union(*(lexicon(code).may_end for code in LANGUAGES))
_ABBREVIATIONS = _TITLES | _BEFORE_NUMBER | _MAY_END


def sentences(text: str) -> list[tuple[int, int]]:
    """Spans of the sentences in order, without surrounding white space.

    A heading, a list item with its continuation lines, and a table row (`a | b`) are one sentence each; other lines are
    joined to paragraphs up to an empty line. Citation marks after a full stop belong to the sentence before them. Takes
    linear time.
    """
    return list(each_sentence(text))


def each_sentence(text: str) -> Iterator[tuple[int, int]]:
    """The spans of `sentences` as an iterator, for callers that may stop early."""
    for start, end, whole in _blocks(text):
        for span in ((start, end),) if whole else _split(text, start, end):
            if trimmed := _trim(text, *span):
                yield trimmed


def first_sentences(text: str, most_chars: int) -> str:
    """The sentences at the beginning that fit into `most_chars`; the beginning of the first if it does not fit."""
    if len(text) <= most_chars:
        return text
    end = 0
    for _, stop in each_sentence(text[: 4 * most_chars]):
        if stop > most_chars:
            break
        end = stop
    return text[:end] if end else text[:most_chars]


def is_table_part(text: str) -> bool:
    """Whether at least half of the lines of a text are rows of a table."""
    lines = [line for line in text.splitlines() if line.strip()]
    return 2 * sum(map(is_table_row, lines)) >= len(lines) > 0


def is_table_row(line: str) -> bool:
    """Whether a line is a row of a table: `a | b`, `| a | b |`, or `| b` where the first cell is empty."""
    said = line.lstrip()
    return " | " in line or said.startswith("| ") or (said.startswith("|") and said.rstrip().endswith("|"))


def _blocks(text: str) -> list[tuple[int, int, bool]]:
    """Blocks of lines: start, end, and whether the block is a single sentence."""
    blocks: list[tuple[int, int, bool]] = []
    open_block = ""
    end = 0
    for line in text.split("\n"):
        start, end = end, min(end + len(line) + 1, len(text))
        said = line.lstrip()
        if not said:
            open_block = ""
        elif (said[0] == "#" and HEADING.match(line)) or ("|" in said and is_table_row(line)):
            blocks.append((start, end, True))
            open_block = ""
        elif _may_be_item(said) and LIST_ITEM.match(line):
            blocks.append((start, end, True))
            open_block = "item"
        elif open_block == "prose" or (open_block == "item" and line[0] in " \t"):
            first, _, whole = blocks[-1]
            blocks[-1] = (first, end, whole)
        else:
            blocks.append((start, end, False))
            open_block = "prose"
    return blocks


def _may_be_item(said: str) -> bool:
    """A fast check, which most lines fail: a bullet, or `.` or `)` near the beginning."""
    return said[0] in _BULLETS or "." in said[:5] or ")" in said[:5]


def _split(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    begin = start
    for match in _END.finditer(text, start, end):
        if _closes(text, match, begin, end):
            yield begin, match.end()
            begin = match.end()
    yield begin, end


def _closes(text: str, match: re.Match[str], begin: int, end: int) -> bool:
    """Whether a sentence ends at this punctuation mark."""
    stop, following = match.span()
    first = max(begin, stop - 30)
    last = text[max(first, text.rfind(" ", first, stop) + 1) : stop]
    if text[following + 1 : following + 2].isupper() and _is_plain(last):
        return True
    follows = _NEXT_WORD.match(text, following, min(end, following + 80))
    next_word = (follows.group(1) or "") if follows else ""
    if next_word.isalpha() and next_word.islower():
        return False
    if match.group("stop") != ".":
        return True
    before = _LAST_WORD.search(last)
    word = before.group() if before else ""
    return not _goes_on(word, next_word, _word_before(text, begin, stop - len(word)))


def _is_plain(word: str) -> bool:
    """Whether a full stop after a word can only end a sentence."""
    return len(word) > 1 and word.isalpha() and word.lower() not in _ABBREVIATIONS


def _goes_on(word: str, next_word: str, word_before: str) -> bool:
    """Whether the full stop after a word belongs to the word."""
    bare = word.lower().strip(".")
    starts_anew = next_word.lower() in _function_words()
    if bare in _TITLES:
        return True
    if bare in _BEFORE_NUMBER:
        return next_word[:1].isdigit() or len(next_word) == 1
    if bare in _MAY_END:
        return not next_word[:1].isupper()
    if "." in bare and all(len(part) == 1 for part in bare.split(".")):
        return not starts_anew
    return len(word) == 1 and word.isupper() and (word_before[:1].isupper() or not word_before) and not starts_anew


def _word_before(text: str, begin: int, position: int) -> str:
    parts = text[max(begin, position - 30) : position].split()
    return parts[-1] if parts else ""


@cache
def _function_words() -> frozenset[str]:
    return frozenset().union(*(lexicon(code).stop_words for code in LANGUAGES))


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    while end > start and text[end - 1].isspace():
        end -= 1
    while start < end and text[start].isspace():
        start += 1
    return (start, end) if end > start else None
