"""Sections for routes that are answered from tables."""

from collections.abc import Mapping

from pydantic import Field

from askwell.assistant.base import Section


class PlacesSection(Section):
    """A second table: names that map to rows of the route's table, and their coordinates."""

    table: str
    """CSV file, relative to the assistant's folder."""
    names: Mapping[str, str] = Field(min_length=1)
    """Column with names to look for in questions, to how a name is written: `"{city} in {county} County"`."""
    column: str
    """Its column with values of the route's table."""
    joins: str
    """Column of the route's table with those values; it must contain all of them."""
    latitude: str = ""
    """Column with degrees, needed for `nearest`."""
    longitude: str = ""
    """Column with degrees, needed for `nearest`."""


class NearestSection(Section):
    """How a question for the row nearest to a place is recognised and answered."""

    words: tuple[str, ...] = Field(min_length=1)
    """Words or phrases of such a question."""
    place: str
    """Column of the route's table with the place of a row, a name in `places`."""
    row: tuple[str, ...] = Field(min_length=1)
    """Like `row` of the route, with {miles} and {km} in addition."""


class AskSection(Section):
    """When to ask for a name because the question contains none of the table."""

    words: tuple[str, ...] = Field(min_length=1)
    """Words or phrases of such a question; those of `nearest` count too."""
    question: str
    """What is asked."""


class AbsentSection(Section):
    """The reply to something that looks like a name but is not in the table."""

    like: str
    """Regular expression; case is ignored."""
    say: str
    """A question to the user, with {asked} for the text that matched."""


class OwnerSection(Section):
    """Whose rows a table holds. Others get the answer for a row that does not exist; the operator sees all rows."""

    column: str
    """Column with the name of a user."""
    tenant: str = "local"
    """The tenant of these users."""


class WaySection(Section):
    """A route that is answered with rows of a table. A cell may hold several values, separated by `;`."""

    table: str
    """CSV file with a header, relative to the assistant's folder."""
    title: str = ""
    """Title of the table as a source; empty means the file name."""
    match: Mapping[str, tuple[str, ...]] = Field(min_length=1)
    """Column to the forms of its values in questions, with `{}` for the value; answers use the first form."""
    row: tuple[str, ...] = Field(min_length=1)
    """Sentences about a row, with {column} and {matched}; a sentence with an empty cell is left out."""
    owner: OwnerSection | None = None
    """None: every user may see every row."""
    places: PlacesSection | None = None
    """A second table with places that map to rows."""
    nearest: NearestSection | None = None
    """Questions for the row nearest to a place."""
    ask: AskSection | None = None
    """When to ask for a name."""
    absent: AbsentSection | None = None
    """The reply to a name that is not in the table."""
    ordinary: tuple[str, ...] = ()
    """Words and phrases that are not names in exactly this spelling, including capitals."""
    most_rows: int = Field(3, ge=1, le=20)
    """Maximum number of rows in an answer."""


class FigureSection(Section):
    """A column of numbers: how questions mention its figures, and how rows are sorted by it."""

    units: Mapping[str, float] = Field(default_factory=dict)
    """Unit to its factor to the unit of the column: `{GB: 1, TB: 1024}`; `$` may precede the number."""
    words: tuple[str, ...] = ()
    """Words that distinguish it from another column with the same unit."""
    least: tuple[str, ...] = ()
    """Words that ask for the smallest value first: cheapest, cheaper."""
    most: tuple[str, ...] = ()
    """Words that ask for the largest value first: dearest, biggest."""
    least_said: str = ""
    """Sentence about the first row in that order, with {column}; empty for none."""
    most_said: str = ""
    """Sentence about the first row in that order, with {column}; empty for none."""
    bare: bool = False
    """Whether a number without a unit after `under` or a similar word is a figure of this column."""


class FlagSection(Section):
    """Words that keep only rows with at least this number, for example "in stock"."""

    words: tuple[str, ...] = Field(min_length=1)
    """Words and phrases that select such rows."""
    column: str
    """Column with the number."""
    at_least: float = 1
    """Smallest number of a row that is kept."""


class AspectSection(Section):
    """A sentence about a row, for questions about one aspect of it."""

    about: tuple[str, ...] = Field(min_length=1)
    """Words or phrases of such questions; the first one is the name of the aspect."""
    text: str
    """Text with {column}; left out if a column is empty."""
    when: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    """Column to values: the sentence is used only for rows with these values; empty for all rows."""


class CatalogueSection(Section):
    """A route that selects rows of a table by name, by column values and by figures."""

    table: str
    """CSV file with a header, relative to the assistant's folder; a cell may hold several values, separated by `;`."""
    title: str = ""
    """Title of the table as a source; empty means the file name."""
    name: str
    """Column with the names of the rows. A question may use any part of a name that distinguishes rows.

    Rows with the same name are variants of one thing; what they have in common is written once.
    """
    also: str = ""
    """Column with further names of a row."""
    values: Mapping[str, Mapping[str, tuple[str, ...]]] = Field(default_factory=dict)
    """Column whose values filter the rows, to further words for some of the values."""
    figures: Mapping[str, FigureSection] = Field(default_factory=dict)
    """Column of numbers to how questions mention them."""
    flags: tuple[FlagSection, ...] = ()
    """Words that keep only some rows."""
    line: str
    """Text of a row in a list, with {column}."""
    say: tuple[AspectSection, ...] = Field(min_length=1)
    """Sentences about a row, one for each aspect."""
    compare: tuple[str, ...] = ()
    """Words of a question that compares rows."""
    general: tuple[str, ...] = ()
    """Words of a question about a row as a whole; the answer then contains everything about it."""
    none: str = "Nothing in the list fits that; these come nearest:"
    """Said before the nearest rows if none fits."""
    unknown: str = "The list does not say that of the {name}."
    """Used if a row has no value for the aspect in question."""
    ordinary: tuple[str, ...] = ()
    """Words and phrases that are not names in exactly this spelling."""
    most_rows: int = Field(5, ge=1, le=20)
    """Maximum number of rows in an answer."""
