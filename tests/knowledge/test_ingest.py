"""A collection follows its folder."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from askwell.errors import BadInput, ModelFailed, NotFound
from askwell.knowledge import embedding, schema
from askwell.knowledge.freed import return_freed_memory
from askwell.knowledge.rows import IDS_A_STATEMENT
from askwell.knowledge.search import VECTORS_INCOMPLETE, LocalKnowledge
from askwell.knowledge.sentence_codes import embeddable
from askwell.ports import Vectors
from askwell.stores.sql.database import Database
from askwell.text.chunk import Piece, chunk
from askwell.types import IngestProgress, ParsedDocument, SearchQuery
from tests.knowledge.kit import HashingEmbedder, drain, make_knowledge, write

LONG = " ".join(f"Rule number {number} concerns the bicycle with the number {number}." for number in range(60))


async def count(engine: Database, table: str) -> int:
    async with engine.connect() as connection:
        counted = await connection.execute(select(func.count()).select_from(schema.metadata.tables[table]))
        return int(counted.scalar_one())


async def names(knowledge: LocalKnowledge, collection: str = "rules") -> list[str]:
    return [document.name for document in await knowledge.documents(collection)]


async def test_folder_is_taken_in_with_chunks_and_vectors(
    knowledge: LocalKnowledge, engine: Database, tmp_path: Path
) -> None:
    write(tmp_path / "docs", one=f"# One\n\n{LONG}", two="# Two\n\nThe second rule.")
    last = await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    chunks = last.chunks
    expected = IngestProgress(2, 2, added=2, chunks=chunks, embedded=chunks, to_embed=chunks, done=True)
    assert replace(last, took_ms=0) == expected
    assert last.chunks > 2
    assert await count(engine, "chunks") == await count(engine, "vectors") == last.chunks
    assert await knowledge.collections() == {"rules": 2}


async def test_offsets_of_stored_chunks_are_exact(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    write(tmp_path / "docs", one=f"# One\n\n{LONG}\n\n## Inner\n\nMore.")
    await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    [document] = await knowledge.documents("rules")
    _, text = await knowledge.document(document.id)
    found = await knowledge.search(SearchQuery(("rule bicycle number",), ("rules",), k=50))
    assert len(found) == document.chunks
    assert all(text[hit.chunk.start : hit.chunk.end] == hit.chunk.text for hit in found)
    assert sorted(hit.chunk.ordinal for hit in found) == list(range(document.chunks))
    expected = chunk(ParsedDocument(text, ()))
    assert len(expected) <= document.chunks


async def test_progress_counts_up_and_ends_done(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    write(tmp_path / "docs", a=LONG, b="B.", c="C.")
    steps = [step async for step in knowledge.ingest(tmp_path / "docs", "rules")]
    assert [step.done for step in steps] == [False] * (len(steps) - 1) + [True]
    assert [step.read_files for step in steps] == sorted(step.read_files for step in steps)
    assert {step.current for step in steps if not step.to_embed} == {"a.md", "b.md", "c.md"}
    embedded = [step.embedded for step in steps if step.to_embed]
    assert embedded == sorted(embedded)
    assert embedded[-1] == steps[-1].to_embed == steps[-1].chunks


async def test_progress_of_the_last_file_comes_when_only_embedding_is_left(
    knowledge: LocalKnowledge, tmp_path: Path
) -> None:
    write(tmp_path / "docs", a="A.", b="B.")
    await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    (tmp_path / "docs" / "a.md").unlink()
    write(tmp_path / "docs", c="C.")
    async for step in knowledge.ingest(tmp_path / "docs", "rules"):
        if step.is_searchable:
            assert (step.current, step.removed, step.to_embed, step.done) == ("c.md", 1, 0, False)
            assert await names(knowledge) == ["b.md", "c.md"]
            assert await knowledge.ongoing(("rules",)) == []
            break
    else:
        pytest.fail("never searchable")


async def test_unchanged_folder_does_nothing(
    knowledge: LocalKnowledge, embedder: HashingEmbedder, tmp_path: Path
) -> None:
    write(tmp_path / "docs", one=LONG, two="Two.")
    await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    before, embedder.passages = await knowledge.documents("rules"), []
    last = await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    assert (last.unchanged, last.added, last.changed, last.chunks) == (2, 0, 0, 0)
    assert embedder.passages == []
    assert await knowledge.documents("rules") == before


async def test_changed_file_is_replaced_under_its_id(
    knowledge: LocalKnowledge, engine: Database, tmp_path: Path
) -> None:
    write(tmp_path / "docs", one=LONG, two="Two.")
    await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    before = await knowledge.documents("rules")
    write(tmp_path / "docs", one="The lighthouse is new.")
    last = await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    assert (last.changed, last.unchanged) == (1, 1)
    after = await knowledge.documents("rules")
    assert [document.id for document in after] == [document.id for document in before]
    assert (await knowledge.document(after[0].id))[1] == "The lighthouse is new."
    assert await count(engine, "chunks") == await count(engine, "vectors") == 2


async def test_other_labels_given_make_a_document_changed(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    write(tmp_path / "docs", one="---\nlabels: [own]\n---\nText.")
    await drain(knowledge.ingest(tmp_path / "docs", "rules", labels=["old"]))
    last = await drain(knowledge.ingest(tmp_path / "docs", "rules", labels=["new", "own"]))
    assert last.changed == 1
    assert (await knowledge.documents("rules"))[0].labels == ("new", "own")


async def test_missing_file_is_removed_with_all_that_hangs_on_it(
    knowledge: LocalKnowledge, engine: Database, tmp_path: Path
) -> None:
    write(tmp_path / "docs", one=LONG, two="Two.")
    await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    (tmp_path / "docs" / "one.md").unlink()
    last = await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    assert last.removed == 1
    assert await names(knowledge) == ["two.md"]
    assert await count(engine, "chunks") == await count(engine, "vectors") == 1


async def test_two_folders_feed_one_collection_without_removing_each_other(
    knowledge: LocalKnowledge, tmp_path: Path
) -> None:
    write(tmp_path / "first", a="A.")
    write(tmp_path / "second", b="B.")
    await knowledge.add("added.md", b"Added.", "rules")
    await drain(knowledge.ingest(tmp_path / "first", "rules"))
    last = await drain(knowledge.ingest(tmp_path / "second", "rules"))
    assert last.removed == 0
    assert await names(knowledge) == ["a.md", "added.md", "b.md"]


async def test_two_folders_may_bring_files_of_one_name(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    write(tmp_path / "first", index="The ferry leaves at noon.")
    write(tmp_path / "second", index="The museum is closed on Mondays.")
    await drain(knowledge.ingest(tmp_path / "first", "rules"))
    await drain(knowledge.ingest(tmp_path / "second", "rules"))
    assert await names(knowledge) == ["index.md", "index.md"]
    found = await knowledge.search(SearchQuery(("ferry museum",), ("rules",)))
    assert {hit.chunk.text for hit in found} == {"The ferry leaves at noon.", "The museum is closed on Mondays."}
    write(tmp_path / "second", index="The museum is open.")
    last = await drain(knowledge.ingest(tmp_path / "second", "rules"))
    assert (last.added, last.changed, last.removed) == (0, 1, 0)
    assert (await drain(knowledge.ingest(tmp_path / "first", "rules"))).unchanged == 1


async def test_uploaded_file_does_not_replace_a_folders(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    write(tmp_path / "docs", a="From the folder.")
    await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    await knowledge.add("a.md", b"Uploaded.", "rules")
    await knowledge.add("a.md", b"Uploaded again.", "rules")
    texts = {(await knowledge.document(each.id))[1] for each in await knowledge.documents("rules")}
    assert texts == {"From the folder.", "Uploaded again."}


async def test_list_goes_on_between_documents_of_one_name(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    for folder in ("one", "two", "three"):
        write(tmp_path / folder, index=f"Text of {folder}.", other="Other.")
        await drain(knowledge.ingest(tmp_path / folder, "rules"))
    seen, after = [], ""
    while page := await knowledge.documents("rules", after=after, limit=2):
        seen += page
        after = page[-1].cursor
    assert [each.name for each in seen] == ["index.md"] * 3 + ["other.md"] * 3
    assert len({each.id for each in seen}) == 6
    assert [each.name for each in await knowledge.documents("rules", after="index.md")] == ["other.md"] * 3


async def test_file_that_two_added_folders_hold_is_one_document(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    write(tmp_path / "docs" / "sub", a="A.", b="B.")
    await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    write(tmp_path / "docs" / "sub", a="A changed.")
    last = await drain(knowledge.ingest(tmp_path / "docs" / "sub", "rules"))
    assert (last.changed, last.unchanged, last.added) == (1, 1, 0)
    assert (await drain(knowledge.ingest(tmp_path / "docs" / "sub" / "a.md", "rules"))).unchanged == 1
    assert await names(knowledge) == ["sub/a.md", "sub/b.md"]
    (tmp_path / "docs" / "sub" / "a.md").unlink()
    assert (await drain(knowledge.ingest(tmp_path / "docs" / "sub", "rules"))).removed == 1


async def test_named_root_keeps_its_documents_wherever_the_folder_is(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    here, there = tmp_path / "here" / "guide" / "knowledge", tmp_path / "there" / "guide" / "knowledge"
    for folder in (here, there):
        write(folder, a="A.", b="B.")
    await drain(knowledge.ingest(here, "rules"))
    before = await knowledge.documents("rules")
    for folder in (there, here, there):
        assert (await drain(knowledge.ingest(folder, "rules", root="assistant:guide"))).unchanged == 2
    assert await knowledge.documents("rules") == before


async def test_folder_that_is_emptied_or_gone_stops_answering(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    write(tmp_path / "docs", ferry="The ferry leaves at noon.")
    write(tmp_path / "others", museum="The museum is closed.")
    for _ in range(2):
        await drain(knowledge.ingest(tmp_path / "docs", "rules"))
        await drain(knowledge.ingest(tmp_path / "others", "rules"))
        (tmp_path / "docs" / "ferry.md").unlink()
        last = await drain(knowledge.ingest(tmp_path / "docs", "rules"))
        assert (last.removed, last.done) == (1, True)
        assert await names(knowledge) == ["museum.md"]
        write(tmp_path / "docs", ferry="The ferry leaves at noon.")
    await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    (tmp_path / "docs").rename(tmp_path / "away")
    assert (await drain(knowledge.ingest(tmp_path / "docs", "rules"))).removed == 1
    found = await knowledge.search(SearchQuery(("When does the ferry leave?",), ("rules",)))
    assert all("ferry" not in hit.chunk.text for hit in found)
    with pytest.raises(NotFound):
        await drain(knowledge.ingest(tmp_path / "docs", "rules"))


async def test_file_that_is_gone_is_removed_when_it_is_added_again(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    write(tmp_path / "docs", a="A.", b="B.")
    await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    (tmp_path / "docs" / "a.md").unlink()
    assert (await drain(knowledge.ingest(tmp_path / "docs" / "a.md", "rules"))).removed == 1
    assert await names(knowledge) == ["b.md"]


async def test_folder_that_cannot_be_listed_is_named_and_keeps_its_documents(
    knowledge: LocalKnowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "docs" / "sub", b="B.")
    write(tmp_path / "docs", a="A.")
    await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    listed = os.scandir

    def refuse(path: str) -> object:
        if os.fspath(path).endswith("sub"):
            raise PermissionError(13, "Permission denied", path)
        return listed(path)

    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", refuse)
        last = await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    assert [(failure.name, failure.code) for failure in last.failures] == [("sub", "unreadable_folder")]
    assert (last.removed, await names(knowledge)) == (0, ["a.md", "sub/b.md"])


async def test_folder_that_moved_takes_its_documents_along(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    write(tmp_path / "old", a="A.", b="B.")
    await drain(knowledge.ingest(tmp_path / "old", "rules"))
    (tmp_path / "old").rename(tmp_path / "new")
    await drain(knowledge.ingest(tmp_path / "new", "rules"))
    (tmp_path / "new" / "a.md").unlink()
    last = await drain(knowledge.ingest(tmp_path / "new", "rules"))
    assert (last.removed, last.unchanged) == (1, 1)


async def test_one_file_is_taken_in_without_removing_others(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    write(tmp_path / "docs", a="A.", b="B.")
    await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    write(tmp_path / "docs", a="A changed.")
    (tmp_path / "docs" / "b.md").unlink()
    last = await drain(knowledge.ingest(tmp_path / "docs" / "a.md", "rules"))
    assert (last.changed, last.removed) == (1, 0)
    assert await names(knowledge) == ["a.md", "b.md"]


async def test_failing_file_is_named_keeps_its_earlier_version_and_the_rest_goes_on(
    knowledge: LocalKnowledge, tmp_path: Path
) -> None:
    write(tmp_path / "docs", a="The harbour opens at six.", b="B.")
    await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    (tmp_path / "docs" / "a.md").write_bytes(b"\x00\x01\x02 binary")
    write(tmp_path / "docs", c="C.")
    last = await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    assert [(failure.name, failure.code) for failure in last.failures] == [("a.md", "unsupported_document")]
    assert (last.added, last.removed, last.unchanged) == (1, 0, 1)
    found = await knowledge.search(SearchQuery(("When does the harbour open?",), ("rules",)))
    assert found[0].chunk.text == "The harbour opens at six."


async def test_unforeseen_fault_is_that_files_failure(
    knowledge: LocalKnowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(parsed: ParsedDocument) -> list[Piece]:
        if "cursed" in parsed.text:
            raise MemoryError
        return chunk(parsed)

    monkeypatch.setattr("askwell.knowledge.intake.chunks", cut)
    write(tmp_path / "docs", a="A.", b="A cursed text.", c="C.")
    last = await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    assert [(failure.name, failure.code) for failure in last.failures] == [("b.md", "broken_document")]
    assert "MemoryError" in last.failures[0].message
    assert await names(knowledge) == ["a.md", "c.md"]


class RefusingEmbedder(HashingEmbedder):
    """Raises an error for texts that are cursed."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self._error = error

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        if any("cursed" in text for text in texts):
            raise self._error
        return await super().embed(texts, kind=kind)


