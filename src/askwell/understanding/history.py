"""What was said before a question, word by word."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from askwell.text.quotations import quoted_words
from askwell.types import Language, Turn
from askwell.understanding.texts import Text, Use, read

MAX_TURNS = 10
"""Turns that are read, the latest."""
QUESTION_CHARS = 1_000
ANSWER_CHARS = 1_200
MAX_WORDS = 160
"""Candidate words, those of the latest turns."""
_OUR_WORDS = frozenset({"not_found", "declined"})
"""Outcomes whose answers say nothing of the documents. A question that an answer asks does name them."""


@dataclass(slots=True)
class Word:
    """A content word of earlier turns, with all its uses."""

    low: str
    text: str
    """As written first."""
    asked: list[tuple[int, Use]] = field(default_factory=list)
    """Number of the turn, from 0 for the oldest one read, and its use in the question."""
    answered: list[tuple[int, Use]] = field(default_factory=list)
    resolved: list[int] = field(default_factory=list)
    """Numbers of the turns with a resolved question that has it although the typed one has not, oldest first."""


@dataclass(frozen=True, slots=True)
class History:
    """Earlier turns, oldest first, and the content words in them."""

    questions: tuple[Text, ...]
    answers: tuple[Text, ...]
    """One for each question; empty if it was not answered."""
    words: dict[str, Word]
    opened: int
    """Number of the latest turn with a question that is complete as typed."""

    @property
    def last(self) -> int:
        """Number of the latest turn, from 0."""
        return len(self.questions) - 1


def read_history(turns: Sequence[Turn], language: Language) -> History:
    """The latest turns taken apart. Answers that hold only our own words are left out."""
    latest = [turn for turn in turns if turn.question.strip()][-MAX_TURNS:]
    questions = tuple([read(turn.question[:QUESTION_CHARS], language) for turn in latest])
    answers = tuple([read(_spoken(turn), language) for turn in latest])
    found: dict[str, Word] = {}
    for at in range(len(latest) - 1, -1, -1):
        for text, is_question in ((questions[at], True), (answers[at], False)):
            for low, use in text.uses.items():
                word = found.get(low)
                if word is None:
                    if len(found) >= MAX_WORDS:
                        continue
                    word = found[low] = Word(low, use.text)
                (word.asked if is_question else word.answered).append((at, use))
    opened = 0
    for at, (turn, question) in enumerate(zip(latest, questions, strict=True)):
        resolved = turn.resolution.searched if turn.resolution else turn.standalone_question
        if not resolved or resolved == turn.question:
            opened = at
            continue
        for low in read(resolved[:QUESTION_CHARS], language).uses:
            if low in found and low not in question.uses:
                found[low].resolved.append(at)
    return History(questions, answers, found, opened)


def without_places(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """The turns; of an answer that only shows places, the quotations: it is not sure that their titles are meant."""
    return tuple(
        replace(turn, answer="\n".join(quoted_words(turn.answer)) or turn.answer, sources=())
        if turn.outcome == "passages"
        else turn
        for turn in turns
    )


def spoken(turns: Sequence[Turn]) -> list[tuple[str, str]]:
    """The latest turns as questions and answers, oldest first; answers that hold only our own words are empty."""
    latest = [turn for turn in turns if turn.question.strip()][-MAX_TURNS:]
    return [(turn.question[:QUESTION_CHARS], _spoken(turn)) for turn in latest]


def _spoken(turn: Turn) -> str:
    return "" if turn.outcome in _OUR_WORDS else turn.answer[:ANSWER_CHARS]
