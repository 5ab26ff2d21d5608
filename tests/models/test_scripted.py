"""The scripted chat model."""

import pytest

from askwell.errors import ModelFailed
from askwell.models.scripted import Script, ScriptedChat
from askwell.types import ChatPiece, Message, Usage


async def read(chat: ScriptedChat) -> list[ChatPiece]:
    return [piece async for piece in chat.stream([Message("user", "a b c")], max_tokens=9, temperature=0)]


def text(pieces: list[ChatPiece]) -> str:
    return "".join(piece.text for piece in pieces)


async def test_answers_come_in_order_and_the_last_one_repeats() -> None:
    chat = ScriptedChat(["one two", "three"])
    assert [text(await read(chat)) for _ in range(3)] == ["one two", "three", "three"]


@pytest.mark.parametrize("answer", ["one  two\n\nthree ", " x", "a"])
async def test_pieces_joined_are_the_answer(answer: str) -> None:
    pieces = await read(ScriptedChat([answer]))
    assert text(pieces) == answer
    assert pieces[-1].finished


async def test_usage_counts_words() -> None:
    assert (await read(ScriptedChat(["one two"])))[-1].usage == Usage(3, 2, 1)


async def test_an_answer_can_be_computed_from_the_prompt() -> None:
    script: Script = lambda messages: messages[-1].content.upper()  # noqa: E731
    chat = ScriptedChat(script)
    assert text(await read(chat)) == "A B C"
    assert chat.calls[0].messages == (Message("user", "a b c"),)


async def test_a_failure_in_the_script_is_raised() -> None:
    with pytest.raises(ModelFailed, match="gone"):
        await read(ScriptedChat([ModelFailed("gone")]))
