"""Routes for the files of a conversation: add, list, choose, remove."""

from typing import Annotated

from fastapi import APIRouter, Depends, File, Path, Request, Response, UploadFile

from askwell.errors import NotFound
from askwell.http import openapi as api
from askwell.http.bodies import AttachmentChange
from askwell.http.deps import EngineDep, PrincipalDep
from askwell.http.documents import store_files
from askwell.http.security import needs
from askwell.projections import Json, attachment_json

router = APIRouter(prefix="/v1/sessions/{session_id}/documents", tags=["attachments"], dependencies=[needs("ask")])

ATTACHED = {"documents": [{"name": "lease.pdf", "document": api.ATTACHMENT, "error": None}]}


def _number(number: Annotated[int, Path(description="Number of the attachment, from 1.")]) -> int:
    """A valid number. Raises NotFound (`attachment_not_found`)."""
    if not 1 <= number < 2**31:
        raise NotFound(
            f"The conversation has no attachment {number}", code="attachment_not_found", hint="List the attachments."
        )
    return number


Number = Annotated[int, Depends(_number)]


@router.post(
    "",
    status_code=201,
    response_model=None,
    responses=api.answers(ATTACHED, 201)
    | {207: {"description": "Some files failed.", "content": {"application/json": {"example": ATTACHED}}}}
    | api.problems("session_not_found", "unsupported_document", "too_many_attachments"),
)
async def attach(
    *,
    session_id: str,
    request: Request,
    engine: EngineDep,
    principal: PrincipalDep,
    files: Annotated[list[UploadFile], File(description="One or more files, each with its name.")],
) -> Response:
    """Give files to a conversation; they are read in the background (`state`). The same bytes again change nothing."""
    await engine.attachments.list(session_id, principal=principal)

    async def add(name: str, data: bytes) -> Json:
        return attachment_json(await engine.attach(session_id, name, data, principal=principal))

    return await store_files(request, files, engine.settings.max_upload_bytes, add)


@router.get("", responses=api.answers({"documents": [api.ATTACHMENT]}) | api.problems("session_not_found"))
async def list_attachments(session_id: str, engine: EngineDep, principal: PrincipalDep) -> Json:
    """The files of a conversation by number, without removed ones."""
    found = await engine.attachments.list(session_id, principal=principal)
    return {"documents": [attachment_json(each) for each in found]}


@router.get(
    "/{number}",
    responses=api.answers(api.ATTACHMENT) | api.problems("session_not_found", "attachment_not_found"),
)
async def read_attachment(session_id: str, number: Number, engine: EngineDep, principal: PrincipalDep) -> Json:
    """One file of a conversation, with its state."""
    return attachment_json(await engine.attachments.get(session_id, number, principal=principal))


@router.patch(
    "/{number}",
    responses=api.answers(api.ATTACHMENT | {"only": True})
    | api.problems("session_not_found", "attachment_not_found", "attachment_failed"),
)
async def change_attachment(
    session_id: str, number: Number, body: AttachmentChange, engine: EngineDep, principal: PrincipalDep
) -> Json:
    """Search a file or not (`active`); search nothing else, or everything again (`only`)."""
    changed = await engine.attachments.change(
        session_id, number, active=body.active, only=body.only, principal=principal
    )
    return attachment_json(changed)


@router.delete("/{number}", status_code=204, responses=api.problems("session_not_found", "attachment_not_found"))
async def remove_attachment(session_id: str, number: Number, engine: EngineDep, principal: PrincipalDep) -> None:
    """Remove a file. Searches that begin afterwards do not find it; answers that cite it say that it was removed."""
    await engine.attachments.remove(session_id, number, principal=principal)
