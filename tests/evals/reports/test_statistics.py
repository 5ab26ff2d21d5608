"""Intervals and exact tests, compared with published and with computed values."""

import pytest

from askwell.evals.reports.statistics import at_least, mcnemar, quantile, wilson


def test_the_interval_is_that_of_wilson() -> None:
    # Newcombe 1998, table I, method 3: 81 of 263 and 0 of 20.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-4)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-4)


def test_at_least_sums_the_upper_tail() -> None:
    assert at_least(0, 0) == 1
    assert at_least(4, 4) == 1 / 16
    assert at_least(8, 10) == 56 / 1024


def test_mcnemar_is_two_sided_and_symmetric() -> None:
    assert mcnemar(1, 6) == mcnemar(6, 1) == 2 * 8 / 128
    assert mcnemar(3, 3) == 1
    assert mcnemar(0, 0) == 1


def test_a_quantile_lies_between_two_values_in_proportion() -> None:
    assert quantile([30, 10, 20], 0.5) == 20
    assert quantile([0, 10], 0.95) == pytest.approx(9.5)
    assert quantile([7], 0.95) == 7
