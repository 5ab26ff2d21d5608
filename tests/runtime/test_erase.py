"""All data of a person is erased from every file, and of nobody else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import URL, make_url

from askwell.composition.container import Container
from askwell.engine import Engine
from askwell.errors import NotFound
from askwell.settings import Settings
from askwell.types import OPERATOR, Principal
from tests.alpine import COST, alpine, let_write, until_it_writes
from tests.runtime.canaries import CARRIERS, Person, readable, rows
from tests.runtime.test_personal_data_at_rest import dump
from tests.stores.servers import data_folder, execute

pytestmark = pytest.mark.anyio

IN_ROWS = set(CARRIERS) - {"file", "removed"}
"""Places that are in the database of the conversations."""
NOT_IN_EXPORT = {"key", "removed"}


@asynccontextmanager
async def two_people(settings: Settings, folder: Path) -> AsyncIterator[tuple[Engine, Person, Person]]:
    """An engine with the data of two people of one tenant."""
    async with alpine(settings.model_copy(update={"lease_s": 1.0}), folder) as engine:
        ann, ben = Person(Principal("acme", "ann")), Person(Principal("acme", "ben"))
        for person in (ann, ben):
            await person.fill(engine)
        yield engine, ann, ben


async def test_a_turn_without_a_conversation_is_stopped_too(settings: Settings, tmp_path: Path) -> None:
    async with alpine(settings, tmp_path) as engine:
        let_write(engine, ["more and " * 5_000], piece_s=0.01)
        run = await engine.start(COST, principal=Principal("acme", "ann"))
        others = await engine.start(COST, principal=Principal("acme", "ben"))
        await until_it_writes(run)
        await engine.deletions.subject(Principal("acme", "ann"))
        assert (run.ended, others.ended) == (True, False)
        with pytest.raises(NotFound):
            engine.run(run.turn_id)


@pytest.mark.parametrize("store", ["sql", "files"])
async def test_nothing_of_an_erased_person_is_in_any_file(settings: Settings, tmp_path: Path, store: str) -> None:
    """F37, S3-13, S3-B3: the bytes of database, log, index generations and attachments are searched."""
    settings = settings.model_copy(update={"store": store})
    async with two_people(settings, tmp_path) as (engine, ann, ben):
        assert set(ann.held([settings.home])) >= {*CARRIERS, "index"} - {"removed"} - (
            {"key"} if store == "files" else set()
        )
        receipt = await engine.deletions.subject(ann.principal)
        assert ann.held([settings.home]) == {}
        assert await readable(engine, ann) == set()
        assert ann.running is not None
        assert ann.running.ended
        assert receipt.counts == {
            "conversations": 1, "turns": 2, "attachments": 2, "placeholders": 0, "api_keys": 1
        }  # fmt: skip
        assert "ann" not in str(receipt)
        assert await readable(engine, ben) >= set(CARRIERS) - NOT_IN_EXPORT
        assert ben.running is not None
        assert not ben.running.ended
        again = await engine.deletions.subject(ann.principal)
        assert set(again.counts.values()) == {0}
    assert ann.held([settings.home]) == {}
    assert "'ann'" not in rows(settings.home)
    assert set(ben.held([settings.home])) >= set(CARRIERS) - NOT_IN_EXPORT - {"partial"}


async def test_nothing_of_an_erased_person_is_in_the_files_of_a_server(
    settings: Settings, tmp_path: Path, postgres_database: str
) -> None:
    """F37: a dump and the raw bytes of tables, indexes and statistics; the write-ahead log is the server's."""
    settings = settings.model_copy(update={"database_url": postgres_database})
    server = make_url(postgres_database)
    tables = data_folder(server) / "base"
    async with two_people(settings, tmp_path) as (engine, ann, ben):
        execute(server, "ANALYZE; CHECKPOINT")
        assert set(ann.held([tables])) >= {"title", "question", "answer", "comment", "summary", "session", "apikey"}
        await engine.deletions.subject(ann.principal)
        execute(server, "CHECKPOINT")
        assert ann.held([tables, settings.home]) == {}
        assert not any(word in row for row in dump(postgres_database) for word in ann.words.values())
        assert await readable(engine, ann) == set()
        assert await readable(engine, ben) >= set(CARRIERS) - NOT_IN_EXPORT


