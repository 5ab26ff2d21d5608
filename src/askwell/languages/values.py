"""The type of a language's words for dates, periods, amounts and references in a question.

All are sources of regular expressions without a group around them, matched without regard to case.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ValueWords:
    """Words of one language. In the phrases, `{unit}` is replaced by units of time, and `{n}` by a number."""

    decimal: str
    """The mark before decimals; the other one of `.` and `,` separates thousands."""
    is_day_first: bool
    """Whether 3/4/2025 can only be the 3rd of April."""
    currencies: Mapping[str, str]
    """Name of a currency to its code by ISO 4217."""
    multipliers: Mapping[str, int]
    """Word or letter after a number to its factor."""
    of_amount: str
    """Between a multiplied number and its currency: `2 milioni di euro`."""
    million: str
    percent: str
    between: str
    """Words before two ends of a range."""
    until: str
    """Words between the two ends, by themselves enough for a range."""
    joined: str
    """Words between the two ends after one of `between`."""
    article: str
    """Articles before a day, or before a unit of time."""
    short_months: Mapping[str, int]
    """Short form of a month to its number, 1 to 12. The full names are in `patterns`."""
    weekdays: tuple[str, ...]
    """From Monday."""
    doubtful_months: frozenset[str]
    """Months that are also other words, and count alone only with a capital letter."""
    before_year: str
    """Words before a year."""
    units: Mapping[str, str]
    """`minute`, `hour`, `day`, `week`, `month`, `quarter`, `half`, `year` to their names."""
    full_units: Mapping[str, str]
    """Unit to its name after a number, or after an ordinal for quarters and halves."""
    days: Mapping[str, int]
    """Word to its distance from today in days."""
    previous: str
    current: str
    following: str
    is_next_weekday_doubtful: bool
    """Whether `next Friday` may be that of the next week."""
    ago: str
    ahead: str
    recent: str
    """The last `{n}` units."""
    coming: str
    """The next `{n}` units."""
    end: str
    """Before a period: its last day."""
    start: str
    """Before a period: its first day."""
    parts: Mapping[str, str]
    """Canonical abbreviation of a part of a text to its names: `art.` to `article`."""
    part_names: Mapping[str, str]
    """Canonical abbreviation to the name that documents have."""
    of_text: str
    """Between a part and its text: `of the`."""
    in_names: str
    """Words inside of the name of a text that have no capital."""
    texts: str
    """Names of texts that are not written with capitals: `c.c.`."""
    acts: Mapping[str, str]
    """Canonical abbreviation of numbered acts to their names: `Reg.` to `regulation`."""
    act_names: Mapping[str, str]
    """Canonical abbreviation of numbered acts to the name that documents have."""
    act_number: str
    """Before the number of an act: `n.`."""
