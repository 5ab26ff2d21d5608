"""The index files of one collection. They are derived from the database and can be rebuilt at any time.

    <folder>/current, lock        name of the current generation; lock of the writer
    <folder>/<generation>/        lexical/ (tantivy), vectors.npy, rows; immutable once current

`current` also holds the CRC-32 of `rows`, which holds those of the other files.

An update writes a new generation next to the old one and then replaces `current` atomically, so no reader in any
process sees a partial index. The writer holds the folder's lock. If a generation is removed after a reader has read its
name, the reader reads the name again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from askwell.knowledge.chunk_list import ChunkList
from askwell.knowledge.index_files import (
    FORMAT,
    ROWS,
    VECTORS,
    Part,
    Stamps,
    changed_parts,
    checksums,
    current_generation,
    lexical_copy,
    read_rows,
    rows_checksum,
    stamps,
)
from askwell.knowledge.vector_file import read_vectors
from askwell.types import Language

T = TypeVar("T")

TEXT = "text"
"""Field of the terms of a chunk with its title and headings."""

_READ_TRIES = 5


class LexicalDamaged(Exception):
    """The lexical part of the index in `folder` cannot be searched."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder)
        self.folder = folder


TermWeights = Mapping[str, float]
"""Term to its weight in a query, above 0."""

ValueTerms = Sequence[Sequence[str]]
"""The spellings of a value as terms, all of which a chunk must have."""

VALUE_WEIGHT = 0.5
"""Weight of the terms of a value, which a chunk has in any spelling, relative to the words of the question."""


