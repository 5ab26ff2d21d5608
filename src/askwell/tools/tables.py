"""Port `TableSearcher`: the tables after an assistant's own ways."""

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
    """The tables of the assistant's ways. Raises BadConfig that names the file, the column or the value at fault."""
    if assistant.folder is None:
        raise BadConfig(f"Assistant {assistant.name!r} has ways but no folder", hint="Load it from a folder.")
    folder = assistant.folder
    rows = {route: Table(assistant, route, section, folder) for route, section in assistant.ways.items()}
    chosen = {route: Catalogue(assistant, route, section, folder) for route, section in assistant.catalogues.items()}
    return Tables({**rows, **chosen})
