"""Processes killed at random points lose nothing; `make soak` does the same for long."""

from pathlib import Path

from tests.stores.conftest import url
from tests.stores.soak import soak


def test_a_dozen_kills_at_random_points_lose_nothing(tmp_path: Path) -> None:
    outcome = soak(url(tmp_path / "askwell.db"), 12, seed=1)
    assert outcome.kills == 12
    assert outcome.acknowledged
    assert outcome.is_clean, outcome
