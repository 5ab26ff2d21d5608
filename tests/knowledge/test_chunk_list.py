"""The list of the chunks of an index: the same as a list of ids and a dictionary, in a tenth of the memory."""

import tracemalloc
import uuid

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from askwell.knowledge.chunk_list import ChunkList
from askwell.knowledge.index_files import read_rows, rows_of

IDS = st.lists(st.text(st.characters(exclude_characters="\0", codec="utf-8"), min_size=1, max_size=9), unique=True)


@given(IDS, IDS)
def test_rows_are_found_by_id(ids: list[str], others: list[str]) -> None:
    chunks = ChunkList.of([(key, at % 2 == 0) for at, key in enumerate(ids)])
    asked = [*reversed(ids), *others]
    assert chunks.rows_of(asked).tolist() == [ids.index(key) if key in ids else -1 for key in asked]
    other = ChunkList.of([(key, True) for key in others])
    assert chunks.rows_of_all(other).tolist() == chunks.rows_of(others).tolist()
    assert list(chunks) == [chunks[row] for row in range(len(chunks))] == ids


@given(IDS)
def test_a_list_is_read_as_it_was_written(ids: list[str]) -> None:
    written = ChunkList.of([(key, len(key) > 3) for key in ids])
    meta, read = read_rows(rows_of({"labels": {"a\nb": [1]}}, written))
    assert meta["labels"] == {"a\nb": [1]}
    assert list(read) == ids
    assert read.embedded.tolist() == written.embedded.tolist()


def test_a_chunk_takes_few_bytes() -> None:
    rows = [(str(uuid.UUID(int=number)), False) for number in range(20_000)]
    tracemalloc.start()
    try:
        chunks = ChunkList.of(rows)
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 45 * len(chunks)


def test_batches_have_the_ids_of_a_mask() -> None:
    chunks = ChunkList.of([(str(number), False) for number in range(7)])
    mask = np.array([True, False, True, True, False, True, True])
    assert list(chunks.batches(mask, 2)) == [["0", "2"], ["3", "5"], ["6"]]
