"""What was said, read from SQL: by key, bounded, a turn always whole."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, bindparam, select

from askwell.stores import checks
from askwell.stores.fresh import RECALLED
from askwell.stores.rows import sources_by_turn, turn_from
from askwell.stores.schema import partials, session_sources, sessions, summaries, turn_sources, turns
from askwell.types import Principal, Recalled, Source, Turn

RECALL_SPAN = 200
"""How far back, in turns, recall looks for turns that count when there were many failed ones between."""

own_session = (
    sessions.c.deleted_at.is_(None)
    & (sessions.c.tenant == bindparam("own_tenant"))
    & (sessions.c.user_id == bindparam("own_user"))
)
"""Condition that a session is there for a principal; `who` gives its parameters."""

_FIRST = turns.alias("first")
_STANDING = (
    select(
        sessions.c.sources_count,
        summaries.c.text.label("summary"),
        summaries.c.up_to_number,
        _FIRST.c.question.label("first_question"),
    )
    .outerjoin(summaries, summaries.c.session_id == sessions.c.id)
    .outerjoin(_FIRST, (_FIRST.c.session_id == sessions.c.id) & (_FIRST.c.number == 1))
    .where(sessions.c.id == bindparam("session_id"), own_session)
)
_OWNED = select(sessions.c.id).where(sessions.c.id == bindparam("session_id"), own_session)
_IN_SESSION = turns.c.session_id == bindparam("session_id")
_RECENT = (
    select(turns)
    .where(
        _IN_SESSION,
        turns.c.number < bindparam("before"),
        turns.c.number >= bindparam("since"),
        turns.c.status.in_(RECALLED),
        turns.c.question != "",
    )
    .order_by(turns.c.number.desc())
    .limit(bindparam("window_turns"))
)
_WITH_PARTIAL = select(turns, partials.c.text.label("partial")).outerjoin(partials, partials.c.turn_id == turns.c.id)
_SOURCES = (
    select(turn_sources, session_sources.c.name, session_sources.c.title, session_sources.c.url)
    .join(
        session_sources,
        (session_sources.c.session_id == turn_sources.c.session_id)
        & (session_sources.c.number == turn_sources.c.number),
    )
    .where(turn_sources.c.stage == "cited", turn_sources.c.turn_id.in_(bindparam("turn_ids", expanding=True)))
    .order_by(turn_sources.c.turn_id, turn_sources.c.position)
)


def recall(tx: Connection, principal: Principal, session_id: str, *, before: int, window_turns: int) -> Recalled:
    """The last turns below a number that count, and what is known of those before them."""
    found = tx.execute(_STANDING, {"session_id": session_id, **who(principal)})
    standing = found.first()
    if standing is None:
        raise checks.no_session(session_id)
    last = tx.execute(
        _RECENT,
        {"session_id": session_id, "before": before, "since": before - RECALL_SPAN, "window_turns": window_turns},
    )
    rows = last.all()[::-1]
    covered = standing.up_to_number is not None and standing.up_to_number < before
    return Recalled(
        turns=_whole(tx, rows),
        summary=standing.summary if covered else "",
        sources_count=standing.sources_count,
        first_question=(standing.first_question or "") if before > 1 else "",
    )


def turn(tx: Connection, principal: Principal, session_id: str, number: int) -> Turn:
    """One turn of a session."""
    check_owner(tx, principal, session_id)
    found = _select(tx, session_id, turns.c.number == number, limit=1)
    if not found:
        raise checks.no_turn(session_id, number)
    return found[0]


def turns_after(tx: Connection, principal: Principal, session_id: str, *, after: int, limit: int) -> list[Turn]:
    """The turns behind a number, in order."""
    check_owner(tx, principal, session_id)
    return list(_select(tx, session_id, turns.c.number > after, limit=limit))


def source_numbers(tx: Connection, session_id: str, document_ids: Sequence[str]) -> Mapping[str, int]:
    """Document to the number it has in the conversation, where it has one."""
    found = tx.execute(
        select(session_sources.c.document_id, session_sources.c.number).where(
            session_sources.c.session_id == session_id, session_sources.c.document_id.in_(document_ids)
        )
    )
    return {row.document_id: row.number for row in found}


def who(principal: Principal) -> Mapping[str, object]:
    """The parameters of `own_session`."""
    return {"own_tenant": principal.tenant, "own_user": principal.user}


def whole_turn(tx: Connection, row: Row[Any]) -> Turn:
    """The turn of a row of `turns` with its sources."""
    return (_whole(tx, [row]))[0]


def check_owner(tx: Connection, principal: Principal, session_id: str) -> None:
    """Nothing, if the session is the principal's. Raises NotFound."""
    found = tx.execute(_OWNED, {"session_id": session_id, **who(principal)})
    if found.first() is None:
        raise checks.no_session(session_id)


def _select(tx: Connection, session_id: str, which: ColumnElement[bool], *, limit: int) -> tuple[Turn, ...]:
    found = tx.execute(
        _WITH_PARTIAL.where(_IN_SESSION, which).order_by(turns.c.number).limit(limit), {"session_id": session_id}
    )
    return _whole(tx, found.all())


def _whole(tx: Connection, rows: Sequence[Row[Any]]) -> tuple[Turn, ...]:
    """Turns with their sources, in the order of the rows."""
    sources: dict[str, tuple[Source, ...]] = {}
    ids = [row.id for row in rows]
    for start in range(0, len(ids), _AT_ONCE):
        found = tx.execute(_SOURCES, {"turn_ids": ids[start : start + _AT_ONCE]})
        sources |= sources_by_turn(found)
    return tuple(turn_from(row, sources.get(row.id, ())) for row in rows)


_AT_ONCE = 500
"""Turns whose sources are asked for in one statement; a database takes only so many parameters."""
