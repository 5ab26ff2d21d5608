"""Routes for the memory of a conversation: read, edit, delete."""

from typing import Annotated

from fastapi import APIRouter, Query

from askwell.http import openapi as api
from askwell.http.bodies import Wording
from askwell.http.deps import EngineDep, Limit, Number, PrincipalDep
from askwell.http.security import needs
from askwell.projections import Json, item_json, memory_json

router = APIRouter(prefix="/v1/sessions/{session_id}/memory", tags=["memory"], dependencies=[needs("memory")])


@router.get("", responses=api.answers(api.MEMORY) | api.problems("session_not_found"))
async def read_memory(
    *,
    session_id: str,
    engine: EngineDep,
    principal: PrincipalDep,
    below: Annotated[int, Query(ge=0, le=2**31 - 1, description="`next` of the previous page.")] = 0,
    limit: Limit = 50,
) -> Json:
    """Memory of the active branch: its summary, its items, and a page of topics, newest first."""
    memory = await engine.memory_of(session_id, principal=principal)
    found = await memory.read(below=below, limit=limit)
    return memory_json(found.memory, found.topics, found.below)


@router.delete("", status_code=204, responses=api.problems("session_not_found"))
async def forget_memory(session_id: str, engine: EngineDep, principal: PrincipalDep) -> None:
    """Delete the whole memory, on every branch. The turns stay, and are not learnt again."""
    await (await engine.memory_of(session_id, principal=principal)).forget()


@router.put("/summary", responses=api.answers(api.MEMORY) | api.problems("session_not_found", "text_too_long"))
async def word_summary(session_id: str, body: Wording, engine: EngineDep, principal: PrincipalDep) -> Json:
    """Replace the summary of the active branch by your text. It stays; later additions are appended."""
    memory = await engine.memory_of(session_id, principal=principal)
    await memory.word_summary(body.text)
    found = await memory.read()
    return memory_json(found.memory, found.topics, found.below)


@router.patch(
    "/items/{item_id}",
    responses=api.answers(api.ITEM)
    | api.problems("session_not_found", "memory_item_not_found", "empty_text", "text_too_long"),
)
async def word_item(session_id: str, item_id: str, body: Wording, engine: EngineDep, principal: PrincipalDep) -> Json:
    """Replace the text of an item. The summary is rendered again unless a person wrote it."""
    memory = await engine.memory_of(session_id, principal=principal)
    return item_json(await memory.word_item(item_id, body.text))


@router.delete(
    "/items/{item_id}", status_code=204, responses=api.problems("session_not_found", "memory_item_not_found")
)
async def forget_item(session_id: str, item_id: str, engine: EngineDep, principal: PrincipalDep) -> None:
    """Delete an item. The item that it superseded is in force again."""
    await (await engine.memory_of(session_id, principal=principal)).forget_item(item_id)


@router.delete(
    "/topics/{number}",
    status_code=204,
    responses=api.problems("session_not_found", "topic_not_found", "turn_not_found"),
)
async def forget_topic(session_id: str, number: Number, engine: EngineDep, principal: PrincipalDep) -> None:
    """Delete everything learnt from a turn. The turn stays, and is not learnt again."""
    await (await engine.memory_of(session_id, principal=principal)).forget_topic(number)
