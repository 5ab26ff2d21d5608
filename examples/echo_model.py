"""A chat model that returns the last line of the prompt. A client of a model server has the same methods."""

from collections.abc import AsyncIterator, Mapping, Sequence

from askwell.settings import Settings
from askwell.types import ChatPiece, Message, ToolSpec, Usage


class EchoModel:
    """The port `ChatModel`. A real model raises ModelFailed if its server does not answer."""

    name = "echo"

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float,
        schema: Mapping[str, object] | None = None,
        tools: Sequence[ToolSpec] = (),
    ) -> AsyncIterator[ChatPiece]:
        yield ChatPiece(messages[-1].content.splitlines()[-1])
        yield ChatPiece(finished=True, usage=Usage(calls=1))


def echo_model(settings: Settings) -> EchoModel:
    """The model for `model = "plugin:echo"`."""
    return EchoModel()
