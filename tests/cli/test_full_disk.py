"""Commands on a real full disk and on a real read-only one."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Askwell
from tests.disks import fill, small_disk

READING = (
    ["sessions", "list"],
    ["sessions", "list", "--search", "puncture"],
    ["sessions", "show", "{id}", "--explain"],
    ["sessions", "export", "{id}"],
    ["sessions", "export", "--all"],
    ["memory", "show", "{id}"],
    ["show", "bikes"],
    ["config", "show"],
    ["models", "list"],
    ["search", "puncture", "--collection", "bikes"],
)
"""Commands that write nothing."""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk", 8) as folder:
        yield folder


def remount(disk: Path) -> None:
    """Make the disk read-only."""
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)


@pytest.mark.parametrize("store", ["sql", "files"])
@pytest.mark.parametrize("spoil", [fill, remount], ids=["full", "read-only"])
def test_commands_that_read_work(
    askwell: Askwell, disk: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path], object], store: str
) -> None:
    monkeypatch.setenv("ASKWELL_HOME", str(disk / "home"))
    monkeypatch.setenv("ASKWELL_STORE", store)
    assert askwell("demo", "bikes").code == 0
    session = askwell("sessions", "list").out.split()[0]
    before = {tuple(each): askwell(*(part.replace("{id}", session) for part in each)) for each in READING}
    spoil(disk)
    for each in READING:
        after = askwell(*(part.replace("{id}", session) for part in each))
        assert (after.code, after.out) == (before[tuple(each)].code, before[tuple(each)].out)
        assert after.code == 0
    refused = askwell("ask", "What does a puncture repair cost?")
    assert refused.code == 1
    assert "code: disk_full" in refused.err or "code: storage_unavailable" in refused.err
    doctor = askwell("doctor")
    assert doctor.code == 1
    if spoil is fill:
        (disk / "filler").unlink()
        assert askwell("ask", "What does a puncture repair cost?").code == 0


def test_what_a_killed_process_left_in_the_log_is_read(
    askwell: Askwell, disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question of a killed process is in the write-ahead log alone."""
    monkeypatch.setenv("ASKWELL_HOME", str(disk / "home"))
    assert askwell("demo", "bikes").code == 0
    code = (
        "import asyncio, os\nfrom askwell.engine import Engine\n"
        "async def main():\n"
        "    engine = await Engine.open()\n"
        "    await engine.create_session('bikes', title='Left in the log')\n"
        "    os._exit(9)\n"
        "asyncio.run(main())\n"
    )
    subprocess.run([sys.executable, "-c", code], env=dict(os.environ), check=False, timeout=60)
    assert (disk / "home" / "askwell.db-wal").stat().st_size > 0
    remount(disk)
    assert "Left in the log" in askwell("sessions", "list").out
