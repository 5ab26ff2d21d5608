"""The chat route of another system: a question in an existing session, and the answer as one text."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import ConfigDict, StringConstraints

from askwell.http import openapi as api
from askwell.http.bodies import Body
from askwell.http.deps import EngineDep, PrincipalDep, assistant_marks, require_documents
from askwell.http.security import needs
from askwell.http.turns import ASKING
from askwell.projections import Json, shown, source_json

router = APIRouter(tags=["compatible"], dependencies=[needs("ask")])

SHOWN = {"response": api.ANSWER["answer"], "session_id": api.SESSION["id"], "sources": [api.SOURCE]}


class ChatQuestion(Body):
    """A question and its session."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"query": "Tell me more about that one", "session_id": api.SESSION["id"]}]},
    )
    query: str
    session_id: Annotated[str, StringConstraints(min_length=1, max_length=255)]


@router.post(
    "/chat",
    responses=api.answers(SHOWN) | api.problems(*ASKING, "documents_not_ready", "empty_question", "question_too_long"),
)
async def chat(body: ChatQuestion, engine: EngineDep, principal: PrincipalDep) -> Json:
    """Ask in a session. The engine stores the question and its answer as one turn; the route stores nothing."""
    assistant = (await engine.store.sessions.get(principal, body.session_id)).assistant
    await require_documents(engine, assistant)
    stored = await engine.ask(body.query, session=body.session_id, principal=principal)
    answer = shown(stored, assistant_marks(engine, assistant))
    return {
        "response": answer.answer,
        "session_id": answer.session_id,
        "sources": [source_json(source) for source in answer.sources],
    }
