"""The port `Sessions` in the memory of the process."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from askwell.ports import Clock, Ids
from askwell.stores.common import validation
from askwell.stores.common.defaults import new_session
from askwell.stores.common.folding import fold_case
from askwell.stores.common.restored import restored
from askwell.stores.inmemory.conversation import Conversation
from askwell.stores.inmemory.conversations import Conversations
from askwell.types import CarriedMemory, Principal, Session, Turn


class InMemorySessions:
    """The part `sessions` of `InMemoryStore`."""

    def __init__(self, conversations: Conversations, clock: Clock, ids: Ids) -> None:
        self._conversations = conversations
        self._clock = clock
        self._ids = ids

    async def create(
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
        if session.id in self._conversations.by_id:
            raise validation.session_exists(session.id)
        self._conversations.add(Conversation(session))
        return session

    async def get(self, principal: Principal, session_id: str) -> Session:
        return self._conversations.own(principal, session_id).session

    async def page(
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
            for each in self._conversations.by_id.values()
            if each.owner == principal
            and (not assistant or each.session.assistant == assistant)
            and (pinned is None or each.session.pinned == pinned)
            and (not search or each.mentions(fold_case(search)))
        ]
        found.sort(key=lambda each: each.recency, reverse=True)
        if before:
            last = self._conversations.own(principal, before).recency
            found = [each for each in found if each.recency < last]
        return [each.session for each in found[: max(0, limit)]]

    async def rename(self, principal: Principal, session_id: str, title: str) -> Session:
        validation.check_text(title, "title")
        conversation = self._conversations.own(principal, session_id)
        conversation.session = replace(conversation.session, title=title)
        return conversation.session

    async def pin(self, principal: Principal, session_id: str, pinned: bool) -> Session:
        conversation = self._conversations.own(principal, session_id)
        conversation.session = replace(conversation.session, pinned=pinned)
        return conversation.session

    async def delete(self, principal: Principal, session_id: str) -> None:
        self._conversations.own(principal, session_id)
        self._conversations.remove(session_id)

    async def unused_since(self, moment: datetime, *, after: str = "", limit: int = 100) -> list[Session]:
        found = [
            each.session
            for each in self._conversations.by_id.values()
            if each.session.updated_at < moment and each.session.id > after
        ]
        return sorted(found, key=lambda each: each.id)[: max(0, limit)]

    async def restore(
        self, principal: Principal, session: Session, turns: Sequence[Turn], memory: CarriedMemory | None = None
    ) -> Session:
        imported = restored(principal, session, turns, self._clock.now(), memory)
        conversations = self._conversations
        if session.id in conversations.by_id or any(turn.id in conversations.session_of for turn in turns):
            raise validation.session_exists(session.id)
        conversations.add(Conversation.restored(imported))
        return imported.session

    async def choose_branch(self, principal: Principal, session_id: str, number: int) -> Session:
        conversation = self._conversations.own(principal, session_id)
        conversation.turn(number)
        conversation.take_over(self._clock.now())
        number = conversation.newest_through(number)
        conversation.tip = number
        branch = conversation.turns[number - 1].branch
        conversation.session = replace(conversation.session, branch=branch)
        return conversation.session
