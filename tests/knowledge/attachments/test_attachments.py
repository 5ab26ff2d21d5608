"""The attachments of conversations: stored, read in the background, searched by a filter, removed, erased."""

import asyncio
import time
from pathlib import Path

import pytest

from askwell.errors import BadInput, Conflict, NotFound
from askwell.knowledge.attachments.store import LocalAttachments
from askwell.knowledge.search import LocalKnowledge
from askwell.types import AttachedSearch, Attachment, Passage, Principal, SearchQuery, attached_collection
from tests.knowledge.attachments.conftest import MOST, MOST_BYTES
from tests.knowledge.kit import make_knowledge

pytestmark = pytest.mark.anyio

ANNA = Principal("acme", "anna")
BERT = Principal("acme", "bert")
LEASE = b"# Lease\n\nThe rent is 900 euros. The deposit is two months of rent.\n"
HOUSE = b"# House rules\n\nThe bins are emptied on Tuesday. Rent a parking place from the caretaker.\n"


async def search(
    knowledge: LocalKnowledge, question: str, chosen: list[Attachment], collections: tuple[str, ...] = ()
) -> list[Passage]:
    session = chosen[0].session_id if chosen else "talk"
    attached = AttachedSearch(attached_collection(session), tuple(each.document_id for each in chosen))
    return await knowledge.search(SearchQuery((question,), collections, attached=attached if chosen else None))


def files(folder: Path) -> list[Path]:
    return sorted(path for path in (folder / "attachments").rglob("*") if path.is_file() and path.name != "lock")


async def test_an_attachment_is_queued_at_once_and_ready_soon(
    attachments: LocalAttachments, knowledge: LocalKnowledge
) -> None:
    added = await attachments.add(ANNA, "talk", "lease.md", LEASE)
    assert (added.number, added.state, added.size, added.media_type) == (1, "queued", len(LEASE), "text/markdown")
    [ready] = await attachments.settled(ANNA, "talk")
    assert (ready.state, ready.error_code, ready.is_active, ready.is_only) == ("ready", "", True, False)
    [found] = await search(knowledge, "How much is the rent?", [ready])
    assert "900 euros" in found.chunk.text
    assert found.is_attached
    assert found.chunk.document_id == ready.document_id
    assert not await attachments.of(BERT, "talk")


async def test_a_search_sees_only_the_chosen_attachments(
    attachments: LocalAttachments, knowledge: LocalKnowledge
) -> None:
    await attachments.add(ANNA, "talk", "lease.md", LEASE)
    await attachments.add(ANNA, "talk", "house.md", HOUSE)
    await attachments.add(ANNA, "other", "lease.md", LEASE)
    await knowledge.add("rent.md", b"# Rent\n\nRent is paid in advance.", "papers")
    lease, house = await attachments.settled(ANNA, "talk")

    async def names(chosen: list[Attachment], *collections: str) -> set[str]:
        return {each.document_name for each in await search(knowledge, "rent", chosen, collections)}

    assert await names([lease, house]) == {"lease.md", "house.md"}
    assert await names([house]) == {"house.md"}
    assert await names([lease], "papers") == {"lease.md", "rent.md"}
    assert await names([], "papers") == {"rent.md"}
    assert await knowledge.collections() == {"papers": 1}


async def test_an_attachment_is_found_among_many_passages_that_fit_better(
    attachments: LocalAttachments, knowledge: LocalKnowledge
) -> None:
    await attachments.add(ANNA, "talk", "lease.md", LEASE)
    for number in range(30):
        await knowledge.add(f"hall{number}.md", b"The museum is open. %d" % number, "papers")
    [lease] = await attachments.settled(ANNA, "talk")
    found = await search(knowledge, "Is the museum open?", [lease], ("papers",))
    assert len(found) == 25
    assert found[-1].is_attached


async def test_the_same_bytes_are_the_same_attachment_and_one_file(
    attachments: LocalAttachments, tmp_path: Path
) -> None:
    first = await attachments.add(ANNA, "talk", "lease.md", LEASE)
    again = await attachments.add(ANNA, "talk", "copy of lease.md", LEASE)
    assert (again.id, again.number, again.name) == (first.id, 1, "lease.md")
    await attachments.add(BERT, "his", "lease.md", LEASE)
    [path] = files(tmp_path)
    assert path.read_bytes() == LEASE
    assert path.name == first.content_hash
    await attachments.remove(ANNA, "talk", 1)
    assert files(tmp_path) == [path]
    await attachments.remove(BERT, "his", 1)
    assert files(tmp_path) == []


