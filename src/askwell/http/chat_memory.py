"""The chat route with memory of another system: opens a session if none is given, and returns the sources used."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import ConfigDict, Field, StrictBool, StringConstraints

from askwell.http import openapi as api
from askwell.http.bodies import Body
from askwell.http.deps import EngineDep, PrincipalDep, assistant_marks, require_documents
from askwell.http.security import needs
from askwell.http.turns import ASKING
from askwell.pipeline.screen import check_options, check_question
from askwell.projections import Json, shown, source_json
from askwell.types import Answer, TurnOptions

router = APIRouter(tags=["compatible"], dependencies=[needs("ask")])

UserField = Annotated[str, StringConstraints(max_length=200)]

SHOWN = {
    "answer": api.ANSWER["answer"],
    "knowledge_sources": [api.SOURCE],
    "session_id": api.SESSION["id"],
    "exchange_id": "019a9d4e-0000-7c3e-9d57-000000000003",
    "turn_number": 2,
    "standalone_question": api.ANSWER["standalone_question"],
    "kind": "follow_up",
    "ending": "answered",
    "language": "nl",
    "model": "",
    "warnings": [],
}


class UserContext(Body):
    """The user: sets the tone if a model writes. It is never an instruction and is not stored."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    role: UserField = ""
    organization: UserField = ""

    @property
    def details(self) -> tuple[tuple[str, str], ...]:
        """The given fields, as pairs of name and value."""
        return tuple(
            (name, value) for name, value in (("role", self.role), ("organization", self.organization)) if value
        )


class MemoryQuestion(Body):
    """A message in a session, or in a new one."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "message": "Wat zijn de AVG-eisen voor een chatbot?",
                    "session_id": None,
                    "user_context": {"role": "beleidsmedewerker", "organization": "Gemeente"},
                    "use_memory": True,
                },
                {"message": "Wat hadden we eerder besproken?", "session_id": api.SESSION["id"]},
            ]
        },
    )
    message: str
    session_id: Annotated[str, StringConstraints(max_length=255)] | None = Field(
        None, description="Null or empty creates a session; the answer contains its id."
    )
    user_context: UserContext | None = Field(None, description="The user, for the tone.")
    use_memory: StrictBool = Field(True, description="False: nothing is recalled or stored, and no session is created.")
    assistant: str | None = Field(
        None, max_length=64, description="The assistant of a new session; null uses the setting `memory_assistant`."
    )


@router.post(
    "/api/chat/memory",
    responses=api.answers(SHOWN)
    | api.problems(*ASKING, "documents_not_ready", "assistant_not_found", "empty_question", "question_too_long"),
)
async def chat_with_memory(body: MemoryQuestion, engine: EngineDep, principal: PrincipalDep) -> Json:
    """Ask in a session; without one, a session is created. The answer has its sources and the session's id."""
    session_id, assistant = body.session_id or None, body.assistant or engine.settings.memory_assistant
    if session_id is not None:
        assistant = (await engine.store.sessions.get(principal, session_id)).assistant
    options = TurnOptions(
        use_memory=body.use_memory,
        store=body.use_memory,
        about_user=body.user_context.details if body.user_context else (),
    )
    # A question that is refused must leave no session.
    check_question(body.message, engine.assistant(assistant))
    check_options(options)
    await require_documents(engine, assistant)
    if session_id is None and body.use_memory:
        session_id = (await engine.create_session(assistant, principal=principal)).id
    answer = await engine.ask(
        body.message, session=session_id, assistant=assistant, principal=principal, options=options
    )
    return _structured(shown(answer, assistant_marks(engine, assistant)), session_id)


def _structured(answer: Answer, session_id: str | None) -> Json:
    return {
        "answer": answer.answer,
        "knowledge_sources": [source_json(source) for source in answer.sources],
        "session_id": session_id,
        "exchange_id": answer.turn_id,
        "turn_number": answer.turn_number,
        "standalone_question": answer.standalone_question,
        "kind": answer.kind,
        "ending": answer.outcome,
        "language": answer.language,
        "model": answer.model,
        "warnings": list(answer.warnings),
    }
