"""A simulated user whose messages a model writes."""

from collections.abc import Sequence

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


class LlmUser:
    """Asks the first question of another user, then what the model writes.

    Nothing is required of a message that a model writes: what it depends on is not known. If the model fails, the other
    user writes the message.
    """

    def __init__(self, model: ChatModel, persona: Persona, subject: str, other: User) -> None:
        self._model = model
        self._persona = persona
        self._subject = subject
        self._other = other

    async def write(self, exchanges: Sequence[Exchange]) -> Message:
        if not exchanges:
            return await self._other.write(exchanges)
        said = [(each.message.text, each.answer.answer if each.answer else "") for each in exchanges]
        messages = persona_messages(self._persona, self._subject, said)
        try:
            written, _ = await ask(self._model, messages, NextMessage, max_tokens=MAX_TOKENS)
        except ModelFailed:
            return await self._other.write(exchanges)
        return Message(written.message) if written.message.strip() else await self._other.write(exchanges)
