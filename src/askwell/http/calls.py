"""Routes for calls of tools that write: list them, confirm or refuse what waits."""

from typing import Annotated

from fastapi import APIRouter, Path

from askwell.http import openapi as api
from askwell.http.deps import EngineDep, PrincipalDep
from askwell.http.security import needs
from askwell.projections import Json, write_call_json

router = APIRouter(prefix="/v1/sessions/{session_id}/calls", tags=["calls"], dependencies=[needs("ask")])

CallId = Annotated[str, Path(max_length=64, description="`id` of the call.")]
CALL = {
    "id": "9b1f0c2e5a7d",
    "turn_id": "019a9d4e-6e2b-7c4f-9a7e-1f2d3c4b5a69",
    "turn_number": 3,
    "tool": "cancel_order",
    "arguments": {"order": "A-1042"},
    "state": "waiting",
    "result": "",
    "created_at": "2026-11-24T09:30:00Z",
}
DECIDED = ("call_not_found", "session_not_found", "call_decided")


@router.get("", responses=api.answers({"calls": [CALL]}) | api.problems("session_not_found"))
async def list_calls(session_id: str, engine: EngineDep, principal: PrincipalDep) -> Json:
    """Calls of tools that write, oldest first. `waiting` ones run only if they are confirmed within a day."""
    found = await engine.confirmations.list(session_id, principal=principal)
    return {"calls": [write_call_json(each) for each in found]}


@router.post(
    "/{call_id}/confirm",
    responses=api.answers(CALL) | api.problems(*DECIDED, "call_expired", "call_unavailable"),
)
async def confirm_call(session_id: str, call_id: CallId, engine: EngineDep, principal: PrincipalDep) -> Json:
    """Run a call that waits, and return it with its result. `unknown`: nobody knows whether it took effect."""
    return write_call_json(await engine.confirmations.confirm(session_id, call_id, principal=principal))


@router.post("/{call_id}/refuse", responses=api.answers(CALL | {"state": "refused"}) | api.problems(*DECIDED))
async def refuse_call(session_id: str, call_id: CallId, engine: EngineDep, principal: PrincipalDep) -> Json:
    """Refuse a call that waits; it is never run."""
    return write_call_json(await engine.confirmations.refuse(session_id, call_id, principal=principal))
