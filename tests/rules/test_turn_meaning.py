"""Questions that vectors tell apart, and what is judged without them."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from askwell.errors import BrokenWeights
from askwell.evals.observation import passage
from askwell.ports import Vectors
from askwell.rules.turn_judge import RulesTurnJudge, judge
from askwell.types import JudgedTurn

SOURCE = passage("boats.md", "Boats", "A boat of the club is lent for nine days. Members carry it to the shed.", "en")


def asked(resolved: str) -> JudgedTurn:
    return JudgedTurn(
        "And for how long?",
        "For nine days. [1]",
        resolved,
        "en",
        {1: (SOURCE,)},
        requires_context=True,
        expected_questions=("For what time is a boat of the club lent?",),
    )


class FixedEmbedder:
    """Gives texts with the word "boat" or "canoe" one vector and all others another one."""

    name = "fixed"
    dimension = 2

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        is_boat = [any(word in text for word in ("boat", "canoe")) for text in texts]
        return np.array([[1.0, 0.0] if each else [0.0, 1.0] for each in is_boat], dtype=np.float32)


class BrokenEmbedder(FixedEmbedder):
    """Cannot be loaded."""

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        raise BrokenWeights("no file", hint="Pull it.")


async def test_vectors_tell_what_was_asked_in_other_words() -> None:
    same = await RulesTurnJudge(FixedEmbedder()).score_turn(asked("How many days may members keep a canoe?"))
    other = await RulesTurnJudge(FixedEmbedder()).score_turn(asked("How long do members stay in the shed?"))
    assert (same.context_resolution, other.context_resolution) == (1.0, 0.0)


async def test_without_weights_words_alone_decide() -> None:
    turn = asked("How long is a boat of the club lent?")
    assert await RulesTurnJudge(BrokenEmbedder()).score_turn(turn) == judge(turn)
    assert await RulesTurnJudge().score_turn(turn) == judge(turn)
