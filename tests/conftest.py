"""Machinery shared by all tests."""

import gc
import importlib
import os
import pkgutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings as hypothesis_settings
from hypothesis.internal import conjecture
from sqlalchemy import URL

from askwell.knowledge.readers.limits import Limits
from askwell.knowledge.readers.pool import ReaderPool
from askwell.settings import Settings
from tests.databases import create_or_upgrade
from tests.stores.servers import execute, libpq, make_database, migrate, server

# It loads parts of itself in the middle of an example; pytest parses them then, and a garbage collection in there trips
# CPython 3.11 up ("AST constructor recursion depth mismatch").
for _part in pkgutil.iter_modules(conjecture.__path__, f"{conjecture.__name__}."):
    importlib.import_module(_part.name)

# No test fails for being slow on a busy machine, and each run has the same examples: a failure is of the change that is
# tested. `make soak` looks for others.
hypothesis_settings.register_profile("askwell", deadline=None, max_examples=60, derandomize=True)
hypothesis_settings.register_profile("soak", deadline=None, max_examples=600, print_blob=True)
hypothesis_settings.load_profile("askwell")

REPOSITORY = Path(__file__).parents[1]
WEIGHTS = Path(os.environ.get("ASKWELL_HOME", REPOSITORY / ".askwell")) / "models"
"""Where `make setup` puts the weights."""

if sys.dont_write_bytecode:
    # Without bytecode each worker and each process of a test compiles all libraries: a server takes twice the CPU.
    # A folder of its own keeps the sources as clean as the environment asks.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(WEIGHTS.parent.absolute() / "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

LONG = (
    "assistants/test_scenarios.py",
    "understanding/test_everyday.py",
    "evals/test_pytest_plugin.py",
    "understanding/test_no_clause.py",
    "http/test_process_log.py",
    "knowledge/test_every_file_call.py",
    "stores/test_conformance.py",
    "runtime/test_erase_interrupted.py",
    "cli/test_chat_history.py",
    "stores/test_histories.py",
    "cli/test_secrets.py",
    "http/test_process.py",
    "memory/test_dialogues.py",
    "cli/test_evaluation_command.py",
    "http/test_readiness.py",
    "bench/test_add.py",
    "stores/sql/test_every_call_fails.py",
    "bench/test_judge_learning.py",
    "cli/test_evaluate.py",
    "http/test_broken_tables.py",
    "pipeline/test_digest.py",
    "rules/test_golden.py",
    "bench/test_effects.py",
)
"""The files that take longest, which `--durations=0` shows. They come first, so that no worker of `make test` is left
with one when the others are done."""

# Nearly all objects that are made while tests are collected stay to the end.
gc.disable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that run on the shared PostgreSQL server, so that `-m postgres` selects them, and order files."""
    for item in items:
        if isinstance(item, pytest.Function) and _uses_postgres(item):
            item.add_marker("postgres")
    ranks = {REPOSITORY / "tests" / name: rank for rank, name in enumerate(LONG)}
    sizes = Counter(item.path for item in items)
    items.sort(key=lambda item: (ranks.get(item.path, len(ranks)), -sizes[item.path]))


def _uses_postgres(item: pytest.Function) -> bool:
    parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return "postgres" in item.fixturenames or "postgres" in parameters


def pytest_collection_finish() -> None:
    """Exclude modules and tests from garbage collection, and collect as often as a server does."""
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)
    gc.enable()


@pytest.fixture
def anyio_backend() -> str:
    """All async tests run on asyncio, as the product does."""
    return "asyncio"


class _SharedPool(ReaderPool):
    """Stays open when an engine closes it."""

    def close(self) -> None:
        pass


@pytest.fixture(scope="session")
def reader_pools() -> Iterator[dict[tuple[str, str, Limits], ReaderPool]]:
    """A pool for each interpreter and search path: a process keeps those that it was started with."""
    pools: dict[tuple[str, str, Limits], ReaderPool] = {}
    yield pools
    for each in pools.values():
        ReaderPool.close(each)


@pytest.fixture
def shared_pool(reader_pools: dict[tuple[str, str, Limits], ReaderPool]) -> Callable[[Limits], ReaderPool]:
    """Gives the pool for these limits, the interpreter and the search path of the moment."""

    def pool(limits: Limits) -> ReaderPool:
        key = (sys.executable, os.environ.get("PYTHONPATH", ""), limits)
        return reader_pools.setdefault(key, _SharedPool(limits))

    return pool


@pytest.fixture(autouse=True)
def shared_readers(shared_pool: Callable[[Limits], ReaderPool], monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines share the processes that read documents: starting one takes 0.2 s of CPU."""
    monkeypatch.setattr("askwell.knowledge.search.ReaderPool", shared_pool)


@pytest.fixture(autouse=True)
def tables_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Databases of the tests of engines are not migrated one by one; those of `tests/stores` are."""
    monkeypatch.setattr("askwell.stores.sql.migrate._upgrade", create_or_upgrade)


@pytest.fixture
def no_bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the assistants that a test names itself; opening the bundled ones takes 0.2 s, mostly for their tables."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("askwell.settings.schema._bundled", tuple)


@pytest.fixture
def settings(tmp_path: Path, no_bundled: None) -> Settings:
    """A fresh data folder, no model, no embedder: fast, and nothing of the machine's own gets in."""
    return Settings(home=tmp_path / "home", embedder="none", models=str(WEIGHTS), lease_s=5)


@pytest.fixture(scope="session")
def postgres() -> Iterator[URL]:
    """A PostgreSQL server; it takes a second to start and serves all tests of a run."""
    with server() as running:
        yield running


@pytest.fixture(scope="session")
def migrated_postgres(postgres: URL) -> URL:
    """A database on the server in its newest form."""
    made = make_database(postgres, "askwell")
    migrate(libpq(made))
    return made


@pytest.fixture
def postgres_database(migrated_postgres: URL) -> str:
    """A database on the server in its newest form, emptied of what earlier tests left."""
    execute(migrated_postgres, "DELETE FROM sessions; DELETE FROM placeholders; DELETE FROM data_keys")
    return libpq(migrated_postgres)
