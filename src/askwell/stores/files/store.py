"""Conversations in files, one JSON file each, in the shape of another system and with all of ours beside it.

A call is one change of one file: read, change, write in one step, all in one thread under the lock of the session, so
that nobody who holds a lock waits for a thread. What a call does to a conversation is what `InMemoryStore` does.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Literal, TypeVar

from askwell.ports import Clock, Ids
from askwell.stores.common import validation
from askwell.stores.exchange.format import Kept
from askwell.stores.exchange.shapes import Shape
from askwell.stores.files.directory import BrokenFile, Header, SessionFolder
from askwell.stores.files.memory import FileMemories
from askwell.stores.inmemory.store import InMemoryStore, Key
from askwell.types import Begun, CarriedMemory, Lease, Principal, Recalled, Session, Turn

T = TypeVar("T")
Work = Callable[["OneStore"], Awaitable[T]]


class OneStore(InMemoryStore):
    """A store of the one conversation that a file holds, or of none."""

    def __init__(self, clock: Clock, ids: Ids, kept: Kept | None = None) -> None:
        super().__init__(clock, ids)
        if kept is not None:
            told = kept.conversation
            self._conversations[told.session.id] = told
            self._keys = {(told.owner, name): key for name, key in kept.keys.items()}
            self._session_of = {turn.id: told.session.id for turn in told.turns}

    @property
    def kept(self) -> Kept | None:
        """The conversation as it is now; None where there is none (any more)."""
        for session_id, told in self._conversations.items():
            keys = {name: key for (_, name), key in self._keys.items() if key.session_id == session_id}
            return Kept(told, keys)
        return None

    def know_key(self, principal: Principal, name: str, key: Key) -> None:
        """Learn that a key was used elsewhere."""
        self._keys.setdefault((principal, name), key)

    def know_turns(self, turn_ids: Sequence[str], session_id: str) -> None:
        """Learn that ids of turns are taken elsewhere."""
        self._session_of |= dict.fromkeys(turn_ids, session_id)


class FilesStore(FileMemories):
    """The port `Store` over a folder; several processes of one machine may share it."""

    def __init__(
        self, folder: Path, clock: Clock, ids: Ids, *, shape: Shape = "s1", assistant: str = "documents"
    ) -> None:
        self._folder = SessionFolder(folder, clock, shape=shape, assistant=assistant)
        self._clock = clock
        self._ids = ids

    async def create_session(
        self,
        principal: Principal,
        assistant: str,
        *,
        session_id: str = "",
        title: str = "",
        metadata: Mapping[str, object] | None = None,
    ) -> Session:
        session_id = session_id or self._ids.new()
        validation.check_session_id(session_id)
        return await self._change(
            session_id,
            lambda one: one.create_session(principal, assistant, session_id=session_id, title=title, metadata=metadata),
            makes=True,
        )

    async def session(self, principal: Principal, session_id: str) -> Session:
        return await self._read(session_id, lambda one: one.session(principal, session_id))

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
        last = await self.session(principal, before) if before else None

        def wanted(header: Header) -> bool:
            session = header.session
            return (
                Principal(session.tenant, session.user) == principal
                and (not assistant or session.assistant == assistant)
                and (pinned is None or session.pinned == pinned)
                and (last is None or _recency(session) < _recency(last))
            )

        return await asyncio.to_thread(self._listed, wanted, search.lower(), max(0, limit))

    async def rename_session(self, principal: Principal, session_id: str, title: str) -> Session:
        validation.check_text(title, "title")
        return await self._change(session_id, lambda one: one.rename_session(principal, session_id, title))

    async def pin_session(self, principal: Principal, session_id: str, pinned: bool) -> Session:
        return await self._change(session_id, lambda one: one.pin_session(principal, session_id, pinned))

    async def delete_session(self, principal: Principal, session_id: str) -> None:
        await self._change(session_id, lambda one: one.delete_session(principal, session_id))

    async def restore_session(
        self, principal: Principal, session: Session, turns: Sequence[Turn], memory: CarriedMemory | None = None
    ) -> Session:
        validation.check_session_id(session.id)
        return await asyncio.to_thread(self._restore, principal, session, turns, memory)

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
        validation.check_key(key)

        def begin(one: OneStore) -> Awaitable[Begun]:
            if key:
                self._know_key(one, principal, session_id, key)
            return one.begin(
                principal,
                session_id,
                question,
                key=key,
                body_hash=body_hash,
                lease_s=lease_s,
                instead_of=instead_of,
                window_turns=window_turns,
            )

        def lead(begun: Begun) -> None:
            if begun.replayed:
                return
            self._folder.leads.lead_turns(session_id, [begun.turn.id])
            if key:
                self._folder.leads.lead_key(session_id, principal, key, self._clock.now())

        return await asyncio.to_thread(self._begin, principal, session_id, key, begin, lead)

    async def heartbeat(self, begun: Begun, *, partial: str | None = None, lease_s: float = 30.0) -> Lease:
        return await self._change(
            begun.turn.session_id, lambda one: one.heartbeat(begun, partial=partial, lease_s=lease_s)
        )

    async def ask_to_stop(self, principal: Principal, session_id: str) -> bool:
        return await self._change(session_id, lambda one: one.ask_to_stop(principal, session_id))

    async def finish(self, begun: Begun, turn: Turn) -> Turn:
        return await self._change(begun.turn.session_id, lambda one: one.finish(begun, turn))

    async def recall(self, principal: Principal, session_id: str, *, before: int, window_turns: int) -> Recalled:
        return await self._read(
            session_id, lambda one: one.recall(principal, session_id, before=before, window_turns=window_turns)
        )

    async def source_numbers(self, session_id: str, document_ids: Sequence[str]) -> Mapping[str, int]:
        return await self._read(session_id, lambda one: one.source_numbers(session_id, document_ids))

    async def turn(self, principal: Principal, session_id: str, number: int) -> Turn:
        return await self._read(session_id, lambda one: one.turn(principal, session_id, number))

    async def turn_by_id(self, principal: Principal, turn_id: str) -> Turn:
        session_id = await asyncio.to_thread(self._session_of, turn_id)
        if session_id is None:
            raise validation.no_turn_of_id(turn_id)
        return await self._read(session_id, lambda one: one.turn_by_id(principal, turn_id))

    async def turns(
        self, principal: Principal, session_id: str, *, after: int = 0, limit: int = 50, every_branch: bool = False
    ) -> list[Turn]:
        return await self._read(
            session_id,
            lambda one: one.turns(principal, session_id, after=after, limit=limit, every_branch=every_branch),
        )

    async def choose_branch(self, principal: Principal, session_id: str, number: int) -> Session:
        return await self._change(session_id, lambda one: one.choose_branch(principal, session_id, number))

    async def give_feedback(
        self, principal: Principal, session_id: str, number: int, rating: Literal[-1, 0, 1], comment: str = ""
    ) -> Turn:
        return await self._change(
            session_id, lambda one: one.give_feedback(principal, session_id, number, rating, comment)
        )

    async def sweep(self) -> int:
        now = self._clock.now()
        headers = await asyncio.to_thread(self._folder.headers)
        expired = [each.session.id for each in headers if each.lease_until is not None and each.lease_until <= now]
        swept = [await self._change(session_id, lambda one: one.sweep()) for session_id in expired]
        await asyncio.to_thread(self._folder.leads.forget_keys, now)
        return sum(swept)

    async def close(self) -> None:
        """Nothing is held between calls."""

    async def _read(self, session_id: str, work: Work[T]) -> T:
        def read() -> T:
            try:
                kept = self._folder.load(session_id)
            except BrokenFile:
                self._folder.set_aside(session_id)
                raise
            return _at_once(work(self._one(kept)))

        return await asyncio.to_thread(read)

    async def _change(self, session_id: str, work: Work[T], *, makes: bool = False) -> T:
        return await asyncio.to_thread(self._changed, session_id, work, makes=makes)

    def _changed(
        self, session_id: str, work: Work[T], *, makes: bool = False, lead: Callable[[T], None] | None = None
    ) -> T:
        """What the work gives, done to the conversation under its lock and written; what it raises leaves the file."""
        if not makes and not self._folder.holds(session_id):
            return _at_once(work(self._one()))
        try:
            with self._folder.locked(session_id):
                return self._changed_held(session_id, work, lead)
        except BrokenFile as error:
            if error.session_id == session_id:
                self._folder.set_aside(session_id)
            raise

    def _changed_held(self, session_id: str, work: Work[T], lead: Callable[[T], None] | None) -> T:
        before = self._folder.load(session_id)
        one = self._one(before)
        result = _at_once(work(one))
        after = one.kept
        if after is not None:
            if lead is not None:
                lead(result)
            self._folder.save(after)
        elif before is not None:
            self._folder.remove(before.conversation)
        return result

    def _begin(
        self, principal: Principal, session_id: str, key: str, work: Work[Begun], lead: Callable[[Begun], None]
    ) -> Begun:
        with ExitStack() as stack:
            if key:
                stack.enter_context(self._folder.key_locked(principal, key))
            return self._changed(session_id, work, lead=lead)

    def _know_key(self, one: OneStore, principal: Principal, session_id: str, key: str) -> None:
        """Let the store know of a key that another session has. Under the key's lock nobody else can take it."""
        elsewhere = self._folder.leads.of_key(principal, key)
        if elsewhere is None or elsewhere == session_id:
            return
        kept = self._folder.load(elsewhere)
        if kept is not None and kept.conversation.owner == principal and key in kept.keys:
            one.know_key(principal, key, kept.keys[key])

    def _restore(
        self, principal: Principal, session: Session, turns: Sequence[Turn], memory: CarriedMemory | None
    ) -> Session:
        with self._folder.restoring():
            return self._changed(
                session.id,
                lambda one: self._knowing(one, turns).restore_session(principal, session, turns, memory),
                makes=True,
                lead=lambda _: self._folder.leads.lead_turns(session.id, [turn.id for turn in turns]),
            )

    def _knowing(self, one: OneStore, turns: Sequence[Turn]) -> OneStore:
        """The store, knowing which ids of these turns other sessions have."""
        elsewhere: dict[str, list[str]] = {}
        for turn in turns:
            found = self._folder.leads.of_turn(turn.id) if validation.can_be_turn_id(turn.id) else None
            if found is not None:
                elsewhere.setdefault(found, []).append(turn.id)
        for session_id, turn_ids in elsewhere.items():
            kept = self._folder.load(session_id)
            taken = {turn.id for turn in kept.conversation.turns} if kept else set()
            one.know_turns([each for each in turn_ids if each in taken], session_id)
        return one

    def _listed(self, wanted: Callable[[Header], bool], search: str, limit: int) -> list[Session]:
        found = sorted((each.session for each in self._folder.headers() if wanted(each)), key=_recency, reverse=True)
        if not search:
            return found[:limit]
        holding: list[Session] = []
        for session in found:
            if len(holding) == limit:
                break
            kept = self._folder.load(session.id)
            if kept is not None and kept.conversation.mentions(search):
                holding.append(session)
        return holding

    def _session_of(self, turn_id: str) -> str | None:
        """The session of a turn; files that came from elsewhere since the last listing are looked at first."""
        found = self._folder.leads.of_turn(turn_id)
        if found is None:
            self._folder.headers()
            found = self._folder.leads.of_turn(turn_id)
        return found

    def _one(self, kept: Kept | None = None) -> OneStore:
        return OneStore(self._clock, self._ids, kept)


def _recency(session: Session) -> tuple[object, str]:
    return session.updated_at, session.id


def _at_once(call: Awaitable[T]) -> T:
    """What a call of `InMemoryStore` gives: it waits for nothing, so its first step is its last."""
    steps = call.__await__()
    try:
        next(steps)
    except StopIteration as end:
        result: T = end.value
        return result
    raise AssertionError("a store in memory never waits")
