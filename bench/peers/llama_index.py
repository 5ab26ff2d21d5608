"""LlamaIndex's context chat engine over its SQL memory, with an instant model and a fixed retriever."""

from pathlib import Path
from typing import Any

from llama_index.core.base.llms.types import CompletionResponse, CompletionResponseGen
from llama_index.core.chat_engine import ContextChatEngine
from llama_index.core.llms import CustomLLM, LLMMetadata
from llama_index.core.memory import Memory
from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from bench.peers.talk import PASSAGES, answer, number_of, question


class _Instant(CustomLLM):
    """Answers at once with what the question's number stands for."""

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(context_window=8_000, num_output=512)

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        del formatted, kwargs
        return CompletionResponse(text=answer(number_of(prompt)))

    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:
        yield self.complete(prompt, formatted, **kwargs)


class _Fixed(BaseRetriever):
    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        del query_bundle
        return [NodeWithScore(node=TextNode(text=text), score=1.0) for text in PASSAGES]

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return self._retrieve(query_bundle)


class LlamaIndex:
    """One chat engine and one memory a session."""

    name = "llama-index"

    async def open(self, folder: Path) -> None:
        self._uri = f"sqlite+aiosqlite:///{folder / 'memory.db'}"
        self._engines: dict[str, ContextChatEngine] = {}
        # Its table is made at the first message, and not by two sessions at once.
        await self.turn("first", 1)

    async def turn(self, session: str, number: int) -> str:
        if session not in self._engines:
            memory = Memory.from_defaults(session_id=session, token_limit=4_000, async_database_uri=self._uri)
            self._engines[session] = ContextChatEngine.from_defaults(_Fixed(), llm=_Instant(), memory=memory)
        return str(await self._engines[session].achat(question(number)))

    async def settle(self) -> None:
        pass

    async def close(self) -> None:
        self._engines.clear()
