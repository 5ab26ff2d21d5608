"""Conversations with askwell to learn from: what is stored, and replies as the next question reads them."""

from pathlib import Path
from typing import Any

import pytest

from bench import asked
from tests.conftest import WEIGHTS

UNSEEN = ("seventh", "eighth", "ninth", "tenth", "eleventh")
"""Blind sets of which nothing may learn."""


def test_every_later_turn_is_complete_or_worded() -> None:
    found = {part: asked.conversations(part) for part in ("train", "held")}
    named = [dialogue["id"] for dialogues in found.values() for dialogue in dialogues]
    assert len(named) == len(set(named)) == 545
    assert not any(name.startswith(UNSEEN) for name in named)
    turns = {part: [turn for each in dialogues for turn in each["turns"][1:]] for part, dialogues in found.items()}
    assert {part: len(each) for part, each in turns.items()} == {"train": 1954, "held": 288}
    for turn in (turn for each in turns.values() for turn in each):
        assert turn["user"].strip()
        assert turn["needs_context"] or not turn["rewrites"]
        assert all(wording.strip() and wording != turn["user"] for wording in turn["rewrites"])


def test_a_reply_is_what_the_next_question_reads_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASKWELL_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("ASKWELL_MODELS", str(WEIGHTS))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "data" / "ferry"
    folder.mkdir(parents=True)
    (folder / "ferry.md").write_text("# The ferry\n\nThe ferry to Ilvermoy costs 28 euros per car.\n", encoding="utf-8")
    said: list[dict[str, Any]] = [
        {"user": "What does the ferry to Ilvermoy cost?", "needs_context": False, "rewrites": []},
        {"user": "Who painted the harbour?", "needs_context": False, "rewrites": []},
        {"user": "And for two cars?", "needs_context": True, "rewrites": ["What does the ferry cost for two cars?"]},
    ]
    dialogue = {"id": "f-1", "collection": "ferry", "language": "en", "turns": said}
    elsewhere = {**dialogue, "id": "b-1", "collection": "bridges"}
    monkeypatch.setattr(asked, "conversations", lambda part: [dialogue, elsewhere] if part == "train" else [])
    asked.replied.cache_clear()
    second, third = asked.later_turns("en", "train", tmp_path / "data")
    asked.replied.cache_clear()
    assert (second.set, second.utterance, second.rewrite) == ("asked_en", said[1]["user"], said[1]["user"])
    assert (third.utterance, third.rewrite) == (said[2]["user"], said[2]["rewrites"][0])
    (_, cost), (_, painted) = third.exchanges
    assert "28 euros per car" in cost
    assert not painted
