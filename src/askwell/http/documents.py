"""Routes for documents: list, upload, read, remove."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated

from fastapi import APIRouter, File, Form, Query, Request, Response, UploadFile

from askwell.assistant import Name, refuse_mirrored
from askwell.errors import AskwellError, BadInput, Conflict
from askwell.http import openapi as api
from askwell.http.deps import EngineDep, Limit, PrincipalDep
from askwell.http.encoding import JsonResponse
from askwell.http.problems import error_problem, problem
from askwell.http.security import needs
from askwell.projections import Json, document_json, passage_json, problem_json
from askwell.types import ATTACHED

router = APIRouter(prefix="/v1", tags=["documents"])

DEFAULT = "documents"
"""Default collection for uploads."""
NAME_CHARS = 200
TEXT_CHARS = 100_000
"""Maximum length of a text in one response, characters."""
AROUND = 800
"""Default number of characters shown before and after a passage."""

UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
UPLOADED = {"documents": [{"name": "attention.pdf", "document": api.DOCUMENT, "error": None}]}
TEXT = {"document_id": api.DOCUMENT["id"], "start": 0, "end": 12, "chars": 40312, "text": "Attention Is"}


@router.get(
    "/documents",
    responses=api.answers({"documents": [api.DOCUMENT], "next": None}) | api.problems(),
    dependencies=[needs("ask")],
)
async def list_documents(
    engine: EngineDep,
    collection: Annotated[Name, Query(description="See /v1/collections.")] = DEFAULT,
    after: Annotated[str, Query(max_length=1100, description="`next` of the previous page.")] = "",
    limit: Limit = 100,
) -> Json:
    """Documents of a collection by name."""
    found = await engine.knowledge.documents(collection, after=after, limit=limit + 1)
    page = found[:limit]
    more = len(found) > limit
    return {"documents": [document_json(document) for document in page], "next": page[-1].cursor if more else None}


@router.post(
    "/documents",
    status_code=201,
    response_model=None,
    responses=api.answers(UPLOADED, 201)
    | {207: {"description": "Some files failed.", "content": {"application/json": {"example": UPLOADED}}}}
    | api.problems("unsupported_document", "collection_kept", "model_not_pulled", "broken_weights"),
    dependencies=[needs("documents")],
)
async def upload(
    *,
    request: Request,
    engine: EngineDep,
    files: Annotated[list[UploadFile], File(description="One or more files, each with its name.")],
    collection: Annotated[Name, Form(description="Where they go.")] = DEFAULT,
    labels: Annotated[list[str] | None, Form(description="Labels of every document.")] = None,
) -> Response:
    """Add files. Each result has the document or its error; a failed file does not stop the others."""
    refuse_mirrored(engine.assistants, collection)

    async def add(name: str, data: bytes) -> Json:
        return document_json(await engine.knowledge.add(name, data, collection, labels=labels or ()))

    return await store_files(request, files, engine.settings.max_upload_bytes, add)


async def store_files(
    request: Request, files: Sequence[UploadFile], cap: int, add: Callable[[str, bytes], Awaitable[Json]]
) -> Response:
    """Add files of at most `cap` bytes; the response has the JSON of each, or its error.

    201 if all were added, 207 if some were, else the problem.
    """
    results: list[Json] = []
    errors: list[AskwellError] = []
    for file in files:
        try:
            name = checked_name(file, cap)
            results.append({"name": name, "document": await add(name, await file.read()), "error": None})
        except (BadInput, Conflict) as error:
            errors.append(error)
            error_json = problem_json(error.http_status, error.code, error.message, hint=error.hint)
            results.append({"name": base_name(file.filename or ""), "document": None, "error": error_json})
    if len(errors) == len(files):
        if len(errors) == 1:
            return error_problem(request, errors[0])
        first, errors_json = errors[0], tuple({"path": r["name"], "message": r["error"]} for r in results)
        return problem(request, first.http_status, first.code, "No file could be read.", hint="", errors=errors_json)
    return JsonResponse({"documents": results}, 207 if errors else 201)


@router.get(
    "/documents/{document_id}",
    responses=api.answers(api.DOCUMENT) | api.problems("document_not_found"),
    dependencies=[needs("ask")],
)
async def read_document(document_id: str, engine: EngineDep, principal: PrincipalDep) -> Json:
    """A document without its text."""
    document, _ = await engine.attachments.document(document_id, principal=principal)
    return document_json(document)


@router.get(
    "/documents/{document_id}/text",
    responses=api.answers(TEXT) | api.problems("document_not_found"),
    dependencies=[needs("ask")],
)
async def read_text(
    document_id: str,
    engine: EngineDep,
    principal: PrincipalDep,
    start: Annotated[int, Query(ge=0)] = 0,
    end: Annotated[int | None, Query(ge=0, description="At most 100,000 characters after the start.")] = None,
) -> Json:
    """Part of a document's extracted text. Offsets count characters, as in passages."""
    _, text = await engine.attachments.document(document_id, principal=principal)
    begin = min(start, len(text))
    stop = max(begin, min(len(text) if end is None else end, begin + TEXT_CHARS, len(text)))
    return {"document_id": document_id, "start": begin, "end": stop, "chars": len(text), "text": text[begin:stop]}


