"""Places: names that lead to the rows of another table, and where they lie."""

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
    """What a name means."""

    form: str
    """How it is said, with {column}."""
    row: Row
    value: str
    """Value of the joined column that it leads to."""
    points: tuple[Point, ...]

    @property
    def said(self) -> str:
        """The place as it is said in an answer."""
        return fill(self.form, self.row)


class Places:
    """The places of a sheet by name, and the points after each joined value."""

    def __init__(self, sheet: Sheet, section: PlacesSection, route: str, *, located: bool) -> None:
        at = f"ways.{route}.places"
        sheet.check(section.column, f"{at}.column")
        for column, said in section.names.items():
            sheet.check(column, f"{at}.names")
            sheet.check_texts([said], f"{at}.names.{column}")
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
        """The middle of all places with this value; None when there are none."""
        points = self._around.get(value)
        return middle(points) if points else None


def _by_name(rows: Sequence[Row], points: Sequence[Point | None], section: PlacesSection) -> dict[Key, Place]:
    """A name that several rows share means the value that most of them have, the first by name of equals."""
    named: dict[Key, Place] = {}
    for column, said in section.names.items():
        sharing: dict[str, list[tuple[Row, Point | None]]] = {}
        for row, point in zip(rows, points, strict=True):
            for name in values(row[column]):
                sharing.setdefault(name, []).append((row, point))
        for name, shared in sharing.items():
            counts = Counter(row[section.column] for row, _ in shared)
            value = min(counts, key=lambda one: (-counts[one], one))
            own = [(row, point) for row, point in shared if row[section.column] == value]
            points_of_it = tuple(point for _, point in own if point is not None)
            named.setdefault(key(name), Place(said, {**own[0][0], column: name}, value, points_of_it))
    return named


def _point(row: Row, section: PlacesSection, sheet: Sheet) -> Point:
    latitude, longitude = row[section.latitude], row[section.longitude]
    try:
        return Point(float(latitude), float(longitude))
    except ValueError as error:
        raise BadConfig(
            f"{sheet.file}: {latitude!r}, {longitude!r} is no point on the earth", hint="Give degrees, as 30.27."
        ) from error
