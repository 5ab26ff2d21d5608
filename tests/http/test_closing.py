"""Closing the application while documents are being read."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from askwell.errors import BadInput
from askwell.http.app import create_app
from askwell.knowledge.readers.pool import in_thread, read_in_child
from tests.http.conftest import SettingsOf
from tests.knowledge.readers.test_pdf import BODY, make_pdf

SLOW = """#!/bin/sh
echo $$ > "{noted}.new"
mv "{noted}.new" "{noted}"
exec sleep 600
"""


@pytest.fixture
def noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a reader's process that never ends writes its number."""
    noted = tmp_path / "reader"
    script = tmp_path / "slow"
    script.write_text(SLOW.format(noted=noted))
    script.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(script))
    return noted


async def begun(noted: Path) -> int:
    """The number of the reader's process, once it reads."""
    async with asyncio.timeout(60):
        while not (number := await asyncio.to_thread(_read, noted)):  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(0.02)
    return int(number)


def _read(noted: Path) -> str:
    return noted.read_text() if noted.exists() else ""


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_application_closes_in_the_middle_of_a_file_that_takes_for_ever(
    settings_of: SettingsOf, noted: Path, tmp_path: Path
) -> None:
    (tmp_path / "assistants" / "garden" / "knowledge" / "slow.pdf").write_bytes(make_pdf([(BODY, 12)]))
    app = create_app(settings_of())
    reader = 0

    async def open_and_close() -> None:
        nonlocal reader
        async with app.router.lifespan_context(app):
            reader = await begun(noted)
            assert app.state.engine.preparation.pending
        assert [task for task in asyncio.all_tasks() if task.get_name().startswith("prepare")] == []

    asyncio.run(open_and_close())  # it waits for all threads
    assert not is_there(reader)


async def test_a_reader_ends_with_whoever_waited_for_it(noted: Path) -> None:
    reading = asyncio.create_task(in_thread(read_in_child, "pdf", make_pdf([(BODY, 12)]), "slow.pdf"))
    reader = await begun(noted)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    async with asyncio.timeout(60):
        while is_there(reader):  # noqa: ASYNC110 - another process ends
            await asyncio.sleep(0.02)


async def test_what_a_reader_refuses_comes_out_of_its_thread() -> None:
    with pytest.raises(BadInput) as refused:
        await in_thread(read_in_child, "no such kind", b"", "odd.pdf")
    assert refused.value.code == "broken_document"
