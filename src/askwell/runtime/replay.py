"""Replay: rebuild the event log of a stored turn, and skip the events that a reader has already seen.

The store does not keep when each step ended, nor the pieces of the answer; it keeps the answer, the sources and the
outcome. A reader that reports how much of the answer it has receives exactly the rest, from either log.
"""

from collections.abc import Iterator
from dataclasses import replace

from askwell.errors import AskwellError, ModelFailed, StorageFailed
from askwell.events import Accepted, Cited, Done, Event, Failed, Place, Resolved, Token
from askwell.pipeline.outcome import answer_of
from askwell.text.citations import find_marks
from askwell.types import Turn


class Unseen:
    """Filters a log for a reader at a position, which may come from this log or another log of the same turn.

    Pass every event of the log, in order, from `start` on. New events are returned, numbered from the position.
    """

    def __init__(self, after: Place, start: Place) -> None:
        self._after = after
        self._place = start
        self._number = after.event

    def of(self, event: Event) -> Event | None:
        """The event, or the new part of its text; None if nothing is new."""
        before, self._place = self._place, self._place.after(event)
        new = self._new(event, before)
        if new is None:
            return None
        self._number += 1
        return replace(new, number=self._number)

    def _new(self, event: Event, before: Place) -> Event | None:
        after = self._after
        match event:
            case Token():
                rest = self._rest(event.text, before)
                return replace(event, text=rest) if rest else None
            case Cited():
                is_new = after.sources is not None and (self._place.sources or 0) > after.sources
            case Done() | Failed():
                is_new = not after.ended
            case Accepted():
                is_new = after.event == 0
            case _:
                seen = after.chars
                is_new = after.event == 0 or (seen is not None and (before.chars or 0) >= seen > 0)
        return event if is_new else None

    def _rest(self, text: str, before: Place) -> str:
        """The text that the reader lacks.

        Empty for a reader that did not report its length: it receives the whole answer with the last event.
        """
        if self._after.chars is None:
            return ""
        return text[max(0, self._after.chars - (before.chars or 0)) :]


def replayed(turn: Turn, after: Place) -> Iterator[Event]:
    """The events of a stored turn after a position. For a running turn: the answer as far as it is saved."""
    if after.ended:
        return
    known = after if after.sources is not None else replace(after, sources=_sources_seen(turn, after))
    unseen = Unseen(known, Place(turn.number))
    for event in log_of(turn):
        new = unseen.of(event)
        if new is not None:
            yield new


def log_of(turn: Turn) -> Iterator[Event]:
    """The log of a stored turn, without numbers. The log of a running turn has no last event."""
    yield Accepted(0, turn.id, turn.number, turn.session_id)
    is_final = turn.status != "running"
    if is_final and turn.resolution is not None:
        yield Resolved(0, turn.question, turn.resolution)
    if is_final:
        yield from (Cited(0, source) for source in turn.sources)
    if turn.answer:
        yield Token(0, turn.answer)
    if is_final:
        yield _end_of(turn)


def failure_of(turn: Turn) -> AskwellError:
    """The error of a failed turn, as far as the store keeps it."""
    code = turn.error_code or "internal"
    kind: type[AskwellError] = AskwellError
    if code.startswith("upstream"):
        kind = ModelFailed
    elif code in {"storage_unavailable", "disk_full"}:
        kind = StorageFailed
    return kind(
        f"Turn {turn.number} failed ({code}).", code=code, hint="The question is stored; ask again under a new key."
    )


def _end_of(turn: Turn) -> Done | Failed:
    if turn.status != "failed":
        return Done(0, answer_of(turn))
    return Failed.of(
        failure_of(turn),
        partial=turn.answer,
        turn_id=turn.id,
        turn_number=turn.number,
        session_id=turn.session_id,
    )


def _sources_seen(turn: Turn, after: Place) -> int:
    """Sources that a reader knows: a source is cited before the text that contains its mark."""
    if after.chars is None:
        return len(turn.sources)
    return len({mark.number for mark in find_marks(turn.answer[: after.chars])})
