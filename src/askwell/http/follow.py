"""Routes to follow and stop running turns."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from askwell.engine import Engine, answer_of
from askwell.errors import NotFound
from askwell.events import Place
from askwell.http import openapi as api
from askwell.http import sse
from askwell.http.deps import (
    EngineDep,
    LanguageDep,
    LastEventId,
    Number,
    PrincipalDep,
    assistant_marks,
    session_marks,
)
from askwell.http.encoding import JsonResponse
from askwell.http.replies import reply
from askwell.http.security import needs
from askwell.projections import answer_json, shown
from askwell.runtime.run import Run
from askwell.types import Language, Principal

router = APIRouter(prefix="/v1", tags=["turns"], dependencies=[needs("ask")])

SEEN = {204: {"description": "The last event has been received; there is nothing to follow."}}


@router.get(
    "/sessions/{session_id}/turns/{number}/events",
    response_model=None,
    responses=api.event_stream() | SEEN | api.problems("turn_not_found", "bad_event_id"),
)
async def follow_stored_turn(
    *,
    session_id: str,
    number: Number,
    engine: EngineDep,
    principal: PrincipalDep,
    language: LanguageDep,
    last_event_id: LastEventId = "",
) -> Response:
    """A turn's events after `Last-Event-ID`, in whatever process it runs or ran: the rest of its answer, and its end.

    While this process keeps the run, the events are those of the run; otherwise the rest of the text is one token.
    """
    place = _place(last_event_id, number)
    events = await engine.follow(session_id, number, place, principal=principal)
    marks = await session_marks(engine, principal, session_id)
    return Response(status_code=204) if place.ended else sse.stream(events, language, marks)


@router.get(
    "/turns/{turn_id}/events",
    response_model=None,
    responses=api.event_stream() | SEEN | api.problems("turn_not_found", "bad_event_id"),
)
async def follow_turn(
    turn_id: str, engine: EngineDep, principal: PrincipalDep, language: LanguageDep, last_event_id: LastEventId = ""
) -> Response:
    """Like the route by session and number; also for a turn without a session, while this process keeps it."""
    run = _run(engine, principal, turn_id)
    if run is not None and run.session_id is None:
        place = _place(last_event_id, 0)
        marks = assistant_marks(engine, run.assistant)
        return Response(status_code=204) if place.ended else sse.stream(run.placed_events(place), language, marks)
    turn = await engine.store.turns.by_id(principal, turn_id)
    return await follow_stored_turn(
        session_id=turn.session_id,
        number=turn.number,
        engine=engine,
        principal=principal,
        language=language,
        last_event_id=last_event_id,
    )


@router.get(
    "/sessions/{session_id}/events",
    response_model=None,
    responses=api.event_stream() | api.problems("session_not_found", "bad_event_id"),
)
async def follow_session(
    *,
    session_id: str,
    engine: EngineDep,
    principal: PrincipalDep,
    language: LanguageDep,
    after: Annotated[
        str,
        Query(max_length=64, description="Id of the last event received, or a turn's number for the end of that turn."),
    ] = "",
    live: Annotated[bool, Query(description="False: end if no further turn exists.")] = True,
    last_event_id: LastEventId = "",
) -> Response:
    """The events of all turns of a conversation, of every branch, in order of turn number; new ones as they start.

    Without a position it starts with the running turn and continues with new ones. `after=0` starts with the first
    turn. The first part of an event's id is the number of its turn.
    """
    seen = last_event_id or after
    place = None
    if seen:
        place = Place(int(seen), ended=True) if _is_number(seen) else Place.parse(seen)
    events = await engine.follow_session(session_id, place, principal=principal, live=live)
    return sse.stream(events, language, await session_marks(engine, principal, session_id))


@router.post(
    "/turns/{turn_id}/stop",
    response_model=None,
    responses=api.answers(api.ANSWER | {"status": "stopped"}) | api.problems("turn_not_found", "turn_not_running"),
)
async def stop_turn(
    turn_id: str, request: Request, engine: EngineDep, principal: PrincipalDep, language: LanguageDep
) -> Response:
    """Stop a running turn, in whatever process it runs. The partial answer is kept and returned as `stopped`."""
    run = _run(engine, principal, turn_id)
    if run is None or run.session_id is not None:
        turn = await engine.store.turns.by_id(principal, turn_id)
        if turn.status != "running":
            raise NotFound(
                f"Turn {turn_id!r} is not running", code="turn_not_running", hint="It has ended: read the turn."
            )
        if run is None:
            return await _stopped(engine, principal, turn.session_id, language)
    if run.ended:
        raise NotFound(f"Turn {turn_id!r} is not running", code="turn_not_running", hint="It has ended.")
    await run.stop()
    return await reply(run, request, streams=False)


@router.post(
    "/sessions/{session_id}/stop",
    response_model=None,
    responses=api.answers(api.ANSWER | {"status": "stopped"})
    | api.answers(api.ANSWER | {"status": "running"}, 202)
    | api.problems("session_not_found", "turn_not_running"),
)
async def stop_session(session_id: str, engine: EngineDep, principal: PrincipalDep, language: LanguageDep) -> Response:
    """Stop the running turn of a conversation, in whatever process it runs. The partial answer is kept.

    202 if its owner has not responded yet: the turn ends when the owner stops it, or when its lease expires.
    """
    return await _stopped(engine, principal, session_id, language)


async def _stopped(engine: Engine, principal: Principal, session_id: str, language: Language) -> Response:
    turn = await engine.stop(session_id, principal=principal)
    answer = shown(answer_of(turn), await session_marks(engine, principal, session_id))
    return JsonResponse(answer_json(answer, language), 202 if turn.status == "running" else 200)


def _run(engine: Engine, principal: Principal, turn_id: str) -> Run | None:
    """A turn of this principal that this process keeps."""
    try:
        run = engine.run(turn_id)
    except NotFound:
        return None
    return run if run.principal == principal else None


def _place(last_event_id: str, number: int) -> Place:
    return Place.parse(last_event_id, turn=number) if last_event_id else Place(number)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10
