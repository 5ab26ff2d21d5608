"""A chat model from a GGUF file, run in this process with xllamacpp."""

import asyncio
import functools
import os
import secrets
import threading
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from askwell.errors import BadConfig, ModelFailed, NotFound
from askwell.models.chat import require_package, response_format
from askwell.models.embed import usable_cores
from askwell.models.failures import SHAPE_ERRORS
from askwell.models.json_tool_calls import ask_for_choice, choice_schema, read_choice, without_calls
from askwell.models.stream_guard import Delta, Limits, guard
from askwell.types import ChatPiece, Message, ToolSpec, Usage

CONTEXT_TOKENS = 8192
"""Tokens of prompt and answer. The cache for them takes about 250 MB with a model of 1.5 billion parameters."""
CACHE_MIB = 512
"""Memory for prompts of idle conversations, in MiB."""

LOCAL_LIMITS = Limits(first_token_s=300.0, idle_s=60.0, total_s=900.0, tries=1)
"""Longer than for endpoints: a CPU reads a prompt at 20 to 70 tokens per second."""


class LocalChat:
    """A GGUF file as a chat model. Loaded on first use, in a thread, once per process; one answer at a time.

    The first call raises NotFound (`model_not_pulled`) if the file does not exist, BadConfig (`missing_package`,
    `broken_weights`) if it cannot be loaded.
    """

    def __init__(
        self,
        path: Path,
        *,
        name: str = "",
        threads: int | None = None,
        context_tokens: int = CONTEXT_TOKENS,
        limits: Limits = LOCAL_LIMITS,
    ) -> None:
        self.name = name or (path.parent.name if path.stem == "model" else path.stem)
        self._path = path
        self._threads = threads or usable_cores()
        self._context_tokens = context_tokens
        self._limits = limits

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float,
        schema: Mapping[str, object] | None = None,
        tools: Sequence[ToolSpec] = (),
    ) -> AsyncGenerator[ChatPiece]:
        """The answer in pieces; see ChatModel. The wait for another answer counts as wait for the first token.

        With tools, the answer is restricted to the schema of a choice, since small models call tools unreliably.

        Closing the generator returns at once; the model itself stops only after it has read its prompt.
        """
        server = await asyncio.to_thread(load_server, self._path, self._threads, self._context_tokens)
        if tools:
            messages, schema = ask_for_choice(messages, tools), choice_schema(tools)
        request = chat_request(messages, max_tokens=max_tokens, temperature=temperature, schema=schema)
        ends_at = time.monotonic() + self._limits.total_s
        deltas = _deltas(server, request, self.name)
        pieces = guard(deltas, self._limits, self.name, ends_at=ends_at)
        async with aclosing(read_choice(pieces) if tools else pieces) as read:
            async for piece in read:
                yield piece


def chat_request(
    messages: Sequence[Message], *, max_tokens: int, temperature: float, schema: Mapping[str, object] | None
) -> dict[str, object]:
    """A streaming request in OpenAI's format; the prompt is cached for later prompts with the same beginning."""
    request: dict[str, object] = {
        "messages": [{"role": message.role, "content": message.content} for message in without_calls(messages)],
        "max_tokens": max_tokens,
        "temperature": temperature,
        "stream": True,
        "stream_options": {"include_usage": True},
        "cache_prompt": True,
    }
    return request if schema is None else request | {"response_format": response_format(schema)}


def read_chunk(chunk: object, name: str) -> Delta:
    """Parse a chunk in OpenAI's format. Raises ModelFailed (`upstream_malformed`, `upstream_refused`)."""
    if not isinstance(chunk, dict):
        raise ModelFailed(f"{name} sent {str(chunk)[:100]!r}", code="upstream_malformed")
    if "choices" not in chunk:
        problem = chunk.get("error", chunk)
        reason = problem.get("message", problem) if isinstance(problem, dict) else problem
        raise ModelFailed(
            f"{name} refused the request: {str(reason)[:300]}",
            code="upstream_refused",
            hint="Check that the prompt fits into the context of the model.",
        )
    try:
        choice = chunk["choices"][0] if chunk["choices"] else {"delta": {}, "finish_reason": None}
        tokens = chunk.get("usage")
        usage = Usage(tokens["prompt_tokens"], tokens["completion_tokens"], 1) if tokens else None
        return Delta(choice["delta"].get("content") or "", choice.get("finish_reason") or "", usage)
    except SHAPE_ERRORS as error:
        raise ModelFailed(f"{name} sent a chunk without {error}", code="upstream_malformed") from error


async def _deltas(server: Any, request: dict[str, object], name: str) -> AsyncGenerator[Delta]:
    """The chunks of an answer. A separate thread produces them; it stops when this generator is closed."""
    loop = asyncio.get_running_loop()
    arrived: asyncio.Queue[object] = asyncio.Queue()
    closed = threading.Event()

    def take(chunk: object) -> bool:
        loop.call_soon_threadsafe(arrived.put_nowait, chunk)
        return closed.is_set()

    answering = loop.run_in_executor(None, server.handle_chat_completions, request, take)
    answering.add_done_callback(lambda done: arrived.put_nowait(_Ended(None if done.cancelled() else done.exception())))
    try:
        while not isinstance(chunk := await arrived.get(), _Ended):
            yield read_chunk(chunk, name)
        if chunk.error is not None:
            raise ModelFailed(f"{name} failed: {chunk.error}", code="upstream_failed") from chunk.error
    finally:
        # Do not wait: the thread stops at its next token, and the library queues the next request until then.
        closed.set()


@dataclass(frozen=True, slots=True)
class _Ended:
    error: BaseException | None


_loading = threading.Lock()


def load_server(path: Path, threads: int, context_tokens: int) -> Any:
    """The model of a file, loaded once per process. Raises NotFound and BadConfig; see LocalChat."""
    with _loading:
        return _load_once(path, threads, context_tokens)


@functools.cache
def _load_once(path: Path, threads: int, context_tokens: int) -> Any:
    if not path.is_file():
        raise NotFound(
            f"The model file {str(path)!r} does not exist",
            code="model_not_pulled",
            hint="Run `askwell models pull qwen-1.5b`.",
        )
    # Spinning threads would take the cores from the rest of the process between two answers.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    require_package("xllamacpp", f"The model file {path.name!r}", extra="askwell[local]")
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.n_ctx = context_tokens
    params.n_parallel = 1
    params.cache_ram_mib = CACHE_MIB
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.warmup = False
    params.verbosity = -1
    params.ui = False
    # The library always listens on a free local port. A secret key keeps other programs from using it.
    params.api_keys = [secrets.token_urlsafe(32)]
    try:
        return xllamacpp.Server(params)
    except (RuntimeError, OSError, *SHAPE_ERRORS) as error:
        raise BadConfig(
            f"The model file {str(path)!r} cannot be loaded: {error}",
            code="broken_weights",
            hint="Download it again, or check that it is a GGUF file.",
        ) from error
