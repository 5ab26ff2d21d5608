"""Tool calls for models without native support: each answer is one JSON object, either a call or the answer.

A local model is restricted to the schema by its grammar. The text of the answer is streamed out of the JSON.
"""

import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing

from askwell.models.calls import clean_name
from askwell.types import ChatPiece, Message, ToolCall, ToolSpec

_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def choice_schema(tools: Sequence[ToolSpec]) -> dict[str, object]:
    """JSON Schema of a choice: `{"tool", "arguments"}` with the parameters of the tool, or `{"answer"}`."""
    calls = [_object({"tool": {"type": "string", "enum": [each.name]}, "arguments": each.parameters}) for each in tools]
    return {"title": "choice", "anyOf": [_object({"answer": {"type": "string", "minLength": 1}}), *calls]}


def ask_for_choice(messages: Sequence[Message], tools: Sequence[ToolSpec]) -> list[Message]:
    """The messages with the tools listed in the system text; calls and results become plain messages."""
    listed = "\n".join(f"- {each.name}: {each.description} Arguments: {json.dumps(each.parameters)}" for each in tools)
    instruction = (
        "Answer with one JSON object and nothing else: "
        '{"answer": "the whole answer, with its labels like [1]"} when you can answer, or '
        '{"tool": name, "arguments": {...}} to use a tool first.'
        f"\nTools:\n{listed}"
    )
    first, *others = messages
    if first.role != "system":
        first, others = Message("system", ""), [first, *others]
    return [Message("system", f"{first.content}\n\n{instruction}".strip()), *(_plain(message) for message in others)]


def without_calls(messages: Sequence[Message]) -> list[Message]:
    """The messages for a model without tool calls: calls and results become plain messages."""
    return [_plain(message) for message in messages]


async def read_choice(pieces: AsyncGenerator[ChatPiece]) -> AsyncGenerator[ChatPiece]:
    """Convert a streamed choice: yields the text of the answer, or the calls with the last piece.

    Text that is not a choice is passed on unchanged.
    """
    whole = ""
    answer: AnswerText | None = None
    async with aclosing(pieces) as stream:
        async for piece in stream:
            whole += piece.text
            if answer is None and (start := _answer_start(whole)):
                answer = AnswerText()
                text = answer.feed(whole[start:])
            else:
                text = answer.feed(piece.text) if answer is not None else ""
            if text:
                yield ChatPiece(text)
            if piece.finished:
                calls = () if answer is not None else _calls(whole)
                if answer is None and not calls:
                    yield ChatPiece(whole)
                yield ChatPiece(finished=True, usage=piece.usage, cut=piece.cut, calls=calls)


class AnswerText:
    """Decodes a JSON string incrementally. Feed it the text after the opening quotation mark."""

    def __init__(self) -> None:
        self._held = ""
        self._ended = False

    def feed(self, piece: str) -> str:
        """The text decoded with this piece. Anything after the closing quotation mark is ignored."""
        text, self._held, out = self._held + piece, "", ""
        at = 0
        while at < len(text) and not self._ended:
            if text[at] == '"':
                self._ended = True
            elif text[at] != "\\":
                out += text[at]
                at += 1
            else:
                read, length = _escape(text, at)
                if not length:
                    self._held = text[at:]
                    break
                out += read
                at += length
        return out


def _escape(text: str, at: int) -> tuple[str, int]:
    """The character of an escape sequence at an offset, and its length; length 0 if it is incomplete."""
    if len(text) < at + 2:
        return "", 0
    if text[at + 1] != "u":
        return _ESCAPES.get(text[at + 1], text[at + 1]), 2
    if len(text) < at + 6:
        return "", 0
    code = _hex(text[at + 2 : at + 6])
    if 0xD800 <= code < 0xDC00:
        if len(text) < at + 12 and text[at + 6 : at + 8] in {"", "\\", "\\u"}:
            return "", 0
        low = _hex(text[at + 8 : at + 12]) if text[at + 6 : at + 8] == "\\u" else 0
        if 0xDC00 <= low < 0xE000:
            return chr(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)), 12
    return ("\ufffd" if 0xD800 <= code < 0xE000 else chr(code)), 6


def _hex(digits: str) -> int:
    try:
        return int(digits, 16)
    except ValueError:
        return 0xFFFD


def _answer_start(text: str) -> int:
    """Offset after the opening quotation mark of the answer; 0 if it has not arrived."""
    opened = text.lstrip()
    for part in ("{", '"answer"', ":", '"'):
        if not opened.startswith(part):
            return 0
        opened = opened[len(part) :].lstrip() if part != '"' else opened[len(part) :]
    return len(text) - len(opened)


def _calls(text: str) -> tuple[ToolCall, ...]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return ()
    if not isinstance(found, dict) or not isinstance(name := found.get("tool"), str):
        return ()
    arguments = found.get("arguments", {})
    if not isinstance(arguments, dict):
        return (ToolCall("call_1", clean_name(name), unread=str(arguments)[:200]),)
    return (ToolCall("call_1", clean_name(name), arguments),)


def _plain(message: Message) -> Message:
    if message.calls:
        calls = (
            json.dumps({"tool": each.name, "arguments": dict(each.arguments)}, ensure_ascii=False)
            for each in message.calls
        )
        return Message("assistant", "\n".join(part for part in (message.content, *calls) if part))
    return Message("user", message.content) if message.role == "tool" else message


def _object(properties: Mapping[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }
