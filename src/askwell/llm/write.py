"""Writes answers with a model."""

from collections.abc import AsyncGenerator
from dataclasses import replace

from askwell.assistant import Assistant
from askwell.llm.ask import closing
from askwell.ports import ChatModel
from askwell.prompts import (
    answer_messages,
    chat_messages,
    decline_messages,
    not_found_messages,
    operation_messages,
    recall_messages,
)
from askwell.types import Brief, Cut, Message, ToolCall, Usage, WriterPiece

ENTITIES = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"'}
"""Entities used in prompts for characters of passages; models repeat them."""


class LlmWriter:
    """Writes with a model, using the assistant's own prompts if it has any."""

    def __init__(self, model: ChatModel, assistant: Assistant) -> None:
        self.name = model.name
        self._model = model
        self._assistant = assistant

    async def write(self, brief: Brief) -> AsyncGenerator[WriterPiece]:
        """The answer in pieces, then the model's tool calls, a Cut if the answer was cut, and a Usage.

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
        pending = ""
        usage = Usage()
        calls: tuple[ToolCall, ...] = ()
        is_cut = False
        async with closing(pieces):
            async for piece in pieces:
                usage += piece.usage or Usage()
                calls += piece.calls
                is_cut = is_cut or piece.cut
                ready, pending = _decode_entities(pending + piece.text)
                if ready:
                    yield ready
        if pending:
            yield pending
        for call in calls:
            yield call
        if is_cut:
            yield Cut()
        yield usage

    def messages(self, brief: Brief) -> list[Message]:
        """The prompt for a brief."""
        # Marks in earlier answers are source numbers of the conversation, not labels of this prompt.
        own = self._assistant.prompts.get
        about = self._assistant.scope.about if self._assistant.scope else self._assistant.description
        if brief.purpose == "not_found" and (brief.tools or brief.rounds):
            # The nearest passages are left out: they do not answer, but a tool may still find passages that do.
            return answer_messages(replace(brief, passages=(), labels=()), own("answer", ""), keep_marks=False)
        match brief.purpose:
            case "answer" | "passages":
                messages = answer_messages(brief, own("answer", ""), keep_marks=False)
            case "not_found":
                messages = not_found_messages(brief, own("not_found", ""), keep_marks=False)
            case "operation":
                messages = operation_messages(brief, own("operation", ""), keep_marks=False)
            case "recall":
                messages = recall_messages(brief, own("recall", ""), keep_marks=False)
            case "decline":
                messages = decline_messages(brief, own("decline", ""), about, keep_marks=False)
            case "chat":
                messages = chat_messages(brief, own("chat", ""), about, keep_marks=False)
        return messages


def _decode_entities(text: str) -> tuple[str, str]:
    """The text with entities decoded, and an end that may be the beginning of an entity."""
    at = text.rfind("&")
    is_open = at >= 0 and any(entity.startswith(text[at:]) and entity != text[at:] for entity in ENTITIES)
    ready, pending = (text[:at], text[at:]) if is_open else (text, "")
    for entity, char in ENTITIES.items():
        # `&amp;` is replaced after `&lt;` and `&gt;`, so that `&amp;lt;` is decoded only once.
        ready = ready.replace(entity, char)
    return ready, pending
