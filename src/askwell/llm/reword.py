"""Words another search with a model."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from askwell.assistant import Assistant
from askwell.errors import ModelFailed
from askwell.llm.ask import PATIENCE_S, Reply, ask
from askwell.llm.policy import is_allowed
from askwell.llm.veto_rewording import veto_rewording
from askwell.ports import ChatModel, Reworder
from askwell.prompts import QuestionContext, reword_messages
from askwell.types import Language, Passage, Reason, Recalled, Rewording, SearchTerm, Usage, as_param

MAX_TOKENS = 200


class Reworded(Reply):
    """What the model is asked for: the reason first, so that the words follow from it."""

    reason: str
    search: str


class LlmReworder:
    """Asks a model for one wording, in one call for each search; uses `fallback` if it fails or is vetoed."""

    def __init__(
        self,
        model: ChatModel,
        assistant: Assistant,
        fallback: Reworder,
        secrets: Collection[str] = (),
        *,
        patience_s: float = PATIENCE_S,
    ) -> None:
        """`secrets`: keys and tokens that no wording may contain."""
        self._model = model
        self._assistant = assistant
        self._fallback = fallback
        self._secrets = secrets
        self._patience_s = patience_s

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
        """The model's wording. The reason says why it was not used, if it was not."""
        messages = reword_messages(
            question,
            searched,
            passages,
            QuestionContext(asked, terms, recalled),
            system=self._assistant.prompts.get("reword", ""),
        )
        usage, refused = Usage(), ""
        try:
            found, usage = await ask(
                self._model, messages, Reworded, max_tokens=MAX_TOKENS, patience_s=self._patience_s
            )
        except ModelFailed as error:
            refused = error.code
        else:
            wording = " ".join(found.search.split())
            refused = veto_rewording(question, wording, searched, passages, language)
            if not refused and not is_allowed(wording, messages, language, self._secrets):
                refused = "withheld"
            if not refused:
                return Rewording((wording,), Reason("reword.by_model", {"model": self._model.name}), usage)
        by_rules = await self._fallback.reword(
            question, searched, passages, language, previous=previous, recalled=recalled, asked=asked, terms=terms
        )
        params = {
            "model": self._model.name,
            "why": refused,
            "reason": as_param(by_rules.reason or Reason("reword.none")),
        }
        return replace(by_rules, reason=Reason("reword.not_by_model", params), usage=by_rules.usage + usage)
