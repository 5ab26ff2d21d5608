"""The port `Vault` in a SQL database."""

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, delete, func, insert, literal, select, union_all
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.errors import StorageFailed
from askwell.ports import Clock
from askwell.stores.sql.database import checkpoint, read, write
from askwell.stores.sql.schema import data_keys, placeholders
from askwell.stores.sql.sealing import digest, installation_key, new_key, seal, unseal
from askwell.stores.sql.transactions import restricted
from askwell.types import Principal

T = TypeVar("T")

_TRIES = 5
"""Attempts to get numbers while other processes add values to the same conversation."""


class SqlVault:
    """Values of placeholders on the tables of `migrate.upgrade`; the key of the installation is in `key_file`.

    Whoever has only the database, as in a copy of it, cannot read the values.
    """

    def __init__(self, engine: AsyncEngine, clock: Clock, key_file: Path) -> None:
        self._engine = engine
        self._clock = clock
        self._key_file = key_file

    async def read(self, principal: Principal, session_id: str) -> Mapping[str, str]:
        return await self._read_of(principal, lambda tx: self._read(tx, principal, session_id))

    async def add(
        self, principal: Principal, session_id: str, values: Mapping[str, Mapping[str, str]]
    ) -> Mapping[str, str]:
        for _ in range(_TRIES):
            try:
                return await self._write_of(principal, lambda tx: self._add(tx, principal, session_id, values))
            except IntegrityError:  # another process has taken the number, the value or the key
                continue
        raise StorageFailed("Personal data could not be stored, as too many questions came at the same time")

    async def forget(self, principal: Principal, session_id: str) -> None:
        await self._write_of(
            principal,
            lambda tx: tx.execute(delete(placeholders).where(*_of(principal), placeholders.c.session_id == session_id)),
        )
        await checkpoint(self._engine)

    async def conversations(self) -> set[tuple[Principal, str]]:
        values, keys = placeholders.c, data_keys.c
        with_values = select(values.tenant, values.user_id, values.session_id).distinct()
        with_key = select(keys.tenant, keys.user_id, literal("").label("session_id"))

        def work(tx: Connection) -> set[tuple[Principal, str]]:
            rows = tx.execute(union_all(with_values, with_key))
            return {(Principal(row.tenant, row.user_id), row.session_id) for row in rows}

        return await self._read_of(None, work)

    async def is_used(self) -> bool:
        return await self._read_of(
            None, lambda tx: tx.execute(select(placeholders.c.number).limit(1)).first() is not None
        )

    async def destroy(self, principal: Principal) -> int:
        def work(tx: Connection) -> int:
            removed = tx.execute(delete(placeholders).where(*_of(principal))).rowcount
            tx.execute(delete(data_keys).where(*_key_of(principal)))
            return removed

        removed = await self._write_of(principal, work)
        await checkpoint(self._engine)
        return removed

    async def _read_of(self, owner: Principal | None, work: Callable[[Connection], T]) -> T:
        return await read(self._engine, restricted(self._engine, owner, work))

    async def _write_of(self, owner: Principal, work: Callable[[Connection], T]) -> T:
        return await write(self._engine, restricted(self._engine, owner, work))

    @cached_property
    def _installation_key(self) -> bytes:
        return installation_key(self._key_file)

    def _key(self, tx: Connection, principal: Principal, *, lock: bool) -> bytes | None:
        """The owner's key. With `lock`, values of an owner are added one after the other."""
        wanted = select(data_keys.c.sealed).where(*_key_of(principal))
        sealed = tx.execute(wanted.with_for_update() if lock else wanted).scalar()
        if sealed is None:
            return None
        key = unseal(self._installation_key, sealed, _owner(principal))
        if key is None:
            raise StorageFailed(
                f"The key of personal data ({self._key_file.name}) does not open the keys of this database",
                hint="Restore the file that belongs to the database.",
            )
        return key

    def _read(self, tx: Connection, principal: Principal, session_id: str) -> dict[str, str]:
        columns = (placeholders.c.kind, placeholders.c.number, placeholders.c.sealed)
        rows = tx.execute(select(*columns).where(*_of(principal), placeholders.c.session_id == session_id)).all()
        key = self._key(tx, principal, lock=False) if rows else None
        if key is None:
            return {}
        opened = {f"[[{kind}_{number}]]": unseal(key, sealed, session_id) for kind, number, sealed in rows}
        return {name: value.decode() for name, value in opened.items() if value is not None}

    def _add(
        self, tx: Connection, principal: Principal, session_id: str, values: Mapping[str, Mapping[str, str]]
    ) -> dict[str, str]:
        key = self._key(tx, principal, lock=True) or self._make_key(tx, principal)
        here = (*_of(principal), placeholders.c.session_id == session_id)
        found = {}
        for kind, forms in values.items():
            last = tx.execute(
                select(func.max(placeholders.c.number)).where(*here, placeholders.c.kind == kind)
            ).scalar()
            number = last or 0
            for form, value in forms.items():
                own = digest(key, session_id, kind, form)
                columns = (placeholders.c.number, placeholders.c.sealed)
                row = tx.execute(select(*columns).where(*here, placeholders.c.digest == own)).first()
                if row is not None:
                    first = unseal(key, row.sealed, session_id)
                    found[f"[[{kind}_{row.number}]]"] = value if first is None else first.decode()
                    continue
                number += 1
                tx.execute(
                    insert(placeholders),
                    {
                        "tenant": principal.tenant,
                        "user_id": principal.user,
                        "session_id": session_id,
                        "kind": kind,
                        "number": number,
                        "digest": own,
                        "sealed": seal(key, value.encode(), session_id),
                    },
                )
                found[f"[[{kind}_{number}]]"] = value
        return found

    def _make_key(self, tx: Connection, principal: Principal) -> bytes:
        key = new_key()
        sealed = seal(self._installation_key, key, _owner(principal))
        tx.execute(
            insert(data_keys),
            {
                "tenant": principal.tenant,
                "user_id": principal.user,
                "sealed": sealed,
                "created_at": self._clock.now(),
            },
        )
        return key


def _owner(principal: Principal) -> str:
    return f"{principal.tenant}\0{principal.user}"


def _of(principal: Principal) -> tuple[ColumnElement[bool], ...]:
    return (placeholders.c.tenant == principal.tenant, placeholders.c.user_id == principal.user)


def _key_of(principal: Principal) -> tuple[ColumnElement[bool], ...]:
    return (data_keys.c.tenant == principal.tenant, data_keys.c.user_id == principal.user)
