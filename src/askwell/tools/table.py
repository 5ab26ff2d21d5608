"""Finds rows of a CSV table by the names in a question."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from askwell.assistant import Assistant, WaySection
from askwell.errors import BadConfig
from askwell.text.words import content_words
from askwell.tools.column import ColumnValues
from askwell.tools.earth import KM_PER_MILE, Point, distance_km, middle
from askwell.tools.names import Key, Names, find, key, says
from askwell.tools.passages import nothing_about, row_passage
from askwell.tools.places import Place, Places
from askwell.tools.rows import is_complete, read_sheet, sentences_of
from askwell.types import OPERATOR, LookedUp, Passage, Principal, Route

_A_PLACE = -1
"""Number of a name that is a place; that of a value is the number of its column and its own in these bits."""
_VALUE_BITS = 32


@dataclass(frozen=True, slots=True)
class _Meaning:
    """The meaning of a name in a question: a value of the table, or a place."""

    rows: Sequence[int]
    value: str = ""
    """The value as text in an answer."""
    place: Place | None = None
    around: Point | None = None
    """Location of the value; None if unknown."""

    @property
    def text(self) -> str:
        return self.place.text if self.place is not None else self.value

    @property
    def point(self) -> Point | None:
        if self.place is not None and self.place.points:
            return middle(self.place.points)
        return self.around


class Table:
    """The table of one route, and all names that refer to its rows."""

    def __init__(self, assistant: Assistant, route: Route, section: WaySection, folder: Path) -> None:
        self._section = section
        self._assistant, self._language = assistant, assistant.languages[0]
        at = f"ways.{route}"
        sheet = read_sheet(folder, section.table, f"{at}.table")
        for column in section.match:
            sheet.check(column, f"{at}.match")
        sheet.check_texts(section.row, f"{at}.row", besides=("matched",))
        if section.owner is not None:
            sheet.check(section.owner.column, f"{at}.owner")
            if section.nearest is not None:
                raise BadConfig(f"`{at}` has both `owner` and `nearest`", hint="The nearest row could be anybody's.")
        self._rows = sheet.rows
        self._places: Places | None = None
        self._columns = {column: ColumnValues(sheet.rows, column) for column in section.match}
        if section.places is not None:
            places = read_sheet(folder, section.places.table, f"{at}.places.table")
            self._places = Places(places, section.places, route, located=section.nearest is not None)
            sheet.check(section.places.joins, f"{at}.places.joins")
            if section.places.joins not in self._columns:
                self._columns[section.places.joins] = ColumnValues(sheet.rows, section.places.joins)
            self._check_joined(places.file, section.places.joins)
        if section.nearest is not None:
            sheet.check(section.nearest.place, f"{at}.nearest.place")
            sheet.check_texts(section.nearest.row, f"{at}.nearest.row", besides=("matched", "miles", "km"))
        self._names = Names(self._all_names())
        self._points = self._points_of_rows(route)

    def names(self, question: str, principal: Principal) -> tuple[str, ...]:
        """Names of rows that the principal may see, in a question."""
        return tuple(meaning.text for meaning in self._meanings(question, principal))

    def look_up(self, question: str, principal: Principal) -> LookedUp:
        """The rows that the question names and the principal may see; else a question to ask back; else nothing."""
        section = self._section
        wants_nearest = section.nearest is not None and says(question, section.nearest.words)
        meanings = self._meanings(question, principal)
        located = [meaning for meaning in meanings if meaning.point is not None]
        if meanings and not (wants_nearest and not located):
            near = self._nearest(located[0]) if wants_nearest else []
            passages = (*near, *self._rows_of(meanings))[: section.most_rows]
            found = LookedUp(passages, tuple(meaning.text for meaning in meanings))
            return found if near else self._with_lacking(found, question, meanings)
        if section.absent is not None and (absent := re.search(section.absent.like, question, re.IGNORECASE)):
            return LookedUp(ask_back=section.absent.say.replace("{asked}", absent.group()))
        if section.ask is not None and (wants_nearest or says(question, section.ask.words)):
            return LookedUp(ask_back=section.ask.question)
        return LookedUp()

    def _with_lacking(self, found: LookedUp, question: str, meanings: Sequence[_Meaning]) -> LookedUp:
        """The rows with the words of the question that only sentences of empty cells have, which the first row says."""
        cells = [self._rows[row] for meaning in meanings for row in meaning.rows]
        filled = {text for row in cells for text in self._section.row if is_complete({**row, "matched": "-"}, text)}
        said = {word for text in filled for word in key(text)}
        lacking = {word for text in self._section.row if text not in filled for word in key(text)} - said
        unknown = tuple(word for word in dict.fromkeys(content_words(question, self._language)) if word in lacking)
        if not unknown:
            return found
        first, *rest = found.passages
        opening = self._passage(first.chunk.ordinal, nothing_about(unknown, first.chunk.text, self._language))
        return replace(found, passages=(opening, *rest), unknown=unknown)

    def _meanings(self, question: str, principal: Principal) -> list[_Meaning]:
        """The names in a question. One of which the principal may see no row is none."""
        meanings = [self._meaning(name) for name in find(question, self._names, self._section.ordinary)]
        owner = self._section.owner
        if owner is None or principal == OPERATOR:
            return meanings
        if principal.tenant != owner.tenant:
            return []
        own = [
            replace(each, rows=[row for row in each.rows if self._rows[row][owner.column] == principal.user])
            for each in meanings
        ]
        return [each for each in own if each.rows]

    def _rows_of(self, meanings: Sequence[_Meaning]) -> list[Passage]:
        """One passage per row, in the order in which the question names them, at most `most_rows`."""
        by_row: dict[int, list[str]] = {}
        for meaning in meanings:
            for row in meaning.rows:
                if row in by_row or len(by_row) < self._section.most_rows:
                    by_row.setdefault(row, []).append(meaning.text)
        return [
            self._passage(row, sentences_of({**self._rows[row], "matched": _listed(texts)}, self._section.row))
            for row, texts in by_row.items()
        ]

    def _nearest(self, meaning: _Meaning) -> list[Passage]:
        """The row whose place is nearest to a located meaning; the first one in case of a tie."""
        assert self._section.nearest is not None
        assert meaning.point is not None
        distances = [(distance_km(meaning.point, point), row) for row, point in self._points.items()]
        km, row = min(distances)
        fields = {"matched": meaning.text, "km": f"{km:.0f}", "miles": f"{km / KM_PER_MILE:.0f}"}
        return [self._passage(row, sentences_of({**self._rows[row], **fields}, self._section.nearest.row))]

    def _passage(self, row: int, text: str) -> Passage:
        return row_passage(self._assistant, self._section, row, text)

    def _all_names(self) -> Iterator[tuple[Key, int]]:
        """All names with their numbers; places take precedence over values of the table."""
        if self._places is not None:
            yield from ((name, _A_PLACE) for name in self._places.by_name)
        for at, (column, patterns) in enumerate(self._section.match.items()):
            for number, value in self._columns[column].distinct():
                for pattern in patterns:
                    yield key(pattern.replace("{}", value)), at << _VALUE_BITS | number

    def _meaning(self, name: Key) -> _Meaning:
        """The meaning of a known name."""
        number = self._names.number(name)
        assert number is not None, "it was found among the names"
        if number == _A_PLACE:
            assert self._places is not None, "there are names of places"
            assert self._section.places is not None, "there are names of places"
            place = self._places.by_name[name]
            return _Meaning(self._columns[self._section.places.joins].rows(place.value), place=place)
        column, patterns = list(self._section.match.items())[number >> _VALUE_BITS]
        value = self._columns[column].value(number & (1 << _VALUE_BITS) - 1)
        joins = self._section.places is not None and column == self._section.places.joins
        point = self._places.around(value) if self._places is not None and joins else None
        return _Meaning(self._columns[column].rows(value), patterns[0].replace("{}", value), around=point)

    def _points_of_rows(self, route: Route) -> dict[int, Point]:
        """Row index to the point of its place, for `nearest`."""
        if self._section.nearest is None:
            return {}
        if self._places is None:
            raise BadConfig(f"`ways.{route}.nearest` needs `ways.{route}.places`", hint="Add a table of places.")
        points = {}
        for index, row in enumerate(self._rows):
            place = self._places.by_name.get(key(row[self._section.nearest.place]))
            if place is not None:
                points[index] = middle(place.points)
        if not points:
            raise BadConfig(f"`ways.{route}.nearest.place` matches no place", hint="Its values must be in `places`.")
        return points

    def _check_joined(self, file: Path, column: str) -> None:
        assert self._places is not None
        unknown = sorted(value for value in self._places.joined if value not in self._columns[column])
        if unknown:
            raise BadConfig(
                f"{file}: {unknown[0]!r} is unknown; {self._section.table} has no such value under {column!r}",
                hint="Spell it as that table does.",
            )


def _listed(names: Iterable[str]) -> str:
    """Names as a list: "a", "a and b", "a, b and c"."""
    *rest, last = dict.fromkeys(names)
    return f"{', '.join(rest)} and {last}" if rest else last
