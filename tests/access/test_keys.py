"""API keys on SQLite and PostgreSQL."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.access import credentials
from askwell.access.credentials import OPEN, Authenticator
from askwell.access.keys import USED_S, KeyRing
from askwell.errors import BadInput, NotFound, StorageFailed, Unauthorized
from askwell.stores.sql.api_keys import SqlApiKeys
from askwell.stores.sql.database import open_database
from askwell.text.secrets import hide_secrets
from askwell.types import OPERATOR, Principal
from tests.access.clock import TestClock
from tests.stores.conftest import url

ANN = Principal("acme", "ann")
DAY_S = 86_400


async def test_a_key_is_accepted_until_it_expires(ring: KeyRing, clock: TestClock) -> None:
    key, text = await ring.create(ANN, ["ask", "memory"], name="laptop", days=30)
    found = await ring.check(text)
    assert found is not None
    assert (found.id, found.principal, found.scopes, found.name) == (
        key.id,
        ANN,
        frozenset({"ask", "memory"}),
        "laptop",
    )
    clock.pass_s(30 * DAY_S - 1)
    assert await ring.check(text) is not None
    clock.pass_s(1)
    assert await ring.check(text) is None
    assert (await ring.all())[0].state(clock.now()) == "expired"


async def test_a_revoked_key_is_refused_by_every_process_at_once(
    key_database: AsyncEngine, ring: KeyRing, clock: TestClock
) -> None:
    other = KeyRing(SqlApiKeys(key_database), clock)
    key, text = await ring.create(ANN, ["ask"])
    assert await other.check(text) is not None
    revoked = await ring.revoke(key.id)
    assert await other.check(text) is None
    clock.pass_s(60)
    assert (await ring.revoke(key.id)).revoked_at == revoked.revoked_at
    with pytest.raises(NotFound, match="0000") as caught:
        await ring.revoke("0000")
    assert caught.value.code == "key_not_found"


async def test_no_other_text_is_a_key(ring: KeyRing) -> None:
    _, text = await ring.create(ANN, ["ask"])
    other, another = await ring.create(ANN, ["ask"])
    secret = text.rpartition("_")[2] if text.count("_") == 2 else text[25:]
    for wrong in ("", "askwell_", text[:-1], text + "A", text[:-1] + "é", text.upper(), f"askwell_{other.id}_{secret}"):
        assert await ring.check(wrong) is None, wrong
    assert await ring.check(f"askwell_{'0' * 16}_{another[25:]}") is None


async def test_only_a_hash_of_the_secret_is_stored(database: Path, clock: TestClock) -> None:
    engine = open_database(url(database))
    key, text = await KeyRing(SqlApiKeys(engine), clock).create(ANN, ["ask"])
    await engine.dispose()
    stored = await asyncio.to_thread(_bytes_of, database)
    assert key.id.encode() in stored
    assert text[25:].encode() not in stored
    assert text[25:] not in repr(key)
    with sqlite3.connect(database) as raw:
        assert raw.execute("SELECT length(secret_hash) FROM api_keys").fetchone() == (32,)


async def test_keys_differ_and_are_hidden_in_texts(ring: KeyRing) -> None:
    texts = {(await ring.create(ANN, ["ask"]))[1] for _ in range(5)}
    assert len(texts) == 5
    for text in texts:
        assert len(text) == len("askwell_") + 16 + 1 + 43
        assert text[26:] not in hide_secrets(f"sent {text} to it")


async def test_the_last_use_is_written_once_in_a_while(ring: KeyRing, clock: TestClock) -> None:
    _, text = await ring.create(ANN, ["ask"])
    began = clock.now()
    for _ in range(3):
        await ring.check(text)
        clock.pass_s(USED_S / 4)
    assert (await ring.all())[0].last_used_at == began
    clock.pass_s(USED_S)
    await ring.check(text)
    assert (await ring.all())[0].last_used_at == clock.now()


async def test_a_full_disk_keeps_nobody_out(
    key_database: AsyncEngine, clock: TestClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = SqlApiKeys(key_database)
    _, text = await KeyRing(stored, clock).create(ANN, ["ask"])

    async def fail(key_id: str, at: object) -> None:
        raise StorageFailed("Disk error", code="disk_full")

    monkeypatch.setattr(stored, "mark_used", fail)
    assert await KeyRing(stored, clock).check(text) is not None


@pytest.mark.parametrize(
    ("principal", "scopes", "days", "code"),
    [
        (Principal("acme", ""), ["ask"], 1, "bad_name"),
        (Principal("", "ann"), ["ask"], 1, "bad_name"),
        (Principal("acme", "an\x00n"), ["ask"], 1, "bad_name"),
        (Principal("acme", "a" * 201), ["ask"], 1, "bad_name"),
        (Principal("acme", " ann"), ["ask"], 1, "bad_name"),
        (ANN, [], 1, "unknown_scope"),
        (ANN, ["ask", "root"], 1, "unknown_scope"),
        (ANN, ["documents"], 1, "operator_scope"),
        (ANN, ["ask", "admin"], 1, "operator_scope"),
        (ANN, ["ask"], 0, "bad_expiry"),
        (ANN, ["ask"], 10**6, "bad_expiry"),
    ],
)
async def test_a_key_that_cannot_be_is_refused(
    ring: KeyRing, principal: Principal, scopes: list[str], days: int, code: str
) -> None:
    with pytest.raises(BadInput) as caught:
        await ring.create(principal, scopes, days=days)
    assert caught.value.code == code
    assert await ring.all() == []


async def test_without_credentials_this_machine_is_the_operator_until_there_is_a_key(
    ring: KeyRing, clock: TestClock
) -> None:
    open_to_all = Authenticator("", ring, None, monotonic=clock.monotonic)
    assert await open_to_all.caller("") == OPEN
    assert OPEN.principal == OPERATOR
    key, text = await ring.create(ANN, ["ask"])
    clock.pass_s(credentials.OPEN_S)
    with pytest.raises(Unauthorized):
        await open_to_all.caller("")
    assert (await open_to_all.caller(f"Bearer {text}")).principal == ANN
    await ring.revoke(key.id)
    for header in ("", f"Bearer {text}", f"Basic {text}"):
        with pytest.raises(Unauthorized):
            await open_to_all.caller(header)


async def test_the_shared_token_and_keys_work_together(ring: KeyRing) -> None:
    both = Authenticator("shared", ring, None)
    _, text = await ring.create(ANN, ["ask"])
    assert (await both.caller("Bearer shared")).principal == OPERATOR
    found = await both.caller(f"bearer  {text}")
    assert (found.principal, set(found.scopes)) == (ANN, {"ask"})
    for header in ("", "Bearer", "Bearer ", "shared", "Bearer Shared", f"Basic {text}", "Bearer a.b.c"):
        with pytest.raises(Unauthorized) as caught:
            await both.caller(header)
        assert "shared" not in caught.value.message


def _bytes_of(database: Path) -> bytes:
    return b"".join(each.read_bytes() for each in database.parent.glob(f"{database.name}*"))
