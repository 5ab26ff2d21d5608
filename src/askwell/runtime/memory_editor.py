"""Read and edit the memory of a conversation."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from askwell.errors import BadInput
from askwell.pipeline.state import Services
from askwell.ports import Store
from askwell.runtime.memory_worker import MemoryWorker
from askwell.types import Item, Language, Memory, Principal, Topic

MOST_SUMMARY_CHARS = 4000
MOST_ITEM_CHARS = 1000
TOPICS_READ = 50
"""Latest topics that a summary is rendered from."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """Memory of the active branch, with one page of its topic index."""

    memory: Memory
    topics: tuple[Topic, ...]
    """Newest first."""
    below: int = 0
    """Number of the last topic if more follow on the next page; else 0."""


@dataclass(frozen=True, slots=True)
class MemoryEditor:
    """The memory of one conversation."""

    services: Services
    principal: Principal
    session_id: str
    digesting: MemoryWorker
    shown: Store
    """The conversations as their owner reads and writes them."""

    async def read(self, *, below: int = 0, limit: int = 50) -> Remembered:
        """The memory, with at most `limit` topics below number `below` (0: from the newest). Raises NotFound."""
        memory = await self.shown.memory.read(self.principal, self.session_id)
        found = await self.shown.memory.topics(self.principal, self.session_id, below=below, limit=limit + 1)
        page = tuple(found[:limit])
        return Remembered(memory, page, page[-1].number if len(found) > limit else 0)

    async def word_summary(self, text: str) -> Memory:
        """Replace the summary by a person's text; an empty text removes it. Raises BadInput, NotFound."""
        wanted = _checked(text, "summary", MOST_SUMMARY_CHARS)
        async with self._alone():
            return await self.shown.memory.amend_summary(self.principal, self.session_id, wanted)

    async def word_item(self, item_id: str, text: str) -> Item:
        """Replace the text of an item. Raises BadInput (`empty_text`, `text_too_long`), NotFound."""
        wanted = _checked(text, "item", MOST_ITEM_CHARS)
        if not wanted:
            raise BadInput("The text of the item is empty.", code="empty_text", hint="Give a text, or delete the item.")
        async with self._alone():
            item = await self.shown.memory.amend_item(self.principal, self.session_id, item_id, wanted)
            await self._summarise()
        return item

    async def forget_item(self, item_id: str) -> None:
        """Remove an item. The item that it superseded is in force again. Raises NotFound (`memory_item_not_found`)."""
        async with self._alone():
            await self._store.memory.forget_item(self.principal, self.session_id, item_id)
            await self._summarise()

    async def forget_topic(self, number: int) -> None:
        """Remove everything learnt from a turn; the turn itself is kept. Raises NotFound (`topic_not_found`)."""
        async with self._alone():
            await self._store.memory.forget_topic(self.principal, self.session_id, number)
            await self._summarise()

    async def forget(self) -> None:
        """Remove the whole memory of the conversation; its turns are kept. Raises NotFound."""
        async with self._alone():
            await self._store.memory.forget(self.principal, self.session_id)

    async def language(self, memory: Memory) -> Language:
        """The language of the last turn in memory; English if there is none."""
        if not memory.up_to:
            return "en"
        return (await self._store.turns.get(self.principal, self.session_id, memory.up_to)).language

    @property
    def _store(self) -> Store:
        return self.services.store

    def _alone(self) -> AbstractAsyncContextManager[None]:
        return self.digesting.paused(self.services, self.principal, self.session_id)

    async def _summarise(self) -> None:
        """Render the summary of the remaining items, unless a person wrote it."""
        memory = await self._store.memory.read(self.principal, self.session_id)
        if self.services.summariser is None or memory.summary_by == "user":
            return
        topics = await self._store.memory.topics(self.principal, self.session_id, limit=TOPICS_READ)
        text = self.services.summariser.render(memory, topics[::-1], await self.language(memory))
        if text != memory.summary:
            await self._store.memory.amend_summary(self.principal, self.session_id, text, by="rules")


def _checked(text: str, what: str, most: int) -> str:
    """The text without surrounding blanks. Raises BadInput (`text_too_long`)."""
    wanted = text.strip()
    if len(wanted) > most:
        raise BadInput(
            f"The {what} has {len(wanted):,} characters; the limit is {most:,}.",
            code="text_too_long",
            hint="Shorten the text.",
        )
    return wanted
