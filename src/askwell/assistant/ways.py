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
    ordinary: tuple[str, ...] = ()
    """Words and phrases that are no names when they are spelt like this, capitals included."""
    most_rows: int = Field(3, ge=1, le=20)
