"""Vector spaces: one per embedder, with the collections that it embeds."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.knowledge.hybrid import Sought
from askwell.knowledge.index_local import LocalIndex
from askwell.knowledge.meaning import read_meaning
from askwell.knowledge.refresh import LocalIndexes
from askwell.ports import Embedder
from askwell.text.fuse import FusionWeights
from askwell.types import SearchQuery


class _Space:
    """The collections of one embedder, or those without an embedder."""

    def __init__(self, engine: AsyncEngine, folder: Path, embedder: Embedder | None, tenant: str) -> None:
        self.indexes = LocalIndexes(engine, folder, embedder, tenant)
        self.embedder = embedder


class Spaces:
    """The spaces below one index folder.

    `own` maps a collection to its embedder; all others use `otherwise`. Vectors of different embedders are never
    compared: a search has different query vectors in each space.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        folder: Path,
        tenant: str,
        *,
        otherwise: Embedder | None,
        own: Mapping[str, Embedder | None],
    ) -> None:
        self._otherwise = otherwise
        self._own = dict(own)
        embedders = {_name(each): each for each in (otherwise, *own.values())}
        self._spaces = {name: _Space(engine, folder, each, tenant) for name, each in embedders.items()}

    def embedder_of(self, collection: str) -> Embedder | None:
        """The embedder of a collection; None if it is searched by words only."""
        return self._own.get(collection, self._otherwise)

    async def seek(self, query: SearchQuery, weights: FusionWeights) -> list[Sought]:
        """The non-empty indexes of the query's collections, by space, with the query vectors.

        The query is embedded once by each embedder that has embedded any of their chunks.
        """
        by_space: dict[str, list[str]] = {}
        for collection in query.collections:
            by_space.setdefault(_name(self.embedder_of(collection)), []).append(collection)
        sought = [
            await self._sought(self._spaces[name], names, query, weights) for name, names in sorted(by_space.items())
        ]
        return [each for each in sought if each.indexes]

    def close(self) -> None:
        """Drop the open indexes; the files stay."""
        for space in self._spaces.values():
            space.indexes.close()

    async def _sought(self, space: _Space, names: Sequence[str], query: SearchQuery, weights: FusionWeights) -> Sought:
        indexes = [index for index in await space.indexes.at(names) if index.ids]
        if space.embedder is None or not any(map(_is_embedded, indexes)):
            # If this embedder has embedded nothing yet, all cosines would be 0 and lower the score of every passage.
            return Sought(indexes, None)
        return Sought(indexes, await read_meaning(space.embedder, query, weights))


def _is_embedded(index: LocalIndex) -> bool:
    return len(index.unembedded) < len(index.ids)


def _name(embedder: Embedder | None) -> str:
    return embedder.name if embedder else ""
