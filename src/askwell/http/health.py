"""Health routes; they need no token and reveal no secret."""

from fastapi import APIRouter

from askwell.assistant import root_of
from askwell.engine import Engine
from askwell.errors import BrokenTable, Fault
from askwell.http import openapi as api
from askwell.http.deps import EngineDep
from askwell.http.encoding import JsonResponse
from askwell.projections import Json
from askwell.runtime.health import HealthFault
from askwell.runtime.preparation import INCOMPLETE, NOT_READY, figures
from askwell.text.words import counted

router = APIRouter(tags=["health"])

READY: Json = {
    "status": "ready",
    "reasons": [],
    "warnings": [],
    "faults": [],
    "assistants": {"papers": {"state": "ready", "read_files": 20, "total_files": 20}},
}


def _example(status: str, code: str, part: str, message: str, *, blocking: bool) -> Json:
    texts = [f"{part}: {message}"]
    fault = {"code": code, "part": part, "message": message, "blocking": blocking}
    return READY | {"status": status, "reasons" if blocking else "warnings": texts, "faults": [fault]}


EARLY = _example("not_ready", NOT_READY, "papers", "its documents are being read (3 of 20)", blocking=True)
FULL = _example("not_ready", "disk_full", "data folder", "Nothing can be written to the data folder", blocking=True)
LATE = _example("draining", "draining", "draining", "2 turns still running", blocking=True)
DEGRADED = _example(
    "degraded",
    "broken_weights",
    "embedder minilm",
    "its weights are missing or cannot be loaded; passages are found by words alone",
    blocking=False,
)


@router.get("/healthz", responses=api.answers({"status": "ok"}))
async def healthz() -> Json:
    """Whether the process responds."""
    return {"status": "ok"}


@router.get(
    "/readyz",
    response_model=None,
    responses={
        200: {
            "description": "Questions are answered. `degraded`: with less, as `faults` and `warnings` say.",
            "content": {"application/json": {"examples": {"ready": {"value": READY}, "degraded": {"value": DEGRADED}}}},
        },
        503: {
            "description": "Not ready, or shutting down. `faults` has the codes, `reasons` the texts.",
            "content": {
                "application/json": {
                    "examples": {"early": {"value": EARLY}, "full": {"value": FULL}, "late": {"value": LATE}}
                }
            },
        },
    },
)
async def readyz(engine: EngineDep) -> JsonResponse:
    """Whether questions can be answered: a search and a write succeed, all documents are read, no shutdown.

    Probes run at most every two seconds, whoever asks. Codes of blocking faults: `documents_not_ready`, `draining`,
    `disk_full`, `storage_unavailable`, `storage_damaged`, `index_damaged`, `PART_slow` for no answer in time, and those
    of a search that fails; of the others: `broken_weights`, `words_only`, `documents_incomplete`,
    `vectors_incomplete`, `index_rebuilding`, `disk_low`, `broken_plug_in`, `missing_model`, `broken_table`.
    """
    preparation = engine.preparation
    faults = _shutdown(engine) or await _found(engine)
    blocking = [fault for fault in faults if fault.is_blocking]
    degraded = [fault for fault in faults if not fault.is_blocking]
    status = "not_ready" if blocking else "degraded" if degraded else "ready"
    # A broken assistant is among the failures of the preparation already.
    warnings = [_text(fault) for fault in degraded if fault.part != "plug-in"]
    body = {
        "status": "draining" if engine.is_draining else status,
        "reasons": [_text(fault) for fault in blocking],
        "warnings": list(dict.fromkeys([*warnings, *preparation.troubles])),
        "faults": [
            {"code": each.code, "part": each.part, "message": each.message, "blocking": each.is_blocking}
            for each in faults
        ],
        "assistants": {
            name: {"state": each.state, "read_files": each.read_files, "total_files": each.total_files}
            for name, each in preparation.readings.items()
        },
    }
    return JsonResponse(body, 503 if blocking else 200)


def _shutdown(engine: Engine) -> list[HealthFault]:
    """The only fault of a process that is shutting down: its parts are being closed."""
    if not engine.is_draining:
        return []
    running = f"{counted(engine.turns_at_work, 'turn')} still running"
    return [HealthFault("draining", "draining", running, is_blocking=True)]


async def _found(engine: Engine) -> list[HealthFault]:
    health = await engine.health.check()
    unread = [
        HealthFault(NOT_READY, name, reading.progress, is_blocking=True)
        for name, reading in engine.preparation.readings.items()
        if reading.is_pending
    ]
    collections = [name for assistant in engine.assistants.values() for name in assistant.collections]
    additions = await engine.preparation.additions(list(dict.fromkeys(collections)))
    own = {root_of(name) for name in engine.assistants}
    incomplete = [
        HealthFault(
            INCOMPLETE,
            name,
            f"documents are being added ({of['read_files']} of {of['total_files']} read)",
            is_blocking=False,
        )
        for name, of in figures([each for each in additions if each.root not in own]).items()
    ]
    broken = [HealthFault(each.code, _part(each), each.message, is_blocking=False) for each in engine.faults]
    return [*health.faults, *unread, *incomplete, *broken]


def _part(fault: Fault) -> str:
    return "table" if isinstance(fault, BrokenTable) else "plug-in"


def _text(fault: HealthFault) -> str:
    return f"{fault.part}: {fault.message}"
