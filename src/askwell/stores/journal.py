"""The life of a turn in SQL: begun, kept alive, finished, or swept when its owner is gone.

Each function is the inside of one writing transaction. The session's row is the lock (`FOR UPDATE`; on SQLite the
transaction holds the whole file). The fence decides who may write: it grows when a turn begins and when one is taken
from its owner.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, delete, exists, func, insert, select, update

from askwell.stores import checks
from askwell.stores.fresh import new_sources
from askwell.stores.history import own_session, who, whole_turn
from askwell.stores.rows import final_values, passages_list
from askwell.stores.schema import idempotency_keys, outbox, partials, session_sources, sessions, turn_sources, turns
from askwell.types import Begun, Principal, Source, Turn

FINISHED = "turn.finished"
"""Topic of the outbox row that every final turn leaves."""

_LAST = turns.alias("last")
_SESSION = (
    select(sessions, _LAST.c.id.label("last_turn_id"))
    .outerjoin(_LAST, (_LAST.c.session_id == sessions.c.id) & (_LAST.c.number == sessions.c.head))
    .where(sessions.c.id == bindparam("session_id"), sessions.c.deleted_at.is_(None))
    .with_for_update(of=sessions)
)
_OWN_SESSION = _SESSION.where(own_session)
_KEY = select(idempotency_keys).where(
    idempotency_keys.c.tenant == bindparam("own_tenant"),
    idempotency_keys.c.user_id == bindparam("own_user"),
    idempotency_keys.c.key == bindparam("key"),
)
_FINISHING = (
    select(
        turns,
        sessions.c.fence.label("session_fence"),
        sessions.c.active_turn_id,
        sessions.c.sources_count,
        exists().where(partials.c.turn_id == turns.c.id).label("has_partial"),
    )
    .join(sessions, sessions.c.id == turns.c.session_id)
    .where(turns.c.id == bindparam("turn_id"), sessions.c.deleted_at.is_(None))
    .with_for_update(of=sessions)
)
_TURN = select(turns).where(turns.c.id == bindparam("turn_id"))
_RUNNING = select(sessions).where(
    sessions.c.id == bindparam("session_id"), sessions.c.active_turn_id == bindparam("turn_id")
)
_UPDATE_SESSION = update(sessions).where(sessions.c.id == bindparam("session"))
_DELETE_PARTIAL = delete(partials).where(partials.c.turn_id == bindparam("turn"))
_GIVEN = select(session_sources.c.number, session_sources.c.document_id).where(
    session_sources.c.session_id == bindparam("session_id"),
    session_sources.c.document_id.in_(bindparam("documents", expanding=True))
    | session_sources.c.number.in_(bindparam("numbers", expanding=True)),
)
_RENEW = update(sessions).where(
    sessions.c.id == bindparam("session"),
    sessions.c.active_turn_id == bindparam("turn"),
    sessions.c.fence == bindparam("mine"),
)
_UPDATE_PARTIAL = update(partials).where(partials.c.turn_id == bindparam("turn"))
_UPDATE_TURN = update(turns).where(turns.c.id == bindparam("turn"))


def begin(
    tx: Connection,
    now: datetime,
    principal: Principal,
    new: Turn,
    *,
    key: str,
    fingerprint: str,
    lease: timedelta,
) -> Begun:
    """The new turn stored as running under its number, or the one that the key already made."""
    own = who(principal)
    session = _one(tx, _OWN_SESSION, session_id=new.session_id, **own)
    if session is None:
        raise checks.no_session(new.session_id)
    known = _one(tx, _KEY, key=key, **own) if key else None
    if known is not None:
        return _replay(tx, now, known, new.session_id, fingerprint)
    fence = session.fence
    if session.active_turn_id is not None:
        if session.lease_until > now:
            raise checks.busy(new.session_id, now, session.lease_until)
        fence = _interrupt(tx, now, session)
    fence += 1
    turn = replace(new, number=session.head + 1, parent_id=session.last_turn_id)
    _insert_turn(tx, turn, tenant=session.tenant, fence=fence)
    changes: dict[str, object] = {
        "head": turn.number,
        "fence": fence,
        "active_turn_id": turn.id,
        "lease_until": now + lease,
        "updated_at": now,
    }
    if not session.title:
        changes |= {"title": checks.title_of(turn.question), "titled_by": "question"}
    tx.execute(_UPDATE_SESSION, {"session": turn.session_id, **changes})
    if key:
        tx.execute(
            insert(idempotency_keys),
            {
                "tenant": principal.tenant,
                "user_id": principal.user,
                "key": key,
                "session_id": turn.session_id,
                "turn_id": turn.id,
                "body_hash": fingerprint,
                "created_at": now,
            },
        )
    return Begun(turn, fence)


def heartbeat(tx: Connection, now: datetime, begun: Begun, partial: str | None, lease: timedelta) -> bool:
    """Whether the turn is still its owner's; then its lease is longer and its partial answer kept."""
    turn_id = begun.turn.id
    renewed = tx.execute(
        _RENEW,
        {"session": begun.turn.session_id, "turn": turn_id, "mine": begun.fence, "lease_until": now + lease},
    )
    if renewed.rowcount == 0:
        return False
    if partial is not None:
        row = {"text": checks.storable(partial), "updated_at": now}
        kept = tx.execute(_UPDATE_PARTIAL, {"turn": turn_id, **row})
        if kept.rowcount == 0:
            tx.execute(insert(partials), {"turn_id": turn_id, **row})
    return True


