"""The measures, on cases small enough to count by hand."""

import numpy as np
import pytest
from bench.bootstrap import differences, intervals
from bench.scores import (
    Rewritten,
    count_detection,
    count_rewriting,
    detection,
    differs,
    rewriting,
    tokens,
)


def test_tokens_lose_case_signs_and_a_genitive() -> None:
    assert tokens("What are Linoleum's edges (2)?") == ["what", "are", "linoleum", "edges", "2"]


def test_case_and_signs_make_no_difference() -> None:
    assert not differs("what is it ", "What is it?")
    assert differs("Is it waterproof?", "Is cork flooring waterproof?")


def test_the_raw_utterance_has_no_added_terms() -> None:
    figures = rewriting(count_rewriting(Rewritten("Is it bad?", "Is milk bad?", "Is it bad?", "What is milk?")))
    assert figures["TERM_F1"] == 0
    assert figures["R1_F"] == pytest.approx(2 / 3)


def test_added_terms_count_only_if_they_were_said_before() -> None:
    row = Rewritten(
        "Is it bad?", "Is goat milk bad?", "Is goat cheese from Gouda bad?", "Tell me about goat milk and cheese."
    )
    figures = rewriting(count_rewriting(row))
    assert figures["TERM_P"] == pytest.approx(1 / 2)
    assert figures["TERM_R"] == pytest.approx(1 / 2)


def test_detection_is_read_from_the_confusion_matrix() -> None:
    cells = [(True, True)] * 6 + [(True, False)] * 2 + [(False, True)] * 1 + [(False, False)] * 3
    figures = detection(np.array([count_detection(gold, found) for gold, found in cells]).sum(axis=0))
    assert figures["recall"] == pytest.approx(6 / 8)
    assert figures["specificity"] == pytest.approx(3 / 4)
    assert figures["balanced_accuracy"] == pytest.approx(3 / 4)
    assert figures["mcc"] == pytest.approx((6 * 3 - 1 * 2) / (7 * 8 * 4 * 5) ** 0.5)


def test_an_interval_holds_its_figure_and_is_none_against_itself() -> None:
    random = np.random.default_rng(1)
    counts = np.array([count_detection(bool(a), bool(b)) for a, b in random.integers(0, 2, (200, 2))])
    conversations = [str(at // 10) for at in range(200)]
    low, high = intervals(counts, conversations, detection)["recall"]
    assert low < detection(counts.sum(axis=0))["recall"] < high
    assert differences(counts, counts, conversations, detection)["recall"] == (0.0, 0.0)
