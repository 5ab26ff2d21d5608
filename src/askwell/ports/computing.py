"""Ports of models."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from askwell.types import ChatPiece, Language, Message, Passage, ToolSpec

Vectors = npt.NDArray[np.float32]
"""One row per text, L2-normalised, float32."""


class ChatModel(Protocol):
    """A chat model."""

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
        """The answer in pieces; the last one has `finished`. With `schema` (JSON Schema) it is one JSON object.

        With `tools` the last piece may contain calls, with or without text before it; never together with `schema`.

        Raises ModelFailed (`upstream_timeout`, `upstream_unreachable`, `upstream_429`, `upstream_5xx`,
        `upstream_truncated`, `upstream_malformed`, `upstream_empty`, `upstream_too_long`). Retries happen only before
        the first piece.
        """
        ...


class Embedder(Protocol):
    """Turns texts into vectors."""

    name: str
    dimension: int

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        """One normalised row per text; long texts are truncated to the model's length."""
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

        `asked` is the question as typed, if it differs from the resolved one; `before` are earlier questions on the
        same subject.
        """
        ...
