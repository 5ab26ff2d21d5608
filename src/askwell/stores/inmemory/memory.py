"""The port `Memories` in memory."""

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
        return self._conversations.own(principal, session_id).remembers(before)

    async def topics(
        self, principal: Principal, session_id: str, *, before: int = 0, below: int = 0, limit: int = 50
    ) -> list[Topic]:
        conversation = self._conversations.own(principal, session_id)
        line, _ = conversation.line_before(before)
        known = (conversation.notebook.topics.get(number) for number in line if below <= 0 or number < below)
        return list(islice((topic for topic in known if topic is not None and topic.line), max(0, limit)))

    async def index_entries(
        self, principal: Principal, session_id: str, *, before: int = 0, after: int = 0, limit: int = 500
    ) -> list[TurnIndexEntry]:
        conversation = self._conversations.own(principal, session_id)
        line, _ = conversation.line_before(before)
        packed = conversation.notebook.index_entries
        found = [number for number in line.above(after) if number in packed][::-1][: max(0, limit)]
        return [TurnIndexEntry(number, conversation.turn(number).id, packed[number]) for number in found]

    async def recollected(self, principal: Principal, session_id: str, found: Sequence[Recollection]) -> list[Turn]:
        conversation = self._conversations.own(principal, session_id)
        kept = [conversation.turn(each.number) for each in found if each.number in conversation.notebook.index_entries]
        wanted = {each.turn_id for each in found}
        return [conversation.seen(turn) for turn in kept if turn.id in wanted]

    async def undigested(
        self, principal: Principal, session_id: str, *, limit: int = 2, topics: int = 50
    ) -> Undigested:
        conversation = self._conversations.own(principal, session_id)
        memory = conversation.remembers(0)
        line, _ = conversation.line_before(0)
        following = [
            conversation.seen(conversation.turn(number)) for number in list(line.above(memory.up_to))[::-1][:limit]
        ]
        return Undigested(
            memory, tuple((await self.topics(principal, session_id, limit=topics))[::-1]), tuple(following)
        )

    async def learn(self, principal: Principal, session_id: str, learnt: Learnt) -> TakenIn | None:
        conversation = self._conversations.own(principal, session_id)
        # Usually the newest turn is learnt.
        turn = next((turn for turn in reversed(conversation.turns) if turn.id == learnt.topic.turn_id), None)
        if turn is None:
            raise validation.no_turn_of_id(learnt.topic.turn_id)
        line, branch = conversation.line_before(turn.number)
        return conversation.notebook.learn(line, branch, turn.number, learnt, self._ids.new)

    async def amend_summary(
        self, principal: Principal, session_id: str, text: str, *, by: RememberedBy = "user"
    ) -> Memory:
        validation.check_text(text, "summary")
        conversation = self._conversations.own(principal, session_id)
        line, branch = conversation.line_before(0)
        said = conversation.notebook.summary(line, branch)
        conversation.notebook.summaries[branch] = replace(said, branch=branch, text=text, by=by)
        return conversation.remembers(0)

    async def amend_item(self, principal: Principal, session_id: str, item_id: str, text: str) -> Item:
        validation.check_text(text, "item")
        return self._conversations.own(principal, session_id).notebook.amend(item_id, text)

    async def forget_item(self, principal: Principal, session_id: str, item_id: str) -> None:
        self._conversations.own(principal, session_id).notebook.forget_item(item_id)

    async def forget_topic(self, principal: Principal, session_id: str, number: int) -> None:
        self._conversations.own(principal, session_id).notebook.forget_topic(session_id, number)

    async def carried(self, principal: Principal, session_id: str) -> CarriedMemory:
        conversation = self._conversations.own(principal, session_id)
        return conversation.notebook.carried(lambda number: conversation.turn(number).id)

    async def forget(self, principal: Principal, session_id: str) -> None:
        conversation = self._conversations.own(principal, session_id)
        conversation.notebook.forget_all({turn.branch: turn.number for turn in conversation.turns})
