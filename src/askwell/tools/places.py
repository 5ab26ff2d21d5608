"""Places: names that refer to rows of another table, and their coordinates."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from askwell.assistant import PlacesSection
from askwell.errors import BadConfig
from askwell.tools.earth import Point, middle
from askwell.tools.names import Key, key
from askwell.tools.rows import Row, Sheet, fill, values


@dataclass(frozen=True, slots=True)
class Place:
    """The meaning of a place name."""

    form: str
    """Text of the place in an answer, with {column} fields."""
    row: Row
    value: str
    """Value of the joined column."""
    points: tuple[Point, ...]

    @property
    def text(self) -> str:
        """Text of the place in an answer."""
        return fill(self.form, self.row)


class Places:
    """The places of a sheet by name, and the points of each joined value."""

    def __init__(self, sheet: Sheet, section: PlacesSection, route: str, *, located: bool) -> None:
        at = f"ways.{route}.places"
        sheet.check(section.column, f"{at}.column")
        for column, text in section.names.items():
            sheet.check(column, f"{at}.names")
            sheet.check_texts([text], f"{at}.names.{column}")
        if located:
            sheet.check(section.latitude, f"{at}.latitude")
            sheet.check(section.longitude, f"{at}.longitude")
        points = [_point(row, section, sheet) if located else None for row in sheet.rows]
        self.by_name: Mapping[Key, Place] = _by_name(sheet.rows, points, section)
        self._around: dict[str, list[Point]] = {}
        for row, point in zip(sheet.rows, points, strict=True):
            self._around.setdefault(row[section.column], []).extend([point] if point else [])

    @property
    def joined(self) -> frozenset[str]:
        """All values of the joined column."""
        return frozenset(self._around)

    def around(self, value: str) -> Point | None:
        """The middle of all places with this value; None if there are none."""
        points = self._around.get(value)
        return middle(points) if points else None


def _by_name(rows: Sequence[Row], points: Sequence[Point | None], section: PlacesSection) -> dict[Key, Place]:
    """Places by name. A name in several rows means their most frequent value; the first by name in case of a tie."""
    places: dict[Key, Place] = {}
    for column, text in section.names.items():
        rows_of: dict[str, list[tuple[Row, Point | None]]] = {}
        for row, point in zip(rows, points, strict=True):
            for name in values(row[column]):
                rows_of.setdefault(name, []).append((row, point))
        for name, shared in rows_of.items():
            counts = Counter(row[section.column] for row, _ in shared)
            value = min(counts, key=lambda one: (-counts[one], one))
            own = [(row, point) for row, point in shared if row[section.column] == value]
            located = tuple(point for _, point in own if point is not None)
            places.setdefault(key(name), Place(text, {**own[0][0], column: name}, value, located))
    return places


def _point(row: Row, section: PlacesSection, sheet: Sheet) -> Point:
    latitude, longitude = row[section.latitude], row[section.longitude]
    try:
        return Point(float(latitude), float(longitude))
    except ValueError as error:
        raise BadConfig(
            f"{sheet.file}: {latitude!r}, {longitude!r} is not a point on the earth", hint="Use degrees, such as 30.27."
        ) from error
