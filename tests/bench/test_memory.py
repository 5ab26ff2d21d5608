"""Evidence recall over what the product stores and searches, on a conversation of our own in the shape of the data."""

import gzip
import json
from pathlib import Path

import pytest
from bench.options import parse

from bench import memory

SAID = (
    ("Anna", "I sold the red boat to my cousin."),
    ("Ben", "How is the weather at the coast?"),
    ("Anna", "It rains, so I paint the kitchen."),
    ("Ben", "My bicycle has a flat tyre again."),
    *(("Anna" if place % 2 else "Ben", f"Chapter {place} of the novel is slow.") for place in range(14)),
)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    messages = [{"speaker": who, "dia_id": f"D1:{n}", "text": text} for n, (who, text) in enumerate(SAID, 1)]
    talk = {
        "sample_id": "made",
        "conversation": {"session_1": messages, "session_1_date_time": "1:56 pm on 8 May, 2023"},
        "qa": [
            {"question": "Who bought Anna's red boat?", "category": 4, "evidence": ["D1:1"]},
            {"question": "Whose bicycle has a flat tyre?", "category": 4, "evidence": ["D1:4; D1:4"]},
            {"question": "What is not in it?", "category": 5, "evidence": []},
        ],
    }
    folder = tmp_path / "locomo"
    folder.mkdir()
    with gzip.open(folder / "made.json.gz", "wt", encoding="utf-8") as file:
        json.dump([talk], file)
    return tmp_path


def test_messages_are_found_through_the_store_and_the_search_of_a_turn(data: Path) -> None:
    rows = memory.run(parse(["memory", "--data", str(data), "--set", "all", "--embedder", "none"], ["memory"])).rows
    by_system = {str(row["system"]): row for row in rows}
    assert by_system["askwell"]["n"] == 2
    assert by_system["askwell"]["R@50"] == 100
    assert by_system["askwell, in pairs (none)"]["R@50"] == 100
    assert "BM25, same messages" in by_system


def test_what_was_not_measured_is_marked_as_published(data: Path) -> None:
    rows = memory.run(parse(["memory", "--data", str(data), "--set", "all", "--embedder", "none"], ["memory"])).rows
    assert all(row["n"] or "published" in str(row["system"]) for row in rows)
