"""Limits of what one file may contain, and of the time for reading it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one file."""

    pages: int = 2_000
    """Of a PDF."""
    entries: int = 5_000
    """Of an archive, as office documents and e-books are."""
    seconds: float = 120.0
    """From request to response."""


DEFAULT = Limits()

_in_force = [DEFAULT]


def in_force() -> Limits:
    """The limits of this process."""
    return _in_force[-1]


def set_limits(limits: Limits) -> None:
    """Set the limits of this process, before it reads its first file."""
    _in_force[:] = [limits]