@dataclass(frozen=True)
class LocalIndex:
    """An open generation: read-only, shared between searches."""

    folder: Path
    revision: int
    embedder: str
    """Name and dimension of the embedder of its vectors; empty for none."""
    chunks: ChunkList
    """In the order of the rows of `vectors`."""
    labels: Mapping[str, npt.NDArray[np.int64]]
    """Label to the rows that have it."""
    languages: frozenset[Language]
    vectors: npt.NDArray[np.float32]
    """One row per chunk; zeros for a chunk without a vector."""
    lexical: Any
    """None finds nothing by words: it is damaged."""
    stamps: Stamps = field(repr=False, default_factory=dict)
    """Size and time of its files when it was opened."""
    only: tuple[str, ...] = ()
    """Labels of which a chunk must have one, whatever the labels of a search are; empty for an index of all chunks."""

    def among(self, labels: Sequence[str]) -> "LocalIndex":
        """The same index, searched only for chunks with one of these labels, of which there is at least one."""
        return replace(self, only=tuple(labels))

    def changed_parts(self) -> frozenset[Part]:
        """Parts whose files were changed since it was opened, which is damage. Blocking."""
        return changed_parts(self.stamps)

    def is_gone(self) -> bool:
        """Whether its files were removed: its pages stay, but another index has replaced it, or will. Blocking."""
        try:
            return bool(self.stamps) and not (self.folder / ROWS).exists()
        except OSError:
            return False

    def rows_with(self, labels: Sequence[str]) -> npt.NDArray[np.bool_] | None:
        """Mask of the rows that have all labels, or one of `only`; None, meaning all rows, if there are none."""
        if self.only:
            return np.asarray(np.any([self._rows_of(label) for label in self.only], axis=0))
        if not labels:
            return None
        mask = np.ones(len(self.chunks), dtype=np.bool_)
        for label in labels:
            mask &= self._rows_of(label)
        return mask

    def _rows_of(self, label: str) -> npt.NDArray[np.bool_]:
        carrying = np.zeros(len(self.chunks), dtype=np.bool_)
        carrying[self.labels.get(label, np.empty(0, dtype=np.int64))] = True
        return carrying

    def search_terms(
        self,
        wanted: TermWeights,
        labels: Sequence[str],
        limit: int,
        values: Sequence[ValueTerms] = (),
    ) -> dict[str, float]:
        """Chunk id to BM25 score of the best chunks with any of the terms or values and all of the labels, best first.

        The score is the sum of those of the terms, each times its weight, and for each value that of its best spelling.
        Raises LexicalDamaged.
        """
        if not wanted or limit < 1 or self.lexical is None:
            return {}
        return self._run([*self._should(wanted, values), *self._must(labels)], limit)

    def score_terms(
        self, wanted: TermWeights, ids: Sequence[str], values: Sequence[ValueTerms] = ()
    ) -> dict[str, float]:
        """Chunk id to BM25 score of the given chunks, only scores above 0. Raises LexicalDamaged."""
        import tantivy

        if not wanted or not ids or self.lexical is None:
            return {}
        these = tantivy.Query.term_set_query(self.lexical.schema, "id", list(ids))
        within = (tantivy.Occur.Must, tantivy.Query.const_score_query(these, 0.0))
        return self._run([*self._should(wanted, values), within], len(ids))

    def has_term(self, term: str) -> bool:
        """Whether a chunk has the term. Raises LexicalDamaged."""
        return bool(self._read(lambda lexical: lexical.searcher().doc_freq(TEXT, term)))

    def terms_with_prefix(self, prefix: str) -> list[tuple[str, int]]:
        """Terms of the chunks that begin with a prefix, with the number of their chunks. Raises LexicalDamaged."""
        found = self._read(lambda lexical: lexical.searcher().terms_with_prefix(TEXT, prefix))
        return [(term, count) for term, count in found or ()]

    def cosines(self, query: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Cosine of every chunk (row) with each row of `query` (column)."""
        # Not `@`: for so small a product, waking the threads of BLAS takes ten times as long, and longer under load.
        return np.asarray(np.einsum("nd,wd->nw", self.vectors, query), dtype=np.float32)

    def _should(self, wanted: TermWeights, values: Sequence[ValueTerms]) -> list[Any]:
        from tantivy import Occur, Query

        schema = self.lexical.schema
        hits = [
            (Occur.Should, Query.boost_query(Query.term_query(schema, TEXT, term, "freq"), weight))
            for term, weight in wanted.items()
        ]
        for spellings in values:
            found = [
                Query.boolean_query([(Occur.Must, Query.term_query(schema, TEXT, term, "freq")) for term in spelling])
                for spelling in spellings
            ]
            hits.append((Occur.Should, Query.boost_query(Query.disjunction_max_query(found), VALUE_WEIGHT)))
        return [(Occur.Must, Query.boolean_query(hits))]

    def _must(self, labels: Sequence[str]) -> list[Any]:
        from tantivy import Occur, Query

        schema = self.lexical.schema
        if self.only:
            any_of = [(Occur.Should, Query.term_query(schema, "label", label, "basic")) for label in self.only]
            return [(Occur.Must, Query.const_score_query(Query.boolean_query(any_of), 0.0))]
        return [
            (Occur.Must, Query.const_score_query(Query.term_query(schema, "label", label, "basic"), 0.0))
            for label in labels
        ]

    def _run(self, clauses: list[Any], limit: int) -> dict[str, float]:
        from tantivy import Query

        def search(lexical: Any) -> dict[str, float]:
            searcher = lexical.searcher()
            hits = searcher.search(Query.boolean_query(clauses), limit, count=False).hits
            return {searcher.doc(address)["id"][0]: float(score) for score, address in hits}

        return {key: score for key, score in (self._read(search) or {}).items() if score > 0}

    def _read(self, read: Callable[[Any], T]) -> T | None:
        """What a function reads from the lexical part; None if it is damaged. Raises LexicalDamaged."""
        if self.lexical is None:
            return None
        try:
            return read(self.lexical)
        except BaseException as error:
            if isinstance(error, Exception) or is_panic(error):
                raise LexicalDamaged(str(self.folder)) from error
            raise


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
        rows = (folder / ROWS).read_bytes()
        meta, chunks = read_rows(rows)
        if meta["format"] != FORMAT or meta["embedder"] != embedder or rows_checksum(rows) != checksum:
            return None
        seen = stamps(folder)
        with lexical_copy(folder) as copy:
            if checksums(copy, folder / VECTORS) != meta["checksums"]:
                return None
            lexical = tantivy.Index.open(str(copy))
        vectors = read_vectors(folder / VECTORS)
        if len(vectors) < len(chunks) or lexical.searcher().num_docs != len(chunks):
            return None
        return LocalIndex(
            folder=folder,
            revision=meta["revision"],
            embedder=embedder,
            chunks=chunks,
            labels={label: np.asarray(rows, dtype=np.int64) for label, rows in meta["labels"].items()},
            languages=frozenset(meta["languages"]),
            vectors=vectors[: len(chunks)],
            lexical=lexical,
            stamps=seen,
        )
    except (OSError, ValueError, KeyError, TypeError, EOFError):
        # tantivy raises ValueError for files that it cannot read.
        return None
