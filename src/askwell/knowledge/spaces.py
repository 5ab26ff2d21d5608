"""Vector spaces: one per embedder, with the collections that it embeds."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from askwell.errors import BrokenWeights
from askwell.knowledge.by_language import ByLanguage, choose
from askwell.knowledge.closeness import closeness
from askwell.knowledge.database import DocumentDatabase
from askwell.knowledge.hybrid import Meaning, Sought
from askwell.knowledge.index_local import LocalIndex
from askwell.knowledge.meaning import read_meaning
from askwell.knowledge.refresh import LocalIndexes
from askwell.ports import Embedder
from askwell.text.fuse import FusionWeights
from askwell.types import Closeness, SearchQuery


class _Space:
    """The collections of one embedder, or those without an embedder."""

    def __init__(self, engine: DocumentDatabase, folder: Path, embedder: Embedder | None, tenant: str) -> None:
        self.indexes = LocalIndexes(engine, folder, embedder, tenant)
        self.embedder = embedder
        self.lacks_meaning = False
        """Whether its last search went by words alone because its embedder cannot be used."""
        self.is_incomplete = False
        """Whether its last search found chunks that are not embedded yet."""


class Spaces:
    """The spaces below one index folder.

    `own` maps a collection to its embedder; all others use `otherwise`, or that of their language. Vectors of different
    embedders are never compared: a search has different query vectors in each space.
    """

    def __init__(
        self,
        engine: DocumentDatabase,
        folder: Path,
        tenant: str,
        *,
        otherwise: Embedder | ByLanguage | None,
        own: Mapping[str, Embedder | None],
    ) -> None:
        self._engine = engine
        self._tenant = tenant
        self._otherwise = otherwise
        self._own = dict(own)
        self._chosen: dict[str, Embedder | None] = {}
        """Collection to the embedder of its language."""
        self._final: set[str] = set()
        """Collections with vectors of that embedder."""
        others = (None, otherwise.english, otherwise.other) if isinstance(otherwise, ByLanguage) else (otherwise,)
        embedders = {_name(each): each for each in (*others, *own.values())}
        self._spaces = {name: _Space(engine, folder, each, tenant) for name, each in embedders.items()}

    def adopt(self, collection: str, other: str) -> None:
        """Let a collection have the embedder of another one, if that has one of its own."""
        if other in self._own:
            self._own[collection] = self._own[other]

    def embedder_of(self, collection: str) -> Embedder | None:
        """The embedder of a collection, as it was last settled; None if it is searched by words only."""
        otherwise = self._chosen.get(collection) if isinstance(self._otherwise, ByLanguage) else self._otherwise
        return self._own.get(collection, otherwise)

    async def settle(self, collections: Iterable[str]) -> None:
        """Choose the embedders of collections that have none of their own, as long as they have no vectors."""
        if not isinstance(self._otherwise, ByLanguage):
            return
        for each in collections:
            if each not in self._own and each not in self._final:
                choice = await self._engine.read(
                    partial(choose, tenant=self._tenant, collection=each, between=self._otherwise)
                )
                self._chosen[each] = choice.embedder
                if choice.is_final:
                    self._final.add(each)

    async def seek(self, query: SearchQuery, weights: FusionWeights) -> list[Sought]:
        """The non-empty indexes of the query's collections, by space, with the query vectors.

        The query is embedded once by each embedder. Where half of the chunks or more have no vector yet, words alone
        decide: cosines of 0 would count against them.
        """
        if query.attached:
            self.adopt(query.attached.collection, query.attached.embedder_of)
        await self.settle(query.all_collections)
        by_space = self._by_space(query.all_collections)
        sought = [await self._sought(self._spaces[name], names, query, weights) for name, names in by_space.items()]
        return [each for each in sought if each.indexes]

    async def indexes(self, collections: Sequence[str]) -> list[LocalIndex]:
        """The non-empty indexes of these collections."""
        await self.settle(collections)
        found = [index for each in collections for index in await self._indexes_of(each).at([each])]
        return [index for index in found if len(index.chunks)]

    async def closeness(self, texts: Sequence[str], collections: Sequence[str]) -> Closeness:
        """How close texts are to the chunks of these collections; of the space with the most chunks if they differ."""
        await self.settle(collections)
        found = [
            each for each in await asyncio.gather(*map(self._embedded, self._by_space(collections).items())) if each
        ]
        if not found or not texts:
            return Closeness()
        embedder, indexes = max(found, key=lambda each: sum(len(index.chunks) for index in each[1]))
        try:
            vectors = await embedder.embed(texts, kind="query")
        except BrokenWeights:
            return Closeness()
        values = await asyncio.to_thread(closeness, indexes, vectors)
        return Closeness(values, "|".join(f"{index.folder}:{index.revision}" for index in indexes))

    async def _embedded(self, names: tuple[str, Sequence[str]]) -> "tuple[Embedder, list[LocalIndex]] | None":
        """The embedder of a space and the indexes of its collections; None if half of the chunks have no vector."""
        space = self._spaces[names[0]]
        indexes = [index for index in await space.indexes.at(names[1]) if len(index.chunks)]
        total = sum(len(index.chunks) for index in indexes)
        if space.embedder is None or not total or _waiting(indexes) * 2 >= total:
            return None
        return space.embedder, indexes

    def lack_meaning(self, collections: Sequence[str]) -> bool:
        """Whether the last search of any of these went by words alone because its embedder cannot be used."""
        return any(self._spaces[_name(self.embedder_of(each))].lacks_meaning for each in collections)

    def are_incomplete(self, collections: Sequence[str]) -> bool:
        """Whether the last search of any of these had chunks that are not embedded yet."""
        return any(self._spaces[_name(self.embedder_of(each))].is_incomplete for each in collections)

    def are_damaged(self, collections: Sequence[str]) -> bool:
        """Whether the index of any of these is damaged and not rebuilt yet."""
        return any(each in self._indexes_of(each).damaged for each in collections)

    def revisions(self) -> dict[str, int] | None:
        """Revision of each collection as of its last search; None if an index could not be renewed."""
        if any(space.indexes.damaged for space in self._spaces.values()):
            return None
        return {name: found for space in self._spaces.values() for name, found in space.indexes.revisions.items()}

    async def renew(self, collection: str) -> None:
        """Remove what the index of a collection holds of removed documents. Raises StorageFailed."""
        await self.settle([collection])
        await self._indexes_of(collection).renew(collection)

    async def drop(self, collection: str) -> None:
        """Remove the index of a collection that has no documents any more. Raises StorageFailed."""
        await self.settle([collection])
        await self._indexes_of(collection).drop(collection)
        for each in (self._own, self._chosen):
            each.pop(collection, None)
        self._final.discard(collection)

    def mark_damaged(self, indexes: Sequence[LocalIndex]) -> None:
        """Note that indexes are damaged."""
        for index in indexes:
            for space in self._spaces.values():
                space.indexes.mark_damaged(index)

    def rebuild(self, indexes: Sequence[LocalIndex], *, completely: bool) -> "list[asyncio.Task[None]]":
        """Rebuild indexes in the background; see `LocalIndexes.rebuild`."""
        spaces = self._spaces.values()
        open_indexes = [(s.indexes, name) for i in indexes for s in spaces if (name := s.indexes.collection_of(i))]
        tasks = [held.rebuild(name, completely=completely) for held, name in open_indexes]
        return [task for task in tasks if task is not None]

    async def close(self) -> None:
        """Stop rebuilding and drop the open indexes; the files stay."""
        for space in self._spaces.values():
            await space.indexes.close()

    def _by_space(self, collections: Sequence[str]) -> dict[str, list[str]]:
        """Space to its collections among these, by the name of the space."""
        by_space: dict[str, list[str]] = {}
        for collection in sorted(collections, key=lambda each: _name(self.embedder_of(each))):
            by_space.setdefault(_name(self.embedder_of(collection)), []).append(collection)
        return by_space

    def _indexes_of(self, collection: str) -> LocalIndexes:
        return self._spaces[_name(self.embedder_of(collection))].indexes

    async def _sought(self, space: _Space, names: Sequence[str], query: SearchQuery, weights: FusionWeights) -> Sought:
        indexes = [
            index.among(query.attached.documents) if query.attached and name == query.attached.collection else index
            for name, index in await space.indexes.of(names)
            if len(index.chunks)
        ]
        if space.embedder is None or not indexes:
            return Sought(indexes, None)
        meaning = await _meaning(space.embedder, query, weights)
        space.lacks_meaning = meaning is None
        waiting = _waiting(indexes)
        total = sum(len(index.chunks) for index in indexes)
        if waiting == total:
            # All of it may be of another language than what was there when the embedder was chosen.
            self._final.difference_update(names)
        space.is_incomplete = waiting > 0 and meaning is not None
        return Sought(indexes, meaning if 2 * waiting < total else None, space.embedder.name)


async def _meaning(embedder: Embedder, query: SearchQuery, weights: FusionWeights) -> Meaning | None:
    """None if the weights of the embedder cannot be loaded."""
    try:
        return await read_meaning(embedder, query, weights)
    except BrokenWeights:
        return None


def _waiting(indexes: Sequence[LocalIndex]) -> int:
    """Chunks that have no vector yet."""
    return sum(int((~index.chunks.embedded).sum()) for index in indexes)


def _name(embedder: Embedder | None) -> str:
    return embedder.name if embedder else ""
