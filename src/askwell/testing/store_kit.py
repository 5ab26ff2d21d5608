"""Fixtures of the store tests: a settable clock, counted ids, complete turns."""

from collections.abc import Awaitable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from askwell.errors import AskwellError
from askwell.ports import Store
from askwell.types import CitedPassage, Principal, Source, Status, Turn

ANNA = Principal("acme", "anna")
"""The principal in these tests."""
OTHERS = (Principal("acme", "bob"), Principal("umbra", "anna"))
"""Other principals: another user, and a user of the same name at another tenant."""

HARD_TEXTS = (
    "  leading, trailing and\r\nbroken lines\t ",
    "e\u0301 is not \u00e9, \ufb01 is not fi, K is not \u212a",
    "zero\u200bwidth, joined \U0001f469\u200d\U0001f52c, \ufeffmark",
    "\u202eright to left\u202c and \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
    "tags \U000e0041\U000e0042, not a character \uffff, \u0001 control \x7f",
    '\'; DROP TABLE turns; -- %s {} $1 \\ "quoted"',
)
"""Questions that must be returned byte for byte."""


class HeldClock:
    """A clock that moves only when a test moves it."""

    def __init__(self) -> None:
        self._now = datetime(2026, 3, 1, 9, 30, 0, 123456, tzinfo=UTC)

    def now(self) -> datetime:
        return self._now

    def advance(self, seconds: float) -> None:
        """Advance the time; microseconds are kept."""
        self._now += timedelta(seconds=seconds)


class CountedIds:
    """Ids that count from 1 in the format of UUIDv7."""

    def __init__(self) -> None:
        self._last = 0

    def new(self) -> str:
        self._last += 1
        return f"01900000-0000-7000-8000-{self._last:012d}"


async def complete(
    store: Store,
    session_id: str,
    question: str,
    *,
    status: Status = "completed",
    key: str = "",
    sources: tuple[Source, ...] = (),
    instead_of: int = 0,
) -> Turn:
    """Begin and finish a turn of Anna's."""
    begun = await store.turns.begin(ANNA, session_id, question, key=key, instead_of=instead_of)
    return await store.turns.finish(begun, replace(begun.turn, status=status, answer="So it is.", sources=sources))


def source(number: int, document_id: str, *, passages: int = 1) -> Source:
    """A source with passages that all differ."""
    return Source(
        number,
        document_id,
        f"folder/{document_id}.md",
        f"About {document_id}",
        f"https://example.org/{document_id}",
        tuple(
            CitedPassage(f"{document_id}-{place}", f"Text {place} é", ("Top", "Sub"), place or None, place, 9, 0.5)
            for place in range(passages)
        ),
        "2025-01-31",
    )


async def refused(call: Awaitable[object], kind: type[AskwellError], code: str) -> AskwellError:
    """The error that a call raised, with this type and code."""
    with pytest.raises(kind) as caught:
        await call
    assert caught.value.code == code
    return caught.value
