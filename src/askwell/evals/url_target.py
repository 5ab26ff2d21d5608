"""A server as a target: the API of askwell, OpenAI-compatible endpoints, and the routes of other systems.

The path of the URL selects the interface. `/chat/completions`: OpenAI's, with all messages of the conversation in each
call. `/chat`, `/ask-agent`: the routes of other systems. Any other path: the API of askwell below it.
"""

import asyncio
import json
import os
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Mapping, Sequence
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from askwell.errors import BadInput, ModelFailed
from askwell.evals.observation import Observation, passage
from askwell.evals.scenario import Scenario, ScenarioTurn
from askwell.evals.targets import Conversation, read_file
from askwell.languages import LANGUAGES
from askwell.text.detect import detect_language
from askwell.types import Language, Passage, Usage

KEY = "ASKWELL_EVAL_KEY"
"""Environment variable with the key that is sent as a bearer token."""
TIMEOUT_S = 300.0
CHECK_TIMEOUT_S = 10.0
"""Time in which a server must reply before a run begins."""
_MOST_BYTES = 20_000_000
_POLL_S = 0.2
"""Time between questions whether a file has been read."""

_OTHERS = ("/chat/completions", "/chat", "/ask-agent")
"""Ends of paths that select another interface than the API of askwell."""

Json = Mapping[str, Any]


class UrlTarget:
    """A server that is asked over HTTP. Raises BadInput (`bad_url`) for a URL that is not http or https."""

    def __init__(self, url: str, assistant: str = "", *, model: str = "default") -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            raise BadInput(f"{url!r} is no http or https URL", code="bad_url", hint="Use http://HOST:PORT.")
        self._url = url.rstrip("/")
        self._assistant = assistant
        self._model = model

    async def check(self) -> None:
        """Return if the server replies and accepts the key; nothing is asked and nothing is stored.

        Raises ModelFailed (`upstream_unreachable`, `upstream_unauthorised`), and BadInput (`bad_url`) if a URL without
        another interface is not the API of askwell.
        """
        is_native = not urlsplit(self._url).path.endswith(_OTHERS)
        status = await asyncio.to_thread(_status, f"{self._url}/v1/assistants" if is_native else self._url)
        if status in {401, 403}:
            raise ModelFailed(
                f"{self._url} refuses the key with status {status}",
                code="upstream_unauthorised",
                hint=f"Set the environment variable {KEY} to a key that may ask.",
            )
        if is_native and status != 200:
            raise BadInput(
                f"{self._url} has no API of askwell: /v1/assistants replied {status}",
                code="bad_url",
                hint=f"Use the URL of `askwell serve` without a path, or one that ends with {', '.join(_OTHERS)}.",
            )

    async def begin(self, scenario: Scenario) -> Conversation:
        """A conversation over the interface that the URL selects. Raises BadInput for a setup that it does not have."""
        session = scenario.setup.session
        path = urlsplit(self._url).path
        if path.endswith("/chat/completions"):
            _check_no_files(scenario, path)
            return _OpenAI(self._url, self._model, stateless=session.stateless)
        if path.endswith("/chat"):
            _check_no_files(scenario, path)
            created = await _post(f"{self._url.removesuffix('/chat')}/v1/sessions", _named(self._assistant))
            return _Chat(self._url, str(created["id"]))
        if path.endswith("/ask-agent"):
            _check_no_files(scenario, path)
            return _AskAgent(self._url, "" if session.stateless else f"eval-{uuid.uuid4()}", session.window_turns)
        if scenario.setup.user_context:
            raise BadInput("The API has no `user_context`", code="no_user_context", hint="Run it without a URL.")
        options = {"conversation_window": session.window_turns, "use_memory": session.use_memory}
        body = {name: value for name, value in options.items() if value is not None}
        if session.stateless:
            return _Native(self._url, "", self._assistant, body)
        created = await _post(f"{self._url}/v1/sessions", _named(self._assistant))
        conversation = _Native(self._url, str(created["id"]), self._assistant, body)
        await conversation.attach(scenario.setup.documents)
        return conversation


