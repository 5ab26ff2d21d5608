"""Ask one assistant with or without a thread, with the interface of another system."""

import os
from collections.abc import Mapping
from typing import TypedDict

from askwell.engine import Engine
from askwell.errors import Conflict, NotFound
from askwell.projections import Json, source_json
from askwell.types import Answer, Principal, TurnOptions

MODE = "CONVERSATIONAL_MODE"
"""Environment variable that enables follow-ups with `true`, in any case."""


class ThreadedAnswer(TypedDict):
    """An answer in a thread."""

    answer: str
    sources: list[Json]
    thread_id: str | None
    """None if nothing is stored."""
    turn_count: int | None
    """Turns of the thread, including this one; None if nothing is stored."""
    reformulated_query: str | None
    """The resolved question; None if it equals the question as asked."""
    response_type: str
    """`information`, the name of another route such as `location`, `chat`, `asked`, `declined` or `not_found`."""


class ThreadedAssistant:
    """One assistant, asked with or without a thread.

    A thread is a session with an id chosen by the caller; it is created by the first question. With `conversational`
    off, a thread is still stored and counted, but each question is used as asked and nothing is recalled. None reads
    `CONVERSATIONAL_MODE` from the environment; the default is off.
    """

    def __init__(
        self,
        engine: Engine,
        assistant: str,
        *,
        conversational: bool | None = None,
        principal: Principal | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        engine.assistant(assistant)
        self._engine = engine
        self._assistant = assistant
        self._principal = principal or Principal()
        configured = (os.environ if environ is None else environ).get(MODE, "")
        self.conversational = configured.strip().lower() == "true" if conversational is None else conversational

    async def ask(self, question: str, thread_id: str | None = None) -> ThreadedAnswer:
        """The answer. Without a `thread_id` nothing is stored and no earlier turn is used.

        Raises what `Engine.ask` raises, BadInput (`bad_session_id`) for an invalid id, and Conflict
        (`thread_of_another_assistant`).
        """
        if thread_id is not None:
            await self._begin(thread_id)
        answer = await self._engine.ask(
            question,
            session=thread_id,
            assistant=self._assistant,
            principal=self._principal,
            options=TurnOptions(use_memory=self.conversational),
        )
        return threaded(question, answer)

    async def _begin(self, thread_id: str) -> None:
        """Create the thread's session if it does not exist; two first questions at once create it once."""
        try:
            session = await self._engine.store.sessions.get(self._principal, thread_id)
        except NotFound:
            try:
                await self._engine.create_session(self._assistant, principal=self._principal, session_id=thread_id)
            except Conflict as error:
                if error.code != "session_exists":
                    raise
            session = await self._engine.store.sessions.get(self._principal, thread_id)
        if session.assistant != self._assistant:
            raise Conflict(
                f"Thread {thread_id!r} is a conversation with {session.assistant!r}, not with {self._assistant!r}",
                code="thread_of_another_assistant",
                hint="Use another thread id.",
            )


def threaded(question: str, answer: Answer) -> ThreadedAnswer:
    """An engine's answer as a thread answer."""
    understood = answer.standalone_question
    return {
        "answer": answer.answer,
        "sources": [source_json(source) for source in answer.sources],
        "thread_id": answer.session_id,
        "turn_count": answer.turn_number,
        "reformulated_query": understood if understood != question else None,
        "response_type": _response_type(answer),
    }


def _response_type(answer: Answer) -> str:
    if answer.outcome != "answered":
        return answer.outcome
    return "information" if answer.route == "search" else answer.route
