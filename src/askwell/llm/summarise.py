"""What a conversation remembers, the summary worded by a model: the rules find, the model words, vetoes hold it."""

from collections.abc import Sequence
from dataclasses import replace

from askwell.assistant import Assistant
from askwell.errors import ModelFailed
from askwell.llm.ask import PATIENCE_S, Reply, ask
from askwell.llm.veto_summary import Ground, veto_summary
from askwell.ports import ChatModel, Summariser
from askwell.prompts import digest_messages
from askwell.types import Digest, Language, Memory, Topic, Turn, Usage

MOST_TOKENS = 500


class Summarised(Reply):
    """What the model is asked for."""

    summary: str


class LlmSummariser:
    """Line, topics and items are those of `rules`; the summary is a model's as long as no veto speaks against it.

    One call a turn, and none where a person worded the summary or the turn was declined or failed. Where the model
    cannot be followed, the summary is that of `rules`, which keep what a model worded before and add what is new.
    """

    def __init__(
        self, model: ChatModel, assistant: Assistant, rules: Summariser, *, patience_s: float = PATIENCE_S
    ) -> None:
        self._model = model
        self._assistant = assistant
        self._rules = rules
        self._patience_s = patience_s

    async def digest(self, turn: Turn, memory: Memory, topics: Sequence[Topic], language: Language) -> Digest:
        """The turn taken in; `refused` says why the model was not followed."""
        draft = await self._rules.digest(turn, memory, topics, language)
        if memory.summary_by == "user" or turn.status in {"failed", "declined"}:
            return draft
        superseded = {item.supersedes_id for item in draft.items}
        settled = [item.text for item in memory.items if item.id not in superseded]
        settled += [item.text for item in draft.items]
        # No more than a summary has room for.
        known = replace(memory, items=memory.items_with(draft.items))
        rendered = self._rules.render(known, (), language)
        settled = [text for text in settled if text.rstrip(".") in rendered]
        gone = [item.text for item in memory.items if item.id in superseded]
        said = (memory.summary, turn.question, turn.standalone_question, turn.answer, *settled)
        try:
            reply, usage = await self._ask(turn, memory, settled, language)
        except ModelFailed as error:
            return replace(draft, refused=error.code)
        draft = replace(draft, usage=draft.usage + usage)
        summary = " ".join(reply.summary.split())
        if why := veto_summary(summary, Ground("\n".join(said), settled, gone), language):
            return replace(draft, refused=why)
        return replace(draft, summary=summary, summary_by="model")

    async def _ask(
        self, turn: Turn, memory: Memory, settled: Sequence[str], language: Language
    ) -> tuple[Summarised, Usage]:
        system = self._assistant.prompts.get("digest", "")
        messages = digest_messages(turn, memory, settled, language, system)
        return await ask(self._model, messages, Summarised, max_tokens=MOST_TOKENS, patience_s=self._patience_s)

    def render(self, memory: Memory, topics: Sequence[Topic], language: Language) -> str:
        """The summary made again, by rules."""
        return self._rules.render(memory, topics, language)
