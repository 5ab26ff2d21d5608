"""The bench of known questions: what it counts, on questions of its own."""

import json
from pathlib import Path

import numpy as np
import pytest
from bench.faq import Faq, fit, ranking, read, signs_of
from bench.words import Bm25


def write(folder: Path) -> None:
    """Three questions, the first with two answers, and four wordings."""
    data = folder / "stackfaq"
    data.mkdir()
    pairs = [(0, "How do I fold a kite?"), (0, "How do I fold a kite?"), (1, "Where is the pier?"), (2, "Who bakes?")]
    rows = [{"id": str(at), "thread": each, "question": text, "answer": "x"} for at, (each, text) in enumerate(pairs)]
    (data / "faq.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    asked = [(0, "Folding a kite"), (0, "A kite, how to fold one?"), (1, "Way to the pier"), (9, "No such thread")]
    queries = [{"qid": str(at), "thread": each, "text": text} for at, (each, text) in enumerate(asked)]
    (data / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in queries))


async def test_every_wording_has_its_question(tmp_path: Path) -> None:
    write(tmp_path)
    faq = read(tmp_path)
    assert faq.answers == (2, 1, 1)
    assert [own for _, own in faq.wordings] == [0, 0, 1]
    signs = await signs_of(faq, "none")
    assert signs.shape == (3, 3, 5)
    assert (signs @ fit(faq, signs, range(3))).argmax(axis=1).tolist() == [0, 0, 1]


def test_all_answers_to_a_question_are_relevant() -> None:
    faq = Faq(("a", "b"), (2, 1), (("x", 0), ("y", 1)))
    # The first wording finds its two answers first, the second one after them.
    assert ranking(faq, np.array([[1.0, 0.0], [1.0, 0.0]])) == {
        "MAP": pytest.approx((1 + 1 / 3) / 2, abs=1e-4),
        "P@5": pytest.approx((2 / 5 + 1 / 5) / 2),
    }


def test_a_rarer_word_counts_more() -> None:
    ranked = Bm25(["red kite", "red pier", "red boat"], "en")
    kite, pier, boat = ranked.scores("a red kite")
    assert kite > pier == boat > 0
