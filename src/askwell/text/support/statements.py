"""The sentences of an answer that claim something."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from askwell.text.citations import find_marks, strip_marks
from askwell.text.sentences import LIST_ITEM, sentences

_LINK = re.compile(r"\[([^\]\n]{0,200})\]\([^)\s]{0,500}\)")
_EMPHASIS = re.compile(r"\*\*|__|`")
_NEXT_ITEM = re.compile(r"(?:^|\s)(\d{1,2})\.$")


class Statement(NamedTuple):
    """A sentence that claims something: its place in the answer, the source numbers of its marks, and its text."""

    start: int
    end: int
    cited: tuple[int, ...]
    text: str
    """Without marks, bullet, emphasis and the addresses of links."""


def statements(answer: str) -> Iterator[Statement]:
    """The statements of an answer, in order. Introductions (`...:`) and questions claim nothing.

    In a list that is written as one paragraph, the number of the next item is at the end of a sentence and no part of
    it.
    """
    items = 0
    for start, end in sentences(answer):
        written = answer[start:end]
        bullet = LIST_ITEM.match(written)
        said = strip_marks(written[bullet.end() :] if bullet else written)
        said = _EMPHASIS.sub("", _LINK.sub(r"\1", said)).strip()
        if (item := _NEXT_ITEM.search(said)) and int(item[1]) in {1, items + 1}:
            items = int(item[1])
            said = said[: item.start()].rstrip()
        if said.endswith((":", "?")) or not any(map(str.isalpha, said)):
            continue
        cited = tuple(dict.fromkeys([mark.number for mark in find_marks(written)])) if "[" in written else ()
        yield Statement(start, end, cited, said)
