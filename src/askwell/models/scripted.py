"""A chat model with scripted answers, for tests and demonstrations."""

import asyncio
import re
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass

from askwell.errors import ModelFailed
from askwell.types import ChatPiece, Message, ToolCall, ToolSpec, Usage


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the model, with its arguments."""

    messages: tuple[Message, ...]
    max_tokens: int
    temperature: float
    schema: Mapping[str, object] | None
    tools: tuple[ToolSpec, ...] = ()


Line = str | ModelFailed | Sequence[str | ToolCall]
"""One reply: an answer, a failure to raise, or tool calls with the text before them."""
Script = Sequence[Line] | Callable[[Sequence[Message]], Line]
"""Replies in order, the last one repeated; or a function from the prompt to a reply."""


class ScriptedChat:
    """Answers word by word, always the same way; `calls` records the calls."""

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
        tools: Sequence[ToolSpec] = (),
    ) -> AsyncGenerator[ChatPiece]:
        """The next reply, one word per piece; usage counts words. Raises the failure if the reply is one."""
        answer = self._next(messages)
        self.calls.append(Call(tuple(messages), max_tokens, temperature, schema, tuple(tools)))
        if isinstance(answer, ModelFailed):
            raise answer
        texts = [answer] if isinstance(answer, str) else [each for each in answer if isinstance(each, str)]
        called = () if isinstance(answer, str) else tuple(each for each in answer if isinstance(each, ToolCall))
        if called and not tools:
            raise ModelFailed(f"{self.name} called a tool that it was not given", code="upstream_empty")
        words = re.findall(r"\s*\S+\s*$|\s*\S+", "".join(texts))
        for word in words:
            await asyncio.sleep(self._piece_s)
            yield ChatPiece(word)
        read = sum(len(message.content.split()) for message in messages)
        yield ChatPiece(finished=True, usage=Usage(read, len(words), 1), calls=called)

    def _next(self, messages: Sequence[Message]) -> Line:
        if callable(self._answers):
            return self._answers(messages)
        if not self._answers:
            return ModelFailed("The script is empty", code="upstream_empty")
        return self._answers[min(len(self.calls), len(self._answers) - 1)]
