"""Routes for questions: ask, follow, stop, read."""

from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import JSONResponse

from askwell.engine import Engine, answer_of
from askwell.errors import Conflict, NotFound
from askwell.events import Accepted, Done, Event, Failed
from askwell.http import openapi as api
from askwell.http import sse
from askwell.http.bodies import LooseQuestion, Question
from askwell.http.deps import EngineDep, LastEventId, Limit, PrincipalDep
from askwell.http.problems import Problem, request_id
from askwell.projections import Json, answer_json, event_json, turn_json
from askwell.runs import Run
from askwell.types import Principal, Turn

router = APIRouter(prefix="/v1", tags=["turns"])

Streamed = Annotated[bool, Query(description="Answer with server-sent events, as `Accept: text/event-stream` does.")]
Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        max_length=255,
        description="A repeat under the same key gives back the same turn instead of asking again.",
    ),
]
KEPT = 4096
"""Turns whose place in the store is remembered for `/v1/turns/{turn_id}/events`."""


class Places:
    """Where the turns of this process are stored, for the last `KEPT` of them."""

    def __init__(self) -> None:
        self._places: OrderedDict[str, tuple[str, int]] = OrderedDict()

    def keep(self, turn_id: str, session_id: str, number: int) -> None:
        """Remember a turn's session and number."""
        self._places[turn_id] = (session_id, number)
        if len(self._places) > KEPT:
            self._places.popitem(last=False)

    def of(self, turn_id: str) -> tuple[str, int]:
        """A turn's session and number. Raises NotFound."""
        if turn_id not in self._places:
            raise _not_running(turn_id)
        return self._places[turn_id]


@router.post(
    "/sessions/{session_id}/turns",
    response_model=None,
    responses=api.answers(api.ANSWER, events=True)
    | api.problems(
        "session_not_found", "session_busy", "turn_in_progress", "key_reused", "empty_question", "question_too_long",
        "upstream_failed", "upstream_timeout", "storage_unavailable",
    ),
)  # fmt: skip
async def ask_in_session(
    *,
    session_id: str,
    body: Question,
    request: Request,
    engine: EngineDep,
    principal: PrincipalDep,
    stream: Streamed = False,
    key: Key = "",
) -> Response:
    """Ask in a conversation. The question is stored before any work; a client that leaves does not stop the answer."""
    run = await engine.start(body.question, session=session_id, principal=principal, options=body.options, key=key)
    return await _respond(run, request, stream=stream)


@router.post(
    "/ask",
    response_model=None,
    responses=api.answers(api.ANSWER | {"session_id": None, "turn_number": None}, events=True)
    | api.problems("assistant_not_found", "session_not_found", "session_busy", "empty_question", "question_too_long"),
)
async def ask(
    body: LooseQuestion, request: Request, engine: EngineDep, principal: PrincipalDep, stream: Streamed = False
) -> Response:
    """Ask once: without a session nothing is recalled or stored, and `session_id` and `turn_number` are null."""
    if body.session_id is not None and body.create_if_missing:
        await _create_if_missing(engine, principal, body.session_id, body.assistant)
    run = await engine.start(
        body.question,
        session=body.session_id,
        assistant=body.assistant,
        principal=principal,
        options=body.options,
    )
    return await _respond(run, request, stream=stream)


@router.get(
    "/sessions/{session_id}/turns",
    responses=api.answers({"turns": [api.TURN], "next": None}) | api.problems("session_not_found"),
)
async def list_turns(
    session_id: str,
    engine: EngineDep,
    principal: PrincipalDep,
    after: Annotated[int, Query(ge=0, le=2**31 - 1, description="`next` of the page before.")] = 0,
    limit: Limit = 50,
) -> Json:
    """Turns in order; a running one carries its partial answer."""
    found = await engine.store.turns(principal, session_id, after=after, limit=limit + 1)
    page = found[:limit]
    more = len(found) > limit
    return {"turns": [turn_json(turn) for turn in page], "next": page[-1].number if more else None}


@router.get("/sessions/{session_id}/turns/{number}", responses=api.answers(api.TURN) | api.problems("turn_not_found"))
async def read_turn(session_id: str, number: int, engine: EngineDep, principal: PrincipalDep) -> Json:
    """One turn, whole: the answer, its sources, every decision."""
    return turn_json(await _turn(engine, principal, session_id, number))


