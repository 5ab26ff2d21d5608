"""Finds the values of a question."""

import re
from datetime import date

from askwell.text.bounds import ANALYSED_CHARS, text_cache
from askwell.text.facts.amounts import find_amounts, find_durations
from askwell.text.facts.dates import find_dates
from askwell.text.facts.references import find_identifiers, find_references
from askwell.text.facts.relative import find_edges, find_relative
from askwell.text.facts.scan import scan_of
from askwell.types import Fact, Language

_FINDERS = (find_identifiers, find_references, find_amounts, find_relative, find_dates, find_edges, find_durations)
"""In this order: a text that is a part of several kinds of values counts for the first one."""

_IN_DIGITS = (find_identifiers, find_amounts, find_durations)
"""What they find has a digit."""

_MONTH_AND_YEAR = re.compile(r"[^\W\d_]{3}.*(?:19|20)\d\d")


@text_cache(200_000)
def find_facts(text: str, language: Language, today: date) -> tuple[Fact, ...]:
    """The values of a question, in order. Relative ones are computed from `today`, the day of the question.

    Of a longer text the first `ANALYSED_CHARS` characters are read.
    """
    scan = scan_of(text[:ANALYSED_CHARS], language, today)
    has_digit = any(char.isdigit() for char in scan.text)
    for find in _FINDERS:
        if has_digit or find not in _IN_DIGITS:
            find(scan)
    return tuple(sorted(scan.facts, key=lambda fact: fact.start))


def says_more(fact: Fact) -> bool:
    """Whether the canonical form says something that the text itself does not say to every reader.

    It does for relative and ambiguous values, dates in digits, and numbers in words or with separators.
    """
    if fact.is_relative or fact.others:
        return True
    if fact.kind in {"reference", "identifier", "duration"}:
        return False
    if fact.kind in {"date", "period"}:
        if "/" in fact.canonical:
            return True
        is_plain = fact.text == fact.canonical or _MONTH_AND_YEAR.search(fact.text)
        return not is_plain and not fact.canonical.startswith("--")
    digits = re.sub(r"\.00$", "", fact.canonical.split()[1 if fact.kind == "amount" else 0])
    return digits not in re.split(r"[^\d.]+", fact.text)
