"""Remote chat models: any OpenAI-compatible endpoint, and every provider that LangChain supports."""

import asyncio
import importlib
import json
import logging
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from askwell.errors import BadConfig, ModelFailed
from askwell.models.calls import CallDelta, openai_tools
from askwell.models.failures import RetryableFailed, translate
from askwell.models.stream_guard import Delta, Limits, guard
from askwell.text.secrets import hide_secrets
from askwell.types import ChatPiece, Message, ToolSpec, Usage

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage, BaseMessage

PROVIDER_PACKAGES = {
    "anthropic": "langchain-anthropic",
    "azure_openai": "langchain-openai",
    "bedrock": "langchain-aws",
    "cohere": "langchain-cohere",
    "deepseek": "langchain-deepseek",
    "fireworks": "langchain-fireworks",
    "google_genai": "langchain-google-genai",
    "google_vertexai": "langchain-google-vertexai",
    "groq": "langchain-groq",
    "mistralai": "langchain-mistralai",
    "ollama": "langchain-ollama",
    "openai": "langchain-openai",
    "together": "langchain-together",
    "xai": "langchain-xai",
}
"""Provider name of `init_chat_model` to the package it needs."""


# Without a handler, the library's retry warnings would be printed to the terminal.
logging.getLogger("stamina").addHandler(logging.NullHandler())


class EndpointChat:
    """A chat model through LangChain: either `base_url` and a model name, or `provider:name`.

    The client is created on first use, in a thread, since importing it takes more than a second. This raises
    BadConfig (`missing_package`, `unknown_provider`).
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str = "",
        key: str = "",
        limits: Limits = Limits(),  # noqa: B008  frozen
    ) -> None:
        self.name = model
        self._base_url = base_url
        self._key = key
        self._limits = limits
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, BaseChatModel] = WeakKeyDictionary()
        if not base_url and ":" not in model:
            raise BadConfig(
                f"The model {model!r} has neither a base URL nor a provider",
                code="unknown_provider",
                hint="Set the base URL of the endpoint, or use `provider:name`, for example `openai:gpt-4o-mini`.",
            )

    def __repr__(self) -> str:
        return f"EndpointChat({self.name!r}, base_url={hide_secrets(self._base_url)!r})"

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float,
        schema: Mapping[str, object] | None = None,
        tools: Sequence[ToolSpec] = (),
    ) -> AsyncGenerator[ChatPiece]:
        """The answer in pieces; see ChatModel. Also raises `upstream_unauthorised` and `upstream_refused`.

        BadConfig (`no_tool_calls`) if tools are given and the model cannot call tools.
        """
        import stamina

        ends_at = time.monotonic() + self._limits.total_s
        client = await self._client()
        sent, options = self._request(messages, max_tokens=max_tokens, temperature=temperature, schema=schema)
        bound = self._bind(client, tools, options)
        attempts = stamina.retry_context(
            on=_retry_hook(self._limits),
            attempts=self._limits.tries,
            timeout=self._limits.total_s,
            wait_initial=self._limits.wait_s,
            wait_max=self._limits.longest_wait_s,
            wait_jitter=self._limits.wait_s,
        )
        async for attempt in attempts:
            with attempt:
                deltas = self._deltas(bound, sent)
                pieces = guard(deltas, self._limits, self.name, ends_at=ends_at, may_call=bool(tools))
                first = await anext(pieces)
        async with aclosing(pieces):
            yield first
            async for piece in pieces:
                yield piece

    def _bind(self, client: "BaseChatModel", tools: Sequence[ToolSpec], options: dict[str, Any]) -> Any:
        """The client with the options and tools of one call; the client itself does not change."""
        if not tools:
            return client.bind(**options)
        try:
            return client.bind_tools(openai_tools(tools), **options)
        except NotImplementedError as error:  # raised by LangChain for models without tool calls
            raise BadConfig(
                f"The model {self.name!r} cannot call tools",
                code="no_tool_calls",
                hint="Use another model, or remove `tools` from the assistant.",
            ) from error

    async def _deltas(self, bound: Any, sent: "list[BaseMessage]") -> AsyncGenerator[Delta]:
        with translate(self.name, self._key):
            async with aclosing(bound.astream(sent)) as chunks:
                async for chunk in chunks:
                    yield read_chunk(chunk)

    def _request(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float,
        schema: Mapping[str, object] | None,
    ) -> "tuple[list[BaseMessage], dict[str, Any]]":
        options: dict[str, Any] = {"temperature": temperature}
        body: dict[str, object] = {}
        if self._is_compatible:
            # ChatOpenAI would send `max_completion_tokens`, which many compatible servers do not support.
            body["max_tokens"] = max_tokens
        else:
            options["max_tokens"] = max_tokens
        if schema is not None and self._uses_openai_client:
            # In the body: as an option it would make the client parse the answer, which we do ourselves.
            body["response_format"] = response_format(schema)
        elif schema is not None:
            messages = ask_for_json(messages, schema)
        return langchain_messages(messages), options | ({"extra_body": body} if body else {})

    @property
    def _uses_openai_client(self) -> bool:
        return bool(self._base_url) or self.name.startswith("openai:")

    @property
    def _is_compatible(self) -> bool:
        host = urlsplit(self._base_url).hostname or ""
        return bool(self._base_url) and not host.endswith(".openai.com")

    async def _client(self) -> "BaseChatModel":
        """The client of the running event loop; connections cannot be shared between loops."""
        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            self._clients[loop] = await asyncio.to_thread(self._make_client)
        return self._clients[loop]

    def _make_client(self) -> "BaseChatModel":
        if self._uses_openai_client:
            return self._openai_client()
        provider, _, name = self.name.partition(":")
        return self._provider_client(provider, name)

    def _openai_client(self) -> "BaseChatModel":
        from langchain_openai import ChatOpenAI
        from openai import DefaultAsyncHttpxClient
        from pydantic import SecretStr

        options: dict[str, Any] = {"base_url": self._base_url} if self._base_url else {}
        if self._key or self._base_url:
            # A custom endpoint often needs no key. It must not receive the key of the environment.
            options["api_key"] = SecretStr(self._key or "none")
        with translate_config(self.name, self._key):
            return ChatOpenAI(
                model=self.name if self._base_url else self.name.partition(":")[2],
                max_retries=0,
                timeout=self._limits.total_s,
                stream_usage=True,
                # The default client is shared by the process, and so by all event loops.
                http_async_client=DefaultAsyncHttpxClient(timeout=self._limits.total_s),
                **options,
            )

    def _provider_client(self, provider: str, name: str) -> "BaseChatModel":
        package = PROVIDER_PACKAGES.get(provider)
        if package is None:
            raise BadConfig(
                f"No provider {provider!r} for the model {self.name!r}",
                code="unknown_provider",
                hint=f"Known providers: {', '.join(sorted(PROVIDER_PACKAGES))}.",
            )
        for needed in ("langchain", package):
            require_package(needed, f"The model {self.name!r}")
        init_chat_model = importlib.import_module("langchain.chat_models").init_chat_model
        options: dict[str, Any] = {"api_key": self._key} if self._key else {}
        with translate_config(self.name, self._key):
            client: BaseChatModel = init_chat_model(name, model_provider=provider, max_retries=0, **options)
        return client


@contextmanager
def translate_config(name: str, key: str = "") -> Iterator[None]:
    """Translate errors of creating a client (missing key, wrong option) to BadConfig; the key is removed."""
    try:
        with translate(name, key):
            yield
    except ModelFailed as error:
        raise BadConfig(
            f"The model {name!r} cannot be set up: {error.message}",
            code="bad_model",
            hint="Check its key and its address.",
        ) from None


def require_package(package: str, needed_by: str, extra: str = "") -> None:
    """Raise BadConfig (`missing_package`) with the install command if the package cannot be imported."""
    try:
        importlib.import_module(package.replace("-", "_"))
    except ImportError as error:
        raise BadConfig(
            f"{needed_by} needs the package {package!r}, which is not installed",
            code="missing_package",
            hint=f"Run `pip install {extra or package}`.",
        ) from error


def langchain_messages(messages: Sequence[Message]) -> "list[BaseMessage]":
    """The messages as LangChain objects. The role is taken from the Message, never from its content."""
    from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

    def converted(message: Message) -> "BaseMessage":
        match message.role:
            case "system":
                return SystemMessage(message.content)
            case "user":
                return HumanMessage(message.content)
            case "tool":
                return ToolMessage(message.content, tool_call_id=message.call_id)
            case "assistant":
                calls = [{"id": each.id, "name": each.name, "args": dict(each.arguments)} for each in message.calls]
                return AIMessage(message.content, tool_calls=calls)

    return [converted(message) for message in messages]


def response_format(schema: Mapping[str, object]) -> dict[str, object]:
    """A JSON Schema in OpenAI's `response_format`."""
    name = str(schema.get("title", "answer")).replace(" ", "_")
    return {"type": "json_schema", "json_schema": {"name": name, "schema": dict(schema), "strict": True}}


