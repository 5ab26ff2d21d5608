"""Conversations over the interfaces that are known. Each says what of a scenario it can be given.

A conversation that can be stateless without a session of its own begins a new one with each question.
"""

import asyncio
import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from askwell.errors import ModelFailed
from askwell.evals.observation import Observation
from askwell.evals.over_url.calls import Json, post, post_streamed, send
from askwell.evals.over_url.replies import chatted, language_of, observed, remembered, rewritten
from askwell.evals.scenario import Scenario, ScenarioTurn
from askwell.evals.targets import read_file
from askwell.types import Language, Usage

_POLL_S = 0.2
"""Time between questions whether a file has been read."""
USER_FIELDS = ("role", "organization")
"""What `/api/chat/memory` takes about a user."""

Named = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Server:
    """Where and how to ask."""

    url: str
    """The whole URL of the interface, without a slash at its end."""
    root: str
    """The URL without the path of the interface."""
    assistant: str
    """The assistant to ask; empty for the server's own choice."""
    model: str
    """Name of the model for an interface that wants one."""
    has_sessions: bool
    """Whether the server has the sessions of askwell, in which any of its interfaces asks the assistant."""

    async def session(self) -> str:
        """The id of a new session of the assistant; empty if the server has none of askwell."""
        if not self.has_sessions:
            return ""
        named = {"assistant": self.assistant} if self.assistant else {}
        return str((await post(f"{self.root}/v1/sessions", named))["id"])

    async def session_of_assistant(self) -> str:
        """That of the named assistant; empty if none is named, so that an interface asks the one of its own."""
        return await self.session() if self.assistant else ""


class Interface(ABC):
    """A conversation over one interface."""

    takes: ClassVar[frozenset[str]] = frozenset()
    """What it can be given: `files`, `user_context`, `use_memory`, `window_turns`, `assistant`."""

    def __init__(self, server: Server, scenario: Scenario) -> None:
        self.id = ""
        self.server = server
        self.options = scenario.setup.session
        self.about_user = scenario.setup.user_context
        self.language = scenario.language

    @classmethod
    def ignores_about_user(cls, scenario: Scenario) -> bool:
        """Whether something about the user cannot be given."""
        return bool(scenario.setup.user_context) and "user_context" not in cls.takes

    async def begin(self, documents: Sequence[str]) -> None:  # noqa: B027 - most have nothing to begin
        """Begin, with these files. Raises ModelFailed and NotFound."""

    @abstractmethod
    async def ask(self, turn: ScenarioTurn, question: str) -> Observation:
        """The answer to a question. Raises ModelFailed, and NotFound for a file."""


class InLanguage(Interface):
    """A conversation that does not report the language of its answers: it is that of the question."""

    async def ask(self, turn: ScenarioTurn, question: str) -> Observation:
        started = time.perf_counter()
        language = language_of(question, turn.language or self.language)
        return await self.asked(question, language, started)

    @abstractmethod
    async def asked(self, question: str, language: Language, started: float) -> Observation:
        """The answer, to a question in a language, asked at a time of `perf_counter`."""


class Native(Interface):
    """The API of askwell."""

    takes = frozenset({"files", "use_memory", "window_turns", "assistant"})

    async def begin(self, documents: Sequence[str]) -> None:
        if not self.options.stateless:
            self.id = await self.server.session()
            await self._attach(documents)

    async def ask(self, turn: ScenarioTurn, question: str) -> Observation:
        await self._attach(turn.attach)
        written = {"conversation_window": self.options.window_turns, "use_memory": self.options.use_memory}
        body = {"question": question} | {name: value for name, value in written.items() if value is not None}
        if self.id:
            return observed(await post(f"{self.server.root}/v1/sessions/{self.id}/turns", body))
        named = {"assistant": self.server.assistant} if self.server.assistant else {}
        return observed(await post(f"{self.server.root}/v1/ask", body | named))

    async def _attach(self, files: Sequence[str]) -> None:
        """Attach files and wait until they are read."""
        documents = f"{self.server.root}/v1/sessions/{self.id}/documents"
        for file in files:
            data, boundary = await read_file(file), uuid.uuid4().hex
            name = Path(file).name.replace('"', "'")
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'.encode()
            payload = head + data + f"\r\n--{boundary}--\r\n".encode()
            await send(documents, payload, f"multipart/form-data; boundary={boundary}")
        while files and await _has_pending(documents):  # noqa: ASYNC110  # the server is polled
            await asyncio.sleep(_POLL_S)


