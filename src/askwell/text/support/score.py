"""The score of a statement: learnt weights of its signs of support."""

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from askwell.text.support.reading import Reading, read, read_passage, read_question
from askwell.text.support.signs import Clashes, Words, clashes, covered, shared_words
from askwell.types import Lack, Language, Passage

SUPPORTED = 0.5
"""Least product of score and agreement of a statement that counts as supported.

At this value 3 % of the statements count as not supported that people rated faithful or that are sentences of a
passage, and 95 % of those with a changed number, date, name or negation (`python -m bench grounding`).
"""

_KINDS: Mapping[str, Lack] = {
    "number": "number",
    "number_moved": "number",
    "name": "name",
    "name_share": "name",
    "name_moved": "name",
    "date": "date",
    "date_moved": "date",
    "negation_added": "negation",
    "negation_dropped": "negation",
    "negation_count": "negation",
}

Table = Mapping[str, float]
"""Sign to its weight, and `constant`."""


class Measured(NamedTuple):
    """How well passages support a statement."""

    score: float
    """Support, 0 to 1: the rating of faithfulness that people would give, from 1 (0) to 4 (1)."""
    clash: float
    """Chance that a number, a name, a date or a negation is another one than in the passages, 0 to 1."""
    lacks: Lack
    """What is not supported; empty for a supported statement."""


def measure(statement: str, language: Language, passages: Sequence[Passage], *, asked: str = "") -> Measured:
    """The support of a statement by all passages together; without passages it has none.

    Numbers, names and dates of the question, `asked`, are no claims of the statement.
    """
    if not passages:
        return Measured(0.0, 0.0, "words")
    own, held = read(statement, language), [read_passage(passage) for passage in passages]
    return measured(*signs(own, held, read_question(asked, language)))


def negates(statement: str, language: Language) -> bool:
    """Whether a statement has a negation."""
    return bool(read(statement, language).negations)


def cover(statement: str, language: Language, passage: Passage) -> float:
    """How much of the content words of a statement a passage has, 0 to 1."""
    return covered(read(statement, language), [read_passage(passage)])


def signs(statement: Reading, passages: Sequence[Reading], asked: Reading) -> tuple[Words, Clashes]:
    """The signs of a statement."""
    return shared_words(statement, passages), clashes(statement, passages, asked)


def measured(words: Words, differing: Clashes, known: Mapping[str, Table] | None = None) -> Measured:
    """The score of signs, by the installed weights if no others are given."""
    known = known or weights()
    score = chance(known["score"], {**words._asdict(), **differing._asdict()})
    clash = chance(known["clash"], differing._asdict())
    return Measured(score, clash, "" if score * (1 - clash) >= SUPPORTED else _lack(known["clash"], differing, clash))


def chance(table: Table, values: Mapping[str, float]) -> float:
    """The logistic curve of a weighted sum, 0 to 1."""
    total = table["constant"] + sum(weight * values[name] for name, weight in table.items() if name != "constant")
    return 1 / (1 + math.exp(-total))


def _lack(table: Table, differing: Clashes, clash: float) -> Lack:
    """The kind that most of a clash comes from; `words` without one."""
    if clash < SUPPORTED:
        return "words"
    sums: dict[Lack, float] = {}
    for name, value in differing._asdict().items():
        sums[_KINDS[name]] = sums.get(_KINDS[name], 0.0) + table[name] * value
    return max(sums, key=lambda kind: sums[kind])


@cache
def weights() -> Mapping[str, Table]:
    """The tables `score` and `clash`. Written by `python -m bench train-support`; `weights.md` says from which data."""
    loaded: Mapping[str, Table] = json.loads(
        files("askwell.text.support").joinpath("weights.json").read_text(encoding="utf-8")
    )
    return loaded
