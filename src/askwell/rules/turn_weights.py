"""Learnt weights of the judge of turns, as `python -m bench train-judge` gives them."""

from collections.abc import Mapping
from typing import NamedTuple

from askwell.text.same_question import WITH_ANSWER, WITH_MEANING

Table = Mapping[str, float]
"""Sign to its weight, and `constant`; a sign that it does not have does not count."""


class Weights(NamedTuple):
    """The weights of a judge."""

    understood: Table
    """Of `Evidence`."""
    faithful: Table
    """Of `AnswerSigns`, for what sources and earlier turns say."""
    answers: Table
    """Of `AnswerSigns`, for what the question asks."""


FAITHFUL_WEIGHTS: Table = {
    "support": 0.34,
    "number": -2.04,
    "date": -2.21,
    "name": -2.82,
    "invented": -1.15,
    "clash": -0.37,
    "elsewhere": -6.73,
    "opposite": -0.32,
    "yes": -3.16,
    "no": -2.13,
    "other_number": -0.89,
    "other_value": -0.89,
    "denies": 2.19,
    "unsourced": 2.63,
    "constant": 0.36,
}
"""Chance of an answer that is faithful to sources and earlier turns."""
ANSWERS_WEIGHTS: Table = {
    "elsewhere": -11.1,
    "unrelated": -3.1,
    "opposite": -3.14,
    "no": -0.94,
    "no_value": -2.78,
    "missing": -3.46,
    "other_number": -0.1,
    "other_value": -1.5,
    "refused": -7.43,
    "focus": 0.67,
    "repeats": -2.0,
    "unsourced": 3.33,
    "constant": 1.64,
}
"""Chance of an answer that answers."""

BY_WORDS = Weights(WITH_ANSWER, FAITHFUL_WEIGHTS, ANSWERS_WEIGHTS)
"""Where no vectors are known."""
BY_MEANING = Weights(WITH_MEANING, FAITHFUL_WEIGHTS, ANSWERS_WEIGHTS)
"""With vectors of `e5-small`."""