def finish(tx: Connection, now: datetime, begun: Begun, turn: Turn) -> Turn:
    """The turn as it stands in the store: now final, or as it already was."""
    stored = _one(tx, _FINISHING, turn_id=begun.turn.id)
    if stored is None:
        raise checks.fenced(begun.turn.id)
    if stored.status != "running" and stored.fence == begun.fence:
        return whole_turn(tx, stored)
    if stored.session_fence != begun.fence or stored.active_turn_id != begun.turn.id:
        raise checks.fenced(begun.turn.id)
    final = replace(
        turn,
        id=stored.id,
        session_id=stored.session_id,
        number=stored.number,
        parent_id=stored.parent_id,
        question=stored.question,
        created_at=stored.created_at,
        finished_at=turn.finished_at or now,
    )
    _add_sources(tx, final)
    tx.execute(_UPDATE_TURN, {"turn": final.id, **final_values(final, stored.question)})
    last_source = max((source.number for source in final.sources), default=0)
    changes = {**_FREE, "updated_at": now, "sources_count": max(stored.sources_count, last_source)}
    tx.execute(_UPDATE_SESSION, {"session": final.session_id, **changes})
    if stored.has_partial:
        tx.execute(_DELETE_PARTIAL, {"turn": final.id})
    _announce(tx, now, final.session_id, final.id, final.status)
    return _whole(tx, final.id)


def sweep(tx: Connection, now: datetime) -> int:
    """How many turns were taken from owners that let their lease run out."""
    expired = tx.execute(
        select(sessions)
        .where(sessions.c.active_turn_id.is_not(None), sessions.c.lease_until <= now)
        .with_for_update(skip_locked=True)
    )
    rows = expired.all()
    for session in rows:
        _interrupt(tx, now, session)
    return len(rows)


_FREE: Mapping[str, object] = {"active_turn_id": None, "lease_until": None}


def _interrupt(tx: Connection, now: datetime, session: Row[Any]) -> int:
    """End the session's running turn as interrupted, with the partial answer it left; the session's new fence."""
    fence = int(session.fence) + 1
    turn_id = session.active_turn_id
    partial = select(partials.c.text).where(partials.c.turn_id == turns.c.id).scalar_subquery()
    tx.execute(
        _UPDATE_TURN.values(status="interrupted", answer=func.coalesce(partial, ""), finished_at=now, fence=fence),
        {"turn": turn_id},
    )
    tx.execute(_DELETE_PARTIAL, {"turn": turn_id})
    tx.execute(_UPDATE_SESSION, {"session": session.id, **_FREE, "fence": fence, "updated_at": now})
    _announce(tx, now, session.id, turn_id, "interrupted")
    return fence


def _replay(tx: Connection, now: datetime, known: Row[Any], session_id: str, fingerprint: str) -> Begun:
    """The turn that an idempotency key has made, once it is final."""
    if known.body_hash != fingerprint or known.session_id != session_id:
        raise checks.key_reused(known.key)
    running = _one(tx, _RUNNING, session_id=session_id, turn_id=known.turn_id)
    if running is not None:
        if running.lease_until > now:
            raise checks.in_progress(known.key, now, running.lease_until)
        _interrupt(tx, now, running)
    row = _one(tx, _TURN, turn_id=known.turn_id)
    assert row is not None  # a key goes with its session, and a turn goes only with its session
    return Begun(whole_turn(tx, row), row.fence, replayed=True)


def _insert_turn(tx: Connection, turn: Turn, *, tenant: str, fence: int) -> None:
    tx.execute(
        insert(turns),
        {
            "id": turn.id,
            "session_id": turn.session_id,
            "tenant": tenant,
            "number": turn.number,
            "parent_id": turn.parent_id,
            "fence": fence,
            "status": turn.status,
            "question": turn.question,
            "standalone_question": turn.standalone_question,
            "language": turn.language,
            "created_at": turn.created_at,
        },
    )


def _add_sources(tx: Connection, turn: Turn) -> None:
    """The turn's sources, the new ones of them under their numbers in the conversation."""
    if not turn.sources:
        return
    given = tx.execute(
        _GIVEN,
        {
            "session_id": turn.session_id,
            "documents": [source.document_id for source in turn.sources],
            "numbers": [source.number for source in turn.sources],
        },
    )
    fresh = new_sources(turn.sources, {row.document_id: row.number for row in given})
    if fresh:
        tx.execute(insert(session_sources), [_session_source(turn.session_id, source) for source in fresh])
    tx.execute(
        insert(turn_sources),
        [
            {
                "turn_id": turn.id,
                "position": position,
                "session_id": turn.session_id,
                "number": source.number,
                "document_id": source.document_id,
                "stage": "cited",
                "passages": passages_list(source.passages),
            }
            for position, source in enumerate(turn.sources)
        ],
    )


def _session_source(session_id: str, source: Source) -> dict[str, object]:
    return {
        "session_id": session_id,
        "number": source.number,
        "document_id": source.document_id,
        "name": source.document,
        "title": source.title,
        "url": source.url,
    }


def _whole(tx: Connection, turn_id: str) -> Turn:
    row = _one(tx, _TURN, turn_id=turn_id)
    assert row is not None
    return whole_turn(tx, row)


def _announce(tx: Connection, now: datetime, session_id: str, turn_id: str, status: str) -> None:
    row = {"session_id": session_id, "turn_id": turn_id, "topic": FINISHED, "payload": {"status": status}}
    tx.execute(insert(outbox), {**row, "created_at": now})


def _one(tx: Connection, query: Select[Any], **values: object) -> Row[Any] | None:
    row: Row[Any] | None = (tx.execute(query, values)).first()
    return row
