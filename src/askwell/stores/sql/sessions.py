"""The port `Sessions` in SQL."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Text,
    bindparam,
    delete,
    exists,
    insert,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from askwell.ports import Ids
from askwell.stores.common import validation
from askwell.stores.common.defaults import new_session
from askwell.stores.common.folding import FORMS, fold_case
from askwell.stores.common.restored import restored
from askwell.stores.sql import restore, turn_writes
from askwell.stores.sql.columns import Moment
from askwell.stores.sql.history import own_session, owner_values
from askwell.stores.sql.rows import session_from
from askwell.stores.sql.schema import sessions, turns
from askwell.stores.sql.transactions import SqlTransactions
from askwell.stores.sql.turn_cache import TurnCache
from askwell.types import CarriedMemory, Principal, Session, Turn

_OWN = select(sessions).where(sessions.c.id == bindparam("session"), own_session)
_UPDATE_OWN = update(sessions).where(sessions.c.id == bindparam("session"), own_session)


class SqlSessions:
    """The part `sessions` of `SqlStore`."""

    def __init__(self, transactions: SqlTransactions, ids: Ids, cache: TurnCache) -> None:
        self._transactions = transactions
        self._ids = ids
        self._cache = cache

    async def create(
        self,
        principal: Principal,
        assistant: str,
        *,
        session_id: str = "",
        title: str = "",
        metadata: Mapping[str, object] | None = None,
    ) -> Session:
        new_id = session_id or self._ids.new()

        def work(tx: Connection) -> Session:
            now = self._transactions.now(tx)
            session = new_session(principal, new_id, now, assistant=assistant, title=title, metadata=metadata or {})
            return _create(tx, session)

        return await self._transactions.write(principal, work)

    async def get(self, principal: Principal, session_id: str) -> Session:
        validation.check_known_form(session_id)
        return await self._transactions.read(principal, lambda tx: _find(tx, principal, session_id))

    async def page(
        self,
        principal: Principal,
        *,
        limit: int = 50,
        before: str = "",
        assistant: str = "",
        search: str = "",
        pinned: bool | None = None,
    ) -> list[Session]:
        validation.check_search(search)
        if before:
            validation.check_known_form(before)
        bounded_limit = validation.bounded(limit)
        return await self._transactions.read(
            principal,
            lambda tx: _page(
                tx, principal, limit=bounded_limit, before=before, assistant=assistant, search=search, pinned=pinned
            ),
        )

    async def rename(self, principal: Principal, session_id: str, title: str) -> Session:
        validation.check_known_form(session_id)
        validation.check_text(title, "title")
        return await self._transactions.write(principal, lambda tx: _rename(tx, principal, session_id, title))

    async def pin(self, principal: Principal, session_id: str, pinned: bool) -> Session:
        validation.check_known_form(session_id)
        return await self._transactions.write(principal, lambda tx: _pin(tx, principal, session_id, pinned))

    async def delete(self, principal: Principal, session_id: str) -> None:
        validation.check_known_form(session_id)
        await self._transactions.write(principal, lambda tx: _delete(tx, principal, session_id))
        self._cache.clear()
        await self._transactions.erase()

    async def unused_since(self, moment: datetime, *, after: str = "", limit: int = 100) -> list[Session]:
        unused = select(sessions).where(sessions.c.updated_at < moment, sessions.c.id > after)
        page = unused.order_by(sessions.c.id).limit(validation.bounded(limit))
        return await self._transactions.read(None, lambda tx: [session_from(row) for row in tx.execute(page)])

    async def restore(
        self, principal: Principal, session: Session, turns: Sequence[Turn], memory: CarriedMemory | None = None
    ) -> Session:
        def work(tx: Connection) -> Session:
            now = self._transactions.now(tx)
            return restore.restore(tx, now, restored(principal, session, turns, now, memory))

        return await self._transactions.write(principal, work)

    async def choose_branch(self, principal: Principal, session_id: str, number: int) -> Session:
        validation.check_known_form(session_id)

        def work(tx: Connection, now: datetime) -> Session:
            turn_writes.choose_branch(tx, now, principal, session_id, number)
            return _find(tx, principal, session_id)

        return await self._transactions.write_session(principal, session_id, work)


def _create(tx: Connection, session: Session) -> Session:
    """Insert the session and return it. Raises Conflict (`session_exists`) if its id is already in use."""
    row = {
        "id": session.id,
        "tenant": session.tenant,
        "user_id": session.user,
        "assistant": session.assistant,
        "title": session.title,
        "titled_by": "user" if session.title else "",
        "metadata": dict(session.metadata),
        "created_at": session.created_at,
        "updated_at": session.updated_at,
    }
    try:
        tx.execute(insert(sessions), row)
    except IntegrityError as error:
        raise validation.session_exists(session.id) from error
    return session


def _find(tx: Connection, principal: Principal, session_id: str) -> Session:
    """A session of the principal. Raises NotFound."""
    return session_from(_row(tx, principal, session_id))


def _page(
    tx: Connection,
    principal: Principal,
    *,
    limit: int,
    before: str,
    assistant: str,
    search: str,
    pinned: bool | None,
) -> list[Session]:
    """The principal's sessions, most recently active first. `before` is the id of the last session already listed."""
    query = select(sessions).where(own_session)
    if assistant:
        query = query.where(sessions.c.assistant == assistant)
    if pinned is not None:
        query = query.where(sessions.c.pinned.is_(pinned))
    if search:
        query = query.where(_contains(search))
    if before:
        last = _row(tx, principal, before)
        last_updated_at = bindparam("last_updated_at", last.updated_at, Moment)
        last_id = bindparam("last_id", last.id, sessions.c.id.type)
        query = query.where(tuple_(sessions.c.updated_at, sessions.c.id) < tuple_(last_updated_at, last_id))
    rows = tx.execute(
        query.order_by(sessions.c.updated_at.desc(), sessions.c.id.desc()).limit(limit), owner_values(principal)
    )
    return [session_from(row) for row in rows]


