"""Routes for all data of a person: export and erase."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import StreamingResponse

from askwell.errors import NotFound
from askwell.http import openapi as api
from askwell.http.deps import EngineDep
from askwell.http.security import caller_of, needs
from askwell.projections import Json, receipt_json
from askwell.types import Principal

router = APIRouter(prefix="/v1/subjects", tags=["subjects"], dependencies=[needs("ask")])

KEY: dict[str, Any] = {
    "id": "5f0c2a9d4e7b1c3d",
    "name": "her laptop",
    "tenant": "acme",
    "user": "ann",
    "scopes": ["ask", "memory"],
    "state": "active",
    "created_at": api.TIME,
    "expires_at": None,
    "last_used_at": None,
    "revoked_at": None,
}
EXPORT: dict[str, Any] = {
    "format": 1,
    "subject": {"tenant": "acme", "user": "ann"},
    "exported_at": api.TIME,
    "conversations": [
        {
            "session": api.SESSION,
            "memory": {"summaries": [], "topics": [], "items": []},
            "placeholders": {"[[PERSON_1]]": "Mario Rossi"},
            "turns": [api.TURN],
            "attachments": [
                api.ATTACHMENT | {"removed_at": None, "text": "The rent is 900 euros.", "data": "VGhlIHI="}
            ],
        }
    ],
    "api_keys": [KEY],
}
"""`data` are the bytes of a file in Base64, null if they are not kept."""
RECEIPT: dict[str, Any] = {
    "id": "019a9d4e-0000-7c3e-9d57-000000000005",
    "erased_at": api.TIME,
    "erased": {"conversations": 12, "turns": 83, "attachments": 2, "placeholders": 5, "api_keys": 1},
}


async def _subject(
    request: Request,
    subject_id: Annotated[str, Path(min_length=1, max_length=255, description="The user.")],
    tenant: Annotated[
        str, Query(max_length=255, description="The tenant of the user; only the operator may name another one.")
    ] = "",
) -> Principal:
    """A person whose data the caller may export and erase: the caller, or anybody for the operator.

    Raises NotFound (`subject_not_found`), whether or not there is such a person.
    """
    caller = caller_of(request)
    subject = Principal(tenant or caller.principal.tenant, subject_id)
    if subject != caller.principal and "admin" not in caller.scopes:
        raise NotFound(
            "There is no such person, or the data is not yours",
            code="subject_not_found",
            hint="Use your own user, or a credential of the operator with the scope `admin`.",
        )
    return subject


SubjectDep = Annotated[Principal, Depends(_subject)]


@router.post(
    "/{subject_id:path}/export",
    response_class=StreamingResponse,
    responses=api.answers(EXPORT) | api.problems("subject_not_found"),
)
async def export_subject(subject: SubjectDep, engine: EngineDep) -> StreamingResponse:
    """All data of a person as one JSON object. It is written as it is read; an export that breaks off is no JSON."""
    headers = {"content-disposition": 'attachment; filename="export.json"'}
    return StreamingResponse(engine.export_subject(subject), media_type="application/json", headers=headers)


@router.post("/{subject_id:path}/erase", responses=api.answers(RECEIPT) | api.problems("subject_not_found"))
async def erase_subject(request: Request, subject: SubjectDep, engine: EngineDep) -> Json:
    """Erase all data of a person, API keys included, for good. The receipt says how much there was.

    Running turns are stopped. It can be repeated; what an interrupted call has left is erased then.
    """
    receipt = await engine.deletions.subject(subject)
    if subject != caller_of(request).principal:
        # Nobody gets around a limit by erasing the own data: the operator alone begins a new count.
        await engine.access.limits.forget(subject)
    return receipt_json(receipt)
