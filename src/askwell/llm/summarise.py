"""Digests turns into memory: rules find what to remember, a model words the summary, vetoes check it."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from askwell.assistant import Assistant
from askwell.errors import ModelFailed
from askwell.llm.ask import PATIENCE_S, Reply, ask
from askwell.llm.policy import is_allowed
from askwell.llm.veto_summary import Ground, veto_summary
from askwell.ports import ChatModel, Summariser
from askwell.prompts import digest_messages
from askwell.types import Digest, Language, Memory, Message, Topic, Turn, Usage

MAX_TOKENS = 500


class Summarised(Reply):
    """What the model is asked for."""

    summary: str


class LlmSummariser:
    """Takes the line, topics and items from `rules`, and the summary from a model unless a veto rejects it.

    Calls the model once per turn, but not if a user wrote the summary or the turn was declined or failed. If the
    model's summary is not used, `rules` keep the previous summary and add what is new.
    """

    def __init__(
        self,
        model: ChatModel,
        assistant: Assistant,
        rules: Summariser,
        secrets: Collection[str] = (),
        *,
        patience_s: float = PATIENCE_S,
    ) -> None:
        """`secrets`: keys and tokens that no summary may contain."""
        self._model = model
        self._secrets = secrets
        self._assistant = assistant
        self._rules = rules
        self._patience_s = patience_s

    async def digest(self, turn: Turn, memory: Memory, topics: Sequence[Topic], language: Language) -> Digest:
        """The digest of the turn; `refused` says why the model's summary was not used."""
        draft = await self._rules.digest(turn, memory, topics, language)
        if memory.summary_by == "user" or turn.status in {"failed", "declined"}:
            return draft
        superseded_ids = {item.supersedes_id for item in draft.items}
        settled = [item.text for item in memory.items if item.id not in superseded_ids]
        settled += [item.text for item in draft.items]
        # Require only the items that fit into a summary.
        known = replace(memory, items=memory.items_with(draft.items))
        rendered = self._rules.render(known, (), language)
        settled = [text for text in settled if text.rstrip(".") in rendered]
        superseded = [item.text for item in memory.items if item.id in superseded_ids]
        texts = (memory.summary, turn.question, turn.standalone_question, turn.answer, *settled)
        try:
            messages = digest_messages(turn, memory, settled, language, self._assistant.prompts.get("digest", ""))
            reply, usage = await self._ask(messages)
        except ModelFailed as error:
            return replace(draft, refused=error.code)
        draft = replace(draft, usage=draft.usage + usage)
        summary = " ".join(reply.summary.split())
        if not is_allowed(summary, messages, language, self._secrets):
            return replace(draft, refused="withheld")
        if why := veto_summary(summary, Ground("\n".join(texts), settled, superseded), language):
            return replace(draft, refused=why)
        return replace(draft, summary=summary, summary_by="model")

    async def _ask(self, messages: Sequence[Message]) -> tuple[Summarised, Usage]:
        return await ask(self._model, messages, Summarised, max_tokens=MAX_TOKENS, patience_s=self._patience_s)

    def render(self, memory: Memory, topics: Sequence[Topic], language: Language) -> str:
        """The summary rebuilt from memory by rules."""
        return self._rules.render(memory, topics, language)
