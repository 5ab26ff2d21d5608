"""All data of a person as one JSON object, written piece by piece."""

import json
from base64 import b64encode
from collections.abc import AsyncIterator, Iterable

from askwell.composition.container import Container
from askwell.errors import NotFound
from askwell.ports import Store
from askwell.projections import (
    Json,
    api_key_json,
    attachment_json,
    carried_json,
    session_json,
    time_json,
    turn_json,
    write_call_json,
)
from askwell.types import Attachment, Principal, Session

FORMAT = 1
"""Version of the format."""
SESSIONS = 200
TURNS = 50
"""Conversations and turns that are read at a time."""


async def export_subject(container: Container, shown: Store, principal: Principal) -> AsyncIterator[str]:
    """The pieces of the object; memory is bounded by the largest document. `shown` has texts as their owner reads them.

    `conversations` (each with `session`, `memory`, `placeholders`, `calls`, `turns` of all branches with feedback, and
    `attachments` with their text, and their bytes in Base64 if these are kept), then `api_keys` without secrets. What
    is removed while the export is written is left out. Raises StorageFailed.
    """
    subject = {"tenant": principal.tenant, "user": principal.user}
    head = {"format": FORMAT, "subject": subject, "exported_at": time_json(container.clock.now())}
    yield _text(head)[:-1] + ', "conversations": ['
    comma = "\n"
    for session_id in await _session_ids(shown, principal):
        try:
            memory = carried_json(await shown.memory.carried(principal, session_id))
            session = await shown.sessions.get(principal, session_id)
        except NotFound:
            continue
        values = await container.personal.values_of(principal, session_id)
        calls = await _calls(container, principal, session_id)
        about = {"session": session_json(session), "memory": memory, "placeholders": dict(values), "calls": calls}
        yield comma + _text(about)[:-1]
        comma = ",\n"
        async for piece in _turns(shown, principal, session):
            yield piece
        async for piece in _attachments(container, principal, session):
            yield piece
        yield "}"
    keys = await container.access.keys.all() if container.access is not None else []
    now = container.clock.now()
    yield '\n], "api_keys": ' + _texts(api_key_json(each, now) for each in keys if each.principal == principal) + "}\n"


async def _calls(container: Container, principal: Principal, session_id: str) -> list[Json]:
    if container.write_calls is None:
        return []
    return [write_call_json(each) for each in await container.write_calls.of_session(principal, session_id)]


async def _session_ids(shown: Store, principal: Principal) -> list[str]:
    """All at once: a page begins after the last conversation of the one before, which may be removed meanwhile."""
    found: list[str] = []
    while page := await shown.sessions.page(principal, limit=SESSIONS, before=found[-1] if found else ""):
        found += [each.id for each in page]
    return found


async def _turns(shown: Store, principal: Principal, session: Session) -> AsyncIterator[str]:
    yield ', "turns": ['
    last, comma = 0, "\n"
    try:
        while page := await shown.turns.page(principal, session.id, after=last, limit=TURNS, every_branch=True):
            for turn in page:
                yield comma + _text(turn_json(turn))
                comma = ",\n"
            last = page[-1].number
    except NotFound:  # the conversation has been removed
        pass
    yield "]"


async def _attachments(container: Container, principal: Principal, session: Session) -> AsyncIterator[str]:
    yield ', "attachments": ['
    port = container.attachments
    known = await port.of(principal, session.id) if port is not None else ()
    show = await container.personal.show_of(principal, session.id)
    for comma, each in zip(["\n", *[",\n"] * len(known)], known, strict=False):
        removed = None if each.removed_at is None else time_json(each.removed_at)
        about = attachment_json(show(each)) | {"removed_at": removed}
        yield comma + _text(about | {"text": show(await _document_text(container, each))})[:-1]
        async for piece in _bytes(container, each):
            yield piece
        yield "}"
    yield "]"


async def _document_text(container: Container, attachment: Attachment) -> str | None:
    if attachment.is_removed or not attachment.document_id:
        return None
    try:
        return (await container.knowledge.document(attachment.document_id))[1]
    except NotFound:
        return None


async def _bytes(container: Container, attachment: Attachment) -> AsyncIterator[str]:
    """The bytes of a file, null if they are not kept. Base64 of pieces is that of the whole."""
    opening = ', "data": "'
    if not attachment.is_removed and container.attachments is not None:
        async for piece in container.attachments.data(attachment):
            yield opening + b64encode(piece).decode()
            opening = ""
    yield '"' if not opening else ', "data": null'


def _text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=True)


def _texts(values: Iterable[Json]) -> str:
    return "[" + ",\n".join(map(_text, values)) + "]"
