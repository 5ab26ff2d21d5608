"""What conversations in memory remember: the methods of the port `Memories`."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from askwell.ports import Ids
from askwell.stores.common import validation
from askwell.stores.inmemory.conversation import Conversation
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


class HeldMemories:
    """The part of `InMemoryStore` that remembers."""

    _ids: Ids

    async def memory(self, principal: Principal, session_id: str, *, before: int = 0) -> Memory:
        return self._own(principal, session_id).remembers(before)

    async def topics(
        self, principal: Principal, session_id: str, *, before: int = 0, below: int = 0, limit: int = 50
    ) -> list[Topic]:
        told = self._own(principal, session_id)
        line, _ = told.line_before(before)
        known = (told.notebook.topics.get(number) for number in line if below <= 0 or number < below)
        return list(islice((topic for topic in known if topic is not None and topic.line), max(0, limit)))

    async def index_entries(
        self, principal: Principal, session_id: str, *, before: int = 0, after: int = 0, limit: int = 500
    ) -> list[TurnIndexEntry]:
        told = self._own(principal, session_id)
        line, _ = told.line_before(before)
        packed = told.notebook.index_entries
        found = [number for number in line.above(after) if number in packed][::-1][: max(0, limit)]
        return [TurnIndexEntry(number, told.turn(number).id, packed[number]) for number in found]

    async def recollected(self, principal: Principal, session_id: str, found: Sequence[Recollection]) -> list[Turn]:
        told = self._own(principal, session_id)
        kept = [told.turn(each.number) for each in found if each.number in told.notebook.index_entries]
        wanted = {each.turn_id for each in found}
        return [told.seen(turn) for turn in kept if turn.id in wanted]

    async def undigested(
        self, principal: Principal, session_id: str, *, limit: int = 2, topics: int = 50
    ) -> Undigested:
        told = self._own(principal, session_id)
        memory = told.remembers(0)
        line, _ = told.line_before(0)
        behind = [told.seen(told.turn(number)) for number in list(line.above(memory.up_to))[::-1][:limit]]
        return Undigested(memory, tuple((await self.topics(principal, session_id, limit=topics))[::-1]), tuple(behind))

    async def learn(self, principal: Principal, session_id: str, learnt: Learnt) -> TakenIn | None:
        told = self._own(principal, session_id)
        # What is learnt is mostly the latest.
        turn = next((turn for turn in reversed(told.turns) if turn.id == learnt.topic.turn_id), None)
        if turn is None:
            raise validation.no_turn_of_id(learnt.topic.turn_id)
        line, branch = told.line_before(turn.number)
        return told.notebook.learn(line, branch, turn.number, learnt, self._ids.new)

    async def amend_summary(
        self, principal: Principal, session_id: str, text: str, *, by: RememberedBy = "user"
    ) -> Memory:
        validation.check_text(text, "summary")
        told = self._own(principal, session_id)
        line, branch = told.line_before(0)
        said = told.notebook.summary(line, branch)
        told.notebook.summaries[branch] = replace(said, branch=branch, text=text, by=by)
        return told.remembers(0)

    async def amend_item(self, principal: Principal, session_id: str, item_id: str, text: str) -> Item:
        validation.check_text(text, "item")
        return self._own(principal, session_id).notebook.amend(item_id, text)

    async def forget_item(self, principal: Principal, session_id: str, item_id: str) -> None:
        self._own(principal, session_id).notebook.forget_item(item_id)

    async def forget_topic(self, principal: Principal, session_id: str, number: int) -> None:
        self._own(principal, session_id).notebook.forget_topic(session_id, number)

    async def carried_memory(self, principal: Principal, session_id: str) -> CarriedMemory:
        told = self._own(principal, session_id)
        return told.notebook.carried(lambda number: told.turn(number).id)

    async def forget_memory(self, principal: Principal, session_id: str) -> None:
        told = self._own(principal, session_id)
        told.notebook.forget_all({turn.branch: turn.number for turn in told.turns})

    @abstractmethod
    def _own(self, principal: Principal, session_id: str) -> Conversation:
        """A conversation of the principal's. Raises NotFound."""