@router.delete(
    "/documents/{document_id}",
    status_code=204,
    responses=api.problems("document_not_found", "collection_kept"),
    dependencies=[needs("documents")],
)
async def remove_document(document_id: str, engine: EngineDep, principal: PrincipalDep) -> None:
    """Remove a document with its passages. An attachment is removed from its conversation instead."""
    document, _ = await engine.attachments.document(document_id, principal=principal)
    if document.collection.startswith(ATTACHED):
        raise Conflict(
            f"Document {document_id!r} is an attachment of a conversation",
            code="collection_kept",
            hint="Remove it with DELETE /v1/sessions/{session_id}/documents/{number}.",
        )
    refuse_mirrored(engine.assistants, document.collection)
    await engine.knowledge.remove(document_id)


@router.get(
    "/passages/{chunk_id}",
    responses=api.answers(api.PASSAGE | {"before": "Earlier text. ", "after": " Later text."})
    | api.problems("document_not_found"),
    dependencies=[needs("ask")],
)
async def read_passage(
    chunk_id: str,
    engine: EngineDep,
    principal: PrincipalDep,
    around: Annotated[int, Query(ge=0, le=10_000, description="Characters.")] = AROUND,
) -> Json:
    """A passage with the text before and after it in its document."""
    passage = await engine.attachments.passage(chunk_id, principal=principal)
    _, text = await engine.knowledge.document(passage.chunk.document_id)
    start, end = passage.chunk.start, passage.chunk.end
    shown = {"text": text[start:end], "before": text[max(0, start - around) : start], "after": text[end : end + around]}
    return passage_json(passage) | shown


def checked_name(file: UploadFile, cap: int) -> str:
    """The name to store an uploaded file under.

    Raises BadInput (`bad_name`, or `body_too_large` above `cap` bytes).
    """
    name = base_name(file.filename or "")
    if not name:
        raise BadInput(f"{file.filename!r} is not a file name", code="bad_name", hint="Give the file a name.")
    if (file.size or 0) > cap:
        raise BadInput(
            f"{name!r} is larger than {cap:,} bytes",
            code="body_too_large",
            hint="Split it, or raise `max_upload_bytes`.",
        )
    return name


def base_name(name: str) -> str:
    """An uploaded file name without folders and invisible characters; empty if nothing is left."""
    last = re.split(r"[/\\]", name)[-1]
    clean = UNPRINTABLE.sub("", last).strip()
    if len(clean) > NAME_CHARS:
        stem, dot, ending = clean.rpartition(".")
        clean = f"{stem[: NAME_CHARS - len(ending) - 1]}.{ending}" if dot and len(ending) < 16 else clean[:NAME_CHARS]
    return "" if clean.strip(".") == "" else clean
