"""Embeds the chunks of a collection that have no vector yet, in batches that survive an interruption."""

import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from askwell.errors import AskwellError, BrokenWeights, ModelFailed
from askwell.knowledge.intake import BATCH, Shelf, failed_by
from askwell.knowledge.rows import bump_revision, chunk_parts, still_there, unembedded, write_vectors
from askwell.knowledge.sentence_codes import Embeddable, embed_chunks, embeddable
from askwell.ports import Embedder, Vectors
from askwell.types import IngestFailure

WRITTEN_EVERY_S = 5.0
"""Time between two writes: each renews the index, and what was not written is embedded again after an interruption."""
MOST_WAITING = 2_048
"""Vectors that wait to be written, 6 MB of 768 dimensions; with their sentences about 10 MB."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """Progress of embedding."""

    done: int
    total: int
    failures: tuple[IngestFailure, ...] = ()
    """Documents with a text that the embedder refused since the last progress."""


@dataclass(slots=True)
class _Waiting:
    ids: list[str] = field(default_factory=list)
    vectors: list[Vectors] = field(default_factory=list)
    sentences: list[bytes] = field(default_factory=list)
    since: float = field(default_factory=time.monotonic)


async def embed_missing(shelf: Shelf, collection: str) -> AsyncIterator[Embedded]:
    """Embed all chunks that have no vector of the collection's embedder; yields progress after each batch.

    Chunks that the embedder refuses stay without one and are found by words. Nothing is embedded while its weights
    cannot be loaded. Raises an error that affects all texts.
    """
    embedder = shelf.embedder
    if embedder is None:
        return
    async with shelf.engine.connect() as connection:
        ids = await unembedded(connection, shelf.tenant, collection, embedder.name)
    waiting = _Waiting()
    for at in range(0, len(ids), BATCH):
        async with shelf.engine.connect() as connection:
            rows = await chunk_parts(connection, ids[at : at + BATCH])
        texts = [embeddable(title, headings, text) for _, _, title, headings, text in rows]
        try:
            failures = await _embed([(key, name) for key, name, *_ in rows], texts, embedder, waiting)
        except BrokenWeights:
            return
        is_last = at + BATCH >= len(ids)
        if is_last or len(waiting.ids) >= MOST_WAITING or time.monotonic() - waiting.since >= WRITTEN_EVERY_S:
            await _write(shelf, collection, embedder.name, waiting)
            waiting = _Waiting()
        yield Embedded(min(at + BATCH, len(ids)), len(ids), failures)


async def embed_all(shelf: Shelf, collection: str) -> int:
    """Embed what `embed_missing` does; returns how many chunks that were."""
    done = 0
    async for step in embed_missing(shelf, collection):
        done = step.done
    return done


async def _embed(
    chunks: Sequence[tuple[str, str]], texts: Sequence[Embeddable], embedder: Embedder, waiting: _Waiting
) -> tuple[IngestFailure, ...]:
    """Embed the texts of chunks, given by id and document; one by one if the embedder refuses them together."""
    if not texts:
        return ()
    try:
        vectors, sentences = await embed_chunks(embedder, texts)
    except Exception as error:
        if isinstance(error, AskwellError) and not (
            isinstance(error, ModelFailed) and error.code == "upstream_refused"
        ):
            raise
        if len(texts) > 1:
            found = [
                await _embed([chunk], [text], embedder, waiting) for chunk, text in zip(chunks, texts, strict=True)
            ]
            return tuple({each.name: each for failures in found for each in failures}.values())
        name = chunks[0][1]
        failure = error if isinstance(error, AskwellError) else failed_by(name, error)
        message = f"A part of {name!r} has no vector and is found by words only: {failure.message}"
        return (IngestFailure(name, failure.code, message, failure.hint),)
    waiting.ids.extend(key for key, _ in chunks)
    waiting.vectors.append(vectors)
    waiting.sentences.extend(sentences)
    return ()


async def _write(shelf: Shelf, collection: str, embedder: str, waiting: _Waiting) -> None:
    if not waiting.ids:
        return
    vectors = np.concatenate(waiting.vectors)
    async with shelf.engine.begin() as connection:
        # First, as whoever removes documents does: in another order the two would wait for each other.
        await bump_revision(connection, shelf.tenant, collection)
        there: set[str] = set()
        for at in range(0, len(waiting.ids), BATCH):
            there |= await still_there(connection, waiting.ids[at : at + BATCH])
        kept = [row for row, key in enumerate(waiting.ids) if key in there]
        ids, sentences = [waiting.ids[row] for row in kept], [waiting.sentences[row] for row in kept]
        await write_vectors(connection, ids, vectors[kept], sentences, embedder)
