"""The versions of collections: they change with every document that is added, changed, embedded or removed."""

from collections.abc import Sequence
from functools import partial

from askwell.knowledge import rows
from askwell.knowledge.database import DocumentDatabase


class CollectionVersions:
    """Reads the versions of one tenant's collections."""

    def __init__(self, engine: DocumentDatabase, tenant: str = "local") -> None:
        self._engine = engine
        self._tenant = tenant

    async def of(self, collections: Sequence[str]) -> str:
        """A text that differs if any of the collections has changed."""
        found = await self._engine.read(partial(rows.revisions, tenant=self._tenant, names=collections))
        return "|".join(f"{name}:{revision}" for name, revision in sorted(found.items()))
