"""What calls of a chat model cost: estimated before a call, recorded after it."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any

from askwell.errors import ModelFailed
from askwell.ports import ChatModel
from askwell.text.tokens import count_tokens
from askwell.types import ChatPiece, Message, ToolSpec, Usage

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices of a million tokens, in any currency."""

    input: float = 0.0
    output: float = 0.0

    def cost(self, input_tokens: int, output_tokens: int) -> float:
        """The price of these tokens."""
        return (input_tokens * self.input + output_tokens * self.output) / MILLION


class PricedChat:
    """A chat model with prices: refuses a call that could cost too much, and adds the cost to the usage.

    `most` is the maximum cost of one call; 0 means any. The estimate takes the tokens of the messages and as many of
    the answer as are allowed.
    """

    def __init__(self, model: ChatModel, prices: Prices, most: float) -> None:
        self.name = model.name
        self._model = model
        self._prices = prices
        self._most = most

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float,
        schema: Mapping[str, object] | None = None,
        tools: Sequence[ToolSpec] = (),
    ) -> AsyncGenerator[ChatPiece]:
        """The model's answer. Raises ModelFailed (`over_budget`) before the call, and what the model raises."""
        read = sum(count_tokens(message.content) for message in messages)
        if self._most and (estimate := self._prices.cost(read, max_tokens)) > self._most:
            raise ModelFailed(
                f"A call of {self.name} could cost {estimate:.6g}, and `call_budget` is {self._most:.6g}",
                code="over_budget",
                hint="Raise `call_budget`, or lower `write.max_tokens` or `pack.budget_tokens` of the assistant.",
            )
        pieces: Any = self._model.stream(
            messages, max_tokens=max_tokens, temperature=temperature, schema=schema, tools=tools
        )
        written = 0
        async with aclosing(pieces):
            async for piece in pieces:
                written += count_tokens(piece.text)
                yield self._priced(piece, read, written) if piece.finished else piece

    def _priced(self, piece: ChatPiece, read: int, written: int) -> ChatPiece:
        """The last piece with the cost in its usage, by our own count where the model gives no tokens."""
        usage = piece.usage or Usage()
        known = usage.input_tokens or usage.output_tokens
        cost = self._prices.cost(usage.input_tokens, usage.output_tokens) if known else self._prices.cost(read, written)
        return replace(piece, usage=replace(usage, cost=cost))
