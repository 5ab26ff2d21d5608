"""What a reader of conversations adds to the trees. Its readings are made up here."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from bench.cast import turns_of

from askwell.errors import BrokenWeights
from askwell.ports import Spans, Vectors
from askwell.types import ConversationReading, Recalled
from askwell.understanding.judging import LEAST_ODDS, READER_SHARE, with_reading
from askwell.understanding.resolver import LearntResolver

EXCHANGES = (
    ("what does the Brightwater pass cost?", "It costs 40 pounds a year and opens all three pools."),
    ("asdf?", "I found nothing about that."),
)
QUESTION = "are children allowed"


class Reads:
    """Says the same of each word, and keeps what it was asked."""

    def __init__(self, word: float, incomplete: float) -> None:
        self.word, self.incomplete = word, incomplete
        self.asked: list[tuple[str, list[tuple[str, str]], list[str]]] = []

    def read(self, question: str, turns: Sequence[tuple[str, str]], words: Sequence[str]) -> ConversationReading:
        self.asked.append((question, list(turns), list(words)))
        return ConversationReading((self.word,) * len(words), self.incomplete)

    def word_vectors(self, text: str) -> tuple[Spans, Vectors]:
        return [], np.empty((0, 2), dtype=np.float32)


def recalled() -> Recalled:
    first, second = turns_of(EXCHANGES)
    return Recalled((first, replace(second, outcome="not_found")))


def test_chances_are_shared_as_log_odds_and_what_was_not_read_is_only_unlikely() -> None:
    chances = np.array([0.5, 0.5, 0.9], dtype=np.float32)
    found, incomplete = with_reading(chances, 0.5, ConversationReading((2.0, -12.0, 0.0), -2.0))
    assert found[0] == pytest.approx(1 / (1 + np.exp(-2 * READER_SHARE)))
    assert found[1] == pytest.approx(1 / (1 + np.exp(-LEAST_ODDS * READER_SHARE)))
    assert found[2] == pytest.approx(1 / (1 + 9 ** (READER_SHARE - 1)))
    assert incomplete == pytest.approx(1 / (1 + np.exp(2 * READER_SHARE)))


async def test_the_reader_decides_with_the_trees_whether_a_question_is_incomplete() -> None:
    complete = await LearntResolver(Reads(-9.0, -12.0)).resolve(QUESTION, recalled(), "en")
    incomplete = await LearntResolver(Reads(9.0, 12.0)).resolve(QUESTION, recalled(), "en")
    assert not complete.is_dependent
    assert complete.searched == QUESTION
    assert incomplete.is_dependent
    assert "brightwater" in incomplete.searched.lower()


async def test_the_reader_gets_the_question_the_turns_and_their_words() -> None:
    reader = Reads(0.0, 0.0)
    await LearntResolver(reader).resolve(QUESTION, recalled(), "en")
    [(question, turns, words)] = reader.asked
    assert question == QUESTION
    assert turns == [EXCHANGES[0], (EXCHANGES[1][0], "")]
    assert {"brightwater", "pass", "pools"} <= set(words)


async def test_a_question_that_facts_decide_is_not_read() -> None:
    reader = Reads(0.0, 0.0)
    listed = Recalled(turns_of([("which pools are there?", "- Lakeside\n- Riverbank\n- Hilltop")]))
    made = await LearntResolver(reader).resolve("when does the second one open?", listed, "en")
    assert "Riverbank" in made.question
    assert reader.asked == []


class Broken:
    """A reader whose weights cannot be loaded."""

    def read(self, question: str, turns: Sequence[tuple[str, str]], words: Sequence[str]) -> ConversationReading:
        raise BrokenWeights(f"{question} {len(turns)} {len(words)}", hint="Pull them.")

    def word_vectors(self, text: str) -> tuple[Spans, Vectors]:
        raise BrokenWeights(text, hint="Pull them.")


async def test_without_its_weights_the_trees_decide_alone(caplog: pytest.LogCaptureFixture) -> None:
    alone = await LearntResolver().resolve(QUESTION, recalled(), "en")
    assert await LearntResolver(Broken()).resolve(QUESTION, recalled(), "en") == alone
    assert "without the reader" in caplog.text
    assert await LearntResolver(Broken()).resolve("and the other pools?", recalled(), "en")
