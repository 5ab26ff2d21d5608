"""The chat routes of two other systems, by the body: a question in a session, or a list of messages."""

from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import ConfigDict, Discriminator, StringConstraints, Tag

from askwell.http import openapi as api
from askwell.http.bodies import Body, SessionId
from askwell.http.chat_messages import (
    HISTORY,
    STREAMED,
    ChatMessages,
    SessionHeader,
    history_json,
    start_chat,
    stream_reply,
    whole_reply,
)
from askwell.http.deps import (
    EngineDep,
    Key,
    LanguageDep,
    Limit,
    PrincipalDep,
    assistant_marks,
    require_documents,
    session_marks,
)
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


def _kind_of(body: object) -> str:
    return "<conversation>" if isinstance(body, dict) and "messages" in body else "<question>"


ChatBody = Annotated[
    Annotated[ChatQuestion, Tag("<question>")] | Annotated[ChatMessages, Tag("<conversation>")], Discriminator(_kind_of)
]
CODES = ("documents_not_ready", "assistant_not_found", "attachment_not_found", "attachment_failed")
"""Error codes besides those of every question."""


@router.post(
    "/chat",
    response_model=None,
    responses=api.answers(SHOWN) | api.problems(*ASKING, *CODES, "empty_question", "question_too_long"),
)
async def chat(
    *,
    body: ChatBody,
    engine: EngineDep,
    principal: PrincipalDep,
    key: Key = "",
    session: SessionHeader = None,
) -> Json | Response:
    """Ask in a session: a `query` in one that exists, or `messages`, which may also begin one.

    The engine stores the question and its answer as one turn; the route stores nothing else.
    """
    if isinstance(body, ChatMessages):
        run = await start_chat(body, session, engine, principal, key)
        return await whole_reply(run, body, assistant_marks(engine, run.assistant))
    assistant = (await engine.store.sessions.get(principal, body.session_id)).assistant
    await require_documents(engine, assistant)
    stored = await engine.ask(body.query, session=body.session_id, principal=principal)
    answer = shown(stored, assistant_marks(engine, assistant))
    return {
        "response": answer.answer,
        "session_id": answer.session_id,
        "sources": [source_json(source) for source in answer.sources],
    }


@router.post(
    "/chat/stream",
    response_model=None,
    responses=STREAMED | api.problems(*ASKING, *CODES, "empty_question", "question_too_long"),
)
async def chat_stream(
    *,
    body: ChatMessages,
    engine: EngineDep,
    principal: PrincipalDep,
    language: LanguageDep,
    key: Key = "",
    session: SessionHeader = None,
) -> Response:
    """Ask as with `POST /chat` and `messages`; the answer comes in pieces, as server-sent events without names."""
    run = await start_chat(body, session, engine, principal, key)
    return stream_reply(run, body, language, assistant_marks(engine, run.assistant))


@router.get("/chat/history", responses=api.answers(HISTORY) | api.problems("session_not_found"))
async def chat_history(
    *,
    session_id: SessionId,
    engine: EngineDep,
    principal: PrincipalDep,
    after: Annotated[int, Query(ge=0, le=2**31 - 1, description="`next` of the page before.")] = 0,
    limit: Limit = 50,
) -> Json:
    """The questions and answers of a session in order, with what each answer was made from."""
    found = await engine.store.turns.page(principal, session_id, after=after, limit=limit + 1)
    page = found[:limit]
    more = len(found) > limit
    marks = await session_marks(engine, principal, session_id)
    return {"history": [history_json(shown(turn, marks)) for turn in page], "next": page[-1].number if more else None}
