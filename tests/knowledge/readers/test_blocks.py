"""Characters that are cleaned, and tables as blocks with the column names on each."""

import pytest

from askwell.knowledge.readers.blocks import PART_CHARS, Block, clean, table_blocks
from askwell.knowledge.readers.document import join_blocks
from askwell.text.chunk import chunk

NAMES = ["Region", "Paid by"]


def rows(count: int) -> list[list[str]]:
    return [[f"Region {number}", "its own board"] for number in range(count)]


def test_small_table_is_one_block() -> None:
    assert list(table_blocks([NAMES, *rows(2)], page=4)) == [
        Block("Region | Paid by\nRegion 0 | its own board\nRegion 1 | its own board", page=4)
    ]


def test_each_part_of_a_long_table_begins_with_the_column_names() -> None:
    parts = [block.text.split("\n") for block in table_blocks([NAMES, *rows(100)])]
    assert len(parts) > 5
    assert {part[0] for part in parts} == {"Region | Paid by"}
    assert [line for part in parts for line in part[1:]] == [" | ".join(row) for row in rows(100)]
    assert max(len("\n".join(part)) for part in parts) <= PART_CHARS + 1


def test_long_table_without_column_names_is_one_block() -> None:
    [block] = table_blocks([["1", "2"], *rows(100)])
    assert block.text.count("\n") == 100


@pytest.mark.parametrize(
    "first", [["Region", "Region"], ["Region", "2024"], ["Region"], ["Region", ""], ["Region", "a" * 61]]
)
def test_first_row_that_does_not_look_like_names_is_not_repeated(first: list[str]) -> None:
    assert len(list(table_blocks([first, *rows(100)]))) == 1


def test_format_can_say_that_the_first_row_has_names() -> None:
    parts = list(table_blocks([["2023", "2024"], *rows(100)], head=True))
    assert all(part.text.startswith("2023 | 2024\n") for part in parts)
    assert len(list(table_blocks([NAMES, *rows(100)], head=False))) == 1


def test_each_cell_has_its_name_if_the_names_are_long() -> None:
    names = [f"the {number}th name of a column" for number in range(10)]
    first, second = table_blocks([names, ["a", "", *"cdefghi"], [str(number) for number in range(10)]], head=True)
    assert first.text.split("\n")[1].startswith("the 0th name of a column: a | the 2th name of a column: c | ")
    assert second.text.startswith("the 0th name of a column: 0 | the 1th name of a column: 1 | ")


@pytest.mark.parametrize("count", [5, 8, 12, 40])
@pytest.mark.parametrize("cell", ["{0}{0}.{1}{0}", "K{0}-{1}/{0}Q", "{0}\u2013{1}", "\u017b\u00f3\u0142w {0}"])
def test_each_passage_of_a_table_begins_with_the_column_names(count: int, cell: str) -> None:
    """Figures and codes have a token for every two or three characters, so fewer of them fit a passage."""
    names = ["Pier", "North", "East", "South", "West", "Harbour"]
    table = [names, *([cell.format(row + 10, column + 37) for column in range(6)] for row in range(count))]
    document = join_blocks([Block("Tides", 1), *table_blocks(table)], media_type="text/csv")
    pieces = [piece.text.removeprefix("Tides\n\n") for piece in chunk(document)]
    assert len(pieces) > 1 or count == 5
    assert {piece.split("\n")[0] for piece in pieces} == {" | ".join(names)}


def test_empty_rows_are_left_out_and_empty_cells_are_kept() -> None:
    [block] = table_blocks([["", ""], NAMES, ["", ""], ["North", " "]])
    assert block.text == "Region | Paid by\nNorth | "


def test_table_without_cells_gives_no_block() -> None:
    assert list(table_blocks([])) == list(table_blocks([[], ["", " "]])) == []


def test_table_of_names_only_is_kept() -> None:
    assert list(table_blocks([NAMES])) == [Block("Region | Paid by")]


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("the \ufb01rst of\ufb01ce, a\ufb04uent", "the first office, affluent"),
        ("at \u22125 \u00b0C", "at -5 \u00b0C"),
        ("cafe\u0301", "caf\u00e9"),
        ("in\u00adfor\u00admation", "information"),
        ("infor\u00ad\nmation", "infor\u2010\nmation"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("10 m\u00b2, \u00bd, \u2122", "10 m\u00b2, \u00bd, \u2122"),
        ("\x88item\x85next", "item\nnext"),
    ],
)
def test_characters_that_nobody_types_or_sees_are_replaced(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


def test_offsets_are_those_of_the_cleaned_text() -> None:
    document = join_blocks([Block("\ufb01rst", 1), Block("cafe\u0301"), Block("\ufb02oor", 1)], media_type="text/plain")
    assert [document.text[each.start : each.end] for each in document.sections] == ["first\n\ncaf\u00e9", "floor"]
