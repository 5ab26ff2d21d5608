"""Whether a part of a list was shown."""

import pytest

from askwell.text.cut_list import is_list_cut

TEXT = "The boat has:\n\n- a horn;\n- two lamps;\n- a rope.\n\nIt sails at noon."


@pytest.mark.parametrize(
    ("shown", "is_cut"),
    [
        ("The boat has: - a horn; - two lamps;", True),
        ("The boat has: - a horn; - two lamps; - a rope.", False),
        ("a horn;", False),
        ("It sails at noon.", False),
    ],
)
def test_a_list_is_cut_if_two_lines_were_shown_and_not_all(shown: str, is_cut: bool) -> None:
    assert is_list_cut(TEXT, shown) is is_cut


def test_a_list_ends_at_a_line_without_a_bullet() -> None:
    assert not is_list_cut("- a horn;\n- two lamps.\n\nThe mill has:\n\n- a sail.", "- a horn; - two lamps.")
