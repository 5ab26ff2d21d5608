"""A chat model that says what it was given to say: for tests and demonstrations."""

import asyncio
import re
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass

from askwell.errors import ModelFailed
from askwell.types import ChatPiece, Message, Usage


@dataclass(frozen=True, slots=True)
class Call:
    """One call as the model got it."""

    messages: tuple[Message, ...]
    max_tokens: int
    temperature: float
    schema: Mapping[str, object] | None


Script = Sequence[str | ModelFailed] | Callable[[Sequence[Message]], str | ModelFailed]
"""Answers in order, the last one for ever; or an answer for each prompt. A ModelFailed is raised."""


class ScriptedChat:
    """Answers word by word, the same every time; `calls` holds what it was asked."""

    def __init__(self, answers: Script, *, name: str = "scripted", piece_s: float = 0.0) -> None:
        self.name = name
        self.calls: list[Call] = []
        self._answers = answers
        self._piece_s = piece_s

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float,
        schema: Mapping[str, object] | None = None,
    ) -> AsyncGenerator[ChatPiece]:
        """The next answer of the script in pieces of a word; usage counts words. Raises what the script holds."""
        answer = self._next(messages)
        self.calls.append(Call(tuple(messages), max_tokens, temperature, schema))
        if isinstance(answer, ModelFailed):
            raise answer
        words = re.findall(r"\s*\S+\s*$|\s*\S+", answer)
        for word in words:
            await asyncio.sleep(self._piece_s)
            yield ChatPiece(word)
        read = sum(len(message.content.split()) for message in messages)
        yield ChatPiece(finished=True, usage=Usage(read, len(words), 1))

    def _next(self, messages: Sequence[Message]) -> str | ModelFailed:
        if callable(self._answers):
            return self._answers(messages)
        if not self._answers:
            return ModelFailed("The script is empty", code="upstream_empty")
        return self._answers[min(len(self.calls), len(self._answers) - 1)]
