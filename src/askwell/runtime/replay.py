"""Retelling: the log of a turn made again from what the store holds of it, for readers that no run can serve any more.

A stored turn has lost when each step ended and how the answer was cut into pieces; it has the answer, the sources and
the end. A reader who says how much of the answer it has gets exactly the rest. Where the turn runs in another process,
the partial answer grows in the store at that process's heartbeats, and the reader follows it there.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import replace

from askwell.errors import AskwellError, ModelFailed, StorageFailed
from askwell.events import Accepted, Cited, Done, Event, Failed, Place, Resolved, Token
from askwell.pipeline.remember import OPTIONS
from askwell.ports import Store
from askwell.projections import resolution_of
from askwell.text.citations import find_marks
from askwell.types import Answer, Principal, Resolution, Turn, TurnOptions

PAUSE_S = 0.1
"""First pause between two looks at a turn that runs elsewhere; doubles up to `LONGEST_PAUSE_S` while nothing is new."""
LONGEST_PAUSE_S = 1.0


async def follow_stored(
    store: Store, principal: Principal, turn: Turn, after: Place, *, closing: asyncio.Event
) -> AsyncIterator[Event]:
    """Events of a stored turn behind a place, up to the last one; fewer when `closing` is set while it still runs."""
    place, pause_s = after, PAUSE_S
    while not closing.is_set():
        with suppress(StorageFailed):  # what is down may come back: the reader waits as for a word of the model
            turn = await store.turns.get(principal, turn.session_id, turn.number)
        pause_s = min(pause_s * 2, LONGEST_PAUSE_S)
        for event in replayed(turn, place):
            place, pause_s = place.after(event), PAUSE_S
            yield event
        if turn.status != "running":
            return
        await _pause(closing, pause_s)


def replayed(turn: Turn, after: Place) -> Iterator[Event]:
    """What a turn as stored has to tell behind a place: of a running one, the answer as far as it is kept."""
    if after.ended:
        return
    number = after.event
    for event in _behind(turn, after):
        number += 1
        yield replace(event, number=number)


def _behind(turn: Turn, after: Place) -> Iterator[Event]:
    if after.event == 0:
        yield Accepted(0, turn.id, turn.number, turn.session_id)
    rest = turn.answer[after.chars :] if after.chars is not None else ""
    if turn.status == "running":
        if rest:
            yield Token(0, rest)
        return
    resolution = resolution_of(turn.decisions)
    if after.event == 0 and resolution is not None:
        yield Resolved(0, turn.question, resolution)
    yield from (Cited(0, source) for source in turn.sources[_sources_seen(turn, after) :])
    if rest:
        yield Token(0, rest)
    yield last_of(turn)


def _sources_seen(turn: Turn, after: Place) -> int:
    """Sources that a reader knows: a source is cited before the text that bears its mark."""
    if after.sources is not None:
        return after.sources
    if after.chars is None:
        return len(turn.sources)
    return len({mark.number for mark in find_marks(turn.answer[: after.chars])})


def last_of(turn: Turn) -> Done | Failed:
    """The last event of a final turn."""
    if turn.status != "failed":
        return Done(0, answer_of(turn))
    error = failure_of(turn)
    return Failed(
        0,
        code=error.code,
        message=error.message,
        hint=error.hint,
        status=error.http_status,
        partial=turn.answer,
        turn_id=turn.id,
        turn_number=turn.number,
        session_id=turn.session_id,
    )


def failure_of(turn: Turn) -> AskwellError:
    """What a failed turn failed with, as far as the store knows."""
    code = turn.error_code or "internal"
    kind: type[AskwellError] = AskwellError
    if code.startswith("upstream"):
        kind = ModelFailed
    elif code in {"storage_unavailable", "disk_full"}:
        kind = StorageFailed
    return kind(
        f"Turn {turn.number} failed ({code}).", code=code, hint="The question is stored; ask again under a new key."
    )


def answer_of(turn: Turn) -> Answer:
    """A stored turn as the answer it was."""
    question = turn.standalone_question or turn.question
    return Answer(
        answer=turn.answer,
        sources=turn.sources,
        standalone_question=question,
        kind=turn.kind,
        way=turn.way,
        ending=turn.ending or "answered",
        turn_number=turn.number,
        session_id=turn.session_id,
        turn_id=turn.id,
        language=turn.language,
        decisions=turn.decisions,
        status=turn.status,
        marks=tuple(find_marks(turn.answer)),
        support=turn.support,
        warnings=turn.warnings,
        model=turn.model,
        usage=turn.usage,
        took_ms=turn.took_ms,
        resolution=resolution_of(turn.decisions) or Resolution(turn.kind, question),
    )


def options_of(turn: Turn) -> TurnOptions:
    """What the caller set for a stored turn; nothing for one that did not come to its end."""
    for decision in turn.decisions:
        if decision.step == OPTIONS:
            said = decision.detail
            labels, window = said.get("labels"), said.get("window_turns")
            return TurnOptions(
                labels=tuple(map(str, labels)) if isinstance(labels, list | tuple) else (),
                window_turns=window if isinstance(window, int) else None,
                use_memory=bool(said.get("use_memory", True)),
                standalone_question=str(said.get("standalone_question", "")),
            )
    return TurnOptions()


async def _pause(closing: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await closing.wait()
    except TimeoutError:
        return
