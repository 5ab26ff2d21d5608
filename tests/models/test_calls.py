"""Tool calls in the wire format, and as JSON for models without native support."""

import json
from collections.abc import AsyncGenerator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askwell.models.calls import CallDelta, join_calls
from askwell.models.json_tool_calls import ask_for_choice, choice_schema, read_choice, without_calls
from askwell.types import ChatPiece, Message, ToolCall, ToolSpec, Usage

STOCK = ToolSpec(
    "stock", "Says how many there are.", {"type": "object", "properties": {"thing": {"type": "string"}}, "required": []}
)


@pytest.mark.parametrize(
    ("deltas", "calls"),
    [
        (
            [CallDelta(0, "a", "stock", '{"thi'), CallDelta(0, "", "", 'ng": 1}')],
            (ToolCall("a", "stock", {"thing": 1}),),
        ),
        (
            [CallDelta(0, "a", "stock"), CallDelta(1, "b", "order", "{}")],
            (ToolCall("a", "stock"), ToolCall("b", "order")),
        ),
        ([CallDelta(0, "a", "stock"), CallDelta(0, "b", "order")], (ToolCall("a", "stock"), ToolCall("b", "order"))),
        ([CallDelta(None, "", "stock", "{"), CallDelta(None, "", "", "}")], (ToolCall("call_1", "stock"),)),
        ([CallDelta(0, "a", "x"), CallDelta(1, "a", "y")], (ToolCall("a", "x"), ToolCall("call_2", "y"))),
        ([CallDelta(0, "a", "stock", '{"thing": ')], (ToolCall("a", "stock", unread='{"thing": '),)),
        ([CallDelta(0, "a", "stock", "[1]")], (ToolCall("a", "stock", unread="[1]"),)),
        ([CallDelta(0, "a", "rm -rf /; drop", "")], (ToolCall("a", "rm_-rf____drop"),)),
        ([CallDelta(0, "a", "", "")], (ToolCall("a", "unnamed"),)),
        ([CallDelta(0, "a", "stock", "[" * 5000)], (ToolCall("a", "stock", unread="[" * 200),)),
        ([], ()),
    ],
)
def test_pieces_are_joined_to_calls(deltas: list[CallDelta], calls: tuple[ToolCall, ...]) -> None:
    assert join_calls(deltas) == calls


async def read(text: str, cuts: list[int]) -> tuple[str, tuple[ToolCall, ...]]:
    """Text and calls of a choice that is split at these offsets."""

    async def pieces() -> AsyncGenerator[ChatPiece]:
        places = [0, *sorted(cut % (len(text) + 1) for cut in cuts), len(text)]
        for start, end in pairwise(places):
            yield ChatPiece(text[start:end])
        yield ChatPiece(finished=True, usage=Usage(calls=1))

    got = [piece async for piece in read_choice(pieces())]
    assert got[-1].finished
    assert got[-1].usage == Usage(calls=1)
    return "".join(piece.text for piece in got), got[-1].calls


CUTS = st.lists(st.integers(0, 10_000), max_size=12)


@given(answer=st.text(min_size=1), ascii_only=st.booleans(), cuts=CUTS)
async def test_an_answer_is_read_from_its_json_however_it_is_split(
    answer: str, ascii_only: bool, cuts: list[int]
) -> None:
    assert await read(json.dumps({"answer": answer}, ensure_ascii=ascii_only), cuts) == (answer, ())


@given(cuts=CUTS)
async def test_a_chosen_tool_is_a_call(cuts: list[int]) -> None:
    text = ' {"tool": "stock", "arguments": {"thing": "a \\"lamp\\""}}'
    assert await read(text, cuts) == ("", (ToolCall("call_1", "stock", {"thing": 'a "lamp"'}),))


@pytest.mark.parametrize(
    ("raw", "text", "calls"),
    [
        ("It is 5 euros.", "It is 5 euros.", ()),
        ('{"answer": "It is', "It is", ()),
        ('{"answer": "a", "tool": "stock"}', "a", ()),
        ('{"tool": 3}', '{"tool": 3}', ()),
        ('{"tool": "stock", "arguments": [1]}', "", (ToolCall("call_1", "stock", unread="[1]"),)),
        ('{"answer": "\\ud83d"}', "\ufffd", ()),
        ('{"answer": "\\uZZZZ"}', "\ufffd", ()),
    ],
)
async def test_text_that_is_not_a_choice_is_passed_on(raw: str, text: str, calls: tuple[ToolCall, ...]) -> None:
    assert await read(raw, [3, 9]) == (text, calls)


def test_the_schema_of_a_choice_allows_an_answer_or_a_known_tool() -> None:
    schema: dict[str, Any] = choice_schema([STOCK])
    answer, stock = schema["anyOf"]
    assert answer["required"] == ["answer"]
    assert stock["properties"]["tool"] == {"type": "string", "enum": ["stock"]}
    assert stock["properties"]["arguments"] == STOCK.parameters


def test_calls_and_results_use_roles_that_every_model_knows() -> None:
    messages = [
        Message("system", "Be brief."),
        Message("user", "How many lamps?"),
        Message("assistant", "", (ToolCall("a", "stock", {"thing": "théière"}),)),
        Message("tool", "<tool_result>\n9\n</tool_result>", call_id="a"),
    ]
    asked = ask_for_choice(messages, [STOCK])
    assert [each.role for each in asked] == ["system", "user", "assistant", "user"]
    assert asked[0].content.startswith("Be brief.\n\n")
    assert "- stock: Says how many there are." in asked[0].content
    assert asked[2].content == '{"tool": "stock", "arguments": {"thing": "théière"}}'
    assert without_calls(messages)[1:] == asked[1:]