async def test_a_removed_attachment_is_not_found_and_its_number_is_not_used_again(
    attachments: LocalAttachments, knowledge: LocalKnowledge
) -> None:
    await attachments.add(ANNA, "talk", "lease.md", LEASE)
    [lease] = await attachments.settled(ANNA, "talk")
    assert await search(knowledge, "rent", [lease])
    await attachments.remove(ANNA, "talk", 1)
    assert not await search(knowledge, "rent", [lease])
    assert await knowledge.missing([lease.document_id]) == {lease.document_id}
    again = await attachments.add(ANNA, "talk", "lease.md", LEASE)
    assert again.number == 2
    with pytest.raises(NotFound) as gone:
        await attachments.remove(ANNA, "talk", 1)
    assert gone.value.code == "attachment_not_found"


async def test_another_process_does_not_find_a_removed_attachment_within_a_second(
    attachments: LocalAttachments, knowledge: LocalKnowledge, tmp_path: Path
) -> None:
    shelf = await knowledge.shelf_of("")
    other = make_knowledge(shelf.engine, tmp_path / "elsewhere", shelf.embedder)  # type: ignore[arg-type]
    await attachments.add(ANNA, "talk", "lease.md", LEASE)
    [lease] = await attachments.settled(ANNA, "talk")
    assert await search(other, "rent", [lease])
    await attachments.remove(ANNA, "talk", 1)
    began = time.monotonic()
    assert not await search(other, "rent", [lease])
    assert time.monotonic() - began < 1
    await other.close()


async def test_a_file_that_is_removed_while_it_is_read_is_not_stored(
    attachments: LocalAttachments, knowledge: LocalKnowledge
) -> None:
    added = await attachments.add(ANNA, "talk", "lease.md", LEASE)
    await attachments.remove(ANNA, "talk", 1)
    await attachments.settled(ANNA, "talk")
    await asyncio.sleep(0.5)
    assert await knowledge.documents(attached_collection("talk")) == []
    [row] = await attachments.of(ANNA, "talk")
    assert (row.id, row.is_removed, row.is_searchable) == (added.id, True, False)


async def test_a_file_that_was_left_unread_is_read_by_the_next_process(
    attachments: LocalAttachments, knowledge: LocalKnowledge, tmp_path: Path
) -> None:
    await attachments.add(ANNA, "talk", "lease.md", LEASE)
    await attachments.close()
    [left] = await attachments.of(ANNA, "talk")
    assert left.state == "queued"
    other = LocalAttachments(knowledge, tmp_path / "attachments", most=MOST, most_bytes=MOST_BYTES)
    [ready] = await other.settled(ANNA, "talk")
    assert ready.state == "ready"
    await other.close()


async def test_one_attachment_may_be_the_only_one_until_another_is_added(attachments: LocalAttachments) -> None:
    await attachments.add(ANNA, "talk", "lease.md", LEASE)
    await attachments.add(ANNA, "talk", "house.md", HOUSE)
    changed = await attachments.change(ANNA, "talk", 2, only=True)
    assert changed.is_only
    assert (await attachments.change(ANNA, "talk", 1, only=True)).is_only
    assert [each.is_only for each in await attachments.of(ANNA, "talk")] == [True, False]
    off = await attachments.change(ANNA, "talk", 1, active=False)
    assert (off.is_active, off.is_only) == (False, False)
    await attachments.change(ANNA, "talk", 1, only=True)
    await attachments.add(ANNA, "talk", "third.md", b"# Third\n\nAnother text.")
    assert [each.is_only for each in await attachments.of(ANNA, "talk")] == [False, False, False]


