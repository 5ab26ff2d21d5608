"""The index files of one collection. They are derived from the database and can be rebuilt at any time.

    <folder>/current, lock        name of the current generation; lock of the writer
    <folder>/<generation>/        lexical/ (tantivy), vectors.npy, rows.json; immutable once current

`current` also holds the CRC-32 of `rows.json`, which holds those of the other files.

An update writes a new generation next to the old one and then replaces `current` atomically, so no reader in any
process sees a partial index. The writer holds the folder's lock. If a generation is removed after a reader has read its
name, the reader reads the name again.
"""

import json
import shutil
import uuid
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from askwell.knowledge.index_files import (
    CURRENT,
    LEXICAL,
    VECTORS,
    Part,
    Stamps,
    changed_parts,
    checksums,
    current_generation,
    lexical_copy,
    stamps,
)
from askwell.knowledge.terms import terms
from askwell.knowledge.vector_file import VectorFile, read_vectors
from askwell.types import Language

FORMAT = 2
"""Increase it when layout, fields or analysis change; an index of another format is rebuilt."""

_ROWS = "rows.json"
_WRITER_HEAP_BYTES = 50_000_000
_READ_TRIES = 5
_COPY_ROWS = 4096


class LexicalDamaged(Exception):
    """The lexical part of the index in `folder` cannot be searched."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder)
        self.folder = folder


TermWeights = Mapping[str, float]
"""Term to its weight in a query, above 0."""


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


@dataclass(frozen=True, slots=True)
class LexicalBoosts:
    """Weight of a hit in each field, relative to a hit in the text."""

    title: float = 1.0
    headings: float = 1.0


DEFAULT_BOOSTS = LexicalBoosts()


@dataclass(frozen=True)
class LocalIndex:
    """An open generation: read-only, shared between searches."""

    folder: Path
    revision: int
    embedder: str
    """Name and dimension of the embedder of its vectors; empty for none."""
    ids: Sequence[str]
    """Chunk ids, in the order of the rows of `vectors`."""
    labels: Mapping[str, npt.NDArray[np.int64]]
    """Label to the rows that have it."""
    languages: frozenset[Language]
    vectors: npt.NDArray[np.float32]
    """One row per chunk; zeros for a chunk without a vector."""
    lexical: Any
    """None finds nothing by words: it is damaged."""
    row_of: Mapping[str, int] = field(repr=False)
    unembedded: frozenset[str]
    """Ids of chunks without a vector."""
    stamps: Stamps = field(repr=False, default_factory=dict)
    """Size and time of its files when it was opened."""

    def changed_parts(self) -> frozenset[Part]:
        """Parts whose files were changed since it was opened, which is damage. Blocking."""
        return changed_parts(self.stamps)

    def is_gone(self) -> bool:
        """Whether its files were removed: its pages stay, but another index has replaced it, or will. Blocking."""
        try:
            return bool(self.stamps) and not (self.folder / _ROWS).exists()
        except OSError:
            return False

    def rows_with(self, labels: Sequence[str]) -> npt.NDArray[np.bool_] | None:
        """Mask of the rows that have all labels; None, meaning all rows, if `labels` is empty."""
        if not labels:
            return None
        mask = np.ones(len(self.ids), dtype=np.bool_)
        for label in labels:
            carrying = np.zeros(len(self.ids), dtype=np.bool_)
            carrying[self.labels.get(label, np.empty(0, dtype=np.int64))] = True
            mask &= carrying
        return mask

    def search_terms(
        self, wanted: TermWeights, labels: Sequence[str], boosts: LexicalBoosts, limit: int
    ) -> dict[str, float]:
        """Chunk id to BM25 score of the best chunks with any of the terms and all of the labels, best first.

        The score is the sum of those of the terms, each times its weight. Raises LexicalDamaged.
        """
        if not wanted or limit < 1 or self.lexical is None:
            return {}
        return self._run([*self._should(wanted, boosts), *self._must(labels)], limit)

    def score_terms(self, wanted: TermWeights, ids: Sequence[str], boosts: LexicalBoosts) -> dict[str, float]:
        """Chunk id to BM25 score of the given chunks, only scores above 0. Raises LexicalDamaged."""
        import tantivy

        if not wanted or not ids or self.lexical is None:
            return {}
        these = tantivy.Query.term_set_query(self.lexical.schema, "id", list(ids))
        within = (tantivy.Occur.Must, tantivy.Query.const_score_query(these, 0.0))
        return self._run([*self._should(wanted, boosts), within], len(ids))

    def cosines(self, query: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Cosine of every chunk (row) with each row of `query` (column)."""
        # Not `@`: for so small a product, waking the threads of BLAS takes ten times as long, and longer under load.
        return np.asarray(np.einsum("nd,wd->nw", self.vectors, query), dtype=np.float32)

    def _should(self, wanted: TermWeights, boosts: LexicalBoosts) -> list[Any]:
        from tantivy import Occur, Query

        schema = self.lexical.schema
        fields = (("text", 1.0), ("title", boosts.title), ("headings", boosts.headings))
        hits = [
            (Occur.Should, Query.boost_query(Query.term_query(schema, name, term, "freq"), weight * boost))
            for term, weight in wanted.items()
            for name, boost in fields
            if boost > 0
        ]
        return [(Occur.Must, Query.boolean_query(hits))]

    def _must(self, labels: Sequence[str]) -> list[Any]:
        from tantivy import Occur, Query

        schema = self.lexical.schema
        return [
            (Occur.Must, Query.const_score_query(Query.term_query(schema, "label", label, "basic"), 0.0))
            for label in labels
        ]

    def _run(self, clauses: list[Any], limit: int) -> dict[str, float]:
        from tantivy import Query

        try:
            searcher = self.lexical.searcher()
            hits = searcher.search(Query.boolean_query(clauses), limit, count=False).hits
            scored = {searcher.doc(address)["id"][0]: float(score) for score, address in hits}
        except BaseException as error:
            if isinstance(error, Exception) or is_panic(error):
                raise LexicalDamaged(str(self.folder)) from error
            raise
        return {key: score for key, score in scored.items() if score > 0}


