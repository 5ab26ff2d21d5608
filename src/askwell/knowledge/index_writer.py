"""Writes the index of a collection: a new generation of its files, which replaces the current one at once."""

import shutil
import uuid
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from askwell.knowledge.chunk_list import ChunkListBuilder
from askwell.knowledge.index_files import CURRENT, FORMAT, LEXICAL, ROWS, VECTORS, checksums, rows_checksum, rows_of
from askwell.knowledge.index_local import TEXT, LocalIndex
from askwell.knowledge.terms import terms
from askwell.knowledge.vector_file import VectorFile
from askwell.text.titled import titled
from askwell.types import Language

_WRITER_HEAP_BYTES = 15_000_000
_COPY_ROWS = 4096

Kept = npt.NDArray[np.bool_]
"""For each row of an index, whether it goes on into the next one; empty without an index."""


@dataclass(frozen=True, slots=True)
class IndexRow:
    """A chunk to index."""

    id: str
    text: str
    title: str
    headings: tuple[str, ...]
    labels: tuple[str, ...]
    language: Language
    vector: npt.NDArray[np.float32] | None
    """None if no embedder is configured or the chunk is not embedded yet."""


class NewGeneration:
    """Writes a generation: call `add`, then `publish`, or `discard` after an error."""

    def __init__(
        self, folder: Path, *, embedder: str, dimension: int, base: LocalIndex | None, keep: Kept, rows: int
    ) -> None:
        """Start with the rows of `base` that are in `keep`. `rows` is the total number of chunks."""
        import tantivy

        self._home = folder
        self._folder = folder / uuid.uuid4().hex
        self._embedder = embedder
        self._folder.mkdir(parents=True)
        lexical = self._folder / LEXICAL
        if base is None:
            lexical.mkdir()
            index = tantivy.Index(_schema(), path=str(lexical))
        else:
            shutil.copytree(base.folder / LEXICAL, lexical, ignore=shutil.ignore_patterns(".tantivy-*.lock"))
            index = tantivy.Index.open(str(lexical))
        self._writer = index.writer(_WRITER_HEAP_BYTES, 1)
        self._vectors = VectorFile(self._folder / VECTORS, rows=max(rows, 1), dimension=max(dimension, 1))
        self._chunks = ChunkListBuilder()
        self._rows = 0
        self._labels: dict[str, array[int]] = {}
        self._languages: set[Language] = set()
        if base is not None:
            self._copy_from(base, keep)

    def add(self, rows: Sequence[IndexRow]) -> None:
        """Add chunks."""
        import tantivy

        for row in rows:
            document = tantivy.Document()
            document.add_text("id", row.id)
            whole = titled((row.title, *row.headings), row.text)
            document.add_text(TEXT, " ".join(terms(whole, row.language)))
            for label in row.labels:
                document.add_text("label", label)
                self._labels.setdefault(label, array("I")).append(self._rows)
            self._writer.add_document(document)
            self._languages.add(row.language)
            self._vectors.add(row.vector)
            self._rows += 1
        self._chunks.add([(row.id, row.vector is not None) for row in rows])

    def publish(self, revision: int) -> None:
        """Make it the current generation."""
        self._writer.commit()
        self._writer.wait_merging_threads()
        self._vectors.close()
        meta = {
            "format": FORMAT,
            "embedder": self._embedder,
            "revision": revision,
            "languages": sorted(self._languages),
            "labels": {label: list(rows) for label, rows in self._labels.items()},
            "checksums": checksums(self._folder / LEXICAL, self._folder / VECTORS),
        }
        rows = rows_of(meta, self._chunks.build())
        (self._folder / ROWS).write_bytes(rows)
        pointer = self._folder / CURRENT
        pointer.write_text(f"{self._folder.name} {rows_checksum(rows)}", encoding="ascii")
        pointer.replace(self._home / CURRENT)

    def discard(self) -> None:
        """Remove the files written so far."""
        self._vectors.abandon()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _copy_from(self, base: LocalIndex, keep: Kept) -> None:
        for some in base.chunks.batches(~keep, _COPY_ROWS):
            for key in some:
                self._writer.delete_documents_by_term("id", key)
        kept = np.flatnonzero(keep)
        self._rows = len(kept)
        self._languages = set(base.languages)
        self._chunks.extend(base.chunks.ids[kept], base.chunks.embedded[kept])
        for at in range(0, len(kept), _COPY_ROWS):
            self._vectors.extend(base.vectors[kept[at : at + _COPY_ROWS]])
        new_row = np.cumsum(keep) - 1
        for label, rows in base.labels.items():
            if len(found := new_row[rows[keep[rows]]]):
                self._labels[label] = array("I", found.tolist())


def _schema() -> Any:
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("label", tokenizer_name="raw", index_option="basic")
    # Texts are stemmed before they are added, so one tokenizer fits all languages and questions.
    builder.add_text_field(TEXT, tokenizer_name="whitespace", index_option="freq")
    return builder.build()