async def test_there_are_limits_for_size_number_and_names(attachments: LocalAttachments, tmp_path: Path) -> None:
    async def refused(name: str, data: bytes) -> str:
        with pytest.raises((BadInput, Conflict)) as error:
            await attachments.add(ANNA, "talk", name, data)
        assert error.value.hint
        return error.value.code

    assert await refused("large.txt", b"x" * (MOST_BYTES + 1)) == "body_too_large"
    assert await refused("a\0b.txt", b"text") == "bad_name"
    assert await refused("empty.txt", b" \n") == "empty_document"
    assert await refused("photo.pdf", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR") == "unsupported_document"
    for number in range(MOST):
        await attachments.add(ANNA, "talk", "same.md", b"# Text\n\nNumber %d." % number)
    assert await refused("one more.md", b"One too many.") == "too_many_attachments"
    assert len(files(tmp_path)) == MOST


async def test_a_name_never_becomes_a_path(attachments: LocalAttachments, tmp_path: Path) -> None:
    await attachments.add(ANNA, "../../talk", "../../etc/passwd.md", LEASE)
    [ready] = await attachments.settled(ANNA, "../../talk")
    assert (ready.name, ready.state) == ("../../etc/passwd.md", "ready")
    [path] = files(tmp_path)
    assert path.relative_to(tmp_path) == Path("attachments", ready.content_hash[:2], ready.content_hash)


async def test_forgetting_a_conversation_erases_everything_of_it(
    attachments: LocalAttachments, knowledge: LocalKnowledge, tmp_path: Path
) -> None:
    await attachments.add(ANNA, "talk", "lease.md", LEASE)
    await attachments.add(ANNA, "talk", "house.md", HOUSE)
    await attachments.add(ANNA, "kept", "house.md", HOUSE)
    lease, _ = await attachments.settled(ANNA, "talk")
    [kept] = await attachments.settled(ANNA, "kept")
    assert await search(knowledge, "deposit", [lease])
    await attachments.remove(ANNA, "talk", 2)
    await attachments.forget(BERT, "talk")
    assert len(await attachments.of(ANNA, "talk")) == 2
    await attachments.forget(ANNA, "talk")
    assert not await attachments.of(ANNA, "talk")
    assert await knowledge.documents(attached_collection("talk")) == []
    assert [path.name for path in files(tmp_path)] == [kept.content_hash]
    contents = [path.read_bytes() for path in (tmp_path / "index").rglob("*") if path.is_file()]
    assert not any(b"deposit" in each for each in contents)
    assert await search(knowledge, "bins", [kept])


async def test_only_the_owner_may_read_the_document_of_an_attachment(
    attachments: LocalAttachments, knowledge: LocalKnowledge
) -> None:
    await attachments.add(ANNA, "talk", "lease.md", LEASE)
    [lease] = await attachments.settled(ANNA, "talk")
    public = await knowledge.add("rent.md", b"# Rent\n\nRent is paid in advance.", "papers")
    assert await attachments.allows(ANNA, lease.document_id)
    assert not await attachments.allows(BERT, lease.document_id)
    assert await attachments.allows(BERT, public.id)


async def test_many_files_at_once_get_different_numbers(attachments: LocalAttachments) -> None:
    added = await asyncio.gather(
        *(attachments.add(ANNA, "talk", f"{number}.md", b"# Text\n\nNumber %d." % number) for number in range(MOST))
    )
    assert sorted(each.number for each in added) == [1, 2, 3, 4]
    assert {each.state for each in await attachments.settled(ANNA, "talk")} == {"ready"}


async def test_a_removed_file_is_in_neither_log_nor_index(
    attachments: LocalAttachments, knowledge: LocalKnowledge, tmp_path: Path
) -> None:
    """The log of a database that is open is longer than what the last transaction needs."""
    await attachments.add(ANNA, "talk", "lease.md", LEASE.replace(b"Lease", b"Zqlease"))
    ready = list(await attachments.settled(ANNA, "talk"))
    await search(knowledge, "zqlease", ready)
    assert holders(tmp_path)
    await attachments.remove(ANNA, "talk", 1)
    assert holders(tmp_path) == []


async def test_a_removed_document_is_in_neither_log_nor_index(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    document = await knowledge.add("lease.md", b"# Zqlease\n\nThe rent is due.", "papers")
    await knowledge.search(SearchQuery(("zqlease",), ("papers",)))
    if (tmp_path / "askwell.db").exists():  # with a server, only the index could have it
        assert holders(tmp_path)
    await knowledge.remove(document.id)
    assert holders(tmp_path) == []


async def test_what_a_killed_process_has_left_is_removed(
    attachments: LocalAttachments, knowledge: LocalKnowledge, tmp_path: Path
) -> None:
    await attachments.add(ANNA, "talk", "lease.md", LEASE)
    await search(knowledge, "rent", list(await attachments.settled(ANNA, "talk")))
    index = tmp_path / "index" / ("a" * 32)
    (index / "generation").mkdir(parents=True)
    (index / "generation" / "rows").write_text("zqlease")
    [file] = files(tmp_path)
    for name in (".new-1", "f" * 64):
        (file.parent / name).write_text("zqlease")
    left = holders(tmp_path)
    assert sorted(left) == sorted([".new-1", "f" * 64, "rows"])
    await attachments.remove_leftovers()
    assert holders(tmp_path) == []
    assert files(tmp_path) == [file]
    assert await search(knowledge, "rent", list(await attachments.settled(ANNA, "talk")))


def holders(folder: Path) -> list[str]:
    """Names of the files with the word, or with its stem, as in an index."""
    return [path.name for path in folder.rglob("*") if path.is_file() and b"zqleas" in path.read_bytes().lower()]
