"""Sessions in SQL: made, listed, renamed, removed."""

from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import IntegrityError

from askwell.stores import checks
from askwell.stores.history import own_session, who
from askwell.stores.rows import session_from
from askwell.stores.schema import Moment, sessions, turns
from askwell.types import Principal, Session

_OWN = select(sessions).where(sessions.c.id == bindparam("session"), own_session)


def create(tx: Connection, session: Session) -> Session:
    """The session, now stored. Raises Conflict when its id is taken."""
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
        raise checks.session_exists(session.id) from error
    return session


def find(tx: Connection, principal: Principal, session_id: str) -> Session:
    """A session of the principal's. Raises NotFound."""
    return session_from(_row(tx, principal, session_id))


def listed(
    tx: Connection, principal: Principal, *, limit: int, before: str, assistant: str, search: str
) -> list[Session]:
    """The principal's sessions by last activity, newest first."""
    query = select(sessions).where(own_session)
    if assistant:
        query = query.where(sessions.c.assistant == assistant)
    if search:
        query = query.where(_holds(search))
    if before:
        last = _row(tx, principal, before)
        at, place = bindparam("at", last.updated_at, Moment), bindparam("place", last.id, sessions.c.id.type)
        query = query.where(tuple_(sessions.c.updated_at, sessions.c.id) < tuple_(at, place))
    found = tx.execute(query.order_by(sessions.c.updated_at.desc(), sessions.c.id.desc()).limit(limit), who(principal))
    return [session_from(row) for row in found]


def rename(tx: Connection, principal: Principal, session_id: str, title: str) -> Session:
    """The session under its new title. Raises NotFound."""
    changed = tx.execute(
        update(sessions)
        .where(sessions.c.id == bindparam("session"), own_session)
        .values(title=title, titled_by="user"),
        {"session": session_id, **who(principal)},
    )
    if changed.rowcount == 0:
        raise checks.no_session(session_id)
    return find(tx, principal, session_id)


def remove(tx: Connection, principal: Principal, session_id: str) -> None:
    """The session with all that hangs on it is gone. Raises NotFound."""
    removed = tx.execute(
        delete(sessions).where(sessions.c.id == bindparam("session"), own_session),
        {"session": session_id, **who(principal)},
    )
    if removed.rowcount == 0:
        raise checks.no_session(session_id)


def _holds(search: str) -> ColumnElement[bool]:
    """Whether a title or a question holds the text, capitals or not."""
    asked = exists().where(
        turns.c.session_id == sessions.c.id, func.lower(turns.c.question).contains(search.lower(), autoescape=True)
    )
    return or_(func.lower(sessions.c.title).contains(search.lower(), autoescape=True), asked)


def _row(tx: Connection, principal: Principal, session_id: str) -> Row[Any]:
    row = (tx.execute(_OWN, {"session": session_id, **who(principal)})).first()
    if row is None:
        raise checks.no_session(session_id)
    return row
