"""An engine over the documents of a data folder, whose conversations are in memory only."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from askwell.assistant import Assistant
from askwell.composition.container import build_container
from askwell.composition.personal_data import PersonalData
from askwell.composition.registry import PluginRegistry
from askwell.engine import Engine
from askwell.ports import Clock, Ids, Vault
from askwell.settings import Settings
from askwell.stores.inmemory.store import InMemoryStore
from askwell.stores.sql.database import Database, open_database
from askwell.types import Principal

_STORE = "scratch"


@asynccontextmanager
async def scratch_engine(settings: Settings, *, assistants: Sequence[Assistant] | None = None) -> AsyncIterator[Engine]:
    """An open engine that stores no conversation; `assistants` are used instead of those of the settings.

    It searches the documents, and the attachments of a conversation with the same id, that the settings name. Values of
    personal data are read, and new ones are not stored. Raises like `Engine.open`.
    """
    plug_ins = PluginRegistry({"stores": {_STORE: _store}})
    container = await build_container(
        settings.model_copy(update={"store": _STORE}), plug_ins, _opening(settings), assistants
    )
    known = {name: runtime.assistant for name, runtime in container.runtimes.items()}
    personal = PersonalData(ScratchVault(container.personal.vault), known, container.personal.recognise)
    async with Engine(replace(container, personal=personal, ledger=None), settings) as engine:
        yield engine


def _store(settings: Settings, clock: Clock, ids: Ids) -> InMemoryStore:  # noqa: ARG001
    return InMemoryStore(clock, ids)


def _opening(settings: Settings) -> Callable[[str], Database]:
    """Opens the database with the documents: the one of the conversations if that is a file."""
    is_file = settings.store == "sql" and settings.database.startswith("sqlite")
    url = settings.database if is_file else settings.local_database
    return lambda _: open_database(url)


class ScratchVault:
    """The port `Vault` in memory, on top of another one that is only read."""

    def __init__(self, below: Vault | None = None) -> None:
        self._below = below
        self._added: dict[tuple[Principal, str], dict[str, str]] = {}
        self._names: dict[tuple[Principal, str, str, str], str] = {}

    async def read(self, principal: Principal, session_id: str) -> Mapping[str, str]:
        known = {} if self._below is None else await self._below.read(principal, session_id)
        return {**known, **self._added.get((principal, session_id), {})}

    async def add(
        self, principal: Principal, session_id: str, values: Mapping[str, Mapping[str, str]]
    ) -> Mapping[str, str]:
        known = dict(await self.read(principal, session_id))
        own = self._added.setdefault((principal, session_id), {})
        found = {}
        for kind, forms in values.items():
            for form, value in forms.items():
                key = (principal, session_id, kind, form)
                name = self._names.setdefault(key, _next_name(kind, known))
                known[name] = own[name] = found[name] = value
        return found

    async def forget(self, principal: Principal, session_id: str) -> None:
        self._added.pop((principal, session_id), None)

    async def is_used(self) -> bool:
        return bool(self._added) or (self._below is not None and await self._below.is_used())

    async def conversations(self) -> set[tuple[Principal, str]]:
        return set(self._added)

    async def destroy(self, principal: Principal) -> int:
        mine = [key for key in self._added if key[0] == principal]
        return sum(len(self._added.pop(key)) for key in mine)


def _next_name(kind: str, known: Mapping[str, str]) -> str:
    count = 1
    while f"[[{kind}_{count}]]" in known:
        count += 1
    return f"[[{kind}_{count}]]"