class OpenAI(InLanguage):
    """An endpoint with the interface of OpenAI. It keeps nothing, so the messages to recall are sent each time."""

    takes = frozenset({"use_memory", "window_turns", "assistant"})

    def __init__(self, server: Server, scenario: Scenario) -> None:
        super().__init__(server, scenario)
        self._messages: list[dict[str, str]] = []

    async def asked(self, question: str, language: Language, started: float) -> Observation:
        asked = [*self._recalled(), {"role": "user", "content": question}]
        reply = await post(self.server.url, {"model": self.server.model, "messages": asked, "temperature": 0})
        try:
            answer = str(reply["choices"][0]["message"]["content"] or "")
        except (LookupError, TypeError) as error:
            raise ModelFailed("The reply has no message of the assistant", code="upstream_malformed") from error
        self._messages += [asked[-1], {"role": "assistant", "content": answer}]
        used = reply.get("usage") or {}
        tokens = Usage(int(used.get("prompt_tokens") or 0), int(used.get("completion_tokens") or 0), 1)
        return Observation(answer, language, tokens=tokens, reports_language=False, took_ms=_since(started))

    def _recalled(self) -> list[dict[str, str]]:
        if self.options.stateless or not self.options.use_memory:
            return []
        window = self.options.window_turns
        return self._messages if window is None else self._messages[-2 * window :]


class Chat(InLanguage):
    """`POST /chat` with a `query` in a session."""

    async def asked(self, question: str, language: Language, started: float) -> Observation:
        if not self.id or self.options.stateless:
            self.id = await self.server.session() or f"eval-{uuid.uuid4()}"
        reply = await post(self.server.url, {"query": question, "session_id": self.id})
        return chatted(reply, language, _since(started))


class ChatMessages(InLanguage):
    """`POST /chat` with `messages`: all of them, since a server may keep none."""

    def __init__(self, server: Server, scenario: Scenario) -> None:
        super().__init__(server, scenario)
        self._messages: list[dict[str, str]] = []

    async def asked(self, question: str, language: Language, started: float) -> Observation:
        if self.options.stateless or not self.id:
            self.id, self._messages = await self.server.session_of_assistant(), []
        asked = [*self._messages, {"role": "user", "content": question}]
        reply = await self.replied({"messages": asked} | ({"session_id": self.id} if self.id else {}))
        found = chatted(reply, language, _since(started))
        self.id = str(reply.get("session_id") or self.id)
        self._messages = [*asked, {"role": "assistant", "content": found.answer}]
        return found

    async def replied(self, body: Json) -> Json:
        """The whole reply."""
        return await post(self.server.url, body)


class ChatStream(ChatMessages):
    """`POST /chat/stream` with `messages`; the answer is that of its last event, else what its pieces make."""

    async def replied(self, body: Json) -> Json:
        events = await post_streamed(self.server.url, body)
        if not events or not events[-1].get("done"):
            raise ModelFailed("The stream ended before its last event", code="upstream_malformed")
        if error := events[-1].get("error"):
            raise ModelFailed(f"The stream ended with an error: {error}", code="upstream_failed")
        pieces = "".join(str(each.get("content") or "") for each in events)
        return {"response": pieces, **events[-1]}


class AskAgent(InLanguage):
    """`POST /ask-agent`, which says how a question was rewritten."""

    takes = frozenset({"window_turns"})

    async def asked(self, question: str, language: Language, started: float) -> Observation:
        if not self.id or self.options.stateless:
            self.id = await self.server.session_of_assistant()
        if not self.id and not self.options.stateless:
            self.id = f"eval-{uuid.uuid4()}"
        window = {"conversation_window": self.options.window_turns} if self.options.window_turns else {}
        reply = await post(self.server.url, {"query": question, "session_id": self.id or None, **window})
        return rewritten(reply, question, language, _since(started))


class ChatMemory(InLanguage):
    """`POST /api/chat/memory`, which opens a session itself."""

    takes = frozenset({"use_memory", "user_context", "assistant"})

    @classmethod
    def ignores_about_user(cls, scenario: Scenario) -> bool:
        return not set(scenario.setup.user_context) <= set(USER_FIELDS)

    async def asked(self, question: str, language: Language, started: float) -> Observation:
        recalls = self.options.use_memory and not self.options.stateless
        about = {name: text for name, text in self.about_user.items() if name in USER_FIELDS}
        body: dict[str, object] = {"message": question, "session_id": self.id or None, "use_memory": recalls}
        body |= {"user_context": about} if about else {}
        body |= {"assistant": self.server.assistant} if self.server.assistant and not self.id else {}
        reply = await post(self.server.url, body)
        self.id = str(reply.get("session_id") or "")
        return remembered(reply, language, _since(started))


INTERFACES: dict[str, tuple[str, type[Interface]]] = {
    "openai": ("/chat/completions", OpenAI),
    "chat-stream": ("/chat/stream", ChatStream),
    "chat-memory": ("/api/chat/memory", ChatMemory),
    "ask-agent": ("/ask-agent", AskAgent),
    "chat": ("/chat", Chat),
    "chat-messages": ("/chat", ChatMessages),
    "api": ("", Native),
}
"""Name of an interface to the end of its path, and what asks over it. The first whose path a URL has is used."""


async def _has_pending(documents: str) -> bool:
    held = (await send(documents))["documents"]
    return any(each["state"] in {"queued", "parsing"} for each in held)


def _since(started: float) -> float:
    return 1000 * (time.perf_counter() - started)
