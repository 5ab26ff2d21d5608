"""Routes that export and import whole conversations."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.routing import APIRoute
from pydantic import ConfigDict, Field

from askwell.composition.models import DOCUMENTS
from askwell.engine import Engine
from askwell.errors import Conflict
from askwell.http import openapi as api
from askwell.http.bodies import Body
from askwell.http.deps import EngineDep, PrincipalDep
from askwell.http.security import needs
from askwell.projections import Json, session_json
from askwell.projections.export import ENDINGS, FORMAT, MEDIA_TYPES, ExportedConversation, Format, export
from askwell.stores.exchange.importers import read_conversations
from askwell.types import Principal, Turn


class _ThreadedRequest(Request):
    """A request whose body may be a long conversation; it is parsed in a thread, not in the event loop."""

    async def json(self) -> Any:
        return await asyncio.to_thread(json.loads, await self.body())


class _Route(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_threaded(request: Request) -> Response:
            return await handle(_ThreadedRequest(request.scope, request.receive))

        return handle_threaded


router = APIRouter(prefix="/v1/sessions", tags=["sessions"], route_class=_Route, dependencies=[needs("ask")])

PAGE = 200
WHOLE = {
    "format": FORMAT,
    "session": api.SESSION,
    "turns": [api.TURN],
    "memory": {"summaries": [], "topics": [], "items": []},
}
MESSAGES: dict[str, Any] = {
    "session_id": "sess_20250101_120000_abc12345",
    "messages": [{"role": "user", "content": "Which phones do you have?", "timestamp": "2025-01-01T12:00:01Z"}],
}
EXPORTED: api.Responses = {
    200: {
        "description": "The conversation; the JSON form can be imported again.",
        "content": {
            "application/json": {"example": WHOLE},
            "text/markdown": {"example": "# Reading group\n\n> Why are they scaled?\n"},
            "text/html": {"example": "<!doctype html>..."},
        },
    }
}


class Carried(Body):
    """A conversation from another system."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"conversation": MESSAGES, "assistant": "papers"}]})
    conversation: dict[str, Any] = Field(
        description="An export, `{session_id, messages}`, or `{session_id, summary, qa_index, full_answers}`."
    )
    assistant: str | None = Field(
        None, max_length=64, description="The assistant that continues it; by default the one it names."
    )


@router.get("/{session_id}/export", response_class=Response, responses=EXPORTED | api.problems("session_not_found"))
async def export_session(
    *,
    session_id: str,
    engine: EngineDep,
    principal: PrincipalDep,
    form: Annotated[
        Format, Query(alias="format", description="JSON contains all branches, the other forms the active one.")
    ] = "json",
) -> Response:
    """A whole conversation as a file."""
    # Memory first, so that it covers no turn that the export lacks.
    memory = await engine.exported.memory.carried(principal, session_id)
    session = await engine.exported.sessions.get(principal, session_id)
    whole = ExportedConversation(session, await _turns(engine, principal, session_id), memory)
    written = await asyncio.to_thread(export, [whole], form)
    headers = {"content-disposition": f'attachment; filename="{session.id}.{ENDINGS[form]}"'}
    return Response(written, media_type=MEDIA_TYPES[form], headers=headers)


@router.post(
    "/import",
    responses=api.answers({"imported": [api.SESSION], "already_there": []}) | api.problems("assistant_not_found"),
)
async def import_session(body: Carried, engine: EngineDep, principal: PrincipalDep) -> Json:
    """Import a conversation under its own id, or one derived from its content. An existing one is not changed.

    `warnings` names the conversations whose memory was dropped because it does not fit their turns.
    """
    now = datetime.now(UTC)
    found = await asyncio.to_thread(
        read_conversations, body.conversation, assistant=body.assistant or DOCUMENTS, at=now
    )
    imported: list[Json] = []
    already_there: list[str] = []
    warnings: list[Json] = []
    for each in found:
        session = each.session
        named = body.assistant or session.assistant
        engine.assistant(named)
        try:
            restored = await engine.store.sessions.restore(
                principal, replace(session, assistant=named), each.turns, each.memory
            )
        except Conflict as error:
            if error.code != "session_exists":
                raise
            already_there.append(session.id)
        else:
            imported.append(session_json(restored))
            if each.memory_fault:
                message = f"The memory was dropped; the turns are kept: {each.memory_fault}."
                warnings.append({"session_id": session.id, "code": "memory_dropped", "message": message})
    return {"imported": imported, "already_there": already_there} | ({"warnings": warnings} if warnings else {})


async def _turns(engine: Engine, principal: Principal, session_id: str) -> list[Turn]:
    turns: list[Turn] = []
    while page := await engine.exported.turns.page(
        principal, session_id, after=turns[-1].number if turns else 0, limit=PAGE, every_branch=True
    ):
        turns += page
    return turns
