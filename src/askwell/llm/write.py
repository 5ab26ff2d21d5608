"""Answers by a model."""

from collections.abc import AsyncGenerator
from dataclasses import replace

from askwell.assistant import Assistant
from askwell.llm.ask import closing
from askwell.ports import ChatModel
from askwell.prompts import answer_messages, chat_messages, decline_messages, not_found_messages, recall_messages
from askwell.types import Brief, Cut, Message, ToolCall, Usage, WriterPiece

ENTITIES = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"'}
"""What prompts write for characters of passages, and models repeat."""


class LlmWriter:
    """Writes by a model, with the assistant's prompts where it has them."""

    def __init__(self, model: ChatModel, assistant: Assistant) -> None:
        self.name = model.name
        self._model = model
        self._assistant = assistant

    async def write(self, brief: Brief) -> AsyncGenerator[WriterPiece]:
        """The answer in pieces, then calls of the brief's tools if it makes any, a Cut if it was cut, and a Usage.

        Raises ModelFailed when it did not come out whole.
        """
        wanted = self._assistant.write
        short = brief.purpose != "answer" and not brief.tools
        pieces = self._model.stream(
            self.messages(brief),
            max_tokens=wanted.decline_max_tokens if short else wanted.max_tokens,
            temperature=wanted.decline_temperature if brief.purpose == "decline" else wanted.temperature,
            tools=brief.tools,
        )
        held = ""
        usage = Usage()
        calls: tuple[ToolCall, ...] = ()
        is_cut = False
        async with closing(pieces):
            async for piece in pieces:
                usage += piece.usage or Usage()
                calls += piece.calls
                is_cut = is_cut or piece.cut
                ready, held = _read_entities(held + piece.text)
                if ready:
                    yield ready
        if held:
            yield held
        for call in calls:
            yield call
        if is_cut:
            yield Cut()
        yield usage

    def messages(self, brief: Brief) -> list[Message]:
        """The prompt of a brief."""
        # Marks of earlier answers count in the conversation's numbers, not in the labels of this prompt.
        own = self._assistant.prompts.get
        about = self._assistant.scope.about if self._assistant.scope else self._assistant.description
        if brief.purpose == "not_found" and (brief.tools or brief.rounds):
            # What comes nearest does not help; a tool may still find what does.
            return answer_messages(replace(brief, passages=(), labels=()), own("answer", ""), keep_marks=False)
        if brief.purpose == "answer":
            return answer_messages(brief, own("answer", ""), keep_marks=False)
        if brief.purpose == "not_found":
            return not_found_messages(brief, own("not_found", ""), keep_marks=False)
        if brief.purpose == "recall":
            return recall_messages(brief, own("recall", ""), keep_marks=False)
        if brief.purpose == "decline":
            return decline_messages(brief, own("decline", ""), about, keep_marks=False)
        return chat_messages(brief, own("chat", ""), about, keep_marks=False)


def _read_entities(text: str) -> tuple[str, str]:
    """The text with its entities read, and an end that could still become one."""
    at = text.rfind("&")
    open_end = at >= 0 and any(entity.startswith(text[at:]) and entity != text[at:] for entity in ENTITIES)
    ready, held = (text[:at], text[at:]) if open_end else (text, "")
    for entity, char in ENTITIES.items():
        # `&amp;` comes after `&lt;` and `&gt;`, so that `&amp;lt;` is read once only.
        ready = ready.replace(entity, char)
    return ready, held
