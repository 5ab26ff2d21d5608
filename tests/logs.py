"""Logs of turns, written without an engine."""

from collections.abc import AsyncIterable

from askwell.events import Accepted, Done, Event, Failed, Place
from askwell.runtime.run import Run
from askwell.types import Answer, CitedPassage, Source

SOURCE = Source(1, "d1", "pass.md", "Pass", "", (CitedPassage("c1", "text", (), None, 0, 4, 0.5),))
DONE = Done(
    0,
    Answer(
        answer="",
        sources=(),
        standalone_question="",
        kind="standalone",
        route="search",
        outcome="answered",
        turn_number=3,
        session_id="s",
        turn_id="t",
        language="en",
        decisions=(),
    ),
)
FAILED = Failed(0, "upstream_empty", "Nothing.", "", 502, "", "t", 3, "s")


async def filled(*events: Event) -> Run:
    """Turn 3 of session `s`: accepted, then these events."""
    run = Run("t", "s", number=3)
    for event in (Accepted(0, "t", 3, "s"), *events):
        run.add(event)
    return run


async def collected(pairs: AsyncIterable[tuple[Place, Event]]) -> list[tuple[Place, Event]]:
    """All pairs as a list."""
    return [pair async for pair in pairs]
