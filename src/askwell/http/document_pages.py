"""Routes for the pages of documents: where words are on them, and their images."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from askwell.http import openapi as api
from askwell.http.deps import EngineDep, PrincipalDep
from askwell.http.documents import TEXT_CHARS
from askwell.http.security import needs
from askwell.projections import Json, boxes_json

router = APIRouter(prefix="/v1/documents/{document_id}", tags=["documents"], dependencies=[needs("ask")])

BOXES = {
    "document_id": api.DOCUMENT["id"],
    "pages": [{"page": 3, "width": 612.0, "height": 792.0, "boxes": [[108.0, 306.2, 504.3, 318.9]]}],
}
PNG = {"schema": {"type": "string", "format": "binary"}, "example": "the bytes of the image"}
IMAGE: dict[int | str, dict[str, Any]] = {
    200: {"description": "The page.", "content": {"image/png": PNG}},
    304: {"description": "The image of `If-None-Match` is still that of the page.", "content": {}},
}
PREFIX_CHARS = 32
"""Characters of the file's hash in an ETag."""


@router.get("/boxes", responses=api.answers(BOXES) | api.problems("document_not_found"))
async def read_boxes(
    document_id: str,
    engine: EngineDep,
    principal: PrincipalDep,
    start: Annotated[int, Query(ge=0, description="Offset in the document's text, as in passages.")],
    end: Annotated[int, Query(ge=0, description="At most 100,000 characters after the start.")],
) -> Json:
    """Where the words of a part of a document are on its pages: one box `[x0, y0, x1, y1]` for each line.

    Points of 1/72 inch from the top left corner of the page as its image shows it. `pages` is empty for formats without
    pages, and for documents that were added by an earlier version and not read again.
    """
    found = await engine.attachments.boxes(document_id, start, min(end, start + TEXT_CHARS), principal=principal)
    return {"document_id": document_id, "pages": boxes_json(found)}


@router.get(
    "/pages/{page}.png",
    response_class=Response,
    responses=IMAGE | api.problems("document_not_found", "page_not_found", "file_not_found"),
)
async def read_page(
    document_id: str,
    request: Request,
    engine: EngineDep,
    principal: PrincipalDep,
    page: Annotated[int, Path(ge=1, description="From 1.")],
) -> Response:
    """The image of a page of a PDF, with 144 pixels per inch and at most 2,400 pixels a side.

    404 if the file is not where it was added from, or has changed since.
    """
    tag = f'"{(await engine.attachments.page_hash(document_id, principal=principal))[:PREFIX_CHARS]}-{page}"'
    headers = {"etag": tag, "cache-control": "private, no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    image = await engine.attachments.page(document_id, page, principal=principal)
    return Response(image, media_type="image/png", headers=headers)