async def test_a_backup_that_is_restored_gets_the_deletions_again(settings: Settings, tmp_path: Path) -> None:
    """F37: a person, one conversation and one file of others are removed after the backup was made."""
    home, backup = settings.home, tmp_path / "backup"
    async with two_people(settings, tmp_path) as (_, ann, ben):
        pass
    backed_up = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    backed_up.pop(home / "deletions.jsonl")  # it is kept apart, as the page says
    async with await Engine.open(settings) as engine:
        kept = (await engine.create_session(principal=ben.principal, title="kept")).id
        await engine.attachments.remove(ann.session, 1, principal=ann.principal)
        await engine.deletions.subject(ann.principal)
        await engine.attachments.remove(ben.session, 1, principal=ben.principal)
        await engine.delete_session(kept, principal=ben.principal)
    assert not backup.exists()
    for path in [each for each in home.rglob("*") if each.is_file() and each.name != "deletions.jsonl"]:
        path.unlink()
    for path, data in backed_up.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    assert len(ann.held([home])) > 8
    async with await Engine.open(settings) as engine:
        assert await readable(engine, ann) == set()
        assert ann.held([home]) == {}
        assert await readable(engine, ben) >= set(CARRIERS) - NOT_IN_EXPORT - {"file", "partial"}
        assert "file" not in ben.held([home])
        assert await engine.deletions.repeat() == 0


async def test_a_restored_server_gets_the_deletions_again(
    settings: Settings, tmp_path: Path, postgres: URL, postgres_database: str
) -> None:
    """F37."""
    settings = settings.model_copy(update={"database_url": postgres_database})
    async with two_people(settings, tmp_path) as (_, ann, ben):
        pass
    name = make_url(postgres_database).database
    execute(postgres, 'DROP DATABASE IF EXISTS "restored"')
    execute(postgres, f'CREATE DATABASE "restored" TEMPLATE "{name}"')
    async with await Engine.open(settings) as engine:
        await engine.deletions.subject(ann.principal)
    restored = make_url(postgres_database).set(database="restored").render_as_string(hide_password=False)
    assert any(word in row for row in dump(restored) for word in ann.words.values())
    async with await Engine.open(settings.model_copy(update={"database_url": restored})) as engine:
        assert await readable(engine, ann) == set()
        assert await readable(engine, ben) >= set(CARRIERS) - NOT_IN_EXPORT - {"partial"}
    assert not any(word in row for row in dump(restored) for word in ann.words.values())


async def test_what_a_person_does_after_an_erasure_is_not_erased_again(settings: Settings, tmp_path: Path) -> None:
    """An interrupted erasure is repeated when an engine opens; the person may have returned until then."""
    async with two_people(settings, tmp_path) as (engine, ann, _):
        ledger = engine.container.ledger
        assert ledger is not None
        await ledger.begin("subject", "acme", "ann")
        new = (await engine.create_session(principal=ann.principal)).id
    async with await Engine.open(settings) as engine:
        assert [each.id for each in await engine.store.sessions.page(ann.principal)] == [new]
        assert await ledger.unfinished() == []


async def test_a_call_that_finds_nothing_does_not_write_the_database_again(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise anybody could keep a server busy with it."""
    compacted: list[Container] = []

    async def compact(container: Container) -> None:
        compacted.append(container)

    async with alpine(settings, tmp_path) as engine:
        await engine.create_session(principal=Principal("acme", "ann"))
        monkeypatch.setattr(Container, "compact", compact)
        for expected in (1, 1):
            await engine.deletions.subject(Principal("acme", "ann"))
            assert len(compacted) == expected
        assert engine.container.ledger is not None
        await engine.container.ledger.begin("subject", "acme", "ann")
        await engine.deletions.subject(Principal("acme", "ann"))
        assert len(compacted) == 2


async def test_what_the_operator_has_typed_goes_with_the_operator(settings: Settings, tmp_path: Path) -> None:
    async with alpine(settings, tmp_path) as engine:
        settings.chat_history.write_text("+a question\n")
        await engine.deletions.subject(Principal("acme", "ann"))
        assert settings.chat_history.exists()
        await engine.deletions.subject(OPERATOR)
        assert not settings.chat_history.exists()


async def test_a_server_stays_closed_when_the_last_key_is_erased(settings: Settings, tmp_path: Path) -> None:
    async with alpine(settings, tmp_path) as engine:
        _, key = await engine.access.keys.create(Principal("acme", "ann"), ["ask"], name="hers")
        await engine.deletions.subject(Principal("acme", "ann"))
        assert await engine.access.keys.check(key) is None
        assert await engine.access.keys.all() == []
        assert not await engine.access.authenticator.is_open()
        assert await engine.access.keys.exist()
