"""Distances on the earth."""

import pytest

from askwell.tools.earth import EARTH_KM, Point, distance_km, middle


def test_a_quarter_of_the_equator() -> None:
    assert distance_km(Point(0, 0), Point(0, 90)) == pytest.approx(EARTH_KM * 3.141592653589793 / 2)


def test_from_nashville_to_los_angeles() -> None:
    # The worked example that implementations of the haversine formula share; 2886.4 km on a sphere of 6371 km.
    assert distance_km(Point(36.12, -86.67), Point(33.94, -118.40)) == pytest.approx(2886.45, abs=0.1)


def test_a_point_is_no_distance_from_itself_and_the_way_back_is_as_long() -> None:
    here, there = Point(30.27, -97.74), Point(32.78, -96.8)
    assert distance_km(here, here) == 0
    assert distance_km(here, there) == distance_km(there, here)


def test_opposite_points_are_half_the_way_around() -> None:
    assert distance_km(Point(45, 10), Point(-45, -170)) == pytest.approx(EARTH_KM * 3.141592653589793)


def test_the_middle_of_two_points() -> None:
    assert middle([Point(30, -90), Point(32, -96)]) == Point(31, -93)
