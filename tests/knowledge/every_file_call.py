"""Fail one file call below the index folder after another, and see what the same process does afterwards.

`python -m tests.knowledge.every_file_call [STRIDE]` fails each call (or every STRIDE-th) in each way. It is a part of
`make soak` and needs a C compiler, since tantivy's calls are made by native code (`failing_files.c`).
"""

import asyncio
import ctypes
import errno
import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from askwell.errors import AskwellError, StorageFailed
from askwell.knowledge import refresh
from askwell.knowledge.search import LocalKnowledge
from askwell.types import Passage, SearchQuery
from tests.conftest import REPOSITORY
from tests.knowledge.kit import HashingEmbedder, drain, make_knowledge, open_engine, write

ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES)
COLLECTION = "c"
REBUILD_S = 20.0
MEMORY = Path("/dev/shm")
"""Where syncing takes no time."""
PRELOADED = "--preloaded"

T = TypeVar("T")


class FailingFiles:
    """The preloaded library of this process."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None)
        self._library.failed_call.restype = ctypes.c_char_p

    def arm(self, at: int, error: int) -> None:
        """Fail file call `at` from now on, counted from 1; 0 for none."""
        self._library.plan(b"/index/", ctypes.c_long(at), error)

    @property
    def failed_call(self) -> str:
        """The call that failed; empty if none did."""
        called: bytes = self._library.failed_call()
        return called.decode()


@dataclass
class Library:
    """Documents that come, change and go; each has a word of its own."""

    knowledge: LocalKnowledge
    index: Path
    """Folder of the index."""
    folder: Path
    """Folder of documents that is read."""
    refused: list[str] = field(default_factory=list)
    """Codes of the calls that failed as they may."""
    wrong: list[str] = field(default_factory=list)
    removed: set[str] = field(default_factory=set)
    """Words of removed documents."""

    async def live(self, word: str) -> None:
        """Each step is independent: one that fails is left out."""
        added = await self._try(
            self.knowledge.add(f"{word}.md", f"The {word} leaves.".encode(), COLLECTION, labels=[label_of(word)])
        )
        await self._try(self._search(word))
        write(self.folder, read=f"The {word}folder sleeps.")
        await self._try(drain(self.knowledge.ingest(self.folder, COLLECTION)))
        await self._try(self._search(f"{word}folder"))
        if added is not None:
            await self._try(self.knowledge.remove(added.id))
            self.removed.add(word)
        await self._try(self._search(word))

    async def check(self) -> None:
        """Note where search and database differ."""
        expected = {each.id for each in await self.knowledge.documents(COLLECTION)}
        for _ in range(3):  # a search may start a rebuild, and the next one sees the result
            found = {each.chunk.document_id for each in await self._search("leaves sleeps")}
            async with asyncio.timeout(REBUILD_S):
                while self.knowledge.lacking((COLLECTION,)):
                    await self._search("leaves sleeps")
                    await asyncio.sleep(0.005)
        if found != expected:
            self.wrong.append(f"{len(expected - found)} documents are not found, {len(found - expected)} are gone")
        best = await self._search("leaves sleeps")
        if any(not each.scores.get("lexical") or not each.scores.get("dense") for each in best):
            self.wrong.append("a part of the index finds nothing")
        [collection] = self.index.iterdir()
        generations = [each for each in collection.iterdir() if each.is_dir()]
        if len(generations) != 1:
            self.wrong.append(f"{len(generations)} generations are in the folder")
        held = b"".join(each.read_bytes() for each in collection.rglob("*") if each.is_file())
        stay = [word for word in self.removed if label_of(word).encode() in held]
        if stay:
            self.wrong.append(f"the labels of removed documents are in the index files: {stay}")

    async def _search(self, text: str) -> list[Passage]:
        return list(await self.knowledge.search(SearchQuery((text,), (COLLECTION,), k=50)))

    async def _try(self, call: Awaitable[T]) -> T | None:
        try:
            return await call
        except StorageFailed as error:
            self.refused.append(error.code)
        except AskwellError as error:
            self.wrong.append(f"raised {error.code}: {error.message}")
        except BaseException as error:
            if isinstance(error, asyncio.CancelledError | KeyboardInterrupt):
                raise
            self.wrong.append(f"raised {error!r}")
        return None


def label_of(word: str) -> str:
    """The label of the document with this word."""
    return f"label-{word}-end"


async def outcomes(folder: Path, error: int, stride: int) -> tuple[int, list[str]]:
    """The number of calls that failed (1, 1 + stride, ...), and what went wrong in the same process afterwards."""
    refresh.REBUILD_PAUSE_S = 0.0
    files, wrong, calls, at = FailingFiles(), list[str](), 0, 1
    async with open_engine(folder) as engine:
        library = Library(make_knowledge(engine, folder, HashingEmbedder()), folder / "index", folder / "documents")
        for word in ("ferry", "tram", "bus", "train"):
            await library.knowledge.add(f"{word}.md", f"The {word} leaves.".encode(), COLLECTION)
        while True:
            await library.check()
            files.arm(at, error)
            await library.live(f"boat{at}")
            failed = files.failed_call
            files.arm(0, 0)
            await library.check()
            wrong += [f"{at} {failed.replace(str(folder), '')}: {each}" for each in library.wrong]
            library.wrong.clear()
            if not failed:
                break
            calls, at = calls + 1, at + stride
        await library.knowledge.close()
    return calls, wrong


def run(stride: int, *, errors: Sequence[int] = ERRORS) -> "subprocess.CompletedProcess[str]":
    """Run this module with the library preloaded. Raises FileNotFoundError without a C compiler."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "failing_files.so"
        source = Path(__file__).with_name("failing_files.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl", "-lpthread"], check=True)
        path = os.pathsep.join([str(REPOSITORY / "src"), str(REPOSITORY)])
        command = [sys.executable, "-m", __spec__.name, PRELOADED, str(stride), *map(str, errors)]
        return subprocess.run(
            command, env=os.environ | {"LD_PRELOAD": str(library), "PYTHONPATH": path}, text=True, check=False
        )


def main(stride: int, errors: Sequence[int]) -> None:
    """A line for each error; exits with 1 if the process did not recover from one of them."""
    logging.disable()
    clean = True
    for error in errors:
        with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
            calls, wrong = asyncio.run(outcomes(Path(folder), error, stride))
        clean &= not wrong
        lines = [*wrong, f"{errno.errorcode[error]:8}{calls:>5} file calls failed{len(wrong):>5} not recovered from"]
        sys.stdout.write("".join(f"{each}\n" for each in lines))
        sys.stdout.flush()
    sys.exit(not clean)


if __name__ == "__main__":
    if sys.argv[1:2] == [PRELOADED]:
        main(int(sys.argv[2]), [int(each) for each in sys.argv[3:]])
    sys.exit(run(int(sys.argv[1]) if sys.argv[1:] else 1).returncode)
