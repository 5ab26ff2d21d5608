"""Port `TableSearcher`: the tables of an assistant's routes."""

import asyncio
from collections.abc import Mapping

from askwell.assistant import Assistant
from askwell.errors import BadConfig
from askwell.tools.catalogue import Catalogue
from askwell.tools.table import Table
from askwell.types import LookedUp, Route


class Tables:
    """All tables of an assistant."""

    def __init__(self, tables: Mapping[Route, Table | Catalogue]) -> None:
        self._tables = tables

    async def look_up(self, route: Route, question: str) -> LookedUp:
        return await asyncio.to_thread(self._tables[route].look_up, question)

    async def names(self, route: Route, question: str) -> tuple[str, ...]:
        return await asyncio.to_thread(self._tables[route].names, question)


def open_tables(assistant: Assistant) -> Tables:
    """Open the tables of the assistant's routes. Raises BadConfig that names the file, column or value."""
    if assistant.folder is None:
        raise BadConfig(f"Assistant {assistant.name!r} has table routes but no folder", hint="Load it from a folder.")
    folder = assistant.folder
    rows = {route: Table(assistant, route, section, folder) for route, section in assistant.ways.items()}
    catalogues = {
        route: Catalogue(assistant, route, section, folder) for route, section in assistant.catalogues.items()
    }
    return Tables({**rows, **catalogues})
