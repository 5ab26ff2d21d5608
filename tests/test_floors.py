"""The picture of the floors that `make floors` prints."""

import grimp
import pytest

from tests.floors import floors, report, rooms


def test_a_room_is_one_above_the_highest_that_it_imports() -> None:
    assert floors({"top": {"middle", "low"}, "middle": {"low"}, "low": set(), "apart": set()}) == [
        ["apart", "low"],
        ["middle"],
        ["top"],
    ]


def test_a_circle_is_named() -> None:
    with pytest.raises(ValueError, match="circle"):
        floors({"one": {"other"}, "other": {"one"}})


def test_imports_inside_a_room_are_no_arrows() -> None:
    graph = grimp.ImportGraph()
    for module in ("house", "house.up", "house.up.a", "house.up.c", "house.down", "house.down.b"):
        graph.add_module(module)
    graph.add_import(importer="house.up.a", imported="house.down.b")
    graph.add_import(importer="house.up.a", imported="house.up.c")
    assert rooms(graph, "house") == {"up": {"down"}, "down": set()}


def test_the_report_ends_with_the_counts() -> None:
    assert report({"events": {"types"}, "types": set()})[-1] == "2 rooms, 2 floors, 1 arrows between rooms"
