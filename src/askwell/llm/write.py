"""Writes answers with a model, within the policy for what it may write."""

import json
from collections.abc import AsyncGenerator, Collection, Iterator, Sequence

from askwell.assistant import Assistant
from askwell.errors import ModelFailed
from askwell.languages import wording
from askwell.llm.ask import closing
from askwell.ports import ChatModel
from askwell.prompts import writer_messages
from askwell.text.output_policy import OutputPolicy, PolicyWords
from askwell.types import Brief, Cut, Message, ToolCall, Usage, Withheld, WriterPiece, WrittenBy


class LlmWriter:
    """Writes with a model, using the assistant's own prompts if it has any."""

    def __init__(self, model: ChatModel, assistant: Assistant, secrets: Collection[str] = ()) -> None:
        """`secrets`: keys and tokens that no answer may contain."""
        self.name = model.name
        self._secrets = secrets
        self._model = model
        self._assistant = assistant

    async def write(self, brief: Brief) -> AsyncGenerator[WriterPiece]:
        """The answer in pieces, then the model's tool calls, a Cut if the answer was cut, who wrote it, and a Usage.

        What the model may not write is left out, and then named by a Withheld.

        Raises ModelFailed if the answer is not complete.
        """
        wanted = self._assistant.write
        short = brief.purpose not in {"answer", "operation"} and not brief.tools
        messages = self.messages(brief)
        policy = _policy(brief, messages, self._secrets)
        pieces = self._model.stream(
            messages,
            max_tokens=wanted.decline_max_tokens if short else wanted.max_tokens,
            temperature=wanted.decline_temperature if brief.purpose == "decline" else wanted.temperature,
            tools=brief.tools,
        )
        usage = Usage()
        calls: tuple[ToolCall, ...] = ()
        is_cut = False
        another = ""
        async with closing(pieces):
            try:
                async for piece in pieces:
                    usage += piece.usage or Usage()
                    calls += piece.calls
                    is_cut = is_cut or piece.cut
                    another = piece.model
                    if text := policy.feed(piece.text):
                        yield text
            except ModelFailed:
                if text := policy.flush():
                    yield text
                raise
        if text := policy.flush():
            yield text
        if policy.withheld:
            yield Withheld(tuple(policy.withheld))
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


def _policy(brief: Brief, messages: Sequence[Message], secrets: Collection[str]) -> OutputPolicy:
    """What may be written for a prompt."""
    words = wording(brief.language)
    return OutputPolicy(
        "\n".join(each.content for each in messages),
        PolicyWords(words.link_removed, words.withheld),
        instructions="\n".join(each.content for each in messages if each.role == "system"),
        written="\n".join(_written(brief)),
        given="\n".join(_given(brief)),
        secrets=secrets,
        canary=brief.key,
    )


def _written(brief: Brief) -> Iterator[str]:
    for each in (answer.call for one in brief.rounds for answer in one.answers):
        yield f"{each.name} {json.dumps(dict(each.arguments), ensure_ascii=False)} {each.unread}"


def _given(brief: Brief) -> Iterator[str]:
    yield from (brief.question, brief.asked, brief.summary, brief.first_question)
    yield from (passage.chunk.text for passage in brief.passages)
    for turn in (*brief.turns, *brief.older):
        yield from (turn.question, turn.answer)
