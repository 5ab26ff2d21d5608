"""Judgements: each exists in `rules` and in `llm`."""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from askwell.types import (
    Brief,
    Grade,
    IntentVerdict,
    Language,
    Passage,
    Recalled,
    Resolution,
    ScopeVerdict,
    WriterPiece,
)


class Resolver(Protocol):
    """Understands a question in its conversation."""

    async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
        """The question's kind and a wording that stands alone. Never fails on any text; bounded in time."""
        ...


class ScopeJudge(Protocol):
    """Says whether a question belongs to the assistant."""

    async def judge(self, question: str, recalled: Recalled, language: Language) -> ScopeVerdict:
        """The verdict on a standalone question."""
        ...


class IntentJudge(Protocol):
    """Names the intent of a question."""

    async def classify(self, question: str, language: Language) -> IntentVerdict:
        """The best of the assistant's intents, or none, for a standalone question."""
        ...


class Grader(Protocol):
    """Says which passages help."""

    async def grade(self, question: str, passages: Sequence[Passage], language: Language) -> Sequence[Grade]:
        """One grade a passage, in the order given."""
        ...


class Writer(Protocol):
    """Writes an answer."""

    name: str
    """Name of the model that writes; empty for rules."""

    def write(self, brief: Brief) -> AsyncIterator[WriterPiece]:
        """The answer in pieces, with marks `[label]` after what they support; a `Cut` and a `Usage` may come last.

        Where the brief has tools it may call some of them instead of going on: then it is asked again, with what they
        gave in the brief's `rounds`.

        Raises ModelFailed when the answer did not come out whole; the pieces so far are the partial answer.
        """
        ...
