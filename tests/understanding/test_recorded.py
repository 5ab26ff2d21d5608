"""The features of questions, words and wordings, as recorded: the learnt models know nothing but these figures."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from askwell.understanding.features import QUESTION, WORD
from askwell.understanding.grammar.resolve import draft
from askwell.understanding.judging import compare, dependence_row, wording_rows, wordings_of
from askwell.understanding.wording_features import WORDING
from tests.recorded import assert_as_recorded, shown
from tests.understanding.grammar.test_recorded import SPOKEN, conversation

RECORD = Path(__file__).with_name("recorded.txt")
EVERY = 4
"""Of the conversations one in so many is recorded."""
WORDS = 6


def _named(names: Sequence[str], row: Sequence[float]) -> str:
    return shown({name: float(value) for name, value in zip(names, row, strict=True) if value})


def _lines(case: dict[str, Any]) -> Iterator[str]:
    said = conversation(case)
    found = compare(case["q"], draft(case["q"], said, case["l"]), said, case["l"])
    yield f"{case['l']} {' | '.join([*[turn.question for turn in said.turns], case['q']])}"
    assert found is not None
    described = found.described
    yield f"  question: {_named(QUESTION, described.question[0])}"
    for word, row in list(zip(described.words, described.features, strict=True))[:WORDS]:
        yield f"  {word.low} ({word.text}): {_named(WORD, row[: len(WORD)])}"
    chances = np.array([(at % 7 + 1) / 8 for at in range(len(described.words))], dtype=np.float32)
    yield f"  the question is incomplete: {shown([float(each) for each in dependence_row(found, chances)[0, -4:]])}"
    wordings = wordings_of(found)
    for wording, row in zip(wordings, wording_rows(found, wordings, chances, 0.8), strict=True):
        yield f"  {wording.source} {wording.question!r}: {_named(WORDING, row)}"


def test_conversations_have_the_recorded_features() -> None:
    assert_as_recorded(RECORD, (line for case in SPOKEN[::EVERY] for line in _lines(case)))