def _rename(tx: Connection, principal: Principal, session_id: str, title: str) -> Session:
    """Set the title and return the session. Raises NotFound."""
    return _change(tx, principal, session_id, {"title": title, "titled_by": "user"})


def _pin(tx: Connection, principal: Principal, session_id: str, pinned: bool) -> Session:
    """Pin or unpin the session and return it. Raises NotFound."""
    return _change(tx, principal, session_id, {"pinned": pinned})


def _delete(tx: Connection, principal: Principal, session_id: str) -> None:
    """Delete the session; its rows in other tables go with it by foreign key. Raises NotFound."""
    removed = tx.execute(
        delete(sessions).where(sessions.c.id == bindparam("session"), own_session),
        {"session": session_id, **owner_values(principal)},
    )
    if removed.rowcount == 0:
        raise validation.no_session(session_id)


class _folded(FunctionElement[str]):  # noqa: N801  # named like the SQL functions of SQLAlchemy
    """A text as `fold_case` returns it, in every script."""

    type = Text()
    inherit_cache = True


@compiles(_folded)
def _by_function(element: _folded, compiler: SQLCompiler, **options: Any) -> str:
    return f"fold_case({compiler.process(element.clauses, **options)})"


@compiles(_folded, "postgresql")
def _by_collation(element: _folded, compiler: SQLCompiler, **options: Any) -> str:
    folded = f"lower({compiler.process(element.clauses, **options)} COLLATE askwell_fold)"
    for full, simple in FORMS:
        folded = f"replace({folded}, '{full}', '{simple}')"
    return folded


def _contains(search: str) -> ColumnElement[bool]:
    """Condition: the title or a question of the session contains the text, ignoring case."""
    folded_search = fold_case(search)
    in_question = exists().where(
        turns.c.session_id == sessions.c.id, _folded(turns.c.question).contains(folded_search, autoescape=True)
    )
    return or_(_folded(sessions.c.title).contains(folded_search, autoescape=True), in_question)


def _change(tx: Connection, principal: Principal, session_id: str, values: Mapping[str, object]) -> Session:
    changed = tx.execute(_UPDATE_OWN, {"session": session_id, **values, **owner_values(principal)})
    if changed.rowcount == 0:
        raise validation.no_session(session_id)
    return _find(tx, principal, session_id)


def _row(tx: Connection, principal: Principal, session_id: str) -> Row[Any]:
    row = (tx.execute(_OWN, {"session": session_id, **owner_values(principal)})).first()
    if row is None:
        raise validation.no_session(session_id)
    return row
