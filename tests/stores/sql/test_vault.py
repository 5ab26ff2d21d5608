"""The values of placeholders, encrypted in a database."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.composition.system import SystemClock
from askwell.errors import StorageFailed
from askwell.stores.sql.vault import SqlVault
from askwell.types import Principal

pytestmark = pytest.mark.anyio

ADA, BOB = Principal("t", "ada"), Principal("t", "bob")
IBAN = {"IBAN": {"nl91abna": "NL91 ABNA"}}


@pytest.fixture(params=["engine", "postgres_engine"])
def vault(request: pytest.FixtureRequest, tmp_path: Path) -> SqlVault:
    engine: AsyncEngine = request.getfixturevalue(request.param)
    return SqlVault(engine, SystemClock(), tmp_path / "privacy.key")


async def test_a_value_is_kept_once_and_only_for_its_owner(vault: SqlVault) -> None:
    await vault.destroy(ADA)
    assert await vault.add(ADA, "s", IBAN) == {"[[IBAN_1]]": "NL91 ABNA"}
    again = await vault.add(ADA, "s", {"IBAN": {"nl91abna": "nl91abna", "other": "other"}})
    assert again == {"[[IBAN_1]]": "NL91 ABNA", "[[IBAN_2]]": "other"}
    assert await vault.read(BOB, "s") == {}
    assert await vault.read(ADA, "s2") == {}
    assert await vault.read(ADA, "s") == again
    await vault.forget(ADA, "s")
    assert await vault.read(ADA, "s") == {}


async def test_values_given_at_once_have_different_numbers(vault: SqlVault) -> None:
    await vault.destroy(ADA)
    made = await asyncio.gather(*(vault.add(ADA, "many", {"PHONE": {str(n): str(n)}}) for n in range(8)))
    assert len({name for each in made for name in each}) == 8
    assert sorted((await vault.read(ADA, "many")).values()) == sorted(map(str, range(8)))


async def test_without_the_key_of_its_owner_a_copied_row_cannot_be_read(vault: SqlVault, tmp_path: Path) -> None:
    await vault.destroy(ADA)
    await vault.add(ADA, "s", IBAN)
    (tmp_path / "privacy.key").rename(tmp_path / "lost.key")
    stranger = SqlVault(vault._engine, SystemClock(), tmp_path / "privacy.key")
    with pytest.raises(StorageFailed, match="does not open"):
        await stranger.read(ADA, "s")
    with pytest.raises(StorageFailed, match="does not open"):
        await stranger.add(ADA, "s", IBAN)


async def test_an_owner_is_destroyed_alone(vault: SqlVault) -> None:
    await vault.destroy(ADA)
    await vault.add(ADA, "s", IBAN)
    await vault.add(BOB, "b", IBAN)
    await vault.destroy(ADA)
    assert await vault.read(ADA, "s") == {}
    assert await vault.read(BOB, "b") == {"[[IBAN_1]]": "NL91 ABNA"}
    assert await vault.is_used()


async def test_the_key_file_is_for_its_owner_and_never_replaced(vault: SqlVault, tmp_path: Path) -> None:
    await vault.destroy(ADA)
    await vault.add(ADA, "s", IBAN)
    file = tmp_path / "privacy.key"
    assert file.stat().st_mode & 0o077 == 0
    file.write_bytes(b"short")
    with pytest.raises(StorageFailed, match="5 bytes instead of 32"):
        await SqlVault(vault._engine, SystemClock(), file).read(ADA, "s")
