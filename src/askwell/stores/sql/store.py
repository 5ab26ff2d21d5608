"""The port `Store` in a SQL database."""

from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.ports import Clock, Ids, Memories, Sessions, Turns
from askwell.stores.sql.memory import SqlMemories
from askwell.stores.sql.sessions import SqlSessions
from askwell.stores.sql.transaction_clock import TransactionClock
from askwell.stores.sql.transactions import SqlTransactions
from askwell.stores.sql.turn_cache import TurnCache
from askwell.stores.sql.turns import SqlTurns


class SqlStore:
    """The port `Store` on an engine of `open_database` with the tables of `migrate.upgrade`.

    Without a clock, the time is the database's. Every call returns or raises within `deadline_s`. If a caller is
    cancelled, its call still runs to its end. Closing the store disposes of the engine.
    """

    def __init__(self, engine: AsyncEngine, clock: Clock | None, ids: Ids, *, deadline_s: float = 10.0) -> None:
        self._transactions = SqlTransactions(engine, TransactionClock(clock), deadline_s=deadline_s)
        cache = TurnCache()
        self.sessions: Sessions = SqlSessions(self._transactions, ids, cache)
        self.turns: Turns = SqlTurns(self._transactions, ids, cache)
        self.memory: Memories = SqlMemories(self._transactions, ids, cache)

    async def close(self) -> None:
        await self._transactions.close()
