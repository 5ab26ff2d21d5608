"""Conversations in dictionaries: for tests, and for a host that keeps its own. They end with the process."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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
    new_session,
    new_sources,
    new_turn,
)
from askwell.stores.common.restored import restored
from askwell.stores.inmemory.conversation import Conversation
from askwell.stores.inmemory.memory import HeldMemories
from askwell.stores.inmemory.memory_state import Notebook
from askwell.types import Begun, CarriedMemory, Feedback, Lease, Memory, Principal, Recalled, Session, Turn


@dataclass(frozen=True)
class Key:
    """Which turn an idempotency key stands for, and what a repeat must agree in."""

    session_id: str
    number: int
    fingerprint: str
    made_at: datetime


class InMemoryStore(HeldMemories):
    """The port `Store` in dictionaries. No call waits for anything, so each is one transaction by nature."""

    def __init__(self, clock: Clock, ids: Ids) -> None:
        self._clock = clock
        self._ids = ids
        self._conversations: dict[str, Conversation] = {}
        self._keys: dict[tuple[Principal, str], Key] = {}
        self._session_of: dict[str, str] = {}
        """Turn id to session id."""

    async def create_session(
        self,
        principal: Principal,
        assistant: str,
        *,
        session_id: str = "",
        title: str = "",
        metadata: Mapping[str, object] | None = None,
    ) -> Session:
        session = new_session(
            principal,
            session_id or self._ids.new(),
            self._clock.now(),
            assistant=assistant,
            title=title,
            metadata=metadata or {},
        )
        if session.id in self._conversations:
            raise validation.session_exists(session.id)
        self._conversations[session.id] = Conversation(session)
        return session

    async def session(self, principal: Principal, session_id: str) -> Session:
        return self._own(principal, session_id).session

    async def sessions(
        self,
        principal: Principal,
        *,
        limit: int = 50,
        before: str = "",
        assistant: str = "",
        search: str = "",
        pinned: bool | None = None,
    ) -> list[Session]:
        validation.check_search(search)
        found = [
            each
            for each in self._conversations.values()
            if each.owner == principal
            and (not assistant or each.session.assistant == assistant)
            and (pinned is None or each.session.pinned == pinned)
            and (not search or each.mentions(search.lower()))
        ]
        found.sort(key=lambda each: each.recency, reverse=True)
        if before:
            last = self._own(principal, before).recency
            found = [each for each in found if each.recency < last]
        return [each.session for each in found[: max(0, limit)]]

    async def rename_session(self, principal: Principal, session_id: str, title: str) -> Session:
        validation.check_text(title, "title")
        conversation = self._own(principal, session_id)
        conversation.session = replace(conversation.session, title=title)
        return conversation.session

    async def pin_session(self, principal: Principal, session_id: str, pinned: bool) -> Session:
        conversation = self._own(principal, session_id)
        conversation.session = replace(conversation.session, pinned=pinned)
        return conversation.session

    async def delete_session(self, principal: Principal, session_id: str) -> None:
        self._own(principal, session_id)
        for turn in self._conversations.pop(session_id).turns:
            del self._session_of[turn.id]
        self._keys = {name: key for name, key in self._keys.items() if key.session_id != session_id}

    async def restore_session(
        self, principal: Principal, session: Session, turns: Sequence[Turn], memory: CarriedMemory | None = None
    ) -> Session:
        whole = restored(principal, session, turns, self._clock.now(), memory)
        if session.id in self._conversations or any(turn.id in self._session_of for turn in turns):
            raise validation.session_exists(session.id)
        conversation = Conversation(
            whole.session, tip=whole.tip, fence=session.head, notebook=Notebook.of(whole.memory)
        )
        for each in whole.turns:
            for source in each.turn.sources:
                conversation.sources.setdefault(source.document_id, source)
            conversation.add(conversation.storable(each.turn), each.parent)
            conversation.fences[each.turn.id] = each.turn.number
            self._session_of[each.turn.id] = session.id
        self._conversations[session.id] = conversation
        return whole.session

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
        conversation = self._own(principal, session_id)
        now = self._clock.now()
        known = self._keys.get((principal, key)) if key else None
        if known is not None:
            return self._replay(conversation, known, key, fingerprint, now)
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
        self._session_of[turn.id] = session_id
        session = conversation.session
        title = session.title or validation.title_of(question)
        conversation.session = replace(session, head=turn.number, updated_at=now, title=title, branch=turn.branch)
        if key:
            self._keys[principal, key] = Key(session_id, turn.number, fingerprint, now)
        begun = Begun(conversation.seen(turn), conversation.fence, assistant=conversation.session.assistant)
        if not window_turns:
            return begun
        recalled = await self.recall(principal, session_id, before=turn.number, window_turns=window_turns)
        return replace(begun, recalled=recalled)

    async def heartbeat(self, begun: Begun, *, partial: str | None = None, lease_s: float = 30.0) -> Lease:
        conversation = self._conversations.get(begun.turn.session_id)
        if conversation is None or not conversation.holds_lease(begun):
            return "lost"
        conversation.lease_until = self._clock.now() + timedelta(seconds=lease_s)
        if partial is not None:
            conversation.partial = validation.storable(partial)
        return "stop" if conversation.stop_asked else "mine"

    async def ask_to_stop(self, principal: Principal, session_id: str) -> bool:
        conversation = self._own(principal, session_id)
        conversation.stop_asked = conversation.lease_until is not None
        return conversation.stop_asked

    async def finish(self, begun: Begun, turn: Turn) -> Turn:
        conversation = self._conversations.get(begun.turn.session_id)
        if conversation is None or begun.turn.id not in conversation.fences:
            raise validation.fenced(begun.turn.id)
        stored = conversation.turns[begun.turn.number - 1]
        if stored.status != "running" and conversation.fences[stored.id] == begun.fence:
            return conversation.seen(stored)
        if not conversation.holds_lease(begun):
            raise validation.fenced(begun.turn.id)
        given = {document: source.number for document, source in conversation.sources.items()}
        conversation.sources |= {source.document_id: source for source in new_sources(turn.sources, given)}
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
        conversation.free(now)
        return conversation.seen(conversation.turns[-1])

    async def recall(self, principal: Principal, session_id: str, *, before: int, window_turns: int) -> Recalled:
        conversation = self._own(principal, session_id)
        end = before if before <= len(conversation.turns) else conversation.tip
        earlier = [turn for turn in islice(conversation.line(end), RECALL_SPAN + 1) if turn.number < before]
        looked_at = [turn for turn in earlier[:RECALL_SPAN] if turn.status in RECALLED and turn.question]
        root = conversation.roots[end - 1] if earlier else 0
        return Recalled(
            turns=tuple(conversation.seen(turn) for turn in looked_at[: max(0, window_turns)][::-1]),
            memory=conversation.remembers(before) if before > 0 else Memory(),
            sources_count=conversation.session.sources_count,
            numbers={source.document_id: source.number for source in conversation.last_sources(NUMBERS_RECALLED)},
            first_question=conversation.turn(root).question if root else "",
        )

    async def source_numbers(self, session_id: str, document_ids: Sequence[str]) -> Mapping[str, int]:
        conversation = self._conversations.get(session_id)
        if conversation is None:
            return {}
        return {
            document: conversation.sources[document].number
            for document in document_ids
            if document in conversation.sources
        }

    async def turn(self, principal: Principal, session_id: str, number: int) -> Turn:
        conversation = self._own(principal, session_id)
        return conversation.seen(conversation.turn(number))

    async def turn_by_id(self, principal: Principal, turn_id: str) -> Turn:
        conversation = self._conversations.get(self._session_of.get(turn_id, ""))
        if conversation is None or conversation.owner != principal:
            raise validation.no_turn_of_id(turn_id)
        return next(conversation.seen(turn) for turn in conversation.turns if turn.id == turn_id)

    async def turns(
        self, principal: Principal, session_id: str, *, after: int = 0, limit: int = 50, every_branch: bool = False
    ) -> list[Turn]:
        conversation = self._own(principal, session_id)
        found = conversation.turns if every_branch else list(conversation.line(conversation.tip))[::-1]
        behind = [turn for turn in found if turn.number > after]
        return [conversation.seen(turn) for turn in behind[: max(0, limit)]]

    async def choose_branch(self, principal: Principal, session_id: str, number: int) -> Session:
        conversation = self._own(principal, session_id)
        conversation.turn(number)
        conversation.take_over(self._clock.now())
        number = conversation.newest_through(number)
        conversation.tip = number
        branch = conversation.turns[number - 1].branch
        conversation.session = replace(conversation.session, branch=branch)
        return conversation.session

    async def give_feedback(
        self, principal: Principal, session_id: str, number: int, rating: Literal[-1, 0, 1], comment: str = ""
    ) -> Turn:
        validation.check_text(comment, "comment")
        conversation = self._own(principal, session_id)
        turn = conversation.turn(number)
        given = Feedback(rating, comment, self._clock.now()) if rating else None
        conversation.turns[number - 1] = replace(turn, feedback=given)
        return conversation.seen(conversation.turns[number - 1])

    async def sweep(self) -> int:
        now = self._clock.now()
        expired = [each for each in self._conversations.values() if each.lease_until and each.lease_until <= now]
        for conversation in expired:
            conversation.interrupt(now)
        self._keys = {name: key for name, key in self._keys.items() if key.made_at >= now - KEYS_LIVE}
        return len(expired)

    async def close(self) -> None:
        self._conversations.clear()
        self._keys.clear()
        self._session_of.clear()

    def _own(self, principal: Principal, session_id: str) -> Conversation:
        conversation = self._conversations.get(session_id)
        if conversation is None or conversation.owner != principal:
            raise validation.no_session(session_id)
        return conversation

    def _replay(self, conversation: Conversation, known: Key, key: str, fingerprint: str, now: datetime) -> Begun:
        if known.session_id != conversation.session.id or known.fingerprint != fingerprint:
            raise validation.key_reused(key)
        if conversation.turns[known.number - 1].status == "running":
            assert conversation.lease_until is not None
            if conversation.lease_until > now:
                raise validation.in_progress(key, now, conversation.lease_until)
            conversation.interrupt(now)
        turn = conversation.seen(conversation.turns[known.number - 1])
        return Begun(turn, conversation.fences[turn.id], replayed=True)
