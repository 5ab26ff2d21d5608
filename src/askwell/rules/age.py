"""Passages that are out of date: of two that are about equally good, the one of the newer document is preferred."""

import re
from collections.abc import Sequence

from askwell.types import Passage

_ABOUT_EQUAL = 1.0
"""Standing that a newer passage may have less than an older one, in standard deviations of the candidates."""
_YEAR = re.compile(r"\b\d{4}\b")


def newer_than(question: str, passages: Sequence[Passage], standings: Sequence[float]) -> dict[int, int]:
    """Index of each passage that is out of date, with that of the best passage of a newer document about as good.

    `standings` are those of the passages, as the ranking computes them. Documents without a date are not compared. A
    question that names the year of a document means this document.
    """
    asked = set(_YEAR.findall(question))
    dated = sorted((at for at, each in enumerate(passages) if each.date), key=lambda at: -standings[at])
    found: dict[int, int] = {}
    for older in dated:
        if passages[older].date[:4] in asked:
            continue
        newer = next((at for at in dated if _is_newer(passages[at], passages[older])), None)
        if newer is not None and standings[newer] >= standings[older] - _ABOUT_EQUAL:
            found[older] = newer
    return found


def _is_newer(passage: Passage, other: Passage) -> bool:
    """Whether the date of another document is later, as far as both are known: `2025` is not after `2025-01-31`."""
    length = min(len(passage.date), len(other.date))
    return passage.chunk.document_id != other.chunk.document_id and passage.date[:length] > other.date[:length]
