"""Judges with a model whether a question is in an assistant's scope."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from askwell.assistant import Assistant
from askwell.errors import ModelFailed
from askwell.llm.ask import PATIENCE_S, Reply, ask
from askwell.ports import ChatModel, ScopeJudge
from askwell.prompts import QuestionContext, scope_messages
from askwell.types import Language, Reason, Recalled, ScopeVerdict, SearchTerm

MAX_TOKENS = 150


class Scored(Reply):
    """What the model is asked for: the reason first, so that the score follows from it."""

    reason: str
    score: Annotated[int, Field(ge=0, le=100)]


class LlmScopeJudge:
    """Compares a model's score with the assistant's threshold; uses `fallback` if the model fails."""

    def __init__(
        self, model: ChatModel, assistant: Assistant, fallback: ScopeJudge, *, patience_s: float = PATIENCE_S
    ) -> None:
        self._model = model
        self._assistant = assistant
        self._fallback = fallback
        self._patience_s = patience_s

    async def judge(
        self,
        question: str,
        recalled: Recalled,
        language: Language,
        *,
        asked: str = "",
        terms: Sequence[SearchTerm] = (),
    ) -> ScopeVerdict:
        """The verdict on a resolved question; without a scope section, every question is in scope."""
        scope = self._assistant.scope
        if scope is None:
            return ScopeVerdict(True, 100, Reason("scope.none"))
        messages = scope_messages(
            question,
            scope.about,
            QuestionContext(asked, terms, recalled),
            examples=scope.examples,
            foreign=scope.foreign,
            system=self._assistant.prompts.get("scope", ""),
        )
        try:
            scored, usage = await ask(self._model, messages, Scored, max_tokens=MAX_TOKENS, patience_s=self._patience_s)
        except ModelFailed as error:
            verdict = await self._fallback.judge(question, recalled, language, asked=asked, terms=terms)
            failed = Reason("scope.model_failed", {"model": self._model.name, "why": error.code})
            return replace(verdict, refused=failed)
        return ScopeVerdict(scored.score >= scope.threshold, scored.score, scored.reason, usage)
