"""Writes the index of a collection: a new generation of its files, which replaces the current one at once."""

import json
import shutil
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from askwell.knowledge.index_files import CURRENT, FORMAT, LEXICAL, ROWS, VECTORS, checksums, rows_checksum
from askwell.knowledge.index_local import LocalIndex
from askwell.knowledge.terms import terms
from askwell.knowledge.vector_file import VectorFile
from askwell.types import Language

_WRITER_HEAP_BYTES = 50_000_000
_COPY_ROWS = 4096


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
        self, folder: Path, *, embedder: str, dimension: int, base: LocalIndex | None, keep: frozenset[str], rows: int
    ) -> None:
        """Start with the chunks of `base` that are in `keep`. `rows` is the total number of chunks."""
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
        self._ids: list[str] = []
        self._labels: dict[str, list[int]] = {}
        self._languages: set[Language] = set()
        self._unembedded: set[str] = set()
        if base is not None:
            self._copy_from(base, keep)

    def add(self, rows: Iterable[IndexRow]) -> None:
        """Add chunks."""
        import tantivy

        for row in rows:
            document = tantivy.Document()
            document.add_text("id", row.id)
            document.add_text("text", " ".join(terms(row.text, row.language)))
            document.add_text("title", " ".join(terms(row.title, row.language)))
            document.add_text("headings", " ".join(terms(" ".join(row.headings), row.language)))
            for label in row.labels:
                document.add_text("label", label)
                self._labels.setdefault(label, []).append(len(self._ids))
            self._writer.add_document(document)
            self._languages.add(row.language)
            if row.vector is None:
                self._unembedded.add(row.id)
            self._vectors.add(row.vector)
            self._ids.append(row.id)

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
            "labels": self._labels,
            "unembedded": sorted(self._unembedded),
            "ids": self._ids,
            "checksums": checksums(self._folder / LEXICAL, self._folder / VECTORS),
        }
        rows = json.dumps(meta).encode()
        (self._folder / ROWS).write_bytes(rows)
        pointer = self._folder / CURRENT
        pointer.write_text(f"{self._folder.name} {rows_checksum(rows)}", encoding="ascii")
        pointer.replace(self._home / CURRENT)

    def discard(self) -> None:
        """Remove the files written so far."""
        self._vectors.abandon()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _copy_from(self, base: LocalIndex, keep: frozenset[str]) -> None:
        kept = [row for row, key in enumerate(base.ids) if key in keep]
        new_row = {row: at for at, row in enumerate(kept)}
        for key in base.ids:
            if key not in keep:
                self._writer.delete_documents_by_term("id", key)
        self._ids = [base.ids[row] for row in kept]
        self._languages = set(base.languages)
        self._unembedded = set(base.unembedded & keep)
        for at in range(0, len(kept), _COPY_ROWS):
            self._vectors.extend(base.vectors[kept[at : at + _COPY_ROWS]])
        for label, rows in base.labels.items():
            found = [new_row[int(row)] for row in rows if int(row) in new_row]
            if found:
                self._labels[label] = found


def _schema() -> Any:
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("label", tokenizer_name="raw", index_option="basic")
    for name in ("text", "title", "headings"):
        # Texts are stemmed before they are added, so one tokenizer fits all languages and questions.
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="freq")
    return builder.build()
