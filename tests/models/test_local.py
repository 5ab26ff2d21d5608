"""A local model file: tests without weights, and, on demand, with a real model."""

import os
from pathlib import Path

import pytest

from askwell.errors import BadConfig, ModelFailed, NotFound
from askwell.models.chat import require_package
from askwell.models.local import LocalChat, chat_request, read_chunk
from askwell.models.stream_guard import Delta
from askwell.types import Message, Usage

HOME = Path(os.environ.get("ASKWELL_HOME") or Path(__file__).parents[2] / ".askwell")
PROMPT = [Message("system", "You are brief."), Message("user", "Name one fruit and its colour.")]
SCHEMA = {
    "type": "object",
    "properties": {"fruit": {"type": "string"}, "colour": {"type": "string"}},
    "required": ["fruit", "colour"],
    "additionalProperties": False,
}


def test_a_request_streams_with_usage_and_keeps_its_prompt() -> None:
    request = chat_request(PROMPT, max_tokens=9, temperature=0.5, schema=None)
    assert request["messages"] == [{"role": message.role, "content": message.content} for message in PROMPT]
    assert (request["max_tokens"], request["temperature"], request["stream"]) == (9, 0.5, True)
    assert request["cache_prompt"] is True
    assert "response_format" not in request


def test_a_schema_becomes_a_response_format() -> None:
    request = chat_request(PROMPT, max_tokens=9, temperature=0, schema=SCHEMA)
    assert request["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "answer", "schema": SCHEMA, "strict": True},
    }


def test_chunks_hold_text_then_the_finish_reason_then_the_usage() -> None:
    first = {"choices": [{"finish_reason": None, "index": 0, "delta": {"role": "assistant", "content": None}}]}
    text = {"choices": [{"finish_reason": None, "index": 0, "delta": {"content": "Hi"}}]}
    end = {"choices": [{"finish_reason": "stop", "index": 0, "delta": {}}]}
    used = {"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 1}}
    read = [read_chunk(chunk, "m") for chunk in (first, text, end, used)]
    assert read == [Delta(), Delta("Hi"), Delta(finish="stop"), Delta(usage=Usage(3, 1, 1))]


@pytest.mark.parametrize(
    ("chunk", "code"),
    [
        ({"error": {"message": "exceeds the context"}}, "upstream_refused"),
        ({"code": 400, "message": "no"}, "upstream_refused"),
        ("text", "upstream_malformed"),
        ({"choices": [{}]}, "upstream_malformed"),
    ],
)
def test_an_invalid_chunk_is_an_error(chunk: object, code: str) -> None:
    with pytest.raises(ModelFailed) as raised:
        read_chunk(chunk, "m")
    assert raised.value.code == code


async def test_a_missing_file_says_how_to_pull_one(tmp_path: Path) -> None:
    with pytest.raises(NotFound) as raised:
        [piece async for piece in LocalChat(tmp_path / "none.gguf").stream(PROMPT, max_tokens=5, temperature=0)]
    assert raised.value.code == "model_not_pulled"


def test_a_missing_package_names_the_command_that_installs_it() -> None:
    with pytest.raises(BadConfig) as raised:
        require_package("no-such-engine", "The model file 'x.gguf'", extra="askwell[local]")
    assert raised.value.code == "missing_package"
    assert raised.value.hint == "Run `pip install askwell[local]`."


def test_pulled_weights_are_named_after_their_folder(tmp_path: Path) -> None:
    assert LocalChat(tmp_path / "qwen-0.5b" / "model.gguf").name == "qwen-0.5b"
    assert LocalChat(tmp_path / "mine.gguf").name == "mine"


@pytest.mark.weights
async def test_a_real_model_answers_in_pieces_and_fills_a_schema() -> None:
    chat = LocalChat(HOME / "models" / "qwen-0.5b" / "model.gguf")
    pieces = [piece async for piece in chat.stream(PROMPT, max_tokens=40, temperature=0)]
    assert len(pieces) > 2
    assert pieces[-1].finished
    assert pieces[-1].usage is not None
    filled = [piece.text async for piece in chat.stream(PROMPT, max_tokens=60, temperature=0, schema=SCHEMA)]
    assert '"colour":' in "".join(filled)


@pytest.mark.weights
async def test_a_real_model_stops_when_its_reader_leaves() -> None:
    chat = LocalChat(HOME / "models" / "qwen-0.5b" / "model.gguf")
    counting = [Message("user", "Count from 1 to 1000.")]
    pieces = chat.stream(counting, max_tokens=2000, temperature=0)
    assert (await anext(pieces)).text
    await pieces.aclose()
    assert [piece async for piece in chat.stream(PROMPT, max_tokens=5, temperature=0)][-1].cut
