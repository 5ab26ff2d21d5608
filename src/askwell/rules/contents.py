"""Passages that only name other parts of a document: tables of contents, indexes."""

import re
from collections.abc import Sequence

from askwell.languages import any_of
from askwell.rules.choose import Paragraph
from askwell.rules.units import units
from askwell.rules.weigh import Weighed
from askwell.types import Passage

_HEADING = re.compile(rf"(?:{any_of(lambda each: each.notations.contents)})\W*", re.IGNORECASE)
_SECTION = re.compile(r"(?<![\w.])\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+(?![a-zà-öø-ÿ])[^\W\d_]")
"""Number of a subsection and its title, which begins with a capital: `10.00 to 17.00` is a time."""
_LEAST_SECTIONS = 3
_STATEMENT = re.compile(r"[.!][\"'”’»)\]]{0,4}$")
"""End of a sentence that states something: the titles of a list of questions state nothing."""
_LEAST_STATEMENT_WORDS = 6
_MOST_STATEMENTS = 0.2
"""Share of its units that are sentences, in a table of contents."""


def contents(passages: Sequence[Passage]) -> frozenset[int]:
    """Indexes of the passages that are tables of contents.

    Such a passage has a heading that says so, or numbers of subsections with their titles, and almost no sentences.
    """
    listed = [at for at, each in enumerate(passages) if _may_be_contents(each)]
    if not listed:
        return frozenset()
    found = units(passages)
    return frozenset(at for at in listed if _states_little([unit.text for unit in found if unit.passage == at]))


def without_contents(weighed: Sequence[Weighed], listed: frozenset[int]) -> list[Weighed]:
    """The units that do not belong to such passages; all of them if there are no others."""
    return [one for one in weighed if one.unit.passage not in listed] or list(weighed)


def quotes_contents(paragraphs: Sequence[Paragraph], listed: frozenset[int]) -> bool:
    """Whether an answer has a line of such a passage, which names a place and answers nothing."""
    return any(unit.passage in listed for each in paragraphs for unit in each.units)


def _may_be_contents(passage: Passage) -> bool:
    heading = passage.chunk.headings[-1] if passage.chunk.headings else passage.title
    return bool(_HEADING.fullmatch(heading.strip())) or len(_SECTION.findall(passage.chunk.text)) >= _LEAST_SECTIONS


def _states_little(texts: Sequence[str]) -> bool:
    stated = sum(bool(_STATEMENT.search(text)) and len(text.split()) >= _LEAST_STATEMENT_WORDS for text in texts)
    return stated <= _MOST_STATEMENTS * len(texts)