@pytest.mark.parametrize("error", [ModelFailed("too long", code="upstream_refused"), ValueError("too long to encode")])
async def test_text_that_the_embedder_refuses_is_that_files_failure(
    engine: Database, tmp_path: Path, error: Exception
) -> None:
    knowledge = make_knowledge(engine, tmp_path, RefusingEmbedder(error))
    write(tmp_path / "docs", a="A.", b="A cursed text.", c="C.")
    last = await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    assert [failure.name for failure in last.failures] == ["b.md"]
    assert "found by words only: " in last.failures[0].message
    assert "too long" in last.failures[0].message
    assert (last.added, await names(knowledge)) == (3, ["a.md", "b.md", "c.md"])
    assert await count(engine, "vectors") == await count(engine, "chunks") - 1


async def test_embedder_that_cannot_be_reached_ends_the_ingestion(engine: Database, tmp_path: Path) -> None:
    error = ModelFailed("no connection", code="upstream_unreachable")
    knowledge = make_knowledge(engine, tmp_path, RefusingEmbedder(error))
    write(tmp_path / "docs", a="A.", b="A cursed text.", c="C.")
    with pytest.raises(ModelFailed):
        await drain(knowledge.ingest(tmp_path / "docs", "rules"))


async def test_folder_without_documents_is_refused(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "picture.png").write_bytes(b"\x89PNG")
    with pytest.raises(BadInput) as raised:
        await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    assert raised.value.code == "no_documents"


