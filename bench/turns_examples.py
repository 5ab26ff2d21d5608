"""Follow-ups as examples for the reader of conversations: what it reads, and which words it should find."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from askwell.models.read_turns import Joined, ReadText, join
from askwell.understanding.history import ANSWER_CHARS, QUESTION_CHARS
from bench.resolver_examples import Example


class Texts:
    """Texts read by the lower layers, each once, with their states in half precision."""

    def __init__(self, read_text: Callable[[str, int], ReadText]) -> None:
        self._read_text = read_text
        self._read: dict[tuple[str, int], ReadText] = {}

    def __call__(self, text: str, pieces: int) -> ReadText:
        """A text as it is read."""
        key = (text, pieces)
        if key not in self._read:
            found = self._read_text(text, pieces)
            self._read[key] = ReadText(found.text, found.offsets, np.asarray(found.states, dtype=np.float16))
        return self._read[key]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A question after its turns, and what is right."""

    set: str
    conversation: str
    question: str
    turns: tuple[tuple[str, str], ...]
    words: tuple[str, ...]
    wanted: npt.NDArray[np.float64]
    """1 for each word that a person's wording has."""
    is_incomplete: bool
    length: int
    """Pieces that are read."""

    def joined(self, texts: Texts) -> Joined:
        """What is read, put together."""
        return join(self.question, self.turns, self.words, texts)


def lessons(examples: Sequence[Example], texts: Texts) -> list[Lesson]:
    """One for each example, in order; reads all their texts."""
    return [_lesson(each, texts) for each in examples]


def _lesson(one: Example, texts: Texts) -> Lesson:
    exchanges, question = one.asked
    turns = tuple([(asked[:QUESTION_CHARS], answer[:ANSWER_CHARS]) for asked, answer in exchanges])
    words = tuple([word.low for word in one.compared.described.words])
    question = question[:QUESTION_CHARS]
    length = len(join(question, turns, words, texts).roles)
    return Lesson(one.set, one.conversation, question, turns, words, one.wanted, one.is_incomplete, length)
