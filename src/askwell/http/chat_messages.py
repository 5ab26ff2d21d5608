"""A chat with a list of messages and ids of attachments, as another system's clients send it.

Only the last message of the user is asked. In a session that exists, earlier turns are those of the store, and earlier
messages in the request are not used. In a new session they become its first turns, so that a client that keeps the
conversation itself is understood too.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Self

from fastapi import Header
from fastapi.responses import Response
from pydantic import ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from askwell.engine import Engine
from askwell.errors import BadInput, Conflict, NotFound
from askwell.events import Done, Event, Failed, Place, Token
from askwell.http import openapi as api
from askwell.http import sse
from askwell.http.bodies import Body, SessionId, one_session_id
from askwell.http.deps import require_documents
from askwell.http.encoding import JsonResponse, json_line
from askwell.pipeline.screen import check_question
from askwell.projections import Json, composition_score, event_json, shown, source_json, time_json
from askwell.runtime.run import Run
from askwell.stores.exchange.importers import read_conversations
from askwell.types import Answer, Attachment, Language, Ledger, MarkStyle, Principal, Session, Turn

SESSION_HEADER = "X-Session-ID"
ATTACHMENTS_S = 60.0
"""Maximum wait for attachments that a question names to be read, seconds."""

SHOWN: dict[str, Any] = {
    "messages": [
        {"role": "user", "content": "And in 2024?"},
        {"role": "assistant", "content": "The maximum was 1,550.42 euros in 2024. [1]"},
    ],
    "response": "The maximum was 1,550.42 euros in 2024. [1]",
    "session_id": api.SESSION["id"],
    "turn_number": 2,
    "sources": [api.SOURCE],
    "action": "search",
    "query_composition": "pure_kb",
    "composition_confidence": 1.0,
    "context_metadata": {
        "source_distribution": {"collections": 1.0},
        "token_count": 1459,
        "quality_score": 1.0,
        "truncation_applied": False,
    },
    "warnings": [],
}
HISTORY: dict[str, Any] = {
    "history": [
        {
            "session_id": api.SESSION["id"],
            "turn_number": 2,
            "user_query": "And in 2024?",
            "ai_response": SHOWN["response"],
            "status": "completed",
            "action": "search",
            "query_composition": "pure_kb",
            "composition_confidence": 1.0,
            "context_metadata": SHOWN["context_metadata"],
            "model": "",
            "cost": 0.0,
            "created_at": api.TIME,
        }
    ],
    "next": None,
}
STREAMED: api.Responses = {
    200: {
        "description": "Pieces of the answer; the last has `done: true` and all fields of the answer, or `error`.",
        "content": {"text/event-stream": {"example": 'data: {"content": "The maximum", "done": false}\n\n'}},
    }
}

SessionHeader = Annotated[
    SessionId | None, Header(alias=SESSION_HEADER, description="The session, unless the body names it.")
]


class ChatMessage(Body):
    """One message of a conversation."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    role: Literal["user", "assistant", "system"] = Field(description="`system` is not used: no client gives orders.")
    content: str


