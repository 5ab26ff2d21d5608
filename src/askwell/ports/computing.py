"""What models compute."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from askwell.types import ChatPiece, Language, Message, Passage, ToolSpec

Vectors = npt.NDArray[np.float32]
"""One row a text, L2-normalised, float32."""


class ChatModel(Protocol):
    """A language model that chats."""

    name: str

    def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float,
        schema: Mapping[str, object] | None = None,
        tools: Sequence[ToolSpec] = (),
    ) -> AsyncIterator[ChatPiece]:
        """The answer in pieces, ended by one with `finished`; with `schema` (JSON Schema) it is one JSON object.

        With `tools` the last piece may carry calls, with or without text before it; never together with `schema`.

        Raises ModelFailed (`upstream_timeout`, `upstream_unreachable`, `upstream_429`, `upstream_5xx`,
        `upstream_truncated`, `upstream_malformed`, `upstream_empty`, `upstream_too_long`). Retries happen before the
        first piece only.
        """
        ...


class Embedder(Protocol):
    """Turns texts into vectors."""

    name: str
    dimension: int

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        """One normalised row a text; long texts are cut at the model's length."""
        ...


class Reranker(Protocol):
    """Reorders passages."""

    async def rerank(
        self,
        question: str,
        passages: Sequence[Passage],
        language: Language,
        *,
        asked: str = "",
        before: Sequence[str] = (),
    ) -> list[Passage]:
        """The same passages, best first, with their new scores.

        `asked` is the question as typed, where the resolved one differs from it; `before` are earlier questions of
        the same subject.
        """
        ...