class _Native:
    """The API of askwell."""

    def __init__(self, url: str, session: str, assistant: str, options: Json) -> None:
        self.id = session
        self._url = url
        self._assistant = assistant
        self._options = options

    async def ask(self, turn: ScenarioTurn, question: str) -> Observation:
        await self.attach(turn.attach)
        body = {"question": question, **self._options}
        if not self.id:
            return _observed(await _post(f"{self._url}/v1/ask", body | _named(self._assistant)))
        return _observed(await _post(f"{self._url}/v1/sessions/{self.id}/turns", body))

    async def attach(self, files: Sequence[str]) -> None:
        """Attach files and wait until they are read."""
        for file in files:
            data, boundary = await read_file(file), uuid.uuid4().hex
            name = Path(file).name.replace('"', "'")
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'.encode()
            payload = head + data + f"\r\n--{boundary}--\r\n".encode()
            await _send(self._files, payload, f"multipart/form-data; boundary={boundary}")
        while files and await self._has_pending():  # noqa: ASYNC110  # the server is polled
            await asyncio.sleep(_POLL_S)

    async def _has_pending(self) -> bool:
        held = (await _send(self._files))["documents"]
        return any(each["state"] in {"queued", "parsing"} for each in held)

    @property
    def _files(self) -> str:
        return f"{self._url}/v1/sessions/{self.id}/documents"


class _OpenAI:
    """An endpoint with the interface of OpenAI. It keeps nothing, so the conversation is sent with each question."""

    def __init__(self, url: str, model: str, *, stateless: bool) -> None:
        self.id = ""
        self._url = url
        self._model = model
        self._stateless = stateless
        self._messages: list[dict[str, str]] = []

    async def ask(self, turn: ScenarioTurn, question: str) -> Observation:
        asked = [*self._messages, {"role": "user", "content": question}]
        started = time.perf_counter()
        reply = await _post(self._url, {"model": self._model, "messages": asked, "temperature": 0})
        took = 1000 * (time.perf_counter() - started)
        answer = str(reply["choices"][0]["message"]["content"] or "")
        if not self._stateless:
            self._messages = [*asked, {"role": "assistant", "content": answer}]
        used = reply.get("usage") or {}
        tokens = Usage(int(used.get("prompt_tokens") or 0), int(used.get("completion_tokens") or 0), 1)
        return Observation(answer, _language(question, turn), tokens=tokens, took_ms=took)


class _Chat:
    """`POST /chat` with a `query` in a session."""

    def __init__(self, url: str, session: str) -> None:
        self.id = session
        self._url = url

    async def ask(self, turn: ScenarioTurn, question: str) -> Observation:
        started = time.perf_counter()
        reply = await _post(self._url, {"query": question, "session_id": self.id})
        language = _language(question, turn)
        took = 1000 * (time.perf_counter() - started)
        return Observation(str(reply["response"]), language, _sources(reply.get("sources"), language), took_ms=took)


class _AskAgent:
    """`POST /ask-agent`, which tells how a question was rewritten."""

    def __init__(self, url: str, session: str, window: int | None) -> None:
        self.id = session
        self._url = url
        self._window = {"conversation_window": window} if window else {}

    async def ask(self, turn: ScenarioTurn, question: str) -> Observation:
        started = time.perf_counter()
        reply = await _post(self._url, {"query": question, "session_id": self.id or None, **self._window})
        language = _language(question, turn)
        return Observation(
            str(reply["answer"]),
            language,
            _sources(reply.get("sources"), language),
            resolved=reply.get("rewritten_query") or question,
            took_ms=1000 * (time.perf_counter() - started),
        )


