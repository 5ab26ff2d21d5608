"""The memory that a large document takes while it is stored, and vectors on their way into the database."""

import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from askwell.knowledge import stored_vectors
from askwell.knowledge.intake import Shelf, add
from askwell.knowledge.readers.content import Content
from askwell.knowledge.stored_vectors import StoredVectors, stored
from askwell.ports import Vectors
from askwell.stores.sql.database import Database
from askwell.text.tokens import load_vocabulary
from askwell.types import ParsedDocument, SearchQuery, Section
from tests.knowledge.kit import CountingIds, FixedClock, HashingEmbedder, drain, make_knowledge

TEXT = "The ferry leaves the harbour at noon, and it is never late. " * 20_000
CHUNKS = 5_000


class _FastEmbedder(HashingEmbedder):
    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        return np.full((len(texts), self.dimension), 0.05, dtype=np.float32)


def _read(kind: str, content: Content, name: str) -> ParsedDocument:
    text = TEXT + name
    step = len(text) // CHUNKS
    sections = (Section(at, min(len(text), at + step), (f"Part {at}",)) for at in range(0, len(text), step))
    return ParsedDocument(text, tuple(sections), title=name)


async def test_a_large_document_takes_little_more_memory_than_its_text(
    engine: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_vectors, "_MEMORY_BYTES", 1 << 20)
    load_vocabulary()
    embedder = _FastEmbedder(dimension=384)
    shelf = Shelf(engine, "local", embedder, FixedClock(), CountingIds(), ("en",), in_child=_read)
    tracemalloc.start()
    try:
        stored = await add(shelf, "large.txt", b"text", "rules", ())
        kept, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert stored.chunks >= CHUNKS
    assert peak < 5 * len(TEXT)
    assert kept < len(TEXT) / 2


async def test_the_bytes_of_a_file_stay_in_the_process_that_reads_it(engine: Database, tmp_path: Path) -> None:
    """A text of 40 MB is refused; this process only hashes it."""
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "long.txt").write_bytes(b"The ferry leaves the harbour at noon. " * 1_100_000)
    (folder / "short.txt").write_text("The ferry is never late.")
    knowledge = make_knowledge(engine, tmp_path, None)
    tracemalloc.start()
    try:
        done = await drain(knowledge.ingest(folder, "rules"))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    await knowledge.close()
    assert (done.added, [failure.code for failure in done.failures]) == (1, ["document_too_complex"])
    assert peak < 10_000_000


async def test_vectors_that_were_on_disk_are_stored_in_order(
    engine: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_vectors, "_MEMORY_BYTES", 100)
    knowledge = make_knowledge(engine, tmp_path, HashingEmbedder())
    text = "\n\n".join(f"## Part {word}\n\n{' '.join([word] * 100)}" for word in ("ferry", "boat", "tram", "bus"))
    await knowledge.add("traffic.md", text.encode(), "rules")
    [first, *_] = await knowledge.search(SearchQuery(("tram",), ("rules",)))
    assert "tram tram" in first.chunk.text
    assert first.scores["dense"] > 0.9
    await knowledge.close()


@pytest.mark.parametrize("memory_bytes", [100, 1 << 20])
def test_stored_vectors_return_what_was_added(memory_bytes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_vectors, "_MEMORY_BYTES", memory_bytes)
    batch = np.arange(70, dtype=np.float32).reshape(7, 10)
    with StoredVectors() as vectors:
        vectors.add([*stored(batch[:3], [b"", b"one", b"two"]), None])
        vectors.add([None, *stored(batch[3:], [b"three"] * 4)])
        vectors.rewind()
        taken = [*vectors.take(4), *vectors.take(5), *vectors.take(2)]
    assert [at for at, each in enumerate(taken) if each is None] == [3, 4, 9, 10], "without a vector, or not added"
    read = [each for each in taken if each]
    assert np.array_equal(np.array([np.frombuffer(each.data, "<f2") for each in read], dtype=np.float32), batch)
    assert [each.sentences for each in read] == [b"", b"one", b"two", *[b"three"] * 4]
    assert {each.dimension for each in read} == {10}
