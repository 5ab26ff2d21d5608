"""Ports of models."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Literal, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from askwell.types import ChatPiece, ConversationReading, Language, Message, Passage, ToolSpec

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


Spans = Sequence[tuple[int, int]]
"""Where the sentences of a text begin and end, in characters."""


@runtime_checkable
class SentenceEmbedder(Embedder, Protocol):
    """An embedder that also gives vectors of the sentences of a passage, each as read within the passage."""

    async def embed_sentences(self, texts: Sequence[str], spans: Sequence[Spans]) -> tuple[Vectors, list[Vectors]]:
        """The rows that `embed` gives for passages; and for each text a row for each of its spans.

        A sentence beyond the model's length has a row of zeros, all others are normalised. A sentence without its
        subject ("it must be renewed each year") gets it from its neighbours: late chunking, Günther et al. 2024.
        """
        ...


class AnswerReader(Protocol):
    """Reads a passage and tells whether it answers a question."""

    def read(self, question: str, heading: str, sentences: Sequence[str]) -> list[float]:
        """For each sentence, as read among the others, the logarithm of the odds that it answers.

        `heading` is the title and the headings above them. What is beyond the model's length has the lowest odds. Takes
        tens of milliseconds of computing: to be called in a thread. Raises BrokenWeights.
        """
        ...


class WordReader(Protocol):
    """Reads a text and tells how each word of it is used."""

    def word_vectors(self, text: str) -> tuple[Spans, Vectors]:
        """Where each word is in the text, and a row for each: words that are used alike have similar rows, normalised.

        Words beyond what is read are left out. Takes milliseconds of computing. Raises BrokenWeights.
        """
        ...


class ConversationReader(WordReader, Protocol):
    """Reads a question after earlier turns and tells what it leaves out."""

    def read(self, question: str, turns: Sequence[tuple[str, str]], words: Sequence[str]) -> ConversationReading:
        """What the question leaves out of the turns, questions with their answers, oldest first.

        `words` are of earlier turns, in lower case; one that is beyond what is read has the lowest odds. Takes
        milliseconds of computing: to be called in a thread. Raises BrokenWeights.
        """
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
