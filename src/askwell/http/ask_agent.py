"""The route of an agent for research papers: a question, with or without a session, and how it was answered."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import ConfigDict, Field, StringConstraints

from askwell.http import openapi as api
from askwell.http.bodies import Body
from askwell.http.deps import EngineDep, LanguageDep, PrincipalDep, require_documents
from askwell.http.security import needs
from askwell.http.turns import ASKING, create_if_missing
from askwell.projections import Json, agent_json, agent_session_id
from askwell.types import TurnOptions

router = APIRouter(tags=["compatible"], dependencies=[needs("ask")])

SHOWN = {
    "query": "And how many parameters does it train?",
    "answer": "LoRA trains 10,000 times fewer parameters than full fine-tuning of GPT-3. [2106.09685]",
    "sources": [
        {
            "number": 1,
            "arxiv_id": "2106.09685",
            "title": "LoRA: Low-Rank Adaptation of Large Language Models",
            "url": "https://arxiv.org/abs/2106.09685",
            "document": "lora.md",
            "chunk_text": "LoRA trains 10,000 times fewer parameters than full fine-tuning of GPT-3.",
        }
    ],
    "guardrail_score": 97,
    "retrieval_attempts": 1,
    "rewritten_query": "How many parameters does LoRA train?",
    "reasoning_steps": ["search: like what its documents are about", "Generated answer with conversation context"],
    "provider": "askwell",
    "model": "rules",
    "session_id": "reading-group",
    "turn_number": 2,
}


class AgentQuestion(Body):
    """A question, and the session that it continues."""

    model_config = ConfigDict(
        frozen=True,
        extra="ignore",
        json_schema_extra={
            "examples": [
                {"query": "What is LoRA?"},
                {"query": "And how many parameters does it train?", "session_id": "reading-group"},
            ]
        },
    )
    query: str
    session_id: Annotated[str, StringConstraints(min_length=1, max_length=255)] | None = Field(
        None, description="Any text. A session that does not exist is created. Null: nothing is recalled or stored."
    )
    conversation_window: int = Field(5, ge=1, le=10, description="Number of recent turns that are recalled.")


@router.post(
    "/ask-agent",
    responses=api.answers(SHOWN)
    | api.problems(*ASKING, "documents_not_ready", "assistant_not_found", "empty_question", "question_too_long"),
)
async def ask_agent(body: AgentQuestion, engine: EngineDep, principal: PrincipalDep, language: LanguageDep) -> Json:
    """Ask the assistant of the setting `agent_assistant`. Turns of a session count from 1; 0 is one without a session.

    A question that is declined is a turn too. Every turn has the score of the guard: what the guard need not judge,
    such as thanks or "shorter", has 100.
    """
    assistant = engine.settings.agent_assistant
    session = None if body.session_id is None else agent_session_id(body.session_id, principal)
    if session is not None:
        await create_if_missing(engine, principal, session, assistant)
        assistant = (await engine.store.sessions.get(principal, session)).assistant
    await require_documents(engine, assistant)
    options = TurnOptions(window_turns=body.conversation_window)
    answer = await engine.ask(body.query, session=session, assistant=assistant, principal=principal, options=options)
    return agent_json(answer, body.query, language) | {
        "session_id": body.session_id,
        "turn_number": answer.turn_number or 0,
    }
