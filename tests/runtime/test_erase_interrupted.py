"""An erasure that is killed is completed by the next process, or by the next call, whatever was done before."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from askwell.engine import Engine
from askwell.errors import StorageFailed
from askwell.settings import Settings
from askwell.types import Principal
from tests.runtime.canaries import CARRIERS, Person, readable
from tests.runtime.test_erase import NOT_IN_EXPORT, two_people
from tests.runtime.test_personal_data_at_rest import dump

pytestmark = pytest.mark.anyio

KILLED = """
import asyncio, os, signal, sys
from askwell.engine import Engine
from askwell.settings import Settings
from askwell.types import Principal
import {module} as module

def kill(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

setattr({owner}, {name!r}, kill)

async def erase():
    async with await Engine.open(Settings.model_validate_json(sys.argv[1])) as engine:
        await engine.deletions.subject(Principal("acme", "ann"))

asyncio.run(erase())
"""
POINTS = {
    "before anything is removed": ("askwell.access.keys", "module.KeyRing", "remove_of"),
    "before the key is destroyed": ("askwell.composition.personal_data", "module.PersonalData", "erase"),
    "before a file is removed": ("askwell.knowledge.attachments.files", "module.AttachedFiles", "remove"),
    "before an index is removed": ("askwell.knowledge.refresh", "module.LocalIndexes", "drop"),
    "before conversations are removed": ("askwell.stores.sql.sessions", "module.SqlSessions", "delete"),
    "before the log is emptied": ("askwell.stores.sql.transactions", "module.SqlTransactions", "erase"),
    "before the file is written again": ("askwell.composition.container", "module.Container", "compact"),
    "before it is noted as done": ("askwell.stores.sql.ledger", "module.SqlLedger", "end"),
}


@pytest.mark.parametrize("point", POINTS)
async def test_an_erasure_that_is_killed_is_completed_by_the_next_process(
    settings: Settings, tmp_path: Path, point: str
) -> None:
    async with two_people(settings, tmp_path) as (_, ann, ben):
        pass
    module, owner, name = POINTS[point]
    script = KILLED.format(module=module, owner=owner, name=name)
    ended = await asyncio.to_thread(run, script, settings.model_dump_json())
    assert ended.returncode == -9, ended.stderr.decode()
    async with await Engine.open(settings) as engine:
        await check_erased(engine, ann)
        assert await readable(engine, ben) >= set(CARRIERS) - NOT_IN_EXPORT - {"partial"}
        assert engine.container.ledger is not None
        assert await engine.container.ledger.unfinished() == []


@pytest.mark.parametrize("point", ["before conversations are removed", "before the file is written again"])
async def test_an_erasure_that_is_killed_is_completed_on_a_server(
    settings: Settings, tmp_path: Path, postgres_database: str, point: str
) -> None:
    settings = settings.model_copy(update={"database_url": postgres_database})
    async with two_people(settings, tmp_path) as (_, ann, ben):
        pass
    module, owner, name = POINTS[point]
    ended = await asyncio.to_thread(
        run, KILLED.format(module=module, owner=owner, name=name), settings.model_dump_json()
    )
    assert ended.returncode == -9, ended.stderr.decode()
    async with await Engine.open(settings) as engine:
        await check_erased(engine, ann)
        assert not any(word in row for row in dump(postgres_database) for word in ann.words.values())
        assert await readable(engine, ben) >= set(CARRIERS) - NOT_IN_EXPORT - {"partial"}


async def test_an_erasure_that_failed_is_completed_by_the_next_call(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_people(settings, tmp_path) as (engine, ann, _):

        async def fail(*_: object) -> None:
            raise StorageFailed("The disk is full", code="disk_full")

        with monkeypatch.context() as patch:
            patch.setattr("askwell.knowledge.attachments.files.AttachedFiles.remove_others", fail)
            with pytest.raises(StorageFailed, match="disk is full"):
                await engine.deletions.subject(ann.principal)
        receipt = await engine.deletions.subject(Principal("acme", "ann"))
        assert receipt.counts["conversations"] == 0
        await check_erased(engine, ann)


def run(script: str, argument: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([sys.executable, "-c", script, argument], check=False, capture_output=True)


async def check_erased(engine: Engine, person: Person) -> None:
    assert await readable(engine, person) == set()
    assert person.held([engine.settings.home]) == {}
