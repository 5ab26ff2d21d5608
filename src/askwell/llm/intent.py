"""Classifies the intent of a question with a model."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from askwell.assistant import Assistant, IntentSection
from askwell.errors import ModelFailed
from askwell.llm.ask import PATIENCE_S, Reply, ask
from askwell.ports import ChatModel, IntentJudge
from askwell.prompts import QuestionContext, intent_messages
from askwell.types import IntentVerdict, Language, Reason, Recalled, SearchTerm, Usage, as_param

MAX_TOKENS = 150


class Named(Reply):
    """What the model is asked for: the reason first, so that the name follows from it."""

    reason: str
    intent: str
    confidence: Annotated[int, Field(ge=0, le=100)]


class LlmIntentJudge:
    """Classifies with a model; with `fallback` if the model fails or names an unknown intent."""

    def __init__(
        self, model: ChatModel, assistant: Assistant, fallback: IntentJudge, *, patience_s: float = PATIENCE_S
    ) -> None:
        self._model = model
        self._assistant = assistant
        self._fallback = fallback
        self._patience_s = patience_s

    async def classify(
        self,
        question: str,
        language: Language,
        *,
        recalled: Recalled = Recalled(),
        asked: str = "",
        terms: Sequence[SearchTerm] = (),
    ) -> IntentVerdict:
        """The best intent, or an empty one if none fits or the assistant has no intents."""
        route = self._assistant.route
        intents = {intent.name: _meaning(intent) for intent in route.intents} if route else {}
        if not intents:
            return IntentVerdict("", 0.0, Reason("intent.none"))
        context = QuestionContext(asked, terms, recalled)
        messages = intent_messages(question, intents, context, system=self._assistant.prompts.get("intent", ""))
        try:
            named, usage = await ask(
                self._model,
                messages,
                Named,
                max_tokens=MAX_TOKENS,
                schema=_schema(intents),
                patience_s=self._patience_s,
            )
        except ModelFailed as error:
            return await self._fall_back(question, language, context, error.code, Usage())
        if named.intent not in {"", *intents}:
            return await self._fall_back(question, language, context, "unknown_intent", usage)
        return IntentVerdict(named.intent, named.confidence / 100, named.reason, usage)

    async def _fall_back(
        self, question: str, language: Language, context: QuestionContext, why: str, usage: Usage
    ) -> IntentVerdict:
        verdict = await self._fallback.classify(
            question, language, recalled=context.recalled, asked=context.asked, terms=context.terms
        )
        params = {"model": self._model.name, "why": why, "reason": as_param(verdict.reason)}
        return replace(verdict, reason=Reason("intent.not_by_model", params), usage=verdict.usage + usage)


def _meaning(intent: IntentSection) -> str:
    examples = "; ".join(intent.examples[:5])
    return f"{intent.description} (like: {examples})".strip()


def _schema(intents: dict[str, str]) -> dict[str, object]:
    schema = Named.model_json_schema()
    schema["properties"]["intent"]["enum"] = ["", *intents]
    return schema
