"""Health routes; they need no token and reveal no secret."""

import asyncio

from fastapi import APIRouter

from askwell.errors import StorageFailed
from askwell.http import openapi as api
from askwell.http.deps import EngineDep
from askwell.http.encoding import JsonResponse
from askwell.projections import Json
from askwell.text.words import counted
from askwell.types import Principal

router = APIRouter(tags=["health"])

STORE_S = 3.0
"""Longest wait for the store, seconds."""
READY = {
    "status": "ready",
    "reasons": [],
    "warnings": [],
    "assistants": {"papers": {"state": "ready", "read_files": 20, "total_files": 20}},
}
NOT_READY = READY | {"status": "not_ready", "reasons": ["papers: its documents are being read (3 of 20)"]}


DRAINING = READY | {"status": "draining", "reasons": ["draining: 2 turns still running"]}


@router.get("/healthz", responses=api.answers({"status": "ok"}))
async def healthz() -> Json:
    """Whether the process responds."""
    return {"status": "ok"}


@router.get(
    "/readyz",
    response_model=None,
    responses=api.answers(READY)
    | {
        503: {
            "description": "Not ready, or shutting down; `reasons` says why.",
            "content": {"application/json": {"examples": {"early": {"value": NOT_READY}, "late": {"value": DRAINING}}}},
        }
    },
)
async def readyz(engine: EngineDep) -> JsonResponse:
    """Whether questions can be answered: the store works, all documents are read, and the process is not draining."""
    preparation = engine.preparation
    reasons = preparation.pending
    try:
        async with asyncio.timeout(STORE_S):
            await engine.store.sessions.page(Principal(), limit=1)
    except StorageFailed as error:
        reasons = [f"store: {error.message}", *reasons]
    except TimeoutError:
        reasons = [f"store: no answer within {STORE_S:g} s", *reasons]
    status = "not_ready" if reasons else "ready"
    if engine.is_draining:
        status = "draining"
        reasons = [f"draining: {counted(engine.turns_at_work, 'turn')} still running", *reasons]
    body = {
        "status": status,
        "reasons": reasons,
        "warnings": preparation.troubles,
        "assistants": {
            name: {"state": each.state, "read_files": each.read_files, "total_files": each.total_files}
            for name, each in preparation.readings.items()
        },
    }
    return JsonResponse(body, 503 if reasons else 200)
