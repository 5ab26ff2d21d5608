"""The conversations as their owners see them: what the store holds, with the values of placeholders."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Literal, cast

from askwell.composition.personal_data import PersonalData
from askwell.ports import Memories, Sessions, Store, Turns
from askwell.types import CarriedMemory, Item, Memory, Principal, RememberedBy, Session, Turn

_WRITTEN: tuple[str, ...] = ("question", "answer", "standalone_question", "resolution", "decisions", "feedback")
"""Fields of an imported turn with texts of people, or derived from them."""


class ShownStore:
    """A store whose methods take and return texts as people write and read them.

    `is_export`: values are as the assistant's policy for exports says. Raises what the store raises.
    """

    def __init__(self, store: Store, personal: PersonalData, *, is_export: bool = False) -> None:
        self._store = store
        show = _Shower(store, personal, is_export=is_export)
        self.sessions = cast(Sessions, _ShownSessions(store.sessions, show, store, personal))
        self.turns = cast(Turns, _ShownTurns(store.turns, show, store, personal))
        self.memory = cast(Memories, _ShownMemory(store.memory, show, store, personal))

    async def close(self) -> None:
        await self._store.close()


class _Shower:
    def __init__(self, store: Store, personal: PersonalData, *, is_export: bool) -> None:
        self._store = store
        self._personal = personal
        self._is_export = is_export

    async def __call__(self, principal: Principal, value: Any, session_id: str) -> Any:
        if not await self._personal.has_any():
            return value
        return await self._shown(principal, value, session_id, {})

    async def _shown(self, principal: Principal, value: Any, session_id: str, assistants: dict[str, str]) -> Any:
        """`assistants` has the assistant of each session that this call has met."""
        match value:
            case list():
                return [await self._shown(principal, each, session_id, assistants) for each in value]
            case Session():
                session_id = value.id
                assistants[session_id] = value.assistant
            case Turn():
                session_id = value.session_id
        if value is None or not session_id:
            return value
        if session_id not in assistants:
            assistants[session_id] = (await self._store.sessions.get(principal, session_id)).assistant
        assistant = assistants[session_id]
        return await self._personal.shown(principal, session_id, assistant, value, is_export=self._is_export)


class _ShownPart:
    """A part of a store. Its methods take the principal and mostly the session first."""

    def __init__(self, part: Any, show: _Shower, store: Store, personal: PersonalData) -> None:
        self._part = part
        self._show = show
        self._store = store
        self._personal = personal

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        method = getattr(self._part, name)

        async def call(*args: Any, **options: Any) -> Any:
            value = await method(*args, **options)
            if not args or not isinstance(args[0], Principal):
                return value
            session_id = args[1] if len(args) > 1 and isinstance(args[1], str) else ""
            return await self._show(args[0], value, session_id)

        return call

    async def _hidden(self, principal: Principal, session_id: str, text: str) -> str:
        assistant = (await self._store.sessions.get(principal, session_id)).assistant
        return await self._personal.hidden(principal, session_id, assistant, text)


class _ShownSessions(_ShownPart):
    async def create(
        self,
        principal: Principal,
        assistant: str,
        *,
        session_id: str = "",
        title: str = "",
        metadata: Mapping[str, object] | None = None,
    ) -> Session:
        """Create a session; a title with personal data is stored when there is a session that its values belong to."""
        sessions, hides = self._store.sessions, self._personal.policy_of(assistant).store != "off"
        plain = "" if hides else title
        made = await sessions.create(principal, assistant, session_id=session_id, title=plain, metadata=metadata)
        return await self.rename(principal, made.id, title) if hides and title else made

    async def rename(self, principal: Principal, session_id: str, title: str) -> Session:
        hidden = await self._hidden(principal, session_id, title)
        renamed = await self._store.sessions.rename(principal, session_id, hidden)
        return cast(Session, await self._show(principal, renamed, session_id))

    async def restore(
        self, principal: Principal, session: Session, turns: list[Turn], memory: CarriedMemory | None = None
    ) -> Session:
        """Hide the personal data of a conversation before it is imported."""
        owner, assistant = (principal, session.id), session.assistant
        title = await self._personal.hidden(*owner, assistant, session.title)
        hidden = []
        for turn in turns:
            texts = tuple(getattr(turn, name) for name in _WRITTEN)
            found = await self._personal.hidden(*owner, assistant, texts)
            hidden.append(replace(turn, **dict(zip(_WRITTEN, found, strict=True))))
        if memory is not None and self._personal.policy_of(assistant).store != "off":
            memory = replace(memory, index_entries=())  # they are of the texts with the values
        held = await self._personal.hidden(*owner, assistant, memory)
        restored = await self._store.sessions.restore(principal, replace(session, title=title), hidden, held)
        return cast(Session, await self._show(principal, restored, session.id))


class _ShownMemory(_ShownPart):
    async def amend_summary(
        self, principal: Principal, session_id: str, text: str, *, by: RememberedBy = "user"
    ) -> Memory:
        hidden = await self._hidden(principal, session_id, text)
        memory = await self._store.memory.amend_summary(principal, session_id, hidden, by=by)
        return cast(Memory, await self._show(principal, memory, session_id))

    async def amend_item(self, principal: Principal, session_id: str, item_id: str, text: str) -> Item:
        hidden = await self._hidden(principal, session_id, text)
        item = await self._store.memory.amend_item(principal, session_id, item_id, hidden)
        return cast(Item, await self._show(principal, item, session_id))


class _ShownTurns(_ShownPart):
    async def give_feedback(
        self, principal: Principal, session_id: str, number: int, rating: Literal[-1, 0, 1], comment: str = ""
    ) -> Turn:
        hidden = await self._hidden(principal, session_id, comment)
        turn = await self._store.turns.give_feedback(principal, session_id, number, rating, hidden)
        return cast(Turn, await self._show(principal, turn, session_id))
