"""Whichever call of the SQLite driver fails: the same process works on, and nothing acknowledged is lost."""

from pathlib import Path

import pytest

from tests.stores.every_call import outcomes
from tests.stores.failing_driver import FAULTS, Fault

STRIDE = 7
"""Distance of the calls that fail here; `python -m tests.stores.every_call` fails each of them."""


@pytest.mark.parametrize("fault", FAULTS)
async def test_the_process_works_on_whichever_call_fails(migrated: Path, tmp_path: Path, fault: Fault) -> None:
    calls, wrong = await outcomes(migrated, tmp_path, fault, STRIDE)
    assert calls > 10
    assert wrong == []
