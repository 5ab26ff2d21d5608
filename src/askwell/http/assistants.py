"""Routes for assistants, collections, search without an answer, and the settings in force."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import SecretStr

from askwell.assistant import Assistant, Name
from askwell.errors import BadInput
from askwell.http import openapi as api
from askwell.http.deps import EngineDep
from askwell.http.security import needs
from askwell.projections import Json, passage_json
from askwell.text.secrets import hide_secrets
from askwell.types import SearchQuery

router = APIRouter(prefix="/v1", tags=["assistants"])


@router.get(
    "/assistants",
    responses=api.answers({"assistants": [api.ASSISTANT], "model": ""}) | api.problems(),
    dependencies=[needs("ask")],
)
async def list_assistants(engine: EngineDep) -> Json:
    """The assistants, and the name of the chat model; empty without one."""
    shown = [assistant_json(assistant) for _, assistant in sorted(engine.assistants.items())]
    return {"assistants": shown, "model": engine.model_name}


@router.get(
    "/collections",
    responses=api.answers({"collections": [{"name": "papers", "documents": 20}]}) | api.problems(),
    dependencies=[needs("ask")],
)
async def list_collections(engine: EngineDep) -> Json:
    """The collections with their number of documents."""
    counts = await engine.knowledge.collections()
    return {"collections": [{"name": name, "documents": count} for name, count in sorted(counts.items())]}


@router.get(
    "/search",
    responses=api.answers({"passages": [api.PASSAGE]})
    | api.problems("assistant_not_found", "empty_question", "model_not_pulled", "broken_weights", "index_damaged"),
    dependencies=[needs("ask")],
)
async def search(
    engine: EngineDep,
    q: Annotated[str, Query(max_length=4_000, description="What to look for.")],
    assistant: Annotated[str, Query(max_length=64, description="Search the collections of this assistant.")] = "",
    collection: Annotated[Name | None, Query(description="Or search this collection.")] = None,
    k: Annotated[int, Query(ge=1, le=200, description="Passages at most.")] = 10,
) -> Json:
    """Passages for a question, best first. No answer is written, and nothing is stored."""
    if not q.strip():
        raise BadInput("The question is empty.", code="empty_question", hint="Give `q`.")
    if assistant and collection:
        raise BadInput(
            f"Both `assistant` {assistant!r} and `collection` {collection!r} are given", hint="Give one of them."
        )
    if collection:
        query = SearchQuery((q,), (collection,), k=k)
    else:
        definition = engine.assistant(assistant or "documents")
        language = definition.languages[0]
        query = SearchQuery((q,), definition.collections, definition.knowledge.labels, k=k, language=language)
    return {"passages": [passage_json(passage) for passage in await engine.knowledge.search(query)]}


@router.get(
    "/config",
    responses=api.answers({"settings": {"port": 8420, "token": "not set"}}) | api.problems(),
    dependencies=[needs("admin")],
)
async def config(engine: EngineDep) -> Json:
    """The settings in force. Of a secret only whether it is set."""
    values = {name: getattr(engine.settings, name) for name in type(engine.settings).model_fields}
    return {"settings": {name: shown(value) for name, value in values.items()}}


def assistant_json(assistant: Assistant) -> Json:
    """The public description of an assistant."""
    return {
        "name": assistant.name,
        "title": assistant.title,
        "description": assistant.description,
        "languages": list(assistant.languages),
        "starters": list(assistant.starters),
        "collections": list(assistant.collections),
    }


def shown(value: object) -> object:
    """A setting's value without secrets: passwords inside URLs are masked."""
    if isinstance(value, SecretStr):
        return "set" if value.get_secret_value() else "not set"
    if isinstance(value, bool | int | float):
        return value
    return hide_secrets(str(value))
