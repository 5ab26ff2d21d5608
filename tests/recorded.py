"""Results that are recorded in text files next to their tests, a line each, so that every change of one is seen.

Weights were learnt from the figures that rules compute, and decisions are explained by them: they must not change
unnoticed. A record does not say that a result is right; other tests do. `ASKWELL_RECORD=1 python -m pytest FILE` writes
the records of a test file again. Read the difference before you keep it.
"""

import os
from collections.abc import Iterable
from pathlib import Path


def assert_as_recorded(record: Path, lines: Iterable[str]) -> None:
    """Each line is in the record, in the same order, and no other one is."""
    found = [line.rstrip() for line in lines]
    if os.environ.get("ASKWELL_RECORD"):
        record.write_text("".join(f"{line}\n" for line in found), encoding="utf-8")
    assert found == record.read_text(encoding="utf-8").splitlines()


def shown(value: object) -> str:
    """A value on one line; figures with four decimals, so that the last digits of a machine do not matter."""
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".") if value else "0"
    if isinstance(value, dict):
        return ", ".join(f"{key} {shown(each)}" for key, each in value.items())
    if isinstance(value, (tuple, list)):
        return " ".join(shown(each) for each in value)
    return str(value)
