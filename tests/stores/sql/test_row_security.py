"""On PostgreSQL the server itself keeps a transaction to the rows of its principal."""

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import URL, Connection, Table, func, insert, select, text, update
from sqlalchemy.exc import ProgrammingError
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.cli import checkup
from askwell.settings import Settings
from askwell.stores.sql.columns import metadata
from askwell.stores.sql.database import read, write
from askwell.stores.sql.schema import idempotency_keys, outbox, sessions, turns
from askwell.stores.sql.store import SqlStore
from askwell.stores.sql.transaction_clock import TransactionClock
from askwell.stores.sql.transactions import SqlTransactions
from askwell.testing.stores import CountedIds
from askwell.types import CitedPassage, Principal, Source
from tests.access.clock import TestClock
from tests.stores.servers import libpq

ANN, BEN, OTHER = Principal("acme", "ann"), Principal("acme", "ben"), Principal("globex", "ann")
WITHOUT_OWNER = {"api_keys", "deletions"}
"""Looked up before anybody is known, by a random id; it has hashes of secrets only."""


@pytest.fixture
async def transactions(restricted_engine: AsyncEngine) -> SqlTransactions:
    """Transactions on a database with a conversation of each of the three."""
    clock = TestClock()
    store = SqlStore(restricted_engine, clock, CountedIds())
    for principal in (ANN, BEN, OTHER):
        session = (await store.sessions.create(principal, "papers", title="Mine")).id
        begun = await store.turns.begin(principal, session, "What is mine?", key="one")
        await store.turns.heartbeat(begun, partial="It")
        passage = CitedPassage("chunk", "It is.", (), None, 0, 6, 0.9)
        source = Source(1, "doc", "a.md", "A", "", (passage,))
        await store.turns.finish(begun, replace(begun.turn, status="completed", answer="It is. [1]", sources=(source,)))
        await store.turns.give_feedback(principal, session, 1, 1)
        await store.memory.amend_summary(principal, session, "What is mine.")
    return SqlTransactions(restricted_engine, TransactionClock(clock), deadline_s=10)


def counts(tx: Connection) -> dict[str, int]:
    """Rows of each table, without any condition."""
    return {table.name: tx.execute(select(func.count()).select_from(table)).scalar_one() for table in tables()}


def tables() -> list[Table]:
    return [each for each in metadata.sorted_tables if each.name not in WITHOUT_OWNER]


async def test_a_query_without_a_filter_sees_nothing_of_others(transactions: SqlTransactions) -> None:
    of_all = await transactions.read(None, counts)
    assert of_all["sessions"] == of_all["turns"] == of_all["idempotency_keys"] == of_all["summaries"] == 3
    for principal in (ANN, BEN, OTHER):
        seen = await transactions.read(principal, counts)
        assert seen == {name: number // 3 for name, number in of_all.items()}
        owners = await transactions.read(
            principal, lambda tx: tx.execute(select(sessions.c.tenant, sessions.c.user_id)).all()
        )
        assert [tuple(each) for each in owners] == [(principal.tenant, principal.user)]
    nobody = await transactions.read(Principal("globex", "zoe"), counts)
    assert set(nobody.values()) == {0}


async def test_rows_of_others_are_neither_changed_nor_removed(transactions: SqlTransactions) -> None:
    def spoil(tx: Connection) -> int:
        return tx.execute(update(turns).values(answer="spoilt")).rowcount + tx.execute(outbox.delete()).rowcount

    assert await transactions.write(ANN, spoil) == 2
    left = await transactions.read(None, lambda tx: tx.execute(select(turns.c.answer)).scalars().all())
    assert sorted(left) == ["It is. [1]", "It is. [1]", "spoilt"]
    assert (await transactions.read(None, counts))["outbox"] == 2


async def test_rows_for_others_are_refused(transactions: SqlTransactions) -> None:
    def insert_for_ben(tx: Connection) -> None:
        [session] = tx.execute(select(sessions.c.id)).scalars()
        row = {
            "tenant": "acme",
            "user_id": "ben",
            "key": "two",
            "session_id": session,
            "turn_id": "t",
            "body_hash": "b",
        }
        tx.execute(insert(idempotency_keys).values(row | {"created_at": TestClock().now()}))

    def give_away(tx: Connection) -> None:
        tx.execute(update(sessions).values(user_id="ben"))

    for work in (insert_for_ben, give_away):
        with pytest.raises(ProgrammingError, match="row-level security"):
            await transactions.write(ANN, work)


async def test_the_next_transaction_of_a_connection_is_nobody_s(
    transactions: SqlTransactions, restricted_engine: AsyncEngine
) -> None:
    for principal in (ANN, None):
        await transactions.read(principal, counts)
        await transactions.write(principal, counts)
        for run in (read, write):
            assert set((await run(restricted_engine, counts)).values()) == {0}
    with pytest.raises(RuntimeError):
        await transactions.write(ANN, _fail)
    assert set((await read(restricted_engine, counts)).values()) == {0}


async def test_every_table_of_conversations_is_restricted_for_its_owner_too(restricted_engine: AsyncEngine) -> None:
    query = text("SELECT relname FROM pg_class WHERE relkind = 'r' AND relrowsecurity AND relforcerowsecurity")
    found = await read(restricted_engine, lambda tx: set(tx.execute(query).scalars()))
    assert found == {table.name for table in tables()}


async def test_the_doctor_warns_of_a_role_that_bypasses_it(
    restricted_postgres: URL, postgres_database: str, tmp_path: Path
) -> None:
    for url, state in ((libpq(restricted_postgres), "ok"), (postgres_database, "warn")):
        settings = Settings.model_validate({"home": tmp_path, "database_url": url})
        [found, _documents] = await checkup._database(settings)
        assert (found.what, found.state) == ("database", state)
        assert ("NOBYPASSRLS" in found.fix) == (state == "warn")


def _fail(tx: Connection) -> None:
    counts(tx)
    raise RuntimeError