def ask_for_json(messages: Sequence[Message], schema: Mapping[str, object]) -> list[Message]:
    """The messages with the schema added to the system text, for models without schema support."""
    instruction = f"Answer with one JSON object and nothing else. It fits this JSON Schema: {json.dumps(dict(schema))}"
    first, *others = messages
    if first.role == "system":
        return [Message("system", f"{first.content}\n\n{instruction}"), *others]
    return [Message("system", instruction), first, *others]


def read_chunk(chunk: "AIMessage") -> Delta:
    """Convert a LangChain chunk."""
    tokens = chunk.usage_metadata
    usage = Usage(tokens["input_tokens"], tokens["output_tokens"], 1) if tokens else None
    metadata = chunk.response_metadata
    finish = metadata.get("finish_reason") or metadata.get("stop_reason") or metadata.get("done_reason") or ""
    return Delta(str(chunk.text), str(finish).lower(), usage, _call_deltas(chunk))


def _call_deltas(chunk: "AIMessage") -> tuple[CallDelta, ...]:
    """Pieces of tool calls; a model that does not stream sends complete calls."""
    pieces = getattr(chunk, "tool_call_chunks", None)
    if pieces:
        return tuple(
            CallDelta(each.get("index"), each.get("id") or "", each.get("name") or "", each.get("args") or "")
            for each in pieces
        )
    return tuple(
        CallDelta(None, each.get("id") or "", each["name"], json.dumps(each["args"])) for each in chunk.tool_calls
    )


def _retry_hook(limits: Limits) -> Callable[[Exception], bool | float]:
    def decide(error: Exception) -> bool | float:
        if not isinstance(error, RetryableFailed):
            return False
        if error.after_s is None:
            return True
        return error.after_s if error.after_s <= limits.longest_wait_s else False

    return decide