@router.get(
    "/sessions/{session_id}/turns/{number}/events",
    response_model=None,
    responses=api.event_stream() | api.problems("turn_not_found", "turn_not_running"),
)
async def follow_stored_turn(
    session_id: str, number: int, engine: EngineDep, principal: PrincipalDep, last_event_id: LastEventId = None
) -> Response:
    """A running turn's events behind `Last-Event-ID`, or the outcome of a final one as its last event."""
    turn = await _turn(engine, principal, session_id, number)
    after = last_event_id or 0
    if turn.status == "running":
        return sse.stream(engine.run(turn.id).follow(after=after))
    return sse.stream(_outcome(turn, after + 1))


@router.get(
    "/turns/{turn_id}/events",
    response_model=None,
    responses=api.event_stream() | api.problems("turn_not_running"),
)
async def follow_turn(
    turn_id: str, request: Request, engine: EngineDep, principal: PrincipalDep, last_event_id: LastEventId = None
) -> Response:
    """Like the route by session and number, for a turn that this process has worked on."""
    with suppress(NotFound):
        run = await _own_run(engine, principal, turn_id)
        return sse.stream(run.follow(after=last_event_id or 0))
    places: Places = request.app.state.places
    session_id, number = places.of(turn_id)
    return await follow_stored_turn(session_id, number, engine, principal, last_event_id)


@router.post(
    "/turns/{turn_id}/stop",
    response_model=None,
    responses=api.answers(api.ANSWER | {"status": "stopped"}) | api.problems("turn_not_running"),
)
async def stop_turn(turn_id: str, request: Request, engine: EngineDep, principal: PrincipalDep) -> Response:
    """Stop a running turn; what is written so far is kept, stored and given back with status `stopped`."""
    run = await _own_run(engine, principal, turn_id)
    await run.stop()
    return await _respond(run, request, stream=False)


async def _respond(run: Run, request: Request, *, stream: bool) -> Response:
    places: Places = request.app.state.places
    events = _noting(run, places)
    if stream or "text/event-stream" in request.headers.get("accept", ""):
        return sse.stream(events)
    last: Event | None = None
    async for event in events:
        last = event
    if isinstance(last, Failed):
        return _failure(last, request)
    assert isinstance(last, Done), "a log ends with Done or Failed"
    return JSONResponse(answer_json(last.answer))


async def _noting(run: Run, places: Places) -> AsyncIterator[Event]:
    """The events of a run; its place in the store is kept at the first."""
    async for event in run.follow():
        if isinstance(event, Accepted) and event.turn_number is not None and event.session_id is not None:
            places.keep(event.turn_id, event.session_id, event.turn_number)
        yield event


def _failure(event: Failed, request: Request) -> Problem:
    """A failed turn as a problem that also says which turn it was and what had been written."""
    body = {key: value for key, value in event_json(event).items() if key not in {"number", "event"}}
    return Problem(body | {"request_id": request_id(request)}, event.status)


async def _own_run(engine: Engine, principal: Principal, turn_id: str) -> Run:
    """A running turn of this principal. Raises NotFound (`turn_not_running`), also for one of somebody else."""
    try:
        run = engine.run(turn_id)
        if run.session_id is not None:
            await engine.store.session(principal, run.session_id)
    except NotFound as error:
        raise _not_running(turn_id) from error
    return run


async def _turn(engine: Engine, principal: Principal, session_id: str, number: int) -> Turn:
    if not 1 <= number < 2**31:
        raise NotFound(f"No turn {number} in {session_id!r}", code="turn_not_found", hint="Turns count from 1.")
    return await engine.store.turn(principal, session_id, number)


async def _outcome(turn: Turn, number: int) -> AsyncIterator[Event]:
    if turn.status == "failed":
        yield Failed(
            number,
            code=turn.error_code or "failed",
            message=f"Turn {turn.number} failed.",
            hint="The question is stored; ask again.",
            status=502 if turn.error_code.startswith("upstream") else 500,
            partial=turn.answer,
            turn_id=turn.id,
            turn_number=turn.number,
            session_id=turn.session_id,
        )
    else:
        yield Done(number, answer_of(turn))


async def _create_if_missing(engine: Engine, principal: Principal, session_id: str, assistant: str | None) -> None:
    named = {} if assistant is None else {"assistant": assistant}
    with suppress(Conflict):
        await engine.create_session(principal=principal, session_id=session_id, **named)


def _not_running(turn_id: str) -> NotFound:
    return NotFound(
        f"No running turn {turn_id!r} in this process",
        code="turn_not_running",
        hint="It may have ended: read it by its session and number.",
    )
