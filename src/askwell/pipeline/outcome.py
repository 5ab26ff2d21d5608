"""Builds the stored turn from the state of a turn, and the answer from the stored turn."""

from dataclasses import replace
from datetime import datetime

from askwell.pipeline.state import TurnState
from askwell.text.citations import find_marks
from askwell.types import Answer, Status, Turn, Usage


def finished_turn(state: TurnState, now: datetime) -> Turn:
    """The turn of a state that has completed all steps."""
    status: Status = "declined" if state.outcome == "declined" else "completed"
    return replace(_turn(state, now, status), outcome=state.outcome)


def broken_off_turn(state: TurnState, now: datetime, status: Status, error_code: str = "") -> Turn:
    """The turn of a state that stopped early; it has no outcome. `status` says why it ended."""
    return replace(_turn(state, now, status), error_code=error_code)


def answer_of(turn: Turn) -> Answer:
    """A turn as the answer that is returned to a caller."""
    question = turn.standalone_question or turn.question
    return Answer(
        answer=turn.answer,
        sources=turn.sources,
        standalone_question=question,
        kind=turn.kind,
        route=turn.route,
        outcome=turn.outcome or "answered",
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
        resolution=turn.resolution,
        ledger=turn.ledger,
        facts=turn.facts,
    )


def unstored(answer: Answer) -> Answer:
    """The answer of a turn that is not stored: without number and session."""
    return replace(answer, turn_number=None, session_id=None)


def _turn(state: TurnState, now: datetime, status: Status) -> Turn:
    begun = state.begun.turn
    return replace(
        begun,
        status=status,
        standalone_question=state.question,
        kind=state.resolution.kind if state.resolution else "standalone",
        route=state.route,
        answer=state.answer,
        language=state.language,
        sources=state.sources,
        decisions=state.decisions,
        ledger=state.ledger,
        usage=state.usage,
        model=state.model,
        finished_at=now,
        took_ms=(now - begun.created_at).total_seconds() * 1000,
        support=state.support,
        warnings=state.warnings,
        resolution=state.resolution and replace(state.resolution, usage=Usage()),  # part of the turn's usage already
        options=replace(state.options, about_user=()),  # data about the user is never stored
        things=state.things,
        among=state.among,
        retrieved=tuple([passage.chunk.id for passage in state.found]),
        facts=state.facts,
        packed=tuple([passage.chunk.id for passage in state.brief.passages]) if state.brief else (),
    )
