"""The branches in memory: what a turn takes, and how many are kept."""

import numpy as np
import pytest

from askwell.composition.system import SystemClock, Uuid7Ids
from askwell.history_search.branch_cache import MAX_BRANCHES, MAX_TURNS, BranchCache, Key
from askwell.history_search.branch_index import Line
from askwell.history_search.search import BranchSearcher
from askwell.history_search.turn_index import pack
from askwell.history_search.units import Unit, term
from askwell.stores.inmemory.store import InMemoryStore
from askwell.types import TurnIndexEntry
from tests.history_search.talk import SAID, found, talk

TURN_BYTES = 1_100
"""An entry as stored has 700: terms, counts, and a vector of MiniLM."""


def branch(turns: int) -> Line:
    """A branch with turns of 40 terms, most of them new, and a vector of 384 numbers."""
    line = Line()
    for number in range(1, turns + 1):
        terms = {term(f"word{(7 * number + step * step) % 20_000}"): 1 for step in range(40)}
        unit = Unit(terms, 60.0 * number, np.full(384, number % 100, dtype=np.int8))
        line.take([TurnIndexEntry(number, f"turn-{number:08}", pack(unit, "minilm"))], "minilm")
    return line


def key(number: int) -> Key:
    return ("tenant", "user", f"session {number}", 0)


@pytest.mark.parametrize("turns", [80, 1_000])
def test_a_cached_turn_takes_little_more_than_its_stored_entry(turns: int) -> None:
    assert branch(turns).nbytes < TURN_BYTES * turns


def test_branches_are_dropped_beyond_a_number_of_bytes() -> None:
    line = branch(80)
    cache = BranchCache(max_bytes=10 * line.nbytes)
    for number in range(40):
        cache.keep(key(number), branch(80))
        cache.get(key(0), 81)
    assert len(cache) == 10
    assert cache.nbytes <= 10 * line.nbytes
    assert cache.get(key(39), 81).units.count == 80
    assert cache.get(key(1), 81).units.count == 0, "it must be read again"


def test_a_branch_that_grows_counts_with_its_new_size() -> None:
    cache, line = BranchCache(), branch(80)
    cache.keep(key(0), line)
    line.take(
        [TurnIndexEntry(number, "t", pack(Unit({term("word"): 1}, 1.0), "minilm")) for number in range(81, 161)], ""
    )
    cache.keep(key(0), line)
    assert cache.nbytes == line.nbytes


def test_one_branch_above_the_bound_is_kept() -> None:
    cache = BranchCache(max_bytes=1)
    cache.keep(key(0), branch(80))
    cache.keep(key(1), branch(80))
    assert cache.get(key(1), 81).units.count == 80
    assert len(cache) == 1


def test_a_long_branch_is_read_again_without_its_oldest_turns() -> None:
    cache, line = BranchCache(), Line()
    for number in range(1, MAX_TURNS + 1_026):
        line.units.add(Unit({number: 1}, 1.0))
    cache.keep(key(0), line)
    assert cache.get(key(0), 10_001).last == 10_000 - MAX_TURNS


async def test_a_process_caches_a_bounded_number_of_branches() -> None:
    store = InMemoryStore(SystemClock(), Uuid7Ids())
    history_searcher = BranchSearcher(store)
    for _ in range(MAX_BRANCHES + 3):
        await found(store, history_searcher, await talk(store, history_searcher, SAID[:1]), "Portugal")
    assert len(history_searcher.cache) == MAX_BRANCHES
