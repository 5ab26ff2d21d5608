"""Documents, attachments, passages and places on pages as JSON."""

from collections.abc import Sequence

from askwell.projections.common import Json, time_json
from askwell.prompts import trust_of
from askwell.types import Attachment, Document, PageBoxes, Passage


def passage_json(passage: Passage) -> Json:
    """A passage found by a search."""
    chunk = passage.chunk
    return {
        "chunk_id": chunk.id,
        "document_id": chunk.document_id,
        "document": passage.document_name,
        "title": passage.title,
        "url": passage.url,
        "date": passage.date,
        "collection": passage.collection,
        "origin": "attachment" if passage.is_attached else "collection",
        "trust": trust_of(chunk.text),
        "labels": list(passage.labels),
        "language": passage.language,
        "text": chunk.text,
        "headings": list(chunk.headings),
        "page": chunk.page,
        "start": chunk.start,
        "end": chunk.end,
        "score": passage.score,
        "scores": dict(passage.scores),
    }


def boxes_json(pages: Sequence[PageBoxes]) -> list[Json]:
    """Where words are on pages; a box is `[x0, y0, x1, y1]`."""
    return [
        {
            "page": each.page,
            "width": each.width,
            "height": each.height,
            "boxes": [[box.x0, box.y0, box.x1, box.y1] for box in each.boxes],
        }
        for each in pages
    ]


def attachment_json(attachment: Attachment) -> Json:
    """A file of a conversation; `error` is null unless it failed."""
    error: Json | None = None
    if attachment.state == "failed":
        error = {"code": attachment.error_code, "detail": attachment.error, "hint": attachment.hint}
    return {
        "id": attachment.id,
        "number": attachment.number,
        "name": attachment.name,
        "media_type": attachment.media_type,
        "size": attachment.size,
        "content_hash": attachment.content_hash,
        "state": attachment.state,
        "error": error,
        "active": attachment.is_active,
        "only": attachment.is_only,
        "document_id": attachment.document_id or None,
        "added_at": time_json(attachment.added_at),
    }


def document_json(document: Document) -> Json:
    """A document without its text."""
    return {
        "id": document.id,
        "collection": document.collection,
        "name": document.name,
        "title": document.title,
        "url": document.url,
        "date": document.date,
        "origin": document.origin,
        "labels": list(document.labels),
        "media_type": document.media_type,
        "language": document.language,
        "content_hash": document.content_hash,
        "chars": document.chars,
        "chunks": document.chunks,
        "added_at": time_json(document.added_at),
    }
