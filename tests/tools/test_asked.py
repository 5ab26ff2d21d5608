"""Places in an order, figures over rows and numbers that select none, in questions about a catalogue."""

from pathlib import Path

import pytest

from askwell.tools.asked import loose_numbers, rank_of
from tests.tools.test_catalogue import PHONES, YAML, look_up

OF_YEARS = "\n".join(
    f"{line},{year}" for line, year in zip(PHONES.splitlines(), ("year", *range(2018, 2025)), strict=True)
)
DATED = YAML.replace("      weight_g: {", "      year: {words: [made, from]}\n      weight_g: {")


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("phones made in 2019", ["Samsung Galaxy S24+"]),
        ("phones from 2022", ["Apple iPhone 15 Pro"]),
        ("phones made in 2019 under 900", []),
        ("the second most expensive phone", ["Samsung Galaxy S24+"]),
        ("the third cheapest phone", ["Apple iPhone 15"]),
        ("phones from Samsung over 1000", ["Samsung Galaxy S24 Ultra"]),
    ],
)
def test_years_and_places_select_rows(tmp_path: Path, question: str, names: list[str]) -> None:
    found = look_up(tmp_path, question, DATED, OF_YEARS)
    assert not found.unknown
    passages = found.passages if "Nothing" not in found.passages[0].chunk.text else ()
    assert [each.chunk.text.split(":")[0].removeprefix("- ") for each in passages] == names


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("phones made before 2020", ("2020",)),
        ("phones made in 2031", ("2031",)),
        ("cheapest phone of 2021", ("2021",)),
        ("average price of the phones under $900", ("average",)),
        ("the 3 cheapest phones", ()),
        ("phones between $400 and $900", ()),
    ],
)
def test_what_a_catalogue_cannot_select_by_is_named(tmp_path: Path, question: str, unknown: tuple[str, ...]) -> None:
    assert look_up(tmp_path, question, DATED, OF_YEARS).unknown == unknown


def test_a_number_is_used_once() -> None:
    assert loose_numbers("between 200 and 300, in 2020 and 2020", ["200 and 300", "2020"], 5) == ["2020"]
    assert loose_numbers("the 3 largest of 1,250 with 12GB", [], 5) == ["1,250"]


def test_a_place_in_an_order_is_a_number() -> None:
    assert rank_of("the third cheapest", "en") == 3
    assert rank_of("the cheapest", "en") == 1
