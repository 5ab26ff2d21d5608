"""Decides with a model what a prompt is filled from."""

from collections.abc import Sequence
from typing import Literal

from askwell.assistant import Assistant
from askwell.errors import ModelFailed
from askwell.llm.ask import PATIENCE_S, Reply, ask
from askwell.ports import ChatModel, Composer
from askwell.prompts import QuestionContext, composition_messages
from askwell.types import Composition, CompositionVerdict, Language, Passage, Recalled, SearchTerm

MAX_TOKENS = 150

_COMPOSITIONS: dict[str, Composition] = {"attachments": "pure_doc", "collections": "pure_kb", "both": "hybrid"}


class Chosen(Reply):
    """What the model is asked for: the reason first, so that the choice follows from it."""

    reason: str
    answer_from: Literal["attachments", "collections", "both"]


class LlmComposer:
    """Asks a model what a question is about, by the titles of what was found; uses `fallback` if the model fails."""

    def __init__(
        self, model: ChatModel, assistant: Assistant, fallback: Composer, *, patience_s: float = PATIENCE_S
    ) -> None:
        self._model = model
        self._assistant = assistant
        self._fallback = fallback
        self._patience_s = patience_s

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
        """The composition and the reason in the model's words."""
        messages = composition_messages(
            question,
            passages,
            QuestionContext(asked, terms, recalled),
            system=self._assistant.prompts.get("composition", ""),
        )
        try:
            chosen, usage = await ask(self._model, messages, Chosen, max_tokens=MAX_TOKENS, patience_s=self._patience_s)
        except ModelFailed:
            return await self._fallback.compose(
                question, passages, language, recalled=recalled, asked=asked, terms=terms
            )
        return CompositionVerdict(_COMPOSITIONS[chosen.answer_from], chosen.reason, None, usage)
