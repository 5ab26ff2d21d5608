"""Writes answers with a model."""

from collections.abc import AsyncGenerator

from askwell.assistant import Assistant
from askwell.llm.ask import closing
from askwell.ports import ChatModel
from askwell.prompts import writer_messages
from askwell.types import Brief, Cut, Message, ToolCall, Usage, WriterPiece, WrittenBy


class LlmWriter:
    """Writes with a model, using the assistant's own prompts if it has any."""

    def __init__(self, model: ChatModel, assistant: Assistant) -> None:
        self.name = model.name
        self._model = model
        self._assistant = assistant

    async def write(self, brief: Brief) -> AsyncGenerator[WriterPiece]:
        """The answer in pieces, then the model's tool calls, a Cut if the answer was cut, who wrote it, and a Usage.

        Raises ModelFailed if the answer is not complete.
        """
        wanted = self._assistant.write
        short = brief.purpose not in {"answer", "operation"} and not brief.tools
        pieces = self._model.stream(
            self.messages(brief),
            max_tokens=wanted.decline_max_tokens if short else wanted.max_tokens,
            temperature=wanted.decline_temperature if brief.purpose == "decline" else wanted.temperature,
            tools=brief.tools,
        )
        usage = Usage()
        calls: tuple[ToolCall, ...] = ()
        is_cut = False
        another = ""
        async with closing(pieces):
            async for piece in pieces:
                usage += piece.usage or Usage()
                calls += piece.calls
                is_cut = is_cut or piece.cut
                another = piece.model
                if piece.text:
                    yield piece.text
        for call in calls:
            yield call
        if is_cut:
            yield Cut()
        if another:
            yield WrittenBy(another)
        yield usage

    def messages(self, brief: Brief) -> list[Message]:
        """The prompt for a brief."""
        return writer_messages(brief, self._assistant.prompts, self._assistant.subject)
