"""Points on the earth and how far they are from each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import asin, cos, radians, sin, sqrt

EARTH_KM = 6371.0088
"""Mean radius of the earth (IUGG)."""

KM_PER_MILE = 1.609344


@dataclass(frozen=True, slots=True)
class Point:
    """A point in degrees, north and east positive."""

    latitude: float
    longitude: float


def distance_km(one: Point, other: Point) -> float:
    """The great-circle distance between two points.

    The haversine formula: R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68 (1984).
    """
    north = radians(other.latitude - one.latitude)
    east = radians(other.longitude - one.longitude)
    half = sin(north / 2) ** 2 + cos(radians(one.latitude)) * cos(radians(other.latitude)) * sin(east / 2) ** 2
    return 2 * EARTH_KM * asin(min(1.0, sqrt(half)))


def middle(points: Sequence[Point]) -> Point:
    """The mean of at least one point; good enough for points of one town or county."""
    return Point(
        sum(point.latitude for point in points) / len(points), sum(point.longitude for point in points) / len(points)
    )
