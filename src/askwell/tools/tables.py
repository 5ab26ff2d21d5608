"""Port `TableSearcher`: the tables of an assistant's routes."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from askwell.assistant import Assistant
from askwell.errors import BadConfig, BrokenTable
from askwell.tools.catalogue import Catalogue
from askwell.tools.table import Table
from askwell.types import LookedUp, Principal, Route


class Tables:
    """All tables of an assistant."""

    def __init__(self, tables: Mapping[Route, Table | Catalogue], faults: Sequence[BrokenTable] = ()) -> None:
        self._tables = tables
        self.faults = tuple(faults)
        """Errors of the tables that cannot be read; on their routes nothing is found."""

    async def look_up(self, route: Route, question: str, principal: Principal) -> LookedUp:
        table = self._tables.get(route)
        return await asyncio.to_thread(_look_up, table, question, principal) if table is not None else LookedUp()

    async def names(self, route: Route, question: str, principal: Principal) -> tuple[str, ...]:
        table = self._tables.get(route)
        return await asyncio.to_thread(_names, table, question, principal) if table is not None else ()


def _look_up(table: Table | Catalogue, question: str, principal: Principal) -> LookedUp:
    return table.look_up(question, principal) if isinstance(table, Table) else table.look_up(question)


def _names(table: Table | Catalogue, question: str, principal: Principal) -> tuple[str, ...]:
    return table.names(question, principal) if isinstance(table, Table) else table.names(question)


def open_tables(assistant: Assistant) -> Tables:
    """Open the tables of the assistant's routes; `faults` has those that cannot be read. Raises BadConfig."""
    if assistant.folder is None:
        raise BadConfig(f"Assistant {assistant.name!r} has table routes but no folder", hint="Load it from a folder.")
    folder = assistant.folder
    openers: dict[Route, Callable[[], Table | Catalogue]] = {
        **{route: partial(Table, assistant, route, section, folder) for route, section in assistant.ways.items()},
        **{
            route: partial(Catalogue, assistant, route, section, folder)
            for route, section in assistant.catalogues.items()
        },
    }
    tables: dict[Route, Table | Catalogue] = {}
    faults: list[BrokenTable] = []
    for route, opener in openers.items():
        try:
            tables[route] = opener()
        except BadConfig as error:
            message = f"Assistant {assistant.name!r} works without the table of route `{route}`: {error.message}"
            faults.append(BrokenTable(message, hint=error.hint))
    return Tables(tables, faults)
