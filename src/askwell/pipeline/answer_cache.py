"""Answers that may be given again: to the same question, from the same documents, whatever the conversation.

Kept are answers that depend on nothing but the question and the documents of the assistant: no turn of a conversation,
no attachment, no memory and nothing of a user was in their prompt. The question is the resolved one, so a follow-up may
get the answer of a first question; a follow-up's own answer, written with its conversation in the prompt, is not kept.
"""

import hashlib
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from askwell.assistant import Assistant
from askwell.pipeline.attachments import present_attachments
from askwell.pipeline.state import TurnState
from askwell.privacy.placeholders import has_replaced
from askwell.text.citations import MarkRelay
from askwell.text.impersonal import is_impersonal
from askwell.text.words import fold
from askwell.types import Passage, ReusedAnswer


@dataclass(frozen=True, slots=True)
class _Entry:
    answer: ReusedAnswer
    kept_at: datetime


class AnswerCache:
    """Answers of one assistant in this process, the least recently used of which are dropped. It is empty at start.

    Keys are hashes of tenant, resolved question, language, labels, versions of the documents, and of all that makes the
    prompt: the assistant's definition with its prompts, and the model. No question is kept, and nobody's id.
    """

    def __init__(
        self,
        assistant: Assistant,
        model: str,
        versions: Callable[[Sequence[str]], Awaitable[str]],
        *,
        most: int,
        age_s: int,
    ) -> None:
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._assistant = assistant
        self._prompt = f"{model}\n{assistant.model_dump_json()}"
        self._versions = versions
        self._most = most
        self._age = timedelta(seconds=age_s)

    def __len__(self) -> int:
        return len(self._entries)

    async def key_of(self, state: TurnState) -> str:
        """The key of the turn's question; empty if its answer may neither be reused nor kept."""
        if not _may_be_given_again(state):
            return ""
        parts = [
            state.principal.tenant,
            " ".join(fold(state.wording).split()),
            state.language,
            sorted(state.options.labels),
            await self._versions(self._assistant.collections),
            self._prompt,
        ]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def find(self, key: str, now: datetime) -> ReusedAnswer | None:
        """The answer of this key; None if there is none that is young enough."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        if now - entry.kept_at > self._age:
            del self._entries[key]
            return None
        self._entries.move_to_end(key)
        return entry.answer

    def keep(self, state: TurnState, now: datetime) -> None:
        """Keep the answer of a finished turn, if it may be given again."""
        if state.answer_key and state.reused is None and (answer := _reusable(state)) is not None:
            self._entries[state.answer_key] = _Entry(answer, now)
            self._entries.move_to_end(state.answer_key)
            while len(self._entries) > self._most:
                self._entries.popitem(last=False)


def _may_be_given_again(state: TurnState) -> bool:
    """Whether the answer can be the same for everybody of a tenant, today and tomorrow.

    The question is complete and impersonal, and has no placeholder, which may stand for another person's value too.
    Its conversation has no attachment and no settled item.
    """
    if state.operation or state.terms or state.options.about_user:
        return False
    if present_attachments(state) or state.recalled.memory.items:
        return False
    texts = (state.asked, state.wording)
    return all(is_impersonal(text, state.language) and not has_replaced(text) for text in texts)


def marked_for(answer: ReusedAnswer, passages: Sequence[Passage]) -> str:
    """The answer with marks that are positions in these passages, from 1; marks of missing ones are removed."""
    places = {passage.chunk.id: place for place, passage in enumerate(passages, 1)}

    def place_of(number: int) -> int | None:
        return places.get(answer.passages[number - 1].chunk.id) if number <= len(answer.passages) else None

    return _relayed(answer.text, place_of)


def _reusable(state: TurnState) -> ReusedAnswer | None:
    """The answer with positions of its passages for marks; None if it has more than question and documents in it."""
    ledger, brief = state.ledger, state.brief
    if ledger is None or brief is None or brief.purpose != "answer" or brief.word_for_word:
        return None
    if state.outcome != "answered" or state.ended or state.warnings or not state.sources:
        return None
    if ledger.composition != "pure_kb" or ledger.distribution.keys() != {"collections"}:
        return None
    cited = {source.number: source.document_id for source in state.sources}
    passages = tuple(each for each in brief.passages if each.chunk.document_id in cited.values())
    places = {each.chunk.document_id: place for place, each in reversed(list(enumerate(passages, 1)))}
    return ReusedAnswer(_relayed(state.answer, lambda number: places.get(cited.get(number, ""))), passages)


def _relayed(text: str, number_of: Callable[[int], int | None]) -> str:
    relay = MarkRelay(number_of)
    return relay.feed(text) + relay.flush()
