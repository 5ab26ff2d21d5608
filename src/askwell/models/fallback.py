"""A chat model that asks another one if the first fails."""

import logging
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from askwell.errors import ModelFailed
from askwell.ports import ChatModel
from askwell.types import ChatPiece, Message, ToolSpec

LOG = logging.getLogger("askwell")


class FallbackChat:
    """Asks the first model, and the second if the first fails before its first piece; later no other one completes it.

    The last piece of the second has its name. The name of both together is that of the first.
    """

    def __init__(self, first: ChatModel, second: ChatModel) -> None:
        self.name = first.name
        self._first = first
        self._second = second

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float,
        schema: Mapping[str, object] | None = None,
        tools: Sequence[ToolSpec] = (),
    ) -> AsyncGenerator[ChatPiece]:
        """The answer of one of them. Raises ModelFailed of the second if both fail."""
        has_begun = False
        for model in (self._first, self._second):
            pieces: Any = model.stream(
                messages, max_tokens=max_tokens, temperature=temperature, schema=schema, tools=tools
            )
            try:
                async with aclosing(pieces):
                    async for piece in pieces:
                        has_begun = True
                        is_second = piece.finished and model is self._second
                        yield replace(piece, model=model.name) if is_second else piece
            except ModelFailed as failure:
                if has_begun or model is self._second:
                    raise
                LOG.warning("%s is asked, because %s failed: %s", self._second.name, model.name, failure)
            else:
                return
