"""The columns of a table with their kinds, units and words, and its cells as names of rows."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from askwell.tools.queries.cells import CURRENCIES, Cells, Kind, Value, days, read_cells, written_numbers
from askwell.tools.queries.separators import Sign, decimal_signs
from askwell.tools.queries.text_tables import TextTable
from askwell.tools.queries.words import Token, Vocabulary, related, tokens, vocabulary
from askwell.types import Language

MAX_SHARING = 12
"""Values at most that share a word; a word that more values share names none of them."""
MOST_NAME_WORDS = 12
"""Words of a cell that may name its row."""
_UNIT = re.compile(r"^(?P<name>.*\S)\s*[(\[](?P<unit>[^)\]]{1,14})[)\]]$")
_DAYS_IN_NAME = re.compile(r"[^\W\d_]{2,12}\.?(?:\s?[-–/,]\s?[^\W\d_]{2,12}\.?)*")
_CONCEPT_OF_UNIT = {
    **dict.fromkeys("€ $ £ chf".split(), "price"),
    **dict.fromkeys("kg g mg t".split(), "weight"),
    **dict.fromkeys(("min", "h", "s"), "duration"),
    **dict.fromkeys(("°c", "°f"), "temperature"),
    **dict.fromkeys(("km",), "length"),
    **dict.fromkeys(("m2", "m²", "km2", "km²"), "size"),
    **dict.fromkeys(("km/h",), "speed"),
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    at: int
    name: str
    """As the table writes it."""
    kind: Kind
    values: tuple[Value | None, ...]
    unit: str
    """Symbol, folded; empty for none."""
    stems: tuple[str, ...]
    """Stems of its name without function words, then those of its unit."""
    short: frozenset[str]
    """Those that are abbreviations, with a full stop in the name."""
    concepts: frozenset[str]
    days: frozenset[int]
    """Days of the week in its name."""
    decimal_sign: Sign

    def is_named_by(self, token: Token) -> bool:
        """Whether a token is a word of its name."""
        return any(related(token.stem, each, is_short=each in self.short) for each in self.stems)

    @property
    def is_ordered(self) -> bool:
        """Whether its values have an order."""
        return self.kind in {"number", "time", "date"}

    @property
    def is_price(self) -> bool:
        """Whether its name or unit says that it has amounts of money."""
        return bool(self.concepts & {"price", "pay"})

    def number(self, row: int) -> float | None:
        """The value of a row in the order; None if it has none."""
        value = self.values[row]
        return value if self.is_ordered and isinstance(value, float | int) else None


class Schema:
    """A table with typed columns. Rows are numbered from 0."""

    def __init__(self, table: TextTable, language: Language, subject: str, *, is_main: bool = True) -> None:
        """`subject`: the title, whose words select no row. `is_main`: whether the document consists of tables."""
        self.table = table
        self.is_main = is_main
        self.language = language
        words = vocabulary((language, "en"))
        signs = decimal_signs([written_numbers(cells) for cells in zip(*table.rows, strict=True)], language)
        self.columns = [_column(table, at, sign, language, words) for at, sign in enumerate(signs)]
        self.subject = frozenset(token.stem for token in tokens(subject, language))
        self.full: dict[tuple[str, ...], list[tuple[int, int]]] = {}
        """Stems of a whole cell, to column and row of each such cell."""
        self.partial: dict[str, set[tuple[int, int]]] = {}
        """Stem of a word of a cell, to the cells with it."""
        self._index(words)
        self.label = self._label()

    @property
    def rows(self) -> range:
        """The numbers of all rows."""
        return range(len(self.table.rows))

    def name_of(self, row: int) -> str:
        """The name of a row: its cells in the columns that tell rows apart."""
        cells = [cell for at in self.label if (cell := self.table.rows[row][at])]
        name = ", ".join(cells) or self.table.rows[row][0]
        return name if any(map(str.isalpha, name)) else f"{self.columns[self.label[0]].name} {name}"

    def _index(self, words: Vocabulary) -> None:
        general = words.small | {each for one in words.words for each in one.general}
        sharing: dict[tuple[int, str], set[str]] = {}
        distinct: dict[int, set[str]] = {}
        for column, row, cell in self._texts():
            found = tokens(cell, self.language)
            if not found:
                continue
            self.full.setdefault(tuple([token.stem for token in found]), []).append((column, row))
            distinct.setdefault(column, set()).add(cell)
            for token in found:
                if token.folded not in general:
                    sharing.setdefault((column, token.stem), set()).add(cell)
                self.partial.setdefault(token.stem, set()).add((column, row))
        frequent = {
            (column, stem)
            for (column, stem), cells in sharing.items()
            if len(cells) > MAX_SHARING or (len(cells) > 2 and len(cells) > len(distinct[column]) / 2)
        }
        self.vague = frozenset(stem for _, stem in frequent)
        """Words of many cells, which alone name none of them."""

    def _texts(self) -> Iterator[tuple[int, int, str]]:
        """Column, row and text of the cells that may name a row; a cell of sentences is no name."""
        for column in self.columns:
            if column.kind == "text":
                for row, cells in enumerate(self.table.rows):
                    if len(cells[column.at].split()) <= MOST_NAME_WORDS:
                        yield column.at, row, cells[column.at]

    def _label(self) -> tuple[int, ...]:
        """The first columns of texts that together name the rows; the first column if there is none."""
        chosen: list[int] = []
        for column in self.columns:
            if column.kind != "text":
                continue
            chosen.append(column.at)
            names = {tuple(cells[at] for at in chosen) for cells in self.table.rows}
            if len(names) == len(self.table.rows) or len(chosen) == 2:
                break
        return tuple(chosen) or (0,)


def _column(table: TextTable, at: int, sign: Sign, language: Language, words: Vocabulary) -> Column:
    cells: Cells = read_cells([row[at] for row in table.rows], sign)
    name = table.columns[at]
    match = _UNIT.match(name)
    bare, written = (match["name"], match["unit"]) if match else (name, "")
    unit = written.casefold() if cells.kind in {"number", "text"} else ""
    unit = words.units.get(unit, CURRENCIES.get(unit, unit)) or cells.unit
    typed = [token for token in tokens(bare, language) if token.folded not in words.small] or tokens(bare, language)
    if match and not unit:
        typed += tokens(written, language)
    of_unit = [each for each, symbol in words.units.items() if symbol == unit]
    stems = [token.stem for token in typed] + [
        token.stem for each in [*of_unit, written] for token in tokens(each, language) if not token.is_number
    ]
    abbreviated = {token.stem for token in typed if f"{token.typed}." in bare}
    return Column(
        at,
        name,
        cells.kind,
        cells.values,
        unit,
        tuple(dict.fromkeys(stems)),
        frozenset(abbreviated),
        frozenset(_concepts(typed, unit, cells.kind, words)),
        _days(bare),
        cells.decimal_sign,
    )


def _concepts(name: Sequence[Token], unit: str, kind: Kind, words: Vocabulary) -> Iterator[str]:
    """The concepts of a column, by its name, its unit and its kind."""
    if kind in {"time", "date"}:
        yield kind
    if unit in _CONCEPT_OF_UNIT:
        yield _CONCEPT_OF_UNIT[unit]
    for concept, each in words.concepts():
        if any(token.folded in each.names or token.stem in each.names for token in name):
            yield concept


def _days(name: str) -> frozenset[int]:
    """The days of the week that a column's name has, such as `Last bus Mon-Thu`."""
    found: set[int] = set()
    for match in _DAYS_IN_NAME.finditer(name):
        found |= days(match.group()) or frozenset()
    return frozenset(found)
