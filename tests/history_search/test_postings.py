"""Which units contain a term, before and after their terms are sorted."""

from collections import defaultdict

import numpy as np
import pytest

from askwell.history_search.postings import Postings


def test_nothing_is_found_in_no_units() -> None:
    found = Postings().find([1, 2])
    assert (found.rows.tolist(), found.counts.tolist(), found.sizes) == ([], [], [0, 0])
    assert not Postings().hold(1)


@pytest.mark.parametrize("units", [3, 100, 2_000])
def test_each_unit_with_a_term_is_found_in_order(units: int) -> None:
    random = np.random.default_rng(units)
    postings, expected = Postings(), defaultdict[int, list[tuple[int, int]]](list)
    for row in range(units):
        drawn = set(random.integers(0, 2**32, 10).tolist()) | set(random.integers(0, 50, 10).tolist())
        counts = {term: 1 + (row + term) % 300 for term in drawn}
        for term, count in counts.items():
            expected[term].append((row, count))
        postings.add(row, counts)
    terms = [*range(50), *list(expected)[-20:], 2**32 - 1, 3]
    found = postings.find(terms)
    assert found.sizes == [len(expected[term]) for term in terms]
    assert found.rows.tolist() == [row for term in terms for row, _ in expected[term]]
    assert found.counts.tolist() == [min(count, 255) for term in terms for _, count in expected[term]]
    assert all(postings.hold(term) == bool(expected[term]) for term in terms)
