"""The type of a language's words for questions about tables, and of the sentences of their answers."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Concept:
    """A quality that a column can have, such as a price; all words folded."""

    names: frozenset[str]
    """Words of a column's name, and nouns in a question."""
    asks: frozenset[str]
    """Adjectives and verbs in a question: `how high`, `costs`."""
    least: frozenset[str]
    """Superlatives and comparatives for its smallest value."""
    most: frozenset[str]


@dataclass(frozen=True, slots=True)
class TableWords:
    """Words and sentences of one language. Phrases are folded; names in braces are replaced."""

    concepts: Mapping[str, Concept]
    """Concept by its name, which is the same in all languages."""
    least: frozenset[str]
    """Superlatives and comparatives for any column: `lowest`."""
    most: frozenset[str]
    below: frozenset[str]
    """Words before a limit that is excluded."""
    above: frozenset[str]
    at_most: frozenset[str]
    """Words before or after a limit that is included."""
    at_least: frozenset[str]
    between: frozenset[str]
    """Words before the first of two limits."""
    until: frozenset[str]
    """Words between two limits."""
    dated: frozenset[str]
    """Comparisons that also compare dates: a number after one can be a year."""
    than: frozenset[str]
    """After a comparative, before its limit."""
    by: frozenset[str]
    """Words before the column of an order."""
    top: frozenset[str]
    """Words for the first rows of an order, largest first."""
    count: frozenset[str]
    total: frozenset[str]
    average: frozenset[str]
    per: frozenset[str]
    """Words before the column whose values each get a figure: `per`, `in each`."""
    compare: frozenset[str]
    yes: frozenset[str]
    """Cells that say yes."""
    no: frozenset[str]
    nothing: frozenset[str]
    """Cells that say that nothing is known."""
    range_to: frozenset[str]
    """Words in a cell between the ends of a range of months or days."""
    range_and: frozenset[str]
    """Other words between months or days."""
    in_stock: frozenset[str]
    """Phrases for rows of which there are some, if a column says how many."""
    out_of_stock: frozenset[str]
    without: frozenset[str]
    """Words before a negated word."""
    months: tuple[frozenset[str], ...]
    """Names and abbreviations, from January."""
    days: tuple[frozenset[str], ...]
    """Names and abbreviations, from Monday."""
    weekend: frozenset[str]
    weekdays: frozenset[str]
    those: frozenset[str]
    """References to the rows of the last answer, of which some are selected."""
    them: frozenset[str]
    """References to the rows of the last answer, or to its first."""
    ranks: Mapping[str, int]
    """Phrases for a place in an order, from 2."""
    units: Mapping[str, str]
    """Name of a unit to its symbol."""
    general: frozenset[str]
    """Words that select no row: `list`, `row`, `anyone`."""
    verbs: frozenset[str]
    """Verbs that select no row: `have`, `find`. Others say something that a row may not: `return`, `sell`."""
    fitting: str
    """With {count} and {all}."""
    fitting_cut: str
    """With {count}, {all} and {shown}."""
    shown: str
    """With {shown} and {count}: some of the rows that fit."""
    shown_known: str
    """The same, with {without}: how many more have no value in the column that orders them."""
    lowest: str
    """With {column} and {all}."""
    highest: str
    lowest_cut: str
    """With {column}, {all} and {shown}."""
    highest_cut: str
    rank_lowest: str
    """With {rank}, {column} and {all}."""
    rank_highest: str
    average_of: str
    """With {column}, {value} and {count}."""
    total_of: str
    grouped: str
    """With {column} and {count}, the number of rows; a figure for each value follows."""
    none_fits: str
    """With {all}; the nearest rows follow."""
    unknown: str
    """With {words}."""
    empty: str
    """In place of an empty cell."""
