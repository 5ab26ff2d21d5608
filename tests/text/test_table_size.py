"""Which texts are tables that are too large to run questions over."""

import pytest

from askwell.text.table_size import MAX_CELLS, MAX_CHARS, is_only_searched

ROW = "Spoonbill | 12 | a quiet bay in the north of the island, seen at low tide | 2019-04-02\n"
ROWS_OVER = MAX_CHARS // len(ROW) + 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", False),
        (ROW * 100, False),
        (ROW * (ROWS_OVER - 2), False),
        (ROW * ROWS_OVER, True),
        ("1 | 2 | 3 | 4\n" * (MAX_CELLS // 4 + 1), True),
        ("1 | 2 | 3 | 4\n" * (MAX_CELLS // 8) + "Next sheet\n" + "1 | 2 | 3 | 4\n" * (MAX_CELLS // 8), False),
        ("A sentence about birds that is no row of a table.\n" * (2 * ROWS_OVER) + ROW * 200, False),
    ],
)
def test_tables_of_many_characters_or_cells_are_only_searched(text: str, expected: bool) -> None:
    assert is_only_searched(text) is expected
