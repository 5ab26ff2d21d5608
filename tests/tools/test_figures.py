"""What begins like a number and is none."""

import pytest

from askwell.tools.bounds import _figures


@pytest.mark.parametrize("piece", ["1.1000.1", "1,000,1,0", "1..2", "\u00b2"])
def test_it_is_no_figure(piece: str) -> None:
    assert _figures([piece], [piece], {}) == []


def test_a_number_is_one() -> None:
    [figure] = _figures(["1,000"], ["1,000"], {})
    assert figure.value == 1000
