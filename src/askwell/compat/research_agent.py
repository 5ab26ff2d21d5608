"""Prompts, history and stored turns with the interface of an agent for research papers.

They hold no data of their own: a conversation is a session of the engine. Where that interface has faults, they are
left out: turns count from 1 without a gap, a message cannot forge another one, and a cut marks itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, Self, TypedDict, cast

from askwell.engine import Engine
from askwell.errors import Conflict, NotFound
from askwell.projections import Json, agent_json, agent_session_id
from askwell.types import Decision, Principal, Turn

MAX_CHARS = 500
"""Characters of a message in a prompt."""
DEFAULT_TURNS = 3

ANSWER_SYSTEM_PROMPT = """You are a research assistant specialising in AI and machine learning papers.
Answer from the provided context only. Cite sources as [arxiv_id].
Be precise, technical and conversational."""

OUT_OF_SCOPE_SYSTEM_PROMPT = """You are a research assistant for AI and machine learning papers.
The user's query is outside your scope. Explain what you specialise in, and suggest how the query could be rephrased to
fit. Write two or three sentences, professional and without apologising at length."""

_RECORD = "record"
"""Step of the decision that keeps what a saved turn has and a turn of the engine has not."""


class ConversationMessage(TypedDict):
    """One message of a conversation."""

    role: Literal["user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class TurnData:
    """A question and its answer, as they are saved."""

    user_query: str
    agent_response: str
    provider: str
    model: str
    guardrail_score: int | None = None
    """0 to 100."""
    retrieval_attempts: int = 1
    rewritten_query: str | None = None
    sources: Sequence[Json] | None = None
    reasoning_steps: Sequence[str] | None = None


@dataclass(frozen=True, slots=True)
class ConversationTurn:
    """A stored turn, whichever interface it was asked through."""

    turn_number: int
    """From 1, without gaps."""
    data: TurnData
    created_at: datetime

    @property
    def messages(self) -> list[ConversationMessage]:
        """The question and the answer."""
        return [
            {"role": "user", "content": self.data.user_query},
            {"role": "assistant", "content": self.data.agent_response},
        ]


class ConversationFormatter:
    """History for a prompt; `max_turns` is at least 1."""

    def __init__(self, max_turns: int = DEFAULT_TURNS) -> None:
        self.max_turns = max(1, max_turns)

    def format_for_prompt(self, history: Sequence[ConversationMessage]) -> str:
        """The last `max_turns` turns, a line for each message; empty without history.

        A message is one line of at most 500 characters, so that none can look like two. A longer one ends with "…".
        """
        recent = history[-2 * self.max_turns :]
        named = {"user": "User", "assistant": "Assistant"}
        lines = [f"{named[message['role']]}: {_line(message['content'])}" for message in recent]
        return "\n".join(["Previous conversation:", *lines]) if lines else ""

    def as_messages(self, history: Sequence[ConversationMessage]) -> list[ConversationMessage]:
        """All messages, as copies."""
        return [{"role": message["role"], "content": message["content"]} for message in history]


class PromptBuilder:
    """A prompt from parts in the order of the calls; a part without content leaves nothing."""

    def __init__(self, system_base: str) -> None:
        self._system = system_base
        self._parts: list[str] = []

    def with_conversation(self, formatter: ConversationFormatter, history: Sequence[ConversationMessage]) -> Self:
        """The recent history."""
        return self._with(formatter.format_for_prompt(history))

    def with_retrieval_context(self, chunks: Sequence[Mapping[str, str]]) -> Self:
        """Passages: of each `arxiv_id`, `title` and `chunk_text`."""
        passages = [f"[{each['arxiv_id']}] {each['title']}\n{each['chunk_text']}" for each in chunks]
        return self._with("Retrieved context:\n" + "\n\n".join(passages) if passages else "")

    def with_tool_results(self, results: Sequence[Mapping[str, object]]) -> Self:
        """Results of tools: of each `tool` and `output`."""
        lines = [f"- {each['tool']}: {each['output']}" for each in results]
        return self._with("\n".join(["Tool results:", *lines]) if lines else "")

    def with_query(self, query: str, label: str = "Question") -> Self:
        """The question."""
        return self._with(f"{label}: {query}")

    def with_note(self, note: str) -> Self:
        """A note, such as the score of the guard."""
        return self._with(f"Note: {note}")

    def build(self) -> tuple[str, str]:
        """The system prompt and the user prompt; the parts of the latter have a blank line between them."""
        return self._system, "\n\n".join(self._parts)

    def _with(self, part: str) -> Self:
        if part:
            self._parts.append(part)
        return self


class ConversationRepository:
    """The sessions of one principal with one assistant, by ids that the caller chooses: any texts."""

    def __init__(self, engine: Engine, assistant: str = "papers", *, principal: Principal | None = None) -> None:
        self._engine = engine
        self._assistant = assistant
        self._principal = principal or Principal()

    async def get_or_create(self, session_id: str) -> str:
        """Create the session unless it exists; returns the id by which the engine has it (`agent_session_id`).

        Raises NotFound (`assistant_not_found`, or `session_not_found` if it is another principal's).
        """
        session_id = agent_session_id(session_id, self._principal)
        try:
            return (await self._engine.store.sessions.get(self._principal, session_id)).id
        except NotFound:
            pass
        try:
            await self._engine.create_session(self._assistant, principal=self._principal, session_id=session_id)
        except Conflict as error:
            if error.code != "session_exists":
                raise
        return (await self._engine.store.sessions.get(self._principal, session_id)).id

    async def get_history(self, session_id: str, limit: int = 5) -> list[ConversationTurn]:
        """The last `limit` turns in order; none of an unknown session."""
        session_id = agent_session_id(session_id, self._principal)
        try:
            session = await self._engine.store.sessions.get(self._principal, session_id)
        except NotFound:
            return []
        turns = self._engine.store.turns
        recalled = await turns.recall(self._principal, session_id, before=session.head + 1, window_turns=max(1, limit))
        return [_conversation_turn(turn) for turn in recalled.turns]

    async def save_turn(self, session_id: str, turn: TurnData) -> ConversationTurn:
        """Store a turn that was answered elsewhere, in a session that is created if it does not exist.

        Raises Conflict (`session_busy`) while a turn of the session runs.
        """
        session_id = await self.get_or_create(session_id)
        turns = self._engine.store.turns
        begun = await turns.begin(self._principal, session_id, turn.user_query)
        kept = Decision(
            _RECORD,
            choice=turn.provider,
            reason="; ".join(turn.reasoning_steps or ()),
            detail={
                "guardrail_score": turn.guardrail_score,
                "retrieval_attempts": turn.retrieval_attempts,
                "sources": list(turn.sources or ()),
                "reasoning_steps": list(turn.reasoning_steps or ()),
            },
        )
        finished = replace(
            begun.turn,
            status="completed",
            outcome="answered",
            answer=turn.agent_response,
            standalone_question=turn.rewritten_query or turn.user_query,
            model=turn.model,
            decisions=(kept,),
        )
        return _conversation_turn(await turns.finish(begun, finished))

    async def delete(self, session_id: str) -> bool:
        """Delete the session with its turns; False if there is none."""
        session_id = agent_session_id(session_id, self._principal)
        try:
            await self._engine.delete_session(session_id, principal=self._principal)
        except NotFound:
            return False
        return True


def _conversation_turn(turn: Turn) -> ConversationTurn:
    result = agent_json(turn, turn.question)
    found = [each for each in turn.decisions if each.step == _RECORD]
    detail = found[0].detail if found else {}
    data = TurnData(
        user_query=turn.question,
        agent_response=cast("str", result["answer"]),
        provider=found[0].choice if found else cast("str", result["provider"]),
        model=cast("str", result["model"]),
        guardrail_score=cast("int | None", (detail or result)["guardrail_score"]),
        retrieval_attempts=cast("int", (detail or result)["retrieval_attempts"]),
        rewritten_query=cast("str | None", result["rewritten_query"]),
        sources=cast("list[Json]", (detail or result)["sources"]),
        reasoning_steps=cast("list[str]", (detail or result)["reasoning_steps"]),
    )
    return ConversationTurn(turn.number, data, turn.created_at)


def _line(text: str) -> str:
    """A text on one line, cut at `MAX_CHARS` characters."""
    line = " ".join(text.split())
    return line if len(line) <= MAX_CHARS else f"{line[: MAX_CHARS - 1]}…"
