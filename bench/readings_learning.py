"""Learning whether a question was understood: how alike its readings are, and what the answer shows of it."""

from collections.abc import Sequence

import numpy as np

from askwell.rules.turn_topics import answered
from askwell.text.same_question import WITH_ANSWER, Evidence, evidence
from bench.judged_turns import LabelledTurn
from bench.support_learning import fit

FLUENT = "wrongly_resolved_fluent"
_RIDGE = 3.0


def of_turn(each: LabelledTurn) -> Evidence:
    """What tells whether the question of a turn was understood."""
    turn, expected = each.turn, each.turn.expected_questions[0]
    share = answered(turn, expected)
    return evidence(expected, turn.resolved or "", turn.question, turn.language, answer=turn.answer, answered=share)


def learn_evidence(turns: Sequence[LabelledTurn]) -> dict[str, float]:
    """The weights `WITH_ANSWER`; turns that were understood count as much as the others together."""
    same = np.array([each.kind != FLUENT for each in turns])
    turned = np.array([1.0, 1.0, -1.0, -1.0])
    counts = np.where(same, 1.0, same.sum() / (~same).sum())
    rows = np.array([of_turn(each) for each in turns])
    weights = fit(rows * turned, same.astype(np.float64), counts, ridge=_RIDGE) * np.append(turned, 1.0)
    return {name: round(float(value), 2) for name, value in zip(WITH_ANSWER, weights, strict=True)}
