"""Routes for conversations."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from askwell.http import openapi as api
from askwell.http.bodies import NewSession, SessionChange
from askwell.http.deps import EngineDep, Limit, PrincipalDep
from askwell.http.security import needs
from askwell.projections import Json, session_json

router = APIRouter(prefix="/v1/sessions", tags=["sessions"], dependencies=[needs("ask")])


@router.post(
    "", status_code=201, responses=api.answers(api.SESSION, 201) | api.problems("assistant_not_found", "session_exists")
)
async def open_session(body: NewSession, engine: EngineDep, principal: PrincipalDep, response: Response) -> Json:
    """Create a conversation with an assistant."""
    session = await engine.create_session(
        body.assistant, principal=principal, title=body.title, session_id=body.id or ""
    )
    response.headers["location"] = f"/v1/sessions/{session.id}"
    return session_json(session)


@router.get("", responses=api.answers({"sessions": [api.SESSION], "next": None}) | api.problems("session_not_found"))
async def list_sessions(
    *,
    engine: EngineDep,
    principal: PrincipalDep,
    limit: Limit = 50,
    before: Annotated[str, Query(max_length=255, description="`next` of the previous page.")] = "",
    assistant: Annotated[str, Query(max_length=64)] = "",
    search: Annotated[str, Query(max_length=500, description="Text in the title or a question.")] = "",
    pinned: Annotated[bool | None, Query(description="Only pinned conversations, or only those not pinned.")] = None,
) -> Json:
    """Conversations by last activity, newest first."""
    found = await engine.store.sessions.page(
        principal, limit=limit + 1, before=before, assistant=assistant, search=search.strip(), pinned=pinned
    )
    page = found[:limit]
    more = len(found) > limit
    return {"sessions": [session_json(session) for session in page], "next": page[-1].id if more else None}


@router.get("/{session_id}", responses=api.answers(api.SESSION) | api.problems("session_not_found"))
async def read_session(session_id: str, engine: EngineDep, principal: PrincipalDep) -> Json:
    """One conversation."""
    return session_json(await engine.store.sessions.get(principal, session_id))


@router.patch("/{session_id}", responses=api.answers(api.SESSION) | api.problems("session_not_found"))
async def change_session(session_id: str, body: SessionChange, engine: EngineDep, principal: PrincipalDep) -> Json:
    """Rename, pin or unpin a conversation; its place in the list stays the same."""
    session = await engine.store.sessions.get(principal, session_id)
    if body.title is not None:
        session = await engine.store.sessions.rename(principal, session_id, body.title)
    if body.pinned is not None:
        session = await engine.store.sessions.pin(principal, session_id, body.pinned)
    return session_json(session)


@router.delete("/{session_id}", status_code=204, responses=api.problems("session_not_found"))
async def delete_session(session_id: str, engine: EngineDep, principal: PrincipalDep) -> None:
    """Remove a conversation with its turns; a running one is stopped."""
    await engine.delete_session(session_id, principal=principal)
