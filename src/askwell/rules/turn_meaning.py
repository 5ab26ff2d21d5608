"""Vectors of what a turn asks and answers, and how alike they are."""

from dataclasses import dataclass

from askwell.ports import Embedder, Vectors
from askwell.text.same_question import Likeness
from askwell.types import JudgedTurn

_ANSWER_CHARS = 300
"""Of an answer that are read: what it is about is said at its beginning."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """Normalised vectors of the texts of a turn, a row each."""

    typed: Vectors
    resolved: Vectors
    expected: Vectors
    answer: Vectors

    def likeness(self, number: int, *, with_answer: bool = True) -> Likeness:
        """How alike the readings are, with the expected question of this index."""
        expected = self.expected[number]
        return Likeness(
            alike=float(expected @ self.resolved),
            typed_expected=float(self.typed @ expected),
            typed_resolved=float(self.typed @ self.resolved),
            answer_expected=float(self.answer @ expected - self.answer @ self.resolved) if with_answer else 0.0,
        )


async def read_meaning(turn: JudgedTurn, embedder: Embedder) -> Meaning:
    """The vectors of a turn. Raises BrokenWeights."""
    asked = await embedder.embed(
        [turn.question, turn.resolved or turn.question, *turn.expected_questions], kind="query"
    )
    answer = await embedder.embed([turn.answer[:_ANSWER_CHARS]], kind="passage")
    return Meaning(asked[0], asked[1], asked[2:], answer[0])
