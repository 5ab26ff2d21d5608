"""Routes to ask, ask again, and read turns."""

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from askwell.engine import Engine
from askwell.errors import Conflict
from askwell.http import openapi as api
from askwell.http.bodies import LooseQuestion, Question
from askwell.http.deps import Busy, EngineDep, Key, LanguageDep, Limit, Number, PrincipalDep, Streamed, session_marks
from askwell.http.replies import reply
from askwell.http.security import needs
from askwell.projections import Json, shown, turn_json
from askwell.types import Principal

router = APIRouter(prefix="/v1", tags=["turns"], dependencies=[needs("ask")])

ASKING = (
    "session_not_found", "session_busy", "queue_full", "queue_timeout", "turn_in_progress", "key_reused",
    "model_not_pulled", "broken_weights", "upstream_failed", "upstream_timeout", "shutting_down", "index_damaged",
    "too_many_turns", "tokens_spent", "budget_spent",
)  # fmt: skip
"""Error codes of every route that asks in a conversation."""


@router.post(
    "/sessions/{session_id}/turns",
    response_model=None,
    responses=api.answers(api.ANSWER, events=True) | api.problems(*ASKING, "empty_question", "question_too_long"),
)
async def ask_in_session(
    *,
    session_id: str,
    body: Question,
    request: Request,
    engine: EngineDep,
    principal: PrincipalDep,
    stream: Streamed = False,
    key: Key = "",
    busy: Busy = None,
) -> Response:
    """Ask in a conversation. The question is stored first; a client that disconnects does not stop the answer."""
    run = await engine.start(
        body.question, session=session_id, principal=principal, options=body.options, key=key, busy=busy
    )
    return await reply(run, request, streams=stream)


@router.post(
    "/ask",
    response_model=None,
    responses=api.answers(api.ANSWER | {"session_id": None, "turn_number": None}, events=True)
    | api.problems(*ASKING, "assistant_not_found", "empty_question", "question_too_long"),
)
async def ask(
    *,
    body: LooseQuestion,
    request: Request,
    engine: EngineDep,
    principal: PrincipalDep,
    stream: Streamed = False,
    key: Key = "",
    busy: Busy = None,
) -> Response:
    """Ask one question. Without a session nothing is recalled or stored; `session_id` and `turn_number` are null."""
    if body.session_id is not None and body.create_if_missing:
        await create_if_missing(engine, principal, body.session_id, body.assistant)
    run = await engine.start(
        body.question,
        session=body.session_id,
        assistant=body.assistant,
        principal=principal,
        options=body.options,
        key=key,
        busy=busy,
    )
    return await reply(run, request, streams=stream)


@router.post(
    "/sessions/{session_id}/turns/{number}/regenerate",
    response_model=None,
    responses=api.answers(api.ANSWER | {"turn_number": 3}, events=True) | api.problems(*ASKING, "turn_not_found"),
)
async def regenerate(
    *,
    session_id: str,
    number: Number,
    request: Request,
    engine: EngineDep,
    principal: PrincipalDep,
    stream: Streamed = False,
    key: Key = "",
    busy: Busy = None,
) -> Response:
    """Answer a turn's question again, with the same options. The new turn is a sibling that supersedes the old one."""
    run = await engine.regenerate(session_id, number, principal=principal, key=key, busy=busy)
    return await reply(run, request, streams=stream)


@router.post(
    "/sessions/{session_id}/turns/{number}/edit",
    response_model=None,
    responses=api.answers(api.ANSWER | {"turn_number": 3}, events=True)
    | api.problems(*ASKING, "turn_not_found", "empty_question", "question_too_long"),
)
async def edit(
    *,
    session_id: str,
    number: Number,
    body: Question,
    request: Request,
    engine: EngineDep,
    principal: PrincipalDep,
    stream: Streamed = False,
    key: Key = "",
    busy: Busy = None,
) -> Response:
    """Ask another question instead of a turn's. The new turn is its sibling; the conversation continues from it."""
    run = await engine.edit(
        session_id, number, body.question, principal=principal, options=body.options, key=key, busy=busy
    )
    return await reply(run, request, streams=stream)


@router.get(
    "/sessions/{session_id}/turns",
    responses=api.answers({"turns": [api.TURN], "next": None}) | api.problems("session_not_found"),
)
async def list_turns(
    *,
    session_id: str,
    engine: EngineDep,
    principal: PrincipalDep,
    language: LanguageDep,
    after: Annotated[int, Query(ge=0, le=2**31 - 1, description="`next` of the page before.")] = 0,
    limit: Limit = 50,
    every_branch: Annotated[bool, Query(description="Also turns outside the active branch.")] = False,
) -> Json:
    """Turns of the active branch in order; a running one has its partial answer."""
    found = await engine.store.turns.page(
        principal, session_id, after=after, limit=limit + 1, every_branch=every_branch
    )
    page = await engine.attachments.marked(found[:limit])
    more = len(found) > limit
    marks = await session_marks(engine, principal, session_id)
    turns = [turn_json(shown(turn, marks), language) for turn in page]
    return {"turns": turns, "next": page[-1].number if more else None}


@router.get("/sessions/{session_id}/turns/{number}", responses=api.answers(api.TURN) | api.problems("turn_not_found"))
async def read_turn(
    session_id: str, number: Number, engine: EngineDep, principal: PrincipalDep, language: LanguageDep
) -> Json:
    """One complete turn: the answer, its sources, every decision."""
    [turn] = await engine.attachments.marked([await engine.store.turns.get(principal, session_id, number)])
    return turn_json(shown(turn, await session_marks(engine, principal, session_id)), language)


async def create_if_missing(engine: Engine, principal: Principal, session_id: str, assistant: str | None) -> None:
    """Create a session unless it exists. If it exists as another user's, the next call does not find it."""
    named = {} if assistant is None else {"assistant": assistant}
    with suppress(Conflict):
        await engine.create_session(principal=principal, session_id=session_id, **named)
