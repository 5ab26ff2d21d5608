"""A simulated user whose messages a model writes."""

from collections.abc import Sequence
from dataclasses import dataclass

from askwell.errors import ModelFailed
from askwell.evals.simulate.personas import Message, Persona
from askwell.evals.simulate.promises import Exchange
from askwell.evals.simulate.run import User
from askwell.llm.ask import Reply, ask
from askwell.ports import ChatModel
from askwell.prompts.persona import persona_messages

MAX_TOKENS = 120


class NextMessage(Reply):
    """The next message of the person."""

    message: str


@dataclass(slots=True)
class Counts:
    """Who wrote the messages of a run, without the first ones of its conversations."""

    written: int = 0
    """By the model."""
    replaced: int = 0
    """By rules, because the model failed or wrote nothing."""
    reason: str = ""
    """Why the last one was replaced."""


class LlmUser:
    """Asks the first question of another user, then what the model writes.

    Nothing is required of a message that a model writes: what it depends on is not known. If the model fails, the other
    user writes the message, which is counted.
    """

    def __init__(self, model: ChatModel, persona: Persona, subject: str, other: User, counts: Counts) -> None:
        self._counts = counts
        self._model = model
        self._persona = persona
        self._subject = subject
        self._other = other

    async def write(self, exchanges: Sequence[Exchange]) -> Message:
        """The next message. Raises ModelFailed if the model fails before it wrote any message of the run."""
        if not exchanges:
            return await self._other.write(exchanges)
        said = [(each.message.text, each.answer.answer if each.answer else "") for each in exchanges]
        messages = persona_messages(self._persona, self._subject, said)
        try:
            written, _ = await ask(self._model, messages, NextMessage, max_tokens=MAX_TOKENS)
        except ModelFailed as error:
            if not self._counts.written and error.code != "upstream_malformed":
                raise
            return await self._by_rules(exchanges, error.message)
        if not written.message.strip():
            return await self._by_rules(exchanges, "its message is blank")
        self._counts.written += 1
        return Message(written.message)

    async def _by_rules(self, exchanges: Sequence[Exchange], reason: str) -> Message:
        self._counts.replaced += 1
        self._counts.reason = reason
        return await self._other.write(exchanges)