async def test_folder_that_does_not_exist_is_not_found(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        await drain(knowledge.ingest(tmp_path / "nowhere", "rules"))


async def test_hidden_and_unknown_files_and_links_out_of_the_folder_are_not_read(
    knowledge: LocalKnowledge, tmp_path: Path
) -> None:
    write(tmp_path / "outside", secret="Secret.")
    write(tmp_path / "docs" / "sub", b="B.")
    write(tmp_path / "docs" / ".git", c="C.")
    write(tmp_path / "docs", a="A.")
    write(tmp_path / "docs", **{".hidden": "Hidden."})
    (tmp_path / "docs" / "a.xyz").write_text("unknown")
    (tmp_path / "docs" / "link.md").symlink_to(tmp_path / "outside" / "secret.md")
    (tmp_path / "docs" / "linked").symlink_to(tmp_path / "outside")
    (tmp_path / "docs" / "twin.md").symlink_to(tmp_path / "docs" / "a.md")
    (tmp_path / "docs" / "broken.md").symlink_to(tmp_path / "nowhere.md")
    last = await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    assert await names(knowledge) == ["a.md", "sub/b.md"]
    assert last.failures == ()
    assert [(each.name, each.code) for each in last.skipped] == [
        ("a.xyz", "unsupported_document"),
        ("broken.md", "broken_link"),
        ("link.md", "link_out_of_folder"),
    ]


async def test_name_that_is_no_text_is_a_failure_of_that_file(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    write(tmp_path / "docs", a="A.")
    (tmp_path / "docs" / os.fsdecode(b"caf\xe9.md")).write_text("Coffee.")
    last = await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    assert [(failure.name, failure.code) for failure in last.failures] == [("caf?.md", "bad_name")]
    assert await names(knowledge) == ["a.md"]


async def test_ingestion_that_is_dropped_leaves_whole_documents_and_goes_on_later(
    knowledge: LocalKnowledge, engine: Database, tmp_path: Path
) -> None:
    write(tmp_path / "docs", a=LONG, b=LONG + " B.", c=LONG + " C.")
    async for step in knowledge.ingest(tmp_path / "docs", "rules"):
        if step.current == "b.md" and step.read_files == 1:
            break
    stored = await knowledge.documents("rules")
    assert [document.name for document in stored] == ["a.md"]
    assert await count(engine, "chunks") == stored[0].chunks
    last = await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    assert (last.unchanged, last.added) == (1, 2)
    assert await count(engine, "chunks") == await count(engine, "vectors")


async def test_words_find_all_files_before_the_first_is_embedded(
    knowledge: LocalKnowledge, engine: Database, tmp_path: Path
) -> None:
    write(tmp_path / "docs", a=LONG, b=LONG + " B.", c="The harbour opens at six.")
    updates = knowledge.ingest(tmp_path / "docs", "rules")
    async for step in updates:
        if step.read_files == step.total_files:
            break
    assert await count(engine, "vectors") == 0
    query = SearchQuery(("When does the harbour open?",), ("rules",))
    found = await knowledge.search(query)
    assert (found[0].document_name, set(found[0].scores)) == ("c.md", {"lexical"})
    assert knowledge.lacking(("rules",)) == (VECTORS_INCOMPLETE,)
    await drain(updates)
    assert "dense" in (await knowledge.search(query))[0].scores
    assert knowledge.lacking(("rules",)) == ()


async def test_embedding_goes_on_where_it_was_interrupted(
    engine: Database, embedder: HashingEmbedder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "BATCH", 2)
    monkeypatch.setattr(embedding, "WRITTEN_EVERY_S", 0.0)
    write(tmp_path / "docs", a=LONG, b=LONG + " B.", c=LONG + " C.")
    knowledge = make_knowledge(engine, tmp_path, embedder)
    async for step in knowledge.ingest(tmp_path / "docs", "rules"):
        if step.embedded >= 4:
            break
    assert await count(engine, "vectors") == 4
    last = await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    assert (last.unchanged, last.to_embed) == (3, await count(engine, "chunks") - 4)
    assert len(embedder.passages) == await count(engine, "vectors") == await count(engine, "chunks")


async def test_documents_taken_in_without_an_embedder_are_embedded_later(engine: Database, tmp_path: Path) -> None:
    write(tmp_path / "docs", a=LONG, b="B.")
    await drain(make_knowledge(engine, tmp_path).ingest(tmp_path / "docs", "rules"))
    assert await count(engine, "vectors") == 0
    embedder = HashingEmbedder()
    knowledge = make_knowledge(engine, tmp_path, embedder)
    last = await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    assert last.unchanged == 2
    assert len(embedder.passages) == await count(engine, "chunks") == await count(engine, "vectors")
    found = await knowledge.search(SearchQuery(("bicycle",), ("rules",)))
    assert all(hit.scores["dense"] > 0 for hit in found if "bicycle" in hit.chunk.text)


async def test_language_of_each_document_is_told(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    write(
        tmp_path / "docs",
        en="The office is open from nine to five on every day of the week except Sunday.",
        it="L'ufficio è aperto dalle nove alle diciassette tutti i giorni tranne la domenica.",
        nl="Het kantoor is elke dag van de week open van negen tot vijf, behalve op zondag.",
    )
    await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    assert [(document.name, document.language) for document in await knowledge.documents("rules")] == [
        ("en.md", "en"),
        ("it.md", "it"),
        ("nl.md", "nl"),
    ]


async def test_title_and_headings_are_embedded_before_the_text(
    knowledge: LocalKnowledge, embedder: HashingEmbedder
) -> None:
    await knowledge.add("a.md", f"---\ntitle: Guide\n---\n# Fees\n\n## Late\n\n{LONG}".encode(), "rules")
    assert embedder.passages[0].startswith("Guide\nLate\nFees\n\nLate\n\nRule number 0")
    assert embedder.passages[1].startswith("Guide\nFees\nLate\nRule number")


def test_heading_that_the_text_begins_with_is_not_repeated() -> None:
    assert embeddable("Guide", ("Guide", "Fees"), "Fees\n\nTen euro.").text == "Guide\nFees\n\nTen euro."


async def test_rows_of_a_large_document_are_written_in_batches(
    knowledge: LocalKnowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    execute = AsyncConnection.execute

    async def noting(self: AsyncConnection, statement: Any, parameters: Any = None, **options: Any) -> Any:
        sizes.append(len(parameters or ()))
        return await execute(self, statement, parameters, **options)

    monkeypatch.setattr(AsyncConnection, "execute", noting)
    write(tmp_path / "docs", one="\n\n".join(f"# Part {number}\n\n{LONG}" for number in range(120)))
    last = await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    assert last.chunks > IDS_A_STATEMENT
    assert max(sizes) == IDS_A_STATEMENT
    assert sum(sizes) >= 2 * last.chunks, "chunks and vectors"
    assert len(await knowledge.search(SearchQuery(("bicycle number 7",), ("rules",), k=3))) == 3


async def test_freed_memory_is_returned_now_and_then(
    knowledge: LocalKnowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after documents that are refused."""
    calls: list[int] = []

    def noting() -> None:
        calls.append(1)
        return_freed_memory()

    monkeypatch.setattr("askwell.knowledge.freed.return_freed_memory", noting)
    monkeypatch.setattr("askwell.knowledge.freed.PAUSE_S", 600.0)
    write(tmp_path / "docs", one="One.", two="Two.", three=" ")
    await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    assert calls == []
    monkeypatch.setattr("askwell.knowledge.freed.PAUSE_S", 0.0)
    await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    assert calls == [1, 1, 1]
