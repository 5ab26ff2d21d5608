import json
from pathlib import Path

import numpy as np
import pytest
from bench.judge import _overlap, _turn_row
from bench.judge_learning import FLUENT
from bench.judged_turns import FOLDER, LabelledTurn, labelled_turns
from bench.question_pairs import pairs

from askwell.types import JudgedTurn, TurnVerdict

LINE = {
    "id": "ferry-01",
    "domain": "ferries",
    "language": "en",
    "history": [{"question": "What does the ferry cost?", "answer": "28 euros. [1]"}],
    "question": "And with a trailer?",
    "resolved": "What does the ferry cost with a trailer?",
    "answer": "40 euros. [2]",
    "sources": [
        {"title": "Prices", "text": "A car costs 28 euros."},
        {"title": "Trailers", "text": "With one: 40 euros."},
    ],
    "requires_context": True,
    "expected_question": "What does the ferry cost for a car with a trailer?",
    "expected_topics": ["price"],
    "label": "right",
    "kind": "right",
}


def test_a_line_is_a_turn(tmp_path: Path) -> None:
    (tmp_path / "own.jsonl").write_text(json.dumps(LINE) + "\n\n", encoding="utf-8")
    [found] = labelled_turns(tmp_path)
    assert (found.id, found.file, found.is_right, found.kind) == ("ferry-01", "own", True, "right")
    turn = found.turn
    assert [passages[0].chunk.text for passages in turn.sources.values()] == [
        "A car costs 28 euros.",
        "With one: 40 euros.",
    ]
    assert list(turn.sources) == [1, 2]
    assert [(each.question, each.answer) for each in turn.earlier] == [("What does the ferry cost?", "28 euros. [1]")]
    assert (turn.expected_questions, turn.expected_topics) == ((LINE["expected_question"],), (("price",),))


def test_the_judged_turns_are_as_their_format_says() -> None:
    found = labelled_turns()
    assert len({each.id for each in found}) == len(found)
    assert sum(each.is_right for each in found) * 2 == len(found)
    assert all(each.is_right == each.kind.startswith("right") for each in found)
    assert all(each.turn.expected_questions for each in found if each.turn.requires_context)
    kinds = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"`{each.kind}`" in kinds for each in found)


def test_shares_are_of_their_own_turns() -> None:
    turn = JudgedTurn("q", "a", None, "en")
    good, bad = TurnVerdict(5, 5, None, 3), TurnVerdict(5, 5, 0, 3)
    judged = [
        (LabelledTurn("1", "f", turn, True, "right"), good),
        (LabelledTurn("2", "f", turn, True, "right_from_earlier_turn"), TurnVerdict(2, 5, None, 3)),
        (LabelledTurn("3", "f", turn, False, FLUENT), bad),
        (LabelledTurn("4", "f", turn, False, FLUENT), good),
    ]
    row = _turn_row("turns", judged, "rules")
    assert (row["accuracy"], row["right"], row["wrong"], row["fluent_caught"]) == (0.5, 0.5, 0.5, 0.5)
    assert row["earlier_unfaithful"] == 1


def test_words_in_common_count_with_their_repeats() -> None:
    assert _overlap("the red red door", "The red door, a door") == pytest.approx(
        {"F1": 2 / 3, "recall": 0.6, "precision": 0.75}
    )


def test_pairs_of_questions_are_the_same_at_each_run() -> None:
    found = pairs()
    assert found == pairs()
    kinds, counts = np.unique([each.kind for each in found], return_counts=True)
    assert set(kinds) == {"same", "typed", "earlier", "swapped", "added"}
    assert counts.min() > 500
