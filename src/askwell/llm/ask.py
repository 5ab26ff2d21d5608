"""Ask a model for one JSON object and read it, whatever it wraps it in."""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import aclosing
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from askwell.errors import ModelFailed
from askwell.ports import ChatModel
from askwell.text.characters import clean_json, clean_text
from askwell.types import Message, Usage

PATIENCE_S = 60.0
"""How long a judgement may take before the rules judge instead."""


MOST_OBJECTS = 20
"""Places of a reply where an object is looked for: a reply of brackets alone must not cost a second."""


class Reply(BaseModel):
    """Base of the objects a model is asked for: every field required, no others."""

    model_config = ConfigDict(frozen=True, extra="forbid")


R = TypeVar("R", bound=Reply)


async def ask(
    model: ChatModel,
    messages: Sequence[Message],
    shape: type[R],
    *,
    max_tokens: int,
    schema: Mapping[str, object] | None = None,
    patience_s: float = PATIENCE_S,
) -> tuple[R, Usage]:
    """The model's reply in that shape, and what it cost; `schema` narrows the one of the shape.

    Raises ModelFailed; `upstream_malformed` when no object of the shape is in the reply.
    """
    text, usage = await complete(
        model, messages, max_tokens=max_tokens, schema=schema or shape.model_json_schema(), patience_s=patience_s
    )
    for found in objects(text):
        try:
            known = {name: clean_json(found[name]) for name in shape.model_fields if name in found}
            return shape.model_validate(known), usage
        except ValidationError:
            continue
    raise ModelFailed(f"{model.name} gave no {shape.__name__}: {text[:100]!r}", code="upstream_malformed")


async def complete(
    model: ChatModel,
    messages: Sequence[Message],
    *,
    max_tokens: int,
    schema: Mapping[str, object] | None,
    patience_s: float,
) -> tuple[str, Usage]:
    """The whole reply at temperature 0. Raises ModelFailed; `upstream_timeout` when patience ran out."""
    text: list[str] = []
    usage = Usage()
    try:
        async with asyncio.timeout(patience_s):
            pieces = model.stream(messages, max_tokens=max_tokens, temperature=0.0, schema=schema)
            async with closing(pieces):
                async for piece in pieces:
                    text.append(piece.text)
                    usage += piece.usage or Usage()
    except TimeoutError as error:
        raise ModelFailed(f"{model.name} took longer than {patience_s:g} s", code="upstream_timeout") from error
    return clean_text("".join(text)), usage


def closing(pieces: Any) -> "aclosing[Any]":
    """Closes a stream that its reader leaves early; models give generators, which a port cannot say."""
    return aclosing(pieces)


def objects(text: str) -> Iterator[dict[str, Any]]:
    """JSON objects in a text, in order: models put them in fences and between sentences."""
    decoder = json.JSONDecoder()
    at = text.find("{")
    for _ in range(MOST_OBJECTS):
        if at < 0:
            return
        try:
            found, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            if isinstance(found, dict):
                yield found
        at = text.find("{", end)
