"""Passages that tell what changed from one version to the next: release notes, change logs."""

import re
from collections.abc import Sequence

from askwell.languages import any_of
from askwell.types import Passage

_HEADING = re.compile(rf"(?:{any_of(lambda each: each.notations.changes)})\W*", re.IGNORECASE)
_VERSION = r"\d{1,4}(?:\.\d{1,4}){1,3}"
_DATE = r"\(?(?:19|20)\d\d-\d\d?-\d\d?\)?"
_RELEASE = re.compile(rf"\b{_VERSION}\S*\W+{_DATE}|{_DATE}\W+\S*{_VERSION}\b")
"""A version with its date: `Version 0.4 (2021-05-30)`."""
_ASKED = re.compile(rf"\b(?:{any_of(lambda each: each.notations.changes_asked)})\b|\b{_VERSION}\b", re.IGNORECASE)


def changes(question: str, passages: Sequence[Passage]) -> frozenset[int]:
    """Indexes of the passages below a heading of release notes, which list what changed and do not tell how it works.

    None for a question about what is new, or about a version.
    """
    if _ASKED.search(question):
        return frozenset()
    return frozenset(at for at, each in enumerate(passages) if _tells_changes(each))


def _tells_changes(passage: Passage) -> bool:
    above = (passage.title, *passage.chunk.headings)
    return any(_HEADING.fullmatch(each.strip()) or _RELEASE.search(each) for each in above)
