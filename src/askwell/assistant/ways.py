"""Sections for ways that are answered from tables."""

from collections.abc import Mapping

from pydantic import Field

from askwell.assistant.base import Section


class PlacesSection(Section):
    """A second table: names that lead to rows of a way's own table, and where on the earth they are."""

    table: str
    """CSV file below the assistant's folder."""
    names: Mapping[str, str] = Field(min_length=1)
    """Column looked for in questions to how one of its names is said: `"{city} in {county} County"`."""
    column: str
    """Its column with values of the way's own table."""
    joins: str
    """The own table's column that holds those values; all of them must be in it."""
    latitude: str = ""
    longitude: str = ""
    """Columns in degrees, for a way with `nearest`."""


class NearestSection(Section):
    """How a question for the row nearest to a place is known and answered."""

    words: tuple[str, ...] = Field(min_length=1)
    """Words or phrases of such a question."""
    place: str
    """The table's column with the place of a row, a name of `places`."""
    row: tuple[str, ...] = Field(min_length=1)
    """Like the way's own `row`, with {miles} and {km} besides."""


class AskSection(Section):
    """When a question names nothing of the table and a name is to be asked for."""

    words: tuple[str, ...] = Field(min_length=1)
    """Words or phrases of such a question; those of `nearest` count too."""
    question: str


class AbsentSection(Section):
    """What is said of something that looks like a name of the table and is none."""

    like: str
    """Regular expression, in any case."""
    say: str
    """A question back, with {asked} for what was found."""


class WaySection(Section):
    """A way that is answered from the rows of a table. Its cells may hold several values, separated by `;`."""

    table: str
    """CSV file with a header, below the assistant's folder."""
    title: str = ""
    """Title of the table as a source; empty takes the file's name."""
    match: Mapping[str, tuple[str, ...]] = Field(min_length=1)
    """Column to how its values stand in questions, `{}` for the value; the first one is how they are said."""
    row: tuple[str, ...] = Field(min_length=1)
    """Sentences made of a row, with {column} and {matched}; one with an empty cell is left out."""
    places: PlacesSection | None = None
    nearest: NearestSection | None = None
    ask: AskSection | None = None
    absent: AbsentSection | None = None
    ordinary: tuple[str, ...] = ()
    """Words and phrases that are no names when they are spelt like this, capitals included."""
    most_rows: int = Field(3, ge=1, le=20)


class FigureSection(Section):
    """A column of numbers: how its figures stand in questions, and how rows are put in its order."""

    units: Mapping[str, float] = Field(default_factory=dict)
    """Unit to what one of it is in the column's own unit: `{GB: 1, TB: 1024}`; `$` may stand before the number."""
    words: tuple[str, ...] = ()
    """Words that tell it from another column of the same unit."""
    least: tuple[str, ...] = ()
    """Words that ask for its least first: cheapest, cheaper."""
    most: tuple[str, ...] = ()
    least_said: str = ""
    """Sentence on the row that comes first, with {column}; none where empty."""
    most_said: str = ""
    bare: bool = False
    """Whether a number without a unit, behind `under` or the like, is one of its figures."""


class FlagSection(Section):
    """Words that keep only rows whose number is large enough: in stock."""

    words: tuple[str, ...] = Field(min_length=1)
    column: str
    at_least: float = 1


class AspectSection(Section):
    """A sentence on one row, for questions about one of its sides."""

    about: tuple[str, ...] = Field(min_length=1)
    """Words or phrases of such questions; the first one names the side."""
    text: str
    """With {column}; left out where a column is empty."""
    when: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    """Column to the values of rows that it is said of; empty for all."""


class CatalogueSection(Section):
    """A way that chooses among the rows of a table by name, by what they are, and by figures."""

    table: str
    """CSV file with a header, below the assistant's folder; a cell may hold several values, separated by `;`."""
    title: str = ""
    """Title of the table as a source; empty takes the file's name."""
    name: str
    """Column with the rows' names; a part of a name that tells rows apart is enough in a question.

    Rows of one name are variants of one thing: what is the same of them is said once.
    """
    also: str = ""
    """Column with further names of a row."""
    values: Mapping[str, Mapping[str, tuple[str, ...]]] = Field(default_factory=dict)
    """Column whose values narrow the rows, to further words for some of them."""
    figures: Mapping[str, FigureSection] = Field(default_factory=dict)
    flags: tuple[FlagSection, ...] = ()
    line: str
    """A row in a list, with {column}."""
    say: tuple[AspectSection, ...] = Field(min_length=1)
    compare: tuple[str, ...] = ()
    """Words of a question that sets rows side by side."""
    general: tuple[str, ...] = ()
    """Words of a question about a row as a whole; then everything is said of it."""
    none: str = "Nothing in the list fits that; these come nearest:"
    unknown: str = "The list does not say that of the {name}."
    """Said where a row has nothing under the side that was asked about."""
    ordinary: tuple[str, ...] = ()
    """Words and phrases that are no names when they are spelt like this."""
    most_rows: int = Field(5, ge=1, le=20)
