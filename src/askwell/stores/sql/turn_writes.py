"""Writes turns in SQL: begin, heartbeat, finish, and the sweep that ends turns with an expired lease.

Each function runs inside one writing transaction, whose caller holds the lock on the session (`transactions.py`); on
SQLite, the transaction locks the whole file. The session's fence is incremented when a turn begins and when a turn is
taken from its owner. Only the owner with the current fence may write.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, delete, exists, func, insert, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from askwell.stores.common import validation
from askwell.stores.common.defaults import KEYS_LIVE
from askwell.stores.sql import branches, outbox, statements
from askwell.stores.sql.branches import Stretch
from askwell.stores.sql.columns import Moment
from askwell.stores.sql.history import TURNS, complete_turns, own_session, owned_session, owner_values
from askwell.stores.sql.rows import final_values, values_as_read
from askwell.stores.sql.schema import feedback, idempotency_keys, partials, sessions, turns
from askwell.types import Begun, Lease, Principal, Turn

MAX_KEYS_REMOVED = 1000
"""Maximum number of expired keys removed by one sweep, to keep its transaction short."""

_LAST = turns.alias("last")
_ACTIVE = turns.alias("active")
_SESSION = (
    select(sessions, _LAST.c.id.label("last_turn_id"), _ACTIVE.c.created_at.label("active_since"))
    .outerjoin(_LAST, (_LAST.c.session_id == sessions.c.id) & (_LAST.c.number == sessions.c.tip))
    .outerjoin(_ACTIVE, _ACTIVE.c.id == sessions.c.active_turn_id)
    .where(sessions.c.id == bindparam("session_id"), own_session)
)
_PARENT = turns.alias("parent")
_SIBLING = (
    select(turns.c.id, turns.c.question, turns.c.parent_id, func.coalesce(_PARENT.c.number, 0).label("after"))
    .outerjoin(_PARENT, _PARENT.c.id == turns.c.parent_id)
    .where(turns.c.session_id == bindparam("session_id"), turns.c.number == bindparam("number"))
)
_KEY = select(idempotency_keys).where(
    idempotency_keys.c.tenant == bindparam("own_tenant"),
    idempotency_keys.c.user_id == bindparam("own_user"),
    idempotency_keys.c.key == bindparam("key"),
)
_FINISHING = (
    select(
        *(turns.c[name] for name in ("id", "session_id", "number", "parent_id", "supersedes_id", "branch", "fence")),
        *(turns.c[name] for name in ("status", "question", "created_at")),
        sessions.c.fence.label("session_fence"),
        sessions.c.active_turn_id,
        sessions.c.sources_count,
        sessions.c.branches,
        exists().where(partials.c.turn_id == turns.c.id).label("has_partial"),
        exists().where(feedback.c.turn_id == turns.c.id).label("has_feedback"),
    )
    .join(sessions, sessions.c.id == turns.c.session_id)
    .where(turns.c.id == bindparam("turn_id"), sessions.c.deleted_at.is_(None))
)
_TURN = TURNS.where(turns.c.id == bindparam("turn_id"))
_UPDATE_SESSION = update(sessions).where(sessions.c.id == bindparam("session"))
_DELETE_PARTIAL = delete(partials).where(partials.c.turn_id == bindparam("turn"))
_RENEW = (
    update(sessions)
    .where(
        sessions.c.id == bindparam("session"),
        sessions.c.active_turn_id == bindparam("turn"),
        sessions.c.fence == bindparam("mine"),
    )
    .returning(sessions.c.stop_asked)
)
_REQUEST_STOP = update(sessions).where(
    sessions.c.id == bindparam("session"), own_session, sessions.c.active_turn_id.is_not(None)
)
_UPDATE_PARTIAL = update(partials).where(partials.c.turn_id == bindparam("turn"))
_DELETE_KEYS = delete(idempotency_keys).where(
    tuple_(idempotency_keys.c.tenant, idempotency_keys.c.user_id, idempotency_keys.c.key).in_(
        select(idempotency_keys.c.tenant, idempotency_keys.c.user_id, idempotency_keys.c.key)
        .where(idempotency_keys.c.created_at < bindparam("before", type_=Moment))
        .order_by(idempotency_keys.c.created_at)
        .limit(bindparam("limit"))
        .with_for_update(skip_locked=True)
    )
)
_INSERT_TURN = insert(turns)
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
    instead_of: int,
) -> Begun:
    """Number the new turn and store it as running, or return the turn that was created with this key."""
    owner = owner_values(principal)
    session = _first_row(tx, _SESSION, session_id=new.session_id, **owner)
    if session is None:
        raise validation.no_session(new.session_id)
    used_key = _first_row(tx, _KEY, key=key, **owner) if key else None
    if used_key is not None:
        return _replay(tx, now, used_key, session, fingerprint)
    if not 0 <= instead_of <= session.head:
        raise validation.no_turn(new.session_id, instead_of)
    sibling = _first_row(tx, _SIBLING, session_id=new.session_id, number=instead_of) if instead_of else None
    fence = _take_over(tx, now, session) + 1
    turn = _placed(new, session, sibling)
    if turn.branch > session.branches or session.tip < session.head:
        after = sibling.after if sibling else session.tip
        root = branches.at(tx, turn.session_id, after).root if after else turn.number
        branches.add(tx, turn.session_id, [Stretch(turn.number, turn.branch, after, root)])
    _insert_turn(tx, turn, tenant=session.tenant, fence=fence)
    changes: dict[str, object] = {
        "head": turn.number,
        "tip": turn.number,
        "branch": turn.branch,
        "branches": max(turn.branch, session.branches),
        "fence": fence,
        "active_turn_id": turn.id,
        "lease_until": now + lease,
        "stop_asked": False,
        "updated_at": now,
    }
    if not session.title:
        changes |= {"title": validation.title_of(turn.question), "titled_by": "question"}
    statements.run(tx, _UPDATE_SESSION, {"session": turn.session_id, **changes})
    if key:
        _insert_key(tx, now, principal, turn, key=key, fingerprint=fingerprint)
    if changes["branches"]:
        turn = replace(turn, siblings=branches.siblings(tx, turn.session_id, [turn.number]).get(turn.number, ()))
    return Begun(turn, fence, assistant=session.assistant)


def heartbeat(tx: Connection, now: datetime, begun: Begun, partial: str | None, lease: timedelta) -> Lease:
    """Renew the lease and save the partial answer, if the caller still owns the turn."""
    turn_id = begun.turn.id
    renewed = tx.execute(
        _RENEW,
        {"session": begun.turn.session_id, "turn": turn_id, "mine": begun.fence, "lease_until": now + lease},
    ).first()
    if renewed is None:
        return "lost"
    if partial is not None:
        row = {"text": validation.storable(partial), "updated_at": now}
        updated = tx.execute(_UPDATE_PARTIAL, {"turn": turn_id, **row})
        if updated.rowcount == 0:
            tx.execute(insert(partials), {"turn_id": turn_id, **row})
    return "stop" if renewed.stop_asked else "mine"


def ask_to_stop(tx: Connection, principal: Principal, session_id: str) -> bool:
    """Request the owner of the running turn to stop it; False if no turn is running. Raises NotFound."""
    updated = tx.execute(_REQUEST_STOP, {"session": session_id, "stop_asked": True, **owner_values(principal)})
    if updated.rowcount == 0:
        owned_session(tx, principal, session_id)
    return updated.rowcount > 0


def finish(tx: Connection, now: datetime, begun: Begun, turn: Turn) -> Turn:
    """Make the turn final and return it as stored. A turn that its owner has already finished is returned unchanged.

    Raises Conflict (`turn_fenced`).
    """
    stored = _first_row(tx, _FINISHING, turn_id=begun.turn.id)
    if stored is None:
        raise validation.fenced(begun.turn.id)
    if stored.status != "running" and stored.fence == begun.fence:
        return _stored_turn(tx, stored.id, stored.branches)
    if stored.session_fence != begun.fence or stored.active_turn_id != begun.turn.id:
        raise validation.fenced(begun.turn.id)
    final = replace(
        turn,
        **values_as_read(turn),
        sources=outbox.add_sources(tx, stored.session_id, stored.id, turn.sources),
        id=stored.id,
        session_id=stored.session_id,
        number=stored.number,
        parent_id=stored.parent_id,
        supersedes_id=stored.supersedes_id,
        branch=stored.branch,
        question=stored.question,
        created_at=stored.created_at,
        finished_at=turn.finished_at or now,
    )
    statements.run(tx, _UPDATE_TURN, {"turn": final.id, **final_values(final, stored.question)})
    last_source = max((source.number for source in final.sources), default=0)
    changes = {**_NO_OWNER, "updated_at": now, "sources_count": max(stored.sources_count, last_source)}
    statements.run(tx, _UPDATE_SESSION, {"session": final.session_id, **changes})
    if stored.has_partial:
        tx.execute(_DELETE_PARTIAL, {"turn": final.id})
    outbox.announce(tx, now, final.session_id, final.id, final.status)
    # Siblings and feedback are not part of `final`. If there may be any, the turn is read back.
    return _stored_turn(tx, final.id, stored.branches) if stored.branches or stored.has_feedback else final


def sweep(tx: Connection, now: datetime) -> int:
    """Interrupt turns with an expired lease and return their number. Removes expired keys."""
    expired = tx.execute(
        select(sessions)
        .join(turns, turns.c.id == sessions.c.active_turn_id)
        .where((sessions.c.lease_until <= now) | (turns.c.created_at > now + validation.CLOCK_TOLERANCE))
        .with_for_update(skip_locked=True, of=sessions)
    )
    rows = expired.all()
    for session in rows:
        _interrupt(tx, now, session)
    tx.execute(_DELETE_KEYS, {"before": now - KEYS_LIVE, "limit": MAX_KEYS_REMOVED})
    return len(rows)


def choose_branch(tx: Connection, now: datetime, principal: Principal, session_id: str, number: int) -> None:
    """Activate the branch through a turn; of several, the one with the newest turn."""
    session = _first_row(tx, _SESSION, session_id=session_id, **owner_values(principal))
    if session is None:
        raise validation.no_session(session_id)
    if not 1 <= number <= session.head:
        raise validation.no_turn(session_id, number)
    _take_over(tx, now, session)
    branch, tip = branches.last_through(tx, session_id, number, session.head)
    tx.execute(_UPDATE_SESSION, {"session": session_id, "branch": branch, "tip": tip})


_NO_OWNER: Mapping[str, object] = {"active_turn_id": None, "lease_until": None, "stop_asked": False}


def _take_over(tx: Connection, now: datetime, session: Row[Any]) -> int:
    """Interrupt a running turn with an expired lease. Returns the session's fence.

    Raises Conflict (`session_busy`) if a running turn has a live lease.
    """
    if session.active_turn_id is None:
        return int(session.fence)
    if not validation.lease_has_expired(session.lease_until, session.active_since, now):
        raise validation.busy(session.id, now, session.lease_until)
    return _interrupt(tx, now, session)


def _placed(new: Turn, session: Row[Any], sibling: Row[Any] | None) -> Turn:
    """The new turn with its position in the tree: at the end of the active branch, or a sibling on a new branch."""
    number = int(session.head) + 1
    if sibling is None:
        return replace(new, number=number, parent_id=session.last_turn_id, branch=session.branch)
    return replace(
        new,
        number=number,
        parent_id=sibling.parent_id,
        branch=session.branches + 1,
        supersedes_id=sibling.id if sibling.question == new.question else None,
    )


def _interrupt(tx: Connection, now: datetime, session: Row[Any]) -> int:
    """End the running turn as interrupted, with its saved partial answer. Returns the session's new fence."""
    fence = int(session.fence) + 1
    turn_id = session.active_turn_id
    partial = select(partials.c.text).where(partials.c.turn_id == turns.c.id).scalar_subquery()
    tx.execute(
        _UPDATE_TURN.values(status="interrupted", answer=func.coalesce(partial, ""), finished_at=now, fence=fence),
        {"turn": turn_id},
    )
    tx.execute(_DELETE_PARTIAL, {"turn": turn_id})
    tx.execute(_UPDATE_SESSION, {"session": session.id, **_NO_OWNER, "fence": fence, "updated_at": now})
    outbox.announce(tx, now, session.id, turn_id, "interrupted")
    return fence


