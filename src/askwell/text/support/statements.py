"""The sentences of an answer that claim something."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from askwell.languages import LANGUAGES, wording
from askwell.text.citations import code_spans, find_marks, strip_marks
from askwell.text.sentences import HEADING, LIST_ITEM, sentences

_LINK = re.compile(r"\[([^\]\n]{0,200})\]\([^)\s]{0,500}\)")
_COUNT = re.compile(r"\(\d+ \w{2,3} \d+\)")
_EMPHASIS = re.compile(r"\*\*|__|`")
_RULE = re.compile(r"\n[ \t]*\|?[ \t]*:?-+:?[ \t|:-]*(?:\n|\Z)")
"""The line of a table between the column names and the rows."""
_NEXT_ITEM = re.compile(r"(?:^|\s)(\d{1,2})\.$")


class Statement(NamedTuple):
    """A sentence that claims something: its place in the answer, the source numbers of its marks, and its text."""

    start: int
    end: int
    cited: tuple[int, ...]
    text: str
    """Without marks, bullet, emphasis and the addresses of links."""


def statements(answer: str) -> Iterator[Statement]:
    """The statements of an answer, in order.

    Introductions (`...:`), questions, code and the count of a list, `(5 of 8)`, claim nothing, nor do headings and
    column names that cite nothing, nor our own sentence that nothing was found, in any language. In a list that is
    written as one paragraph, the number of the next item is at the end of a sentence and no part of it.
    """
    items = 0
    for start, end in _prose(answer):
        written = answer[start:end]
        if _names_others(written, answer[end:]):
            continue
        bullet = LIST_ITEM.match(written)
        said = strip_marks(written[bullet.end() :] if bullet else written)
        said = _EMPHASIS.sub("", _LINK.sub(r"\1", said)).strip()
        if (item := _NEXT_ITEM.search(said)) and int(item[1]) in {1, items + 1}:
            items = int(item[1])
            said = said[: item.start()].rstrip()
        if said.endswith((":", "?")) or not any(map(str.isalpha, said)) or _COUNT.fullmatch(said):
            continue
        if said in _not_found():
            continue
        cited = tuple(dict.fromkeys([mark.number for mark in find_marks(written)])) if "[" in written else ()
        yield Statement(start, end, cited, said)


def says_not_found(answer: str) -> bool:
    """Whether an answer claims nothing and has our sentence that nothing was found."""
    if not any(text in answer for text in _not_found()):
        return False
    return next(statements(answer), None) is None


@cache
def _not_found() -> frozenset[str]:
    return frozenset(wording(language).not_found for language in LANGUAGES)


def _prose(answer: str) -> Iterator[tuple[int, int]]:
    """The places of the sentences before, between and after blocks of code."""
    blocks = [(start, end) for start, end in code_spans(answer) if "\n" in answer[start:end]] if "`" in answer else []
    for begin, close in zip([0, *(end for _, end in blocks)], [*(start for start, _ in blocks), None], strict=True):
        yield from ((begin + start, begin + end) for start, end in sentences(answer[begin:close]))


def _names_others(written: str, following: str) -> bool:
    """Whether a sentence is a heading, or the column names of a table, and cites nothing."""
    is_name = HEADING.match(written) or ("|" in written and _RULE.match(following))
    return bool(is_name) and not find_marks(written)
