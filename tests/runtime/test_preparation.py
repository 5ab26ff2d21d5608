"""Reading the documents of assistants in the background: what is pending, what failed, what answers are warned of."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from pathlib import Path

import pytest

from askwell.assistant import Assistant, KnowledgeSection, root_of
from askwell.errors import BadConfig, StorageFailed
from askwell.runtime.preparation import INCOMPLETE, NOT_READY, Preparation, Reading
from askwell.types import Document, IngestFailure, Ingestion, IngestProgress

BROKEN = IngestFailure("b.pdf", "file_broken", "It cannot be read.")


ASSISTANTS = {
    name: Assistant(name=name, title=name, folder=Path(name), knowledge=KnowledgeSection())
    for name in ("manual", "rules")
}
IN_PROGRESS = [Ingestion("rules", "/elsewhere", 2, 5), Ingestion("rules", "/other", 1, 3), Ingestion("x", "/x", 0, 1)]


class Documents:
    """Documents that are read when the test says so; those of `rules` fail with `error`, if there is one."""

    def __init__(self, error: Exception | None = None) -> None:
        self.go_on = asyncio.Event()
        self.error = error
        self.added: Sequence[Ingestion] | Exception = []
        self.left_over: int | Exception = 0

    async def prepare(self, name: str) -> AsyncGenerator[IngestProgress, None]:
        if name == "manual":
            yield IngestProgress(4, 1, failures=(BROKEN,))
            await self.go_on.wait()
            yield IngestProgress(4, 4, failures=(BROKEN,), done=True)
        elif self.error is not None:
            raise self.error

    async def ongoing(self, collections: Sequence[str]) -> Sequence[Ingestion]:
        if isinstance(self.added, Exception):
            raise self.added
        return [each for each in self.added if each.collection in collections]

    def preparation(self) -> Preparation:
        return Preparation(ASSISTANTS, self.prepare, self)

    async def documents(self, collection: str, *, after: str = "", limit: int = 100) -> list[Document]:
        del collection, after, limit
        return []

    async def embed_missing(self) -> int:
        if isinstance(self.left_over, Exception):
            raise self.left_over
        return self.left_over


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not holds():  # noqa: ASYNC110  # a preparation has no event for its progress
            await asyncio.sleep(0)


async def test_assistants_are_read_one_after_the_other_and_say_how_far_they_are() -> None:
    documents = Documents()
    preparation = documents.preparation()
    assert (preparation.readings, preparation.pending, preparation.troubles) == ({}, [], [])
    preparation.start()
    assert preparation.pending == [f"{name}: its documents are waiting to be read" for name in ASSISTANTS]
    await until(lambda: preparation.readings["manual"].total_files == 4)
    assert preparation.readings["manual"] == Reading("reading", 1, 4, ("b.pdf (file_broken)",))
    assert preparation.readings["rules"] == Reading("waiting", 0, 0, (), "")
    assert preparation.pending == [
        "manual: its documents are being read (1 of 4)",
        "rules: its documents are waiting to be read",
    ]
    documents.go_on.set()
    await until(lambda: not preparation.pending)
    assert preparation.readings == {
        "manual": Reading("ready", 4, 4, ("b.pdf (file_broken)",)),
        "rules": Reading("ready"),
    }
    assert preparation.troubles == ["manual: b.pdf (file_broken)"]
    await preparation.stop()


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (BadConfig("The folder is not there", hint="Name another one."), "The folder is not there. Name another one."),
        (RuntimeError("secret of a reader"), "RuntimeError"),
    ],
)
async def test_a_failed_assistant_is_a_trouble_with_its_reason_and_others_are_read(
    error: Exception, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    documents = Documents(error)
    documents.go_on.set()
    preparation = documents.preparation()
    preparation.start()
    await until(lambda: not preparation.pending)
    assert preparation.readings["manual"].state == "ready"
    assert preparation.readings["rules"] == Reading("failed", reason=reason)
    assert preparation.troubles == ["manual: b.pdf (file_broken)", f"rules: {reason}"]
    [record] = [each for each in caplog.records if each.levelname == "ERROR"]
    assert record.getMessage() == "documents of rules could not be read"
    assert record.exc_info is not None
    assert record.exc_info[1] is error
    await preparation.stop()


async def test_an_answer_is_warned_of_the_documents_that_its_assistant_searches() -> None:
    documents = Documents()
    preparation = documents.preparation()
    preparation.start()
    await until(lambda: preparation.readings["manual"].total_files == 4)
    manual, rules = [await preparation.unread(each) for each in ASSISTANTS.values()]
    assert [*manual, *rules] == [NOT_READY, NOT_READY]
    assert manual[NOT_READY].detail == {"manual": {"read_files": 1, "total_files": 4}}
    assert rules[NOT_READY].detail == {"rules": {"read_files": 0, "total_files": 0}}
    waits, reads = ({"assistant": name, **more} for name, more in (("rules", {}), ("manual", {"read": 1, "total": 4})))
    assert manual[NOT_READY].params == {"pending": [{"code": "documents.reading_of", "params": reads}]}
    assert rules[NOT_READY].params == {"pending": [{"code": "documents.waiting", "params": waits}]}
    await preparation.stop()
    assert not any(task.get_name().startswith("prepare") for task in asyncio.all_tasks())


async def test_an_answer_is_warned_of_what_others_add_but_not_twice_of_what_is_read_here() -> None:
    documents = Documents()
    documents.added = [*IN_PROGRESS, Ingestion("rules", root_of("rules"), 1, 9)]
    preparation = documents.preparation()
    preparation.start()
    warned = await preparation.unread(ASSISTANTS["rules"])
    assert [*warned] == [NOT_READY, INCOMPLETE]
    assert warned[INCOMPLETE].detail == {"rules": {"read_files": 3, "total_files": 8}}
    adding = {"code": "documents.adding_of", "params": {"collection": "rules", "read": 3, "total": 8}}
    assert warned[INCOMPLETE].params == {"pending": [adding]}
    await preparation.stop()
    documents.added = StorageFailed("The database is away")
    assert await preparation.additions(("rules",)) == ()


@pytest.mark.parametrize("error", [StorageFailed("The database is away"), RuntimeError("secret of an embedder")])
async def test_vectors_that_cannot_be_resumed_are_logged(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    documents = Documents()
    documents.left_over = error
    documents.go_on.set()
    preparation = documents.preparation()
    preparation.start()
    await until(lambda: "documents without vectors are not embedded" in caplog.text)
    await preparation.stop()
    assert {reading.state for reading in preparation.readings.values()} == {"ready"}
