"""SQL statements on the table of attachments. The caller owns the transaction."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, or_, select, update

from askwell.knowledge.schema import attachments, collections
from askwell.types import Attachment, Principal

_OF = attachments.c
_FIELDS = [_OF[name] for name in Attachment.__dataclass_fields__]
_OWN = and_(
    _OF.session_id == bindparam("own_session"),
    _OF.tenant == bindparam("own_tenant"),
    _OF.user_id == bindparam("own_user"),
)
_ALL = select(*_FIELDS).where(_OWN).order_by(_OF.number)
_UNREAD = or_(_OF.state == "queued", _OF.state == "parsing")


def owned(principal: Principal, session_id: str) -> dict[str, str]:
    """The parameters of all statements on the attachments of a conversation."""
    return {"own_session": session_id, "own_tenant": principal.tenant, "own_user": principal.user}


def of_session(tx: Connection, principal: Principal, session_id: str) -> list[Attachment]:
    """All attachments of a conversation by number, including removed ones."""
    return [_attachment(row) for row in tx.execute(_ALL, owned(principal, session_id))]


def lock_session(tx: Connection, principal: Principal, session_id: str) -> list[Attachment]:
    """Like `of_session`; the rows stay as they are until the transaction ends."""
    return [_attachment(row) for row in tx.execute(_ALL.with_for_update(), owned(principal, session_id))]


def add(tx: Connection, principal: Principal, attachment: Attachment, kind: str) -> None:
    """Insert a row. Raises IntegrityError if its number is taken."""
    values = {name: getattr(attachment, name) for name in Attachment.__dataclass_fields__}
    tx.execute(insert(attachments), {**values, "tenant": principal.tenant, "user_id": principal.user, "kind": kind})


def change(tx: Connection, attachment_id: str, **values: object) -> None:
    """Set columns of a row."""
    tx.execute(update(attachments).where(_OF.id == attachment_id).values(**values))


def end_only(tx: Connection, principal: Principal, session_id: str) -> None:
    """Let no attachment of a conversation be the only one that is searched."""
    tx.execute(update(attachments).where(_OWN).values(is_only=False), owned(principal, session_id))


def claim(tx: Connection, now_ms: int, until_ms: int, sessions: Sequence[str]) -> tuple[Attachment, str] | None:
    """The first unread attachment of these conversations that no process reads, with the name of its reader.

    It is `parsing` then, and belongs to the caller until `until_ms`. None if there is none.
    """
    free = or_(_OF.claimed_until < now_ms, _OF.state == "queued")
    waiting = and_(_UNREAD, _OF.removed_at.is_(None), free, _OF.session_id.in_(list(sessions)))
    found = tx.execute(
        select(*_FIELDS, _OF.kind).where(waiting).order_by(_OF.added_at, _OF.number).limit(1).with_for_update()
    ).one_or_none()
    if found is None:
        return None
    change(tx, found.id, state="parsing", claimed_until=until_ms)
    return _attachment(found), found.kind


def is_wanted(tx: Connection, attachment_id: str) -> bool:
    """Whether an attachment exists and is not removed; it stays so until the transaction ends."""
    wanted = select(_OF.id).where(_OF.id == attachment_id, _OF.removed_at.is_(None)).with_for_update()
    return tx.execute(wanted).first() is not None


def hashes_in_use(tx: Connection, content_hashes: Sequence[str]) -> set[str]:
    """Which of these hashes an attachment has that is not removed."""
    used = select(_OF.content_hash).where(_OF.content_hash.in_(list(content_hashes)), _OF.removed_at.is_(None))
    return set(tx.execute(used).scalars())


def all_hashes(tx: Connection) -> set[str]:
    """The hashes of all attachments that are not removed."""
    return set(tx.execute(select(_OF.content_hash).where(_OF.removed_at.is_(None)).distinct()).scalars())


def conversations(tx: Connection) -> set[tuple[Principal, str]]:
    """The conversations that have attachments, each with its owner."""
    found = tx.execute(select(_OF.tenant, _OF.user_id, _OF.session_id).distinct())
    return {(Principal(row.tenant, row.user_id), row.session_id) for row in found}


def sessions_of(tx: Connection, principal: Principal) -> dict[str, int]:
    """The conversations of a person that have attachments, with their number, removed ones included."""
    mine = (_OF.tenant == principal.tenant, _OF.user_id == principal.user)
    counted = select(_OF.session_id, func.count().label("attachments")).where(*mine).group_by(_OF.session_id)
    return {row.session_id: row.attachments for row in tx.execute(counted)}


def forget(tx: Connection, principal: Principal, session_id: str, tenant: str, collection: str) -> None:
    """Delete all rows of a conversation, and that of its collection, which has no documents any more."""
    tx.execute(delete(attachments).where(_OWN), owned(principal, session_id))
    others = select(func.count()).select_from(attachments).where(_OF.session_id == session_id)
    if not tx.execute(others).scalar_one():
        own = (collections.c.tenant == tenant, collections.c.name == collection)
        tx.execute(delete(collections).where(*own))


def owner(tx: Connection, attachment_id: str) -> Principal:
    """The owner of an attachment that exists."""
    row = tx.execute(select(_OF.tenant, _OF.user_id).where(_OF.id == attachment_id)).one()
    return Principal(row.tenant, row.user_id)


def is_to_be_read(tx: Connection, content_hash: str) -> bool:
    """Whether an attachment with this content has not been read yet."""
    waiting = select(_OF.id).where(_OF.content_hash == content_hash, _UNREAD, _OF.removed_at.is_(None))
    return tx.execute(waiting.limit(1)).first() is not None


def owner_of(tx: Connection, document_id: str) -> Principal | None:
    """The owner of the attachment with this document; None for any other document."""
    mine = and_(_OF.document_id == document_id, _OF.document_id != "")
    row = tx.execute(select(_OF.tenant, _OF.user_id).where(mine).limit(1)).first()
    return None if row is None else Principal(row.tenant, row.user_id)


def _attachment(row: Any) -> Attachment:
    values = {name: getattr(row, name) for name in Attachment.__dataclass_fields__}
    for name in ("added_at", "removed_at"):
        moment: datetime | None = values[name]
        # SQLite stores no time zone; the value is UTC.
        values[name] = moment.replace(tzinfo=UTC) if moment is not None and moment.tzinfo is None else moment
    return Attachment(**values)
