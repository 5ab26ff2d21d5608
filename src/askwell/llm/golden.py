"""Decides with a model whether a question that is near to a known one is the same question."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from askwell.assistant import Assistant
from askwell.errors import ModelFailed
from askwell.llm.ask import PATIENCE_S, Reply, ask
from askwell.ports import ChatModel, GoldenJudge
from askwell.prompts import same_question_messages
from askwell.types import Fact, GoldenVerdict, Language, Reason

MAX_TOKENS = 150


class Compared(Reply):
    """What the model is asked for: the reason first, so that the answer follows from it."""

    reason: str
    same: bool


class LlmGoldenJudge:
    """Asks a model about what `rules` call near, and about nothing else; the verdict of the rules if it fails."""

    def __init__(
        self, model: ChatModel, assistant: Assistant, rules: GoldenJudge, *, patience_s: float = PATIENCE_S
    ) -> None:
        self._model = model
        self._assistant = assistant
        self._rules = rules
        self._patience_s = patience_s

    async def match(self, question: str, language: Language, facts: Sequence[Fact], today: date) -> GoldenVerdict:
        """The answer of the rules; for a near known question the one that the model confirms, or none."""
        verdict = await self._rules.match(question, language, facts, today)
        nearest = verdict.nearest
        if nearest is None:
            return verdict
        messages = same_question_messages(
            question, nearest.question, nearest.passage.chunk.text, system=self._assistant.prompts.get("golden", "")
        )
        try:
            compared, usage = await ask(
                self._model, messages, Compared, max_tokens=MAX_TOKENS, patience_s=self._patience_s
            )
        except ModelFailed:
            return verdict
        if compared.same:
            return GoldenVerdict(nearest.passage, verdict.known, verdict.score, by_model=True, usage=usage)
        return replace(verdict, nearest=None, reason=Reason("golden.differs"), by_model=True, usage=usage)
