"""Conversations in dictionaries: for tests, and for a host that keeps its own. They end with the process."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from askwell.ports import Clock, Ids
from askwell.stores import checks
from askwell.stores.fresh import RECALLED, new_session, new_sources, new_turn
from askwell.types import Begun, Principal, Recalled, Session, Source, Turn


@dataclass
class _Conversation:
    """A session with all that hangs on it."""

    session: Session
    turns: list[Turn] = field(default_factory=list)
    fence: int = 0
    fences: dict[str, int] = field(default_factory=dict)
    """Turn id to the fence of its owner, or of who took it from that one."""
    lease_until: datetime | None = None
    """None: its last turn is not running."""
    partial: str = ""
    sources: dict[str, Source] = field(default_factory=dict)
    """Document id to the source as it was first cited."""


@dataclass(frozen=True)
class _Key:
    session_id: str
    number: int
    fingerprint: str


class MemoryStore:
    """The port `Store` in dictionaries. No call waits for anything, so each is one transaction by nature."""

    def __init__(self, clock: Clock, ids: Ids) -> None:
        self._clock = clock
        self._ids = ids
        self._conversations: dict[str, _Conversation] = {}
        self._keys: dict[tuple[Principal, str], _Key] = {}

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
            raise checks.session_exists(session.id)
        self._conversations[session.id] = _Conversation(session)
        return session

    async def session(self, principal: Principal, session_id: str) -> Session:
        return self._own(principal, session_id).session

    async def sessions(
        self, principal: Principal, *, limit: int = 50, before: str = "", assistant: str = "", search: str = ""
    ) -> list[Session]:
        checks.check_search(search)
        found = [
            each
            for each in self._conversations.values()
            if _owner(each.session) == principal
            and (not assistant or each.session.assistant == assistant)
            and (not search or _holds(each, search.lower()))
        ]
        found.sort(key=lambda each: _recency(each.session), reverse=True)
        if before:
            last = _recency(self._own(principal, before).session)
            found = [each for each in found if _recency(each.session) < last]
        return [each.session for each in found[:limit]]

    async def rename_session(self, principal: Principal, session_id: str, title: str) -> Session:
        checks.check_text(title, "title")
        conversation = self._own(principal, session_id)
        conversation.session = replace(conversation.session, title=title)
        return conversation.session

    async def delete_session(self, principal: Principal, session_id: str) -> None:
        self._own(principal, session_id)
        del self._conversations[session_id]
        self._keys = {name: key for name, key in self._keys.items() if key.session_id != session_id}

    async def begin(
        self,
        principal: Principal,
        session_id: str,
        question: str,
        *,
        key: str = "",
        body_hash: str = "",
        lease_s: float = 30.0,
    ) -> Begun:
        checks.check_text(question, "question")
        checks.check_key(key)
        fingerprint = checks.fingerprint(body_hash, question)
        conversation = self._own(principal, session_id)
        now = self._clock.now()
        known = self._keys.get((principal, key)) if key else None
        if known is not None:
            return self._replay(conversation, known, key, fingerprint, now)
        if conversation.lease_until is not None:
            if conversation.lease_until > now:
                raise checks.busy(session_id, now, conversation.lease_until)
            _interrupt(conversation, now)
        turns = conversation.turns
        turn = replace(
            new_turn(self._ids.new(), session_id, question, now),
            number=len(turns) + 1,
            parent_id=turns[-1].id if turns else None,
        )
        turns.append(turn)
        conversation.fence += 1
        conversation.fences[turn.id] = conversation.fence
        conversation.lease_until = now + timedelta(seconds=lease_s)
        session = conversation.session
        title = session.title or checks.title_of(question)
        conversation.session = replace(session, head=turn.number, updated_at=now, title=title)
        if key:
            self._keys[principal, key] = _Key(session_id, turn.number, fingerprint)
        return Begun(turn, conversation.fence)

    async def heartbeat(self, begun: Begun, *, partial: str | None = None, lease_s: float = 30.0) -> bool:
        conversation = self._conversations.get(begun.turn.session_id)
        if conversation is None or not _holds_lease(conversation, begun):
            return False
        conversation.lease_until = self._clock.now() + timedelta(seconds=lease_s)
        if partial is not None:
            conversation.partial = checks.storable(partial)
        return True

    async def finish(self, begun: Begun, turn: Turn) -> Turn:
        conversation = self._conversations.get(begun.turn.session_id)
        if conversation is None:
            raise checks.fenced(begun.turn.id)
        stored = conversation.turns[begun.turn.number - 1]
        if stored.status != "running" and conversation.fences[stored.id] == begun.fence:
            return stored
        if not _holds_lease(conversation, begun):
            raise checks.fenced(begun.turn.id)
        given = {document: source.number for document, source in conversation.sources.items()}
        conversation.sources |= {source.document_id: source for source in new_sources(turn.sources, given)}
        now = self._clock.now()
        final = replace(
            turn,
            id=stored.id,
            session_id=stored.session_id,
            number=stored.number,
            parent_id=stored.parent_id,
            question=stored.question,
            created_at=stored.created_at,
            standalone_question=checks.storable(turn.standalone_question),
            answer=checks.storable(turn.answer),
            sources=tuple(_as_first_cited(conversation, source) for source in turn.sources),
            finished_at=turn.finished_at or now,
        )
        conversation.turns[-1] = final
        _free(conversation, now)
        return final

    async def recall(self, principal: Principal, session_id: str, *, before: int, window_turns: int) -> Recalled:
        conversation = self._own(principal, session_id)
        earlier = conversation.turns[: max(0, before - 1)]
        counting = [turn for turn in earlier if turn.status in RECALLED and turn.question]
        return Recalled(
            turns=tuple(counting[-window_turns:]),
            sources_count=conversation.session.sources_count,
            first_question=earlier[0].question if earlier else "",
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
        if not 1 <= number <= len(conversation.turns):
            raise checks.no_turn(session_id, number)
        return _seen(conversation, conversation.turns[number - 1])

    async def turns(self, principal: Principal, session_id: str, *, after: int = 0, limit: int = 50) -> list[Turn]:
        conversation = self._own(principal, session_id)
        return [_seen(conversation, turn) for turn in conversation.turns[max(0, after) :][:limit]]

    async def sweep(self) -> int:
        now = self._clock.now()
        expired = [each for each in self._conversations.values() if each.lease_until and each.lease_until <= now]
        for conversation in expired:
            _interrupt(conversation, now)
        return len(expired)

    async def close(self) -> None:
        self._conversations.clear()
        self._keys.clear()

    def _own(self, principal: Principal, session_id: str) -> _Conversation:
        conversation = self._conversations.get(session_id)
        if conversation is None or _owner(conversation.session) != principal:
            raise checks.no_session(session_id)
        return conversation

    def _replay(self, conversation: _Conversation, known: _Key, key: str, fingerprint: str, now: datetime) -> Begun:
        if known.session_id != conversation.session.id or known.fingerprint != fingerprint:
            raise checks.key_reused(key)
        if conversation.turns[known.number - 1].status == "running":
            assert conversation.lease_until is not None
            if conversation.lease_until > now:
                raise checks.in_progress(key, now, conversation.lease_until)
            _interrupt(conversation, now)
        turn = conversation.turns[known.number - 1]
        return Begun(turn, conversation.fences[turn.id], replayed=True)


def _owner(session: Session) -> Principal:
    return Principal(session.tenant, session.user)


def _recency(session: Session) -> tuple[datetime, str]:
    return session.updated_at, session.id


def _holds(conversation: _Conversation, text: str) -> bool:
    texts: Iterable[str] = (conversation.session.title, *(turn.question for turn in conversation.turns))
    return any(text in each.lower() for each in texts)


def _holds_lease(conversation: _Conversation, begun: Begun) -> bool:
    return conversation.lease_until is not None and conversation.fence == begun.fence


def _as_first_cited(conversation: _Conversation, source: Source) -> Source:
    first = conversation.sources[source.document_id]
    return replace(source, document=first.document, title=first.title, url=first.url)


def _seen(conversation: _Conversation, turn: Turn) -> Turn:
    return replace(turn, answer=conversation.partial) if turn.status == "running" else turn


def _interrupt(conversation: _Conversation, now: datetime) -> None:
    """End the running turn as interrupted, with the partial answer it left."""
    turn = conversation.turns[-1]
    conversation.turns[-1] = replace(turn, status="interrupted", answer=conversation.partial, finished_at=now)
    conversation.fence += 1
    conversation.fences[turn.id] = conversation.fence
    _free(conversation, now)


def _free(conversation: _Conversation, now: datetime) -> None:
    conversation.lease_until = None
    conversation.partial = ""
    count = max((source.number for source in conversation.sources.values()), default=0)
    conversation.session = replace(conversation.session, updated_at=now, sources_count=count)
