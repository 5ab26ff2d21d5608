"""Asks a model for a JSON object and finds it in the reply, whatever text surrounds it."""

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


MAX_OBJECTS = 20
"""Maximum positions of a reply at which a JSON object is tried: a reply of brackets only must not take a second."""


class Reply(BaseModel):
    """Base of the objects that a model is asked for: all fields are required, others are errors.

    Docstrings of subclasses are sent to models, as descriptions in the JSON Schema.
    """

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
    """The model's reply as a `shape` object, and its usage. `schema` replaces the JSON Schema of the shape.

    Raises ModelFailed; `upstream_malformed` if the reply contains no object of this shape.
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
    raise ModelFailed(f"{model.name} returned no {shape.__name__}: {text[:100]!r}", code="upstream_malformed")


async def complete(
    model: ChatModel,
    messages: Sequence[Message],
    *,
    max_tokens: int,
    schema: Mapping[str, object] | None,
    patience_s: float,
) -> tuple[str, Usage]:
    """The complete reply at temperature 0, and its usage. Raises ModelFailed; `upstream_timeout` after `patience_s`."""
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
    """Closes a stream when its reader stops early. Models return generators, but the port only promises iterators."""
    return aclosing(pieces)


def objects(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects in a text, in order. Models put them in code fences and between sentences."""
    decoder = json.JSONDecoder()
    at = text.find("{")
    for _ in range(MAX_OBJECTS):
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
