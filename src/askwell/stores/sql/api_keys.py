"""The port `ApiKeys` in SQL."""

from datetime import datetime
from typing import Any, cast

from sqlalchemy import Connection, Row, delete, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.errors import NotFound
from askwell.stores.sql.database import read, write
from askwell.stores.sql.deadline import Deadline
from askwell.stores.sql.schema import api_keys
from askwell.types import ApiKey, Principal, Scope

NOBODY = "removed"
"""Id of the row that is left of removed keys. It is no id that a key can have."""


class SqlApiKeys:
    """The port `ApiKeys` on an engine of `open_database` with the tables of `migrate.upgrade`.

    Every call returns or raises within `deadline_s`. Whoever opened the engine disposes of it.
    """

    def __init__(self, engine: AsyncEngine, *, deadline_s: float = 10.0) -> None:
        self._engine = engine
        self._deadline = Deadline(deadline_s)

    async def add(self, key: ApiKey) -> None:
        row = {
            "id": key.id,
            "tenant": key.principal.tenant,
            "user_id": key.principal.user,
            "name": key.name,
            "scopes": " ".join(sorted(key.scopes)),
            "secret_hash": key.secret_hash,
            "created_at": key.created_at,
            "expires_at": key.expires_at,
        }
        await self._deadline.wait_for(write(self._engine, lambda tx: _run(tx, insert(api_keys).values(row))))

    async def find(self, key_id: str) -> ApiKey | None:
        return await self._deadline.wait_for(read(self._engine, lambda tx: _find(tx, key_id)))

    async def all(self) -> list[ApiKey]:
        query = select(api_keys).where(api_keys.c.id != NOBODY).order_by(api_keys.c.created_at.desc(), api_keys.c.id)
        return await self._deadline.wait_for(
            read(self._engine, lambda tx: [_key_from(row) for row in tx.execute(query)])
        )

    async def revoke(self, key_id: str, at: datetime) -> ApiKey:
        def work(tx: Connection) -> ApiKey:
            is_active = (api_keys.c.id == key_id) & api_keys.c.revoked_at.is_(None)
            tx.execute(update(api_keys).where(is_active).values(revoked_at=at))
            key = _find(tx, key_id)
            if key is None:
                raise NotFound(f"No API key {key_id!r}", code="key_not_found", hint="`askwell keys list` lists them.")
            return key

        return await self._deadline.wait_for(write(self._engine, work))

    async def mark_used(self, key_id: str, at: datetime) -> None:
        statement = update(api_keys).where(api_keys.c.id == key_id).values(last_used_at=at)
        await self._deadline.wait_for(write(self._engine, lambda tx: _run(tx, statement)))

    async def remove_of(self, principal: Principal, at: datetime) -> list[str]:
        def work(tx: Connection) -> list[str]:
            mine = (api_keys.c.tenant == principal.tenant, api_keys.c.user_id == principal.user)
            ids = list(tx.execute(select(api_keys.c.id).where(*mine)).scalars())
            tx.execute(delete(api_keys).where(*mine))
            if ids and _find(tx, NOBODY) is None:
                row = {"id": NOBODY, "tenant": "", "user_id": "", "name": "", "scopes": "", "secret_hash": b""}
                tx.execute(insert(api_keys).values(row | {"created_at": at, "revoked_at": at}))
            return ids

        return await self._deadline.wait_for(write(self._engine, work))

    async def exist(self) -> bool:
        query = select(exists().select_from(api_keys))
        return bool(await self._deadline.wait_for(read(self._engine, lambda tx: tx.execute(query).scalar_one())))


def _run(tx: Connection, statement: Any) -> None:
    tx.execute(statement)


def _find(tx: Connection, key_id: str) -> ApiKey | None:
    row = tx.execute(select(api_keys).where(api_keys.c.id == key_id)).first()
    return None if row is None else _key_from(row)


def _key_from(row: Row[Any]) -> ApiKey:
    return ApiKey(
        id=row.id,
        name=row.name,
        principal=Principal(row.tenant, row.user_id),
        scopes=frozenset(cast("list[Scope]", row.scopes.split())),
        secret_hash=bytes(row.secret_hash),
        created_at=row.created_at,
        expires_at=row.expires_at,
        last_used_at=row.last_used_at,
        revoked_at=row.revoked_at,
    )