def is_panic(error: BaseException) -> bool:
    """Whether tantivy panicked, as damage makes it do: a BaseException that it does not export."""
    return type(error).__name__ == "PanicException"


def open_index(folder: Path, embedder: str) -> LocalIndex | None:
    """The current generation; None if there is none, or if it is broken or of another format or embedder."""
    for _ in range(_READ_TRIES):
        try:
            name, checksum = current_generation(folder)
        except (OSError, ValueError):
            return None
        opened = _open_generation(folder / name, embedder, checksum)
        # Another process may have replaced and removed the generation since its name was read.
        if opened is not None or (folder / name).is_dir():
            return opened
    return None


def _open_generation(folder: Path, embedder: str, checksum: str) -> LocalIndex | None:
    import tantivy

    try:
        rows = (folder / _ROWS).read_bytes()
        meta = json.loads(rows)
        if meta["format"] != FORMAT or meta["embedder"] != embedder or _hexadecimal(rows) != checksum:
            return None
        seen = stamps(folder)
        with lexical_copy(folder) as copy:
            if checksums(copy, folder / VECTORS) != meta["checksums"]:
                return None
            lexical = tantivy.Index.open(str(copy))
        ids = meta["ids"]
        vectors = read_vectors(folder / VECTORS)
        if len(vectors) < len(ids) or lexical.searcher().num_docs != len(ids):
            return None
        return LocalIndex(
            folder=folder,
            revision=meta["revision"],
            embedder=embedder,
            ids=ids,
            labels={label: np.asarray(rows, dtype=np.int64) for label, rows in meta["labels"].items()},
            languages=frozenset(meta["languages"]),
            vectors=vectors[: len(ids)],
            lexical=lexical,
            row_of={key: row for row, key in enumerate(ids)},
            unembedded=frozenset(meta["unembedded"]),
            stamps=seen,
        )
    except (OSError, ValueError, KeyError, TypeError, EOFError):
        # tantivy raises ValueError for files that it cannot read.
        return None


def _hexadecimal(rows: bytes) -> str:
    return f"{zlib.crc32(rows):08x}"


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
        (self._folder / _ROWS).write_bytes(rows)
        pointer = self._folder / CURRENT
        pointer.write_text(f"{self._folder.name} {_hexadecimal(rows)}", encoding="ascii")
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