class ChatMessages(Body):
    """The messages of a conversation; the last one of the user is the question."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"messages": [{"role": "user", "content": "What is the maximum per month?"}]},
                {
                    "messages": [{"role": "user", "content": "When does the contract end?"}],
                    "attachment_ids": ["019a9d4e-0000-7c3e-9d57-000000000004"],
                    "session_id": api.SESSION["id"],
                },
            ]
        },
    )
    messages: tuple[ChatMessage, ...] = Field(max_length=2_000)
    attachment_ids: tuple[Annotated[str, Field(max_length=64)] | Annotated[int, Field(strict=True)], ...] | None = (
        Field(None, max_length=100, description="Files of the session, by `id`, `document_id` or `number`.")
    )
    session_id: SessionId | None = Field(
        None, description="Also thread_id or conversation_id. An unknown one is created; null creates a new one."
    )

    @model_validator(mode="before")
    @classmethod
    def _fold_aliases(cls, body: Any) -> Any:
        return one_session_id(body)

    @model_validator(mode="after")
    def _needs_a_question(self) -> Self:
        if not self.messages:
            raise PydanticCustomError("no_messages", "There are no messages; send at least the user's question")
        if not any(each.role == "user" for each in self.messages):
            raise PydanticCustomError("no_user_message", "No message is the user's; the last one of them is asked")
        return self

    @property
    def asked_at(self) -> int:
        """Index of the message that is asked."""
        return max(index for index, each in enumerate(self.messages) if each.role == "user")


async def start_chat(body: ChatMessages, header: str | None, engine: Engine, principal: Principal, key: str) -> Run:
    """Start the turn of the last question, in the session of body or header, else in a new one.

    Raises BadInput (`session_ids_differ`), NotFound (`session_not_found` for another user's session,
    `attachment_not_found`), NotReady, and what `Engine.start` raises. A refused question leaves no session.
    """
    if body.session_id and header and body.session_id != header:
        raise BadInput(
            f"The body names session {body.session_id!r}, the header {SESSION_HEADER} {header!r}",
            code="session_ids_differ",
            hint="Send one of them.",
        )
    named, question = body.session_id or header, body.messages[body.asked_at].content
    found = None if named is None else await _found(named, engine, principal)
    assistant = engine.settings.chat_assistant if found is None else found.assistant
    # A question that is refused must leave no conversation.
    check_question(question, engine.assistant(assistant))
    await require_documents(engine, assistant)
    session = await _opened(body, named, engine, principal) if found is None else found.id
    if body.attachment_ids:
        await _attach(body.attachment_ids, session, engine, principal)
    return await engine.start(question, session=session, principal=principal, key=key)


async def whole_reply(run: Run, body: ChatMessages, marks: MarkStyle) -> Response:
    """The whole answer as one response. Raises the error of a failed turn."""
    answer = shown(await run.answer(), marks)
    return JsonResponse(_chat_json(answer, body), headers={SESSION_HEADER: str(answer.session_id)})


def stream_reply(run: Run, body: ChatMessages, language: Language, marks: MarkStyle) -> Response:
    """Frames `data: {"content", "done"}`, one for each piece of the answer; the last has all of it, or the error."""

    def framed(_: Place, event: Event, language: Language) -> bytes:
        match event:
            case Token():
                return _data({"content": event.text, "done": False})
            case Done():
                return _data({"content": "", "done": True} | _chat_json(event.answer, body))
            case Failed():
                return _data({"content": "", "done": True, "error": event_json(event, language)})
            case _:
                return b""

    headers = {SESSION_HEADER: str(run.session_id)}
    return sse.stream(run.placed_events(), language, marks, framed=framed, headers=headers)


def _data(value: Json) -> bytes:
    return f"data: {json_line(value)}\n\n".encode()


def _chat_json(answer: Answer, body: ChatMessages) -> Json:
    """The messages of the request with the answer after them, and what the answer is made from."""
    sent = [{"role": each.role, "content": each.content} for each in body.messages[: body.asked_at + 1]]
    return {
        "messages": [*sent, {"role": "assistant", "content": answer.answer}],
        "response": answer.answer,
        "session_id": answer.session_id,
        "turn_number": answer.turn_number,
        "sources": [source_json(source) for source in answer.sources],
        **_classified_json(answer),
        "warnings": list(answer.warnings),
    }


def _classified_json(result: Answer | Turn) -> Json:
    """What was done with the question, and what its prompt was filled from."""
    return {
        "action": result.route,
        "query_composition": result.ledger.composition if result.ledger else None,
        "composition_confidence": composition_score(result.decisions),
        "context_metadata": _context_json(result.ledger),
    }


def _context_json(ledger: Ledger | None) -> Json | None:
    if ledger is None:
        return None
    return {
        "source_distribution": dict(ledger.distribution),
        "token_count": sum(ledger.tokens.values()),
        "quality_score": ledger.quality,
        "truncation_applied": ledger.is_truncated,
    }


def history_json(turn: Turn) -> Json:
    """A stored turn as an entry of the history."""
    return {
        "session_id": turn.session_id,
        "turn_number": turn.number,
        "user_query": turn.question,
        "ai_response": turn.answer,
        "status": turn.status,
        **_classified_json(turn),
        "model": turn.model,
        "cost": turn.usage.cost,
        "created_at": time_json(turn.created_at),
    }


async def _found(named: str, engine: Engine, principal: Principal) -> Session | None:
    with suppress(NotFound):
        return await engine.store.sessions.get(principal, named)
    return None


async def _opened(body: ChatMessages, named: str | None, engine: Engine, principal: Principal) -> str:
    """The id of a new session, with the earlier messages as its turns."""
    if body.attachment_ids:
        raise _no_attachment(body.attachment_ids[0])
    assistant = engine.settings.chat_assistant
    earlier = [each for each in body.messages[: body.asked_at] if each.role != "system"]
    try:
        if not earlier:
            created = await engine.create_session(assistant, principal=principal, session_id=named or "")
            return created.id
        written = {
            "session_id": named or engine.container.ids.new(),
            "messages": [each.model_dump() for each in earlier],
        }
        [found] = await asyncio.to_thread(read_conversations, written, assistant=assistant, at=datetime.now(UTC))
        return (await engine.store.sessions.restore(principal, found.session, found.turns, found.memory)).id
    except Conflict as error:
        if error.code != "session_exists" or named is None:
            raise
        # Another request created it in between, or it is another user's, who is not found.
        return (await engine.store.sessions.get(principal, named)).id


async def _attach(ids: Sequence[str | int], session: str, engine: Engine, principal: Principal) -> None:
    """Make these attachments of the session searched, and wait until they are read."""
    known = await engine.attachments.list(session, principal=principal)
    for each in [_named(named, known) for named in ids]:
        if not each.is_active or each.state == "failed":
            await engine.attachments.change(session, each.number, active=True, principal=principal)
    with suppress(TimeoutError):  # a warning of the turn says which are still unread
        async with asyncio.timeout(ATTACHMENTS_S):
            await engine.attachments.settled(session, principal=principal)


def _named(named: str | int, known: Sequence[Attachment]) -> Attachment:
    for each in known:
        if str(named) in {each.id, each.document_id, str(each.number)}:
            return each
    raise _no_attachment(named)


def _no_attachment(named: str | int) -> NotFound:
    return NotFound(
        f"The conversation has no attachment {named!r}", code="attachment_not_found", hint="List the attachments."
    )
