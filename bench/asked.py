"""Conversations with askwell, to learn from as it answers them: `dialogues/asked.jsonl`, one on each line.

Their authors saw documents and not the code. They wrote what people would type, in conversations that make sense
whatever is answered; 205 of 545 are those of `bench blind`. Others read what askwell replied and worded each later turn
completely, with as few other words as possible. A conversation has a `part`, `train` or `held`, the `collection` that
it is about and its `turns`: what the `user` typed, whether it `needs_context`, and complete `rewrites` with the best
first, none for a turn about the conversation itself. `held` are all conversations of three authors.

Replies are not stored: most quote the documents. They are made again from the bundled assistants and from the manuals
in the data folder; conversations about other manuals are left out.
"""

import asyncio
import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from askwell.engine import Engine
from askwell.types import OPERATOR, Language
from askwell.understanding.history import spoken, without_places
from bench.blind import bundled, opened
from bench.cast import Sample
from bench.typed import FOLDER, samples

FILE = FOLDER / "asked.jsonl"

Dialogue = Mapping[str, Any]


def conversations(part: str) -> list[Dialogue]:
    """The conversations of a part, without replies."""
    dialogues = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    return [dialogue for dialogue in dialogues if dialogue["part"] == part]


def wordings() -> dict[tuple[str, int], str]:
    """A person's complete wording of a turn, by the id of its conversation and its number; only where it needs one."""
    return {
        (dialogue["id"], number): turn["rewrites"][0]
        for part in ("train", "held")
        for dialogue in conversations(part)
        for number, turn in enumerate(dialogue["turns"], 1)
        if turn["rewrites"]
    }


@functools.cache
def replied(part: str, data: Path) -> tuple[Dialogue, ...]:
    """The conversations of a part that can be held here, each turn with the `answer` as the next question reads it."""
    by_collection: dict[str, list[Dialogue]] = {}
    for dialogue in conversations(part):
        by_collection.setdefault(dialogue["collection"], []).append(dialogue)
    found: list[Dialogue] = []
    for name, dialogues in sorted(by_collection.items()):
        folder = None if name in bundled() else data / name
        if folder is None or folder.is_dir():
            found += asyncio.run(_hold(name, folder, dialogues))
    return tuple(found)


def later_turns(language: Language, part: str, data: Path) -> list[Sample]:
    """All turns after the first of the conversations of a language, in sets `asked_XX`."""
    dialogues = [each for each in replied(part, data) if each["language"] == language]
    return [sample for each in dialogues for sample in samples(each, f"asked_{language}")]


async def _hold(name: str, folder: Path | None, dialogues: list[Dialogue]) -> list[Dialogue]:
    async with opened(name, folder, name) as engine:
        return [await _held(engine, "documents" if folder else name, each) for each in dialogues]


async def _held(engine: Engine, assistant: str, dialogue: Dialogue) -> Dialogue:
    session = await engine.create_session(assistant)
    turns = []
    for turn in dialogue["turns"]:
        answer = await engine.ask(turn["user"], session=session.id)
        stored = await engine.store.turns.by_id(OPERATOR, answer.turn_id)
        _, read = spoken(without_places([stored]))[0]
        turns.append({**turn, "answer": read})
    await engine.delete_session(session.id)
    return {**dialogue, "turns": turns}