def _replay(tx: Connection, now: datetime, used_key: Row[Any], session: Row[Any], fingerprint: str) -> Begun:
    """The final turn that was created with an idempotency key.

    Raises BadInput (`key_reused`), Conflict (`turn_in_progress`).
    """
    if used_key.body_hash != fingerprint or used_key.session_id != session.id:
        raise validation.key_reused(used_key.key)
    if session.active_turn_id == used_key.turn_id:
        if not validation.lease_has_expired(session.lease_until, session.active_since, now):
            raise validation.in_progress(used_key.key, now, session.lease_until)
        _interrupt(tx, now, session)
    row = _first_row(tx, _TURN, turn_id=used_key.turn_id)
    assert row is not None  # keys and turns are deleted only together with their session
    return Begun(complete_turns(tx, session.id, [row], session.branches)[0], row.fence, replayed=True)


def _insert_key(tx: Connection, now: datetime, principal: Principal, turn: Turn, *, key: str, fingerprint: str) -> None:
    row = {
        "tenant": principal.tenant,
        "user_id": principal.user,
        "key": key,
        "session_id": turn.session_id,
        "turn_id": turn.id,
        "body_hash": fingerprint,
        "created_at": now,
    }
    try:
        tx.execute(insert(idempotency_keys), row)
    except IntegrityError as error:  # used in another session since the check; locking this session does not exclude it
        raise validation.key_reused(key) from error


def _insert_turn(tx: Connection, turn: Turn, *, tenant: str, fence: int) -> None:
    statements.run(
        tx,
        _INSERT_TURN,
        {
            "id": turn.id,
            "session_id": turn.session_id,
            "tenant": tenant,
            "number": turn.number,
            "parent_id": turn.parent_id,
            "supersedes_id": turn.supersedes_id,
            "branch": turn.branch,
            "fence": fence,
            "status": turn.status,
            "question": turn.question,
            "standalone_question": turn.standalone_question,
            "language": turn.language,
            "created_at": turn.created_at,
        },
    )


def _stored_turn(tx: Connection, turn_id: str, branches: int) -> Turn:
    row = _first_row(tx, _TURN, turn_id=turn_id)
    assert row is not None
    return complete_turns(tx, row.session_id, [row], branches)[0]


def _first_row(tx: Connection, query: Select[Any], **values: object) -> Row[Any] | None:
    return statements.first(tx, query, values)
