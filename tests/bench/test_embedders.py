"""What an embedder costs, in a table."""

import json
from pathlib import Path

import pytest
from bench.options import parse

from bench import embedders
from tests.knowledge.kit import HashingEmbedder


def test_an_embedder_has_a_row_with_its_time_and_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "debian_faq_multilingual"
    folder.mkdir()
    (folder / "query_ids_half.json").write_text('["p#a"]', encoding="utf-8")
    row = {"id": "p#a", "page": "p", "question": "What is apt?", "answer": "The program apt installs packages."}
    for language in ("en", "it", "nl"):
        (folder / f"faq_{language}.jsonl").write_text(json.dumps(row), encoding="utf-8")
    made = HashingEmbedder("minilm", 64)
    monkeypatch.setattr("bench.embedders.embedder_named", lambda _: made)
    [row_of] = embedders.run(parse(["embedders", "--data", str(tmp_path), "--embedder", "minilm"], ["embedders"])).rows
    assert row_of["n"] == len(made.passages) == 3
    assert row_of["dimension"] == 64
    assert row_of["MB"] == 23.4
    assert set(embedders.METRICS) <= row_of.keys()
