"""Whichever file call of an index fails, and however full its disk is: the same process works on."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from askwell.knowledge import refresh
from askwell.stores.sql.database import Database
from tests.disks import fill, small_disk
from tests.knowledge.every_file_call import COLLECTION, Library, run
from tests.knowledge.kit import HashingEmbedder, make_knowledge

STRIDE = 307
"""Distance of the calls that fail here; `python -m tests.knowledge.every_file_call` fails each of them."""


def test_the_process_works_on_whichever_file_call_fails() -> None:
    if shutil.which("cc") is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no C compiler")
    done = run(STRIDE)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk", 4) as folder:
        yield folder


async def test_the_process_works_on_however_little_space_is_left(
    engine: Database, disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full for the index alone: the database is on another one."""
    monkeypatch.setattr(refresh, "REBUILD_PAUSE_S", 0.0)
    # Vectors of 1,024 numbers, so that pages of them do not fit.
    library = Library(
        make_knowledge(engine, disk, HashingEmbedder(dimension=1024)), disk / "index", tmp_path / "documents"
    )
    for word in ("ferry", "tram", "bus", "train"):
        await library.knowledge.add(f"{word}.md", f"The {word} leaves.".encode(), COLLECTION)
    await library.check()
    for kilobytes in range(0, 96, 8):
        filler = fill(disk)
        os.truncate(filler, filler.stat().st_size - kilobytes * 1024)
        await library.live(f"boat{kilobytes}")
        filler.unlink()
        await library.check()
        assert library.wrong == []
    assert set(library.refused) <= {"disk_full"}
    await library.knowledge.close()