def _observed(reply: Json) -> Observation:
    language = str(reply["language"])
    context = reply.get("context") or {}
    terms = (reply.get("resolution") or {}).get("terms") or ()
    usage = reply.get("usage") or {}
    called = [each for each in reply.get("decisions") or () if each.get("code") == "use_tools.called"]
    return Observation(
        answer=str(reply["answer"]),
        language=language,
        sources=_sources(reply["sources"], language),
        resolved=str(reply["standalone_question"]),
        terms=tuple(str(term["text"]) if isinstance(term, dict) else str(term) for term in terms),
        kind=reply["kind"],
        way=reply["way"],
        ending=reply["ending"],
        composition=context.get("composition"),
        tools=tuple(str(each["params"]["tool"]) for each in called if "params" in each),
        tokens=Usage(int(usage.get("input_tokens") or 0), int(usage.get("output_tokens") or 0)),
        took_ms=float(reply.get("took_ms") or 0.0),
    )


def _sources(written: Any, language: Language) -> dict[int, tuple[Passage, ...]]:
    """The sources of a reply, by their numbers, or by their order if they have none."""
    found: dict[int, tuple[Passage, ...]] = {}
    for at, each in enumerate(written or (), 1):
        name = str(each.get("document") or each.get("title") or at)
        title = str(each.get("title") or "")
        texts = [str(part.get("text") or "") for part in each.get("passages") or ()] or [
            str(each.get("chunk_text") or "")
        ]
        number = int(each.get("number") or at)
        found[number] = (*found.get(number, ()), *(passage(name, title, text, language) for text in texts))
    return found


def _language(question: str, turn: ScenarioTurn) -> Language:
    """The language of a question, for interfaces that do not report it."""
    return turn.language or detect_language(question, allowed=LANGUAGES, default=LANGUAGES[0])


def _named(assistant: str) -> dict[str, str]:
    return {"assistant": assistant} if assistant else {}


def _check_no_files(scenario: Scenario, path: str) -> None:
    if scenario.setup.documents or any(turn.attach for turn in scenario.conversation):
        raise BadInput(
            f"{path} takes no files", code="no_files", hint="Use the API of askwell: the URL without a path."
        )


async def _post(url: str, body: Json) -> Json:
    return await _send(url, json.dumps(body).encode(), "application/json")


async def _send(url: str, data: bytes | None = None, media_type: str = "application/json") -> Json:
    """The JSON of a reply. Raises ModelFailed with the status and the beginning of an error."""
    request = _request(url, data, media_type)

    def call() -> bytes:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as reply:  # noqa: S310  # the scheme is checked
            read: bytes = reply.read(_MOST_BYTES)
            return read

    try:
        found = json.loads(await asyncio.to_thread(call))
    except urllib.error.HTTPError as error:
        text = error.read(500).decode(errors="replace")
        raise ModelFailed(f"{url} replied {error.code}: {text}", code="upstream_status") from error
    except (OSError, HTTPException) as error:
        raise _unreachable(url, error) from error
    except ValueError as error:
        raise ModelFailed(f"{url} did not reply with JSON: {error}", code="upstream_malformed") from error
    if not isinstance(found, dict):
        raise ModelFailed(f"{url} did not reply with a JSON object", code="upstream_malformed")
    return found


def _status(url: str) -> int:
    """The HTTP status of a GET. Raises ModelFailed (`upstream_unreachable`)."""
    try:
        with urllib.request.urlopen(_request(url), timeout=CHECK_TIMEOUT_S) as reply:  # noqa: S310  # the scheme is checked
            return int(reply.status)
    except urllib.error.HTTPError as error:
        return error.code
    except (OSError, HTTPException, ValueError) as error:
        raise _unreachable(url, error) from error


def _request(url: str, data: bytes | None = None, media_type: str = "application/json") -> urllib.request.Request:
    headers = {"Content-Type": media_type, "Accept": "application/json"}
    if key := os.environ.get(KEY):
        headers["Authorization"] = f"Bearer {key}"
    return urllib.request.Request(url, data, headers)  # noqa: S310  # the scheme is checked


def _unreachable(url: str, error: Exception) -> ModelFailed:
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    return ModelFailed(
        f"{url} cannot be reached: {reason}",
        code="upstream_unreachable",
        hint="Check the address, and that the server runs.",
    )
