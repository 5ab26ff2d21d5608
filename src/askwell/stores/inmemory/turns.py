"""The port `Turns` in the memory of the process."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Literal

from askwell.ports import Clock, Ids
from askwell.stores.common import validation
from askwell.stores.common.defaults import (
    KEYS_LIVE,
    NUMBERS_RECALLED,
    RECALL_SPAN,
    RECALLED,
    new_sources,
    new_turn,
)
from askwell.stores.inmemory.conversation import Conversation
from askwell.stores.inmemory.conversations import Conversations, Key
from askwell.types import Begun, Feedback, Lease, Memory, Principal, Recalled, Turn


class InMemoryTurns:
    """The part `turns` of `InMemoryStore`."""

    def __init__(self, conversations: Conversations, clock: Clock, ids: Ids) -> None:
        self._conversations = conversations
        self._clock = clock
        self._ids = ids

    async def begin(
        self,
        principal: Principal,
        session_id: str,
        question: str,
        *,
        key: str = "",
        body_hash: str = "",
        lease_s: float = 30.0,
        instead_of: int = 0,
        window_turns: int = 0,
    ) -> Begun:
        validation.check_text(question, "question")
        validation.check_key(key)
        fingerprint = validation.fingerprint(body_hash, question, instead_of)
        conversation = self._conversations.own(principal, session_id)
        now = self._clock.now()
        used_key = self._conversations.keys.get((principal, key)) if key else None
        if used_key is not None:
            return self._replay(conversation, used_key, key, fingerprint, now)
        if not 0 <= instead_of <= len(conversation.turns):
            raise validation.no_turn(session_id, instead_of)
        conversation.take_over(now)
        turn, parent = conversation.placed(new_turn(self._ids.new(), session_id, question, now), instead_of)
        conversation.add(turn, parent)
        conversation.tip = turn.number
        conversation.fence += 1
        conversation.fences[turn.id] = conversation.fence
        conversation.lease_until = now + timedelta(seconds=lease_s)
        conversation.stop_asked = False
        self._conversations.session_of[turn.id] = session_id
        session = conversation.session
        title = session.title or validation.title_of(question)
        conversation.session = replace(session, head=turn.number, updated_at=now, title=title, branch=turn.branch)
        if key:
            self._conversations.keys[principal, key] = Key(session_id, turn.number, fingerprint, now)
        begun = Begun(conversation.as_read(turn), conversation.fence, assistant=conversation.session.assistant)
        if not window_turns:
            return begun
        recalled = await self.recall(principal, session_id, before=turn.number, window_turns=window_turns)
        return replace(begun, recalled=recalled)

    async def heartbeat(self, begun: Begun, *, partial: str | None = None, lease_s: float = 30.0) -> Lease:
        conversation = self._conversations.by_id.get(begun.turn.session_id)
        if conversation is None or not conversation.holds_lease(begun):
            return "lost"
        conversation.lease_until = self._clock.now() + timedelta(seconds=lease_s)
        if partial is not None:
            conversation.partial = validation.storable(partial)
        return "stop" if conversation.stop_asked else "mine"

    async def ask_to_stop(self, principal: Principal, session_id: str) -> bool:
        conversation = self._conversations.own(principal, session_id)
        conversation.stop_asked = conversation.lease_until is not None
        return conversation.stop_asked

    async def finish(self, begun: Begun, turn: Turn) -> Turn:
        conversation = self._conversations.by_id.get(begun.turn.session_id)
        if conversation is None or begun.turn.id not in conversation.fences:
            raise validation.fenced(begun.turn.id)
        stored = conversation.turns[begun.turn.number - 1]
        if stored.status != "running" and conversation.fences[stored.id] == begun.fence:
            return conversation.as_read(stored)
        if not conversation.holds_lease(begun):
            raise validation.fenced(begun.turn.id)
        numbers = {document: source.number for document, source in conversation.sources.items()}
        conversation.sources |= {source.document_id: source for source in new_sources(turn.sources, numbers)}
        now = self._clock.now()
        final = replace(
            turn,
            id=stored.id,
            session_id=stored.session_id,
            number=stored.number,
            parent_id=stored.parent_id,
            supersedes_id=stored.supersedes_id,
            branch=stored.branch,
            siblings=(),
            feedback=stored.feedback,
            question=stored.question,
            created_at=stored.created_at,
            finished_at=turn.finished_at or now,
        )
        conversation.turns[-1] = conversation.storable(final)
        conversation.release(now)
        return conversation.as_read(conversation.turns[-1])

    async def recall(self, principal: Principal, session_id: str, *, before: int, window_turns: int) -> Recalled:
        conversation = self._conversations.own(principal, session_id)
        end = before if before <= len(conversation.turns) else conversation.tip
        earlier = [turn for turn in islice(conversation.path(end), RECALL_SPAN + 1) if turn.number < before]
        usable = [turn for turn in earlier[:RECALL_SPAN] if turn.status in RECALLED and turn.question]
        root = conversation.roots[end - 1] if earlier else 0
        return Recalled(
            turns=tuple(conversation.as_read(turn) for turn in usable[: max(0, window_turns)][::-1]),
            memory=conversation.memory_before(before) if before > 0 else Memory(),
            sources_count=conversation.session.sources_count,
            numbers={source.document_id: source.number for source in conversation.last_sources(NUMBERS_RECALLED)},
            first_question=conversation.turn(root).question if root else "",
        )

    async def source_numbers(self, session_id: str, document_ids: Sequence[str]) -> Mapping[str, int]:
        conversation = self._conversations.by_id.get(session_id)
        if conversation is None:
            return {}
        return {
            document: conversation.sources[document].number
            for document in document_ids
            if document in conversation.sources
        }

    async def get(self, principal: Principal, session_id: str, number: int) -> Turn:
        conversation = self._conversations.own(principal, session_id)
        return conversation.as_read(conversation.turn(number))

    async def by_id(self, principal: Principal, turn_id: str) -> Turn:
        conversation = self._conversations.of_turn(turn_id)
        if conversation is None or conversation.owner != principal:
            raise validation.no_turn_of_id(turn_id)
        return next(conversation.as_read(turn) for turn in conversation.turns if turn.id == turn_id)

    async def page(
        self, principal: Principal, session_id: str, *, after: int = 0, limit: int = 50, every_branch: bool = False
    ) -> list[Turn]:
        conversation = self._conversations.own(principal, session_id)
        turns = conversation.turns if every_branch else list(conversation.path(conversation.tip))[::-1]
        later = [turn for turn in turns if turn.number > after]
        return [conversation.as_read(turn) for turn in later[: max(0, limit)]]

    async def give_feedback(
        self, principal: Principal, session_id: str, number: int, rating: Literal[-1, 0, 1], comment: str = ""
    ) -> Turn:
        validation.check_text(comment, "comment")
        conversation = self._conversations.own(principal, session_id)
        turn = conversation.turn(number)
        feedback = Feedback(rating, comment, self._clock.now()) if rating else None
        conversation.turns[number - 1] = replace(turn, feedback=feedback)
        return conversation.as_read(conversation.turns[number - 1])

    async def sweep(self) -> int:
        now = self._clock.now()
        expired = [each for each in self._conversations.by_id.values() if each.has_expired(now)]
        for conversation in expired:
            conversation.interrupt(now)
        self._conversations.forget_keys(now - KEYS_LIVE)
        return len(expired)

    def _replay(self, conversation: Conversation, used_key: Key, key: str, fingerprint: str, now: datetime) -> Begun:
        if used_key.session_id != conversation.session.id or used_key.fingerprint != fingerprint:
            raise validation.key_reused(key)
        if conversation.turns[used_key.number - 1].status == "running":
            assert conversation.lease_until is not None
            if not conversation.has_expired(now):
                raise validation.in_progress(key, now, conversation.lease_until)
            conversation.interrupt(now)
        turn = conversation.as_read(conversation.turns[used_key.number - 1])
        return Begun(turn, conversation.fences[turn.id], replayed=True)
