"""Judgements; each is implemented in `rules` and in `llm`."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import date
from typing import Protocol

from askwell.types import (
    Brief,
    CompositionVerdict,
    Fact,
    GoldenVerdict,
    Grade,
    IntentVerdict,
    JudgedTurn,
    Language,
    Passage,
    Recalled,
    Resolution,
    Rewording,
    ScopeVerdict,
    SearchTerm,
    SourcesVerdict,
    SupportVerdict,
    TableSketch,
    TurnVerdict,
    WriterPiece,
    WrittenQuery,
)


class Resolver(Protocol):
    """Understands a question in its conversation."""

    async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
        """The question's kind and its standalone wording. Never fails on any text; bounded in time."""
        ...


class GoldenJudge(Protocol):
    """Finds the answer that an author has written for a question."""

    async def match(self, question: str, language: Language, facts: Sequence[Fact], today: date) -> GoldenVerdict:
        """The answer to a resolved question with its dates and amounts, as of a day."""
        ...


class ScopeJudge(Protocol):
    """Decides whether a question is in the assistant's scope."""

    async def judge(
        self,
        question: str,
        recalled: Recalled,
        language: Language,
        *,
        asked: str = "",
        terms: Sequence[SearchTerm] = (),
    ) -> ScopeVerdict:
        """The verdict on a resolved question.

        `asked` is the question as typed, empty if it is not known; `terms` are what an incomplete question is probably
        about.
        """
        ...


class IntentJudge(Protocol):
    """Classifies the intent of a question."""

    async def classify(
        self,
        question: str,
        language: Language,
        *,
        recalled: Recalled = Recalled(),
        asked: str = "",
        terms: Sequence[SearchTerm] = (),
    ) -> IntentVerdict:
        """The best of the assistant's intents, or none, for a resolved question; see `ScopeJudge` for the arguments."""
        ...


class Grader(Protocol):
    """Grades passages."""

    async def grade(
        self,
        question: str,
        passages: Sequence[Passage],
        language: Language,
        terms: Sequence[SearchTerm] = (),
        recalled: Recalled = Recalled(),
        *,
        asked: str = "",
        known: Sequence[Grade] = (),
    ) -> Sequence[Grade]:
        """One grade per passage, in the given order. `terms` are what an incomplete question is probably about.

        `known` are the grades of an earlier search of the same turn. A grader whose grades do not depend on the other
        passages may return them again, without their usage.
        """
        ...


class Reworder(Protocol):
    """Words a question differently after a search that did not answer it."""

    async def reword(
        self,
        question: str,
        searched: Sequence[str],
        passages: Sequence[Passage],
        language: Language,
        *,
        previous: str = "",
        recalled: Recalled = Recalled(),
        asked: str = "",
        terms: Sequence[SearchTerm] = (),
    ) -> Rewording:
        """The wordings of the next search for a resolved question, at least one of them another query than all before.

        `searched` are the wordings of all searches so far, `passages` what they found, the latest and best first.
        `previous` is the question before a follow-up, empty for any other. See `ScopeJudge` for the other arguments.
        """
        ...


class TableQueryWriter(Protocol):
    """Writes a question about tables as a query of one of them."""

    async def write(
        self,
        question: str,
        tables: Sequence[TableSketch],
        language: Language,
        recalled: Recalled = Recalled(),
        *,
        asked: str = "",
        terms: Sequence[SearchTerm] = (),
    ) -> WrittenQuery:
        """The query of a resolved question, or none. See `ScopeJudge` for the other arguments.

        A figure of the query stands in the question or in a turn before it. Never fails on any text; bounded in time.
        """
        ...


class Composer(Protocol):
    """Decides what a prompt is filled from if a search found passages of collections and of attachments."""

    async def compose(
        self,
        question: str,
        passages: Sequence[Passage],
        language: Language,
        *,
        recalled: Recalled = Recalled(),
        asked: str = "",
        terms: Sequence[SearchTerm] = (),
    ) -> CompositionVerdict:
        """The composition for a resolved question and the passages that may be packed, best first.

        See `ScopeJudge` for the other arguments.
        """
        ...


class SupportJudge(Protocol):
    """Judges how well passages support the sentences of an answer."""

    async def judge(
        self, answer: str, sources: Mapping[int, Sequence[Passage]], language: Language, *, asked: str = ""
    ) -> SupportVerdict:
        """The support of each sentence of an answer with marks, in order, without introductions (`...:`) and questions.

        `sources` maps the numbers in the marks to passages. A sentence without marks is measured against all of them.
        Numbers, names and dates of the question, `asked`, are no claims of the answer. Never fails on any text.
        """
        ...

    async def find(
        self, answer: str, sources: Mapping[int, Sequence[Passage]], language: Language, *, asked: str = ""
    ) -> SourcesVerdict:
        """The numbers of the sources that support sentences of an answer without marks, in the order of the answer."""
        ...


class TurnJudge(Protocol):
    """Scores answered turns of evaluated conversations."""

    name: str
    """`rules`, or `llm:` and the model."""

    async def score_turn(self, turn: JudgedTurn) -> TurnVerdict:
        """The scores of a turn in its conversation. Raises ModelFailed if a model gives no vote."""
        ...


class Writer(Protocol):
    """Writes an answer."""

    name: str
    """Name of the model; empty for rules."""

    def write(self, brief: Brief) -> AsyncIterator[WriterPiece]:
        """The answer in pieces, with marks `[label]` after the supported text; a `Cut` and a `Usage` may come last.

        If the brief has tools, the writer may call some of them instead of continuing. It is then called again with the
        results in the brief's `rounds`.

        Raises ModelFailed if the answer is incomplete; the pieces so far are the partial answer.
        """
        ...
