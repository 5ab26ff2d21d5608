"""The port `Memories` in the memory of the process."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from askwell.ports import Ids
from askwell.stores.common import validation
from askwell.stores.inmemory.conversations import Conversations
from askwell.types import (
    CarriedMemory,
    Item,
    Learnt,
    Memory,
    Principal,
    Recollection,
    RememberedBy,
    TakenIn,
    Topic,
    Turn,
    TurnIndexEntry,
    Undigested,
)


class InMemoryMemories:
    """The part `memory` of `InMemoryStore`."""

    def __init__(self, conversations: Conversations, ids: Ids) -> None:
        self._conversations = conversations
        self._ids = ids

    async def read(self, principal: Principal, session_id: str, *, before: int = 0) -> Memory:
        return self._conversations.own(principal, session_id).memory_before(before)

    async def topics(
        self, principal: Principal, session_id: str, *, before: int = 0, below: int = 0, limit: int = 50
    ) -> list[Topic]:
        conversation = self._conversations.own(principal, session_id)
        path, _ = conversation.path_before(before)
        stored = (conversation.memory.topics.get(number) for number in path if below <= 0 or number < below)
        return list(islice((topic for topic in stored if topic is not None and topic.line), max(0, limit)))

    async def index_entries(
        self, principal: Principal, session_id: str, *, before: int = 0, after: int = 0, limit: int = 500
    ) -> list[TurnIndexEntry]:
        conversation = self._conversations.own(principal, session_id)
        path, _ = conversation.path_before(before)
        entries = conversation.memory.index_entries
        numbers = [number for number in path.above(after) if number in entries][::-1][: max(0, limit)]
        return [TurnIndexEntry(number, conversation.turn(number).id, entries[number]) for number in numbers]

    async def recollected(self, principal: Principal, session_id: str, found: Sequence[Recollection]) -> list[Turn]:
        conversation = self._conversations.own(principal, session_id)
        indexed = [conversation.turn(each.number) for each in found if each.number in conversation.memory.index_entries]
        found_ids = {each.turn_id for each in found}
        return [conversation.as_read(turn) for turn in indexed if turn.id in found_ids]

    async def undigested(
        self, principal: Principal, session_id: str, *, limit: int = 2, topics: int = 50
    ) -> Undigested:
        conversation = self._conversations.own(principal, session_id)
        memory = conversation.memory_before(0)
        path, _ = conversation.path_before(0)
        following = [
            conversation.as_read(conversation.turn(number)) for number in list(path.above(memory.up_to))[::-1][:limit]
        ]
        return Undigested(
            memory, tuple((await self.topics(principal, session_id, limit=topics))[::-1]), tuple(following)
        )

    async def learn(self, principal: Principal, session_id: str, learnt: Learnt) -> TakenIn | None:
        conversation = self._conversations.own(principal, session_id)
        # It is usually the newest turn.
        turn = next((turn for turn in reversed(conversation.turns) if turn.id == learnt.topic.turn_id), None)
        if turn is None:
            raise validation.no_turn_of_id(learnt.topic.turn_id)
        path, branch = conversation.path_before(turn.number)
        return conversation.memory.learn(path, branch, turn.number, learnt, self._ids.new)

    async def amend_summary(
        self, principal: Principal, session_id: str, text: str, *, by: RememberedBy = "user"
    ) -> Memory:
        validation.check_text(text, "summary")
        conversation = self._conversations.own(principal, session_id)
        path, branch = conversation.path_before(0)
        current = conversation.memory.summary(path, branch)
        conversation.memory.summaries[branch] = replace(current, branch=branch, text=text, by=by)
        return conversation.memory_before(0)

    async def amend_item(self, principal: Principal, session_id: str, item_id: str, text: str) -> Item:
        validation.check_text(text, "item")
        return self._conversations.own(principal, session_id).memory.amend(item_id, text)

    async def forget_item(self, principal: Principal, session_id: str, item_id: str) -> None:
        self._conversations.own(principal, session_id).memory.forget_item(item_id)

    async def forget_topic(self, principal: Principal, session_id: str, number: int) -> None:
        self._conversations.own(principal, session_id).memory.forget_topic(session_id, number)

    async def carried(self, principal: Principal, session_id: str) -> CarriedMemory:
        conversation = self._conversations.own(principal, session_id)
        return conversation.memory.carried(lambda number: conversation.turn(number).id)

    async def forget(self, principal: Principal, session_id: str) -> None:
        conversation = self._conversations.own(principal, session_id)
        conversation.memory.forget_all({turn.branch: turn.number for turn in conversation.turns})
