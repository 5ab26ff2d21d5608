"""A chat model: it says the last line of what it is asked. The shape of any client of a model server."""

from collections.abc import AsyncIterator, Mapping, Sequence

from askwell.settings import Settings
from askwell.types import ChatPiece, Message, ToolSpec, Usage


class EchoModel:
    """The port `ChatModel`; a real one raises ModelFailed when its server does not answer."""

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
    """What `model = "plugin:echo"` makes."""
    return EchoModel()
