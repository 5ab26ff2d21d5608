"""Chat models behind a network: any OpenAI-compatible endpoint, and every provider that LangChain knows."""

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
"""Provider, as `init_chat_model` spells it, to the package that speaks to it."""


# Without a handler a library's warning of a retry would land on the terminal.
logging.getLogger("stamina").addHandler(logging.NullHandler())


class EndpointChat:
    """A chat model by LangChain. Give `base_url` and a model's name, or `provider:name` alone.

    The client is made on first use, in a thread: importing it costs more than a second. Raises BadConfig
    (`missing_package`, `unknown_provider`) then.
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
                hint="Set the base URL of the endpoint, or write `provider:name`, like `openai:gpt-4o-mini`.",
            )

    def __repr__(self) -> str:
        return f"EndpointChat({self.name!r}, base_url={self._base_url!r})"

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

        BadConfig (`no_tool_calls`) where tools are given to a model that has no way to call them.
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
        """The client with what goes along with one call; nothing of it stays with the client."""
        if not tools:
            return client.bind(**options)
        try:
            return client.bind_tools(openai_tools(tools), **options)
        except NotImplementedError as error:  # LangChain's word for a model that cannot
            raise BadConfig(
                f"The model {self.name!r} cannot call tools",
                code="no_tool_calls",
                hint="Take another model, or leave `tools` out of the assistant.",
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
            # ChatOpenAI would say `max_completion_tokens`, which many compatible servers do not know.
            body["max_tokens"] = max_tokens
        else:
            options["max_tokens"] = max_tokens
        if schema is not None and self._speaks_openai:
            # In the body, since as an option it takes another path of the client, which parses what we parse ourselves.
            body["response_format"] = response_format(schema)
        elif schema is not None:
            messages = ask_for_json(messages, schema)
        return langchain_messages(messages), options | ({"extra_body": body} if body else {})

    @property
    def _speaks_openai(self) -> bool:
        return bool(self._base_url) or self.name.startswith("openai:")

    @property
    def _is_compatible(self) -> bool:
        host = urlsplit(self._base_url).hostname or ""
        return bool(self._base_url) and not host.endswith(".openai.com")

    async def _client(self) -> "BaseChatModel":
        """The client of the running loop: connections of one loop cannot be used in another."""
        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            self._clients[loop] = await asyncio.to_thread(self._make_client)
        return self._clients[loop]

    def _make_client(self) -> "BaseChatModel":
        if self._speaks_openai:
            return self._openai_client()
        provider, _, name = self.name.partition(":")
        return self._provider_client(provider, name)

    def _openai_client(self) -> "BaseChatModel":
        from langchain_openai import ChatOpenAI
        from openai import DefaultAsyncHttpxClient
        from pydantic import SecretStr

        options: dict[str, Any] = {"base_url": self._base_url} if self._base_url else {}
        if self._key or self._base_url:
            # An endpoint of one's own often needs no key, and must not be sent the one of the environment.
            options["api_key"] = SecretStr(self._key or "none")
        with translate_config(self.name, self._key):
            return ChatOpenAI(
                model=self.name if self._base_url else self.name.partition(":")[2],
                max_retries=0,
                timeout=self._limits.total_s,
                stream_usage=True,
                # Its own default is one for the process, and so for all loops.
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
    """Turn what making a client raises (a missing key, a wrong option) into BadConfig, without the key."""
    try:
        with translate(name, key):
            yield
    except ModelFailed as error:
        raise BadConfig(
            f"The model {name!r} cannot be set up: {error.message}",
            code="bad_model",
            hint="Set its key and its address.",
        ) from None


def require_package(package: str, needed_by: str, extra: str = "") -> None:
    """Raise BadConfig (`missing_package`) with the one line that installs it, unless the package can be imported."""
    try:
        importlib.import_module(package.replace("-", "_"))
    except ImportError as error:
        raise BadConfig(
            f"{needed_by} needs the package {package!r}, which is not installed",
            code="missing_package",
            hint=f"Run `pip install {extra or package}`.",
        ) from error


def langchain_messages(messages: Sequence[Message]) -> "list[BaseMessage]":
    """LangChain's messages; the role is that of the Message alone, whatever the content says."""
    from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

    def made(message: Message) -> "BaseMessage":
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

    return [made(message) for message in messages]


def response_format(schema: Mapping[str, object]) -> dict[str, object]:
    """A JSON Schema as OpenAI's wire format asks for it."""
    name = str(schema.get("title", "answer")).replace(" ", "_")
    return {"type": "json_schema", "json_schema": {"name": name, "schema": dict(schema), "strict": True}}


def ask_for_json(messages: Sequence[Message], schema: Mapping[str, object]) -> list[Message]:
    """The messages with the schema as a closing system text, for models that cannot be held to one."""
    wish = f"Answer with one JSON object and nothing else. It fits this JSON Schema: {json.dumps(dict(schema))}"
    first, *others = messages
    if first.role == "system":
        return [Message("system", f"{first.content}\n\n{wish}"), *others]
    return [Message("system", wish), first, *others]


def read_chunk(chunk: "AIMessage") -> Delta:
    """What a LangChain chunk brings."""
    charged = chunk.usage_metadata
    usage = Usage(charged["input_tokens"], charged["output_tokens"], 1) if charged else None
    told = chunk.response_metadata
    finish = told.get("finish_reason") or told.get("stop_reason") or told.get("done_reason") or ""
    return Delta(str(chunk.text), str(finish).lower(), usage, _call_deltas(chunk))


def _call_deltas(chunk: "AIMessage") -> tuple[CallDelta, ...]:
    """Pieces of calls; a model that does not stream gives whole ones."""
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
