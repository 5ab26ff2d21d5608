"""A document that is read again: only what is embedded from another text than before is embedded."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select, text

from askwell.errors import BrokenWeights
from askwell.knowledge import embedding, intake, schema
from askwell.knowledge.search import LocalKnowledge
from askwell.models.caching_embedder import CachingEmbedder
from askwell.ports import Embedder, Spans, Vectors
from askwell.stores.sql.database import Database, open_database
from askwell.types import Passage, SearchQuery
from tests.knowledge.kit import (
    HashingEmbedder,
    SentenceHashing,
    drain,
    make_knowledge,
    open_engine,
    write,
)

PARTS = ("ferry", "harbour", "museum", "bakery", "library")
QUERY = SearchQuery(("When does the ferry leave the harbour?",), ("rules",), k=50)

Stored = list[tuple[str, str, bytes, bytes]]


def paragraph(subject: str, *, opens: str = "nine") -> str:
    return f"The {subject} opens at {opens} on every working day. " * 4 + f"Nobody enters the {subject} with a bicycle."


def guide(*parts: str, title: str = "Guide", **changed: str) -> str:
    """A document with a section for each subject; `changed` gives the paragraphs of some."""
    sections = (f"## About the {each}\n\n{changed.get(each, paragraph(each))}" for each in parts or PARTS)
    return f"---\ntitle: {title}\n---\n" + "\n\n".join(sections)


@pytest.fixture(params=["sqlite", "postgres"])
async def engine(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    if request.param == "sqlite":
        async with open_engine(tmp_path) as opened:
            yield opened
        return
    server = open_database(request.getfixturevalue("postgres_database"))
    async with server.begin() as connection:
        for table in ("documents", "collections"):
            await connection.execute(text(f"DELETE FROM {table}"))
    yield server
    await server.dispose()


@pytest.fixture
def embedder() -> SentenceHashing:
    return SentenceHashing()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "docs", guide=guide(), other="The other document stays.")
    return tmp_path / "docs"


@pytest.fixture
async def knowledge(
    engine: Database, tmp_path: Path, embedder: SentenceHashing, folder: Path
) -> AsyncIterator[LocalKnowledge]:
    """The folder, read and embedded; what it took is not counted."""
    made = make_knowledge(engine, tmp_path, embedder)
    await drain(made.ingest(folder, "rules"))
    assert len(embedder.passages) == len(PARTS) + 1
    embedder.passages.clear()
    yield made
    await made.close()


async def rows(engine: Database, *, name: str = "guide.md") -> Stored:
    """The chunks of a document in order: text, embedder, vector and sentences."""
    of, own = schema.chunks.c, schema.vectors.c
    wanted = (
        select(of.text, own.embedder, own.data, own.sentences)
        .join(schema.documents, schema.documents.c.id == of.document_id)
        .outerjoin(schema.vectors, own.chunk_id == of.id)
        .where(schema.documents.c.name == name)
        .order_by(of.ordinal)
    )
    async with engine.connect() as connection:
        return [tuple(row) for row in await connection.execute(wanted)]


async def count(engine: Database) -> int:
    """All vectors of the database."""
    async with engine.connect() as connection:
        return len((await connection.execute(select(schema.vectors.c.chunk_id))).all())


async def fresh(tmp_path: Path, embedder: Embedder, folder: Path) -> tuple[Stored, list[Passage]]:
    """The chunks and what a search finds if the folder is added to an empty database."""
    (tmp_path / "fresh").mkdir()
    async with open_engine(tmp_path / "fresh") as engine:
        knowledge = make_knowledge(engine, tmp_path / "fresh", embedder)
        await drain(knowledge.ingest(folder, "rules"))
        found = await knowledge.search(QUERY)
        await knowledge.close()
        return await rows(engine), comparable(found)


def comparable(found: Sequence[Passage]) -> list[Passage]:
    """Passages without ids, which are always new, and by ordinal where they have the same score.

    The order of the rows of an index decides between these, and the last digits of a mean.
    """
    plain = [
        replace(
            each,
            chunk=replace(each.chunk, id="", document_id=""),
            score=round(each.score, 6),
            scores={name: round(score, 6) for name, score in each.scores.items()},
        )
        for each in found
    ]
    return sorted(plain, key=lambda each: (-each.score, each.document_name, each.chunk.ordinal))


async def test_a_changed_paragraph_is_embedded_alone_and_all_is_as_if_added_now(
    knowledge: LocalKnowledge, engine: Database, embedder: SentenceHashing, folder: Path, tmp_path: Path
) -> None:
    before = await rows(engine)
    write(folder, guide=guide(museum=paragraph("museum", opens="ten")))
    last = await drain(knowledge.ingest(folder, "rules"))
    assert (last.changed, last.unchanged, last.to_embed) == (1, 1, 1)
    [embedded] = embedder.passages
    assert "The museum opens at ten" in embedded
    after = await rows(engine)
    assert [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new] == [2]
    assert await count(engine) == len(PARTS) + 1, "the replaced vectors are gone"
    found = await knowledge.search(QUERY)
    assert all(each.scores["dense"] > 0 and each.sentences for each in found if each.document_name == "guide.md")
    assert (after, comparable(found)) == await fresh(tmp_path, SentenceHashing(), folder)


async def test_sections_that_moved_keep_their_vectors(
    knowledge: LocalKnowledge, engine: Database, embedder: SentenceHashing, folder: Path, tmp_path: Path
) -> None:
    """One is new, one is gone, one is there twice, and the others are in another order."""
    write(folder, guide=guide("ferry", "library", "station", "museum", "ferry", "harbour"))
    await drain(knowledge.ingest(folder, "rules"))
    [embedded] = embedder.passages
    assert "The station opens" in embedded
    assert await count(engine) == 6 + 1
    found = comparable(await knowledge.search(QUERY))
    assert (await rows(engine), found) == await fresh(tmp_path, SentenceHashing(), folder)


async def test_a_raised_recipe_embeds_nothing(
    knowledge: LocalKnowledge,
    engine: Database,
    embedder: SentenceHashing,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, found = await rows(engine), comparable(await knowledge.search(QUERY))
    monkeypatch.setitem(intake._RECIPE_OF, ".md", intake._RECIPE_OF[".md"] + 1)
    last = await drain(knowledge.ingest(folder, "rules"))
    assert (last.changed, last.unchanged, last.to_embed) == (2, 0, 0)
    assert embedder.passages == []
    assert await rows(engine) == before
    assert comparable(await knowledge.search(QUERY)) == found
    assert knowledge.lacking(("rules",)) == ()


@pytest.mark.parametrize("other", [SentenceHashing(name="other"), SentenceHashing(dimension=32)], ids=["name", "size"])
async def test_another_embedder_embeds_all(
    knowledge: LocalKnowledge, engine: Database, folder: Path, tmp_path: Path, other: SentenceHashing
) -> None:
    other.passages.clear()
    write(folder, guide=guide(*PARTS, "station"), other="The other document changes.")
    theirs = make_knowledge(engine, tmp_path / "theirs", other)
    await drain(theirs.ingest(folder, "rules"))
    assert len(other.passages) == await count(engine) == len(await rows(engine)) + 1 == len(PARTS) + 2
    assert {(name, len(data)) for _, name, data, _ in await rows(engine)} == {(other.name, 2 * other.dimension)}
    await theirs.close()


@pytest.mark.parametrize(
    ("changed", "embedded"),
    [
        (guide(title="Handbook"), len(PARTS)),
        (guide().replace("About the ferry", "On the ferry"), 1),
        (guide().replace("## About the ferry", "# Boats\n\n## About the ferry"), len(PARTS)),
    ],
    ids=["title", "heading", "heading above"],
)
async def test_the_title_and_the_headings_are_part_of_what_is_embedded(
    knowledge: LocalKnowledge, embedder: SentenceHashing, folder: Path, changed: str, embedded: int
) -> None:
    write(folder, guide=changed)
    await drain(knowledge.ingest(folder, "rules"))
    assert len(embedder.passages) == embedded


@pytest.mark.parametrize("sentences", [None, b"\x77" * 32], ids=["of an earlier version", "divided differently"])
async def test_a_vector_without_one_for_each_sentence_is_computed_again(
    knowledge: LocalKnowledge, engine: Database, embedder: SentenceHashing, folder: Path, sentences: bytes | None
) -> None:
    before = await rows(engine)
    async with engine.begin() as connection:
        await connection.execute(schema.vectors.update().values(sentences=sentences))
    write(folder, guide=guide() + "\n\n")
    await drain(knowledge.ingest(folder, "rules"))
    assert len(embedder.passages) == len(PARTS)
    assert await rows(engine) == before


async def test_vectors_of_an_embedder_without_sentences_are_kept(
    engine: Database, tmp_path: Path, folder: Path
) -> None:
    embedder = HashingEmbedder()
    knowledge = make_knowledge(engine, tmp_path, CachingEmbedder(embedder))
    await drain(knowledge.ingest(folder, "rules"))
    embedder.passages.clear()
    write(folder, guide=guide(ferry=paragraph("ferry", opens="ten")))
    await drain(knowledge.ingest(folder, "rules"))
    assert len(embedder.passages) == 1
    assert await count(engine) == len(PARTS) + 1
    await knowledge.close()


async def test_a_document_that_changes_while_it_is_being_embedded_keeps_what_is_there(
    engine: Database, tmp_path: Path, embedder: SentenceHashing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "BATCH", 1)
    monkeypatch.setattr(embedding, "WRITTEN_EVERY_S", 0.0)
    folder = tmp_path / "docs"
    write(folder, guide=guide())
    knowledge = make_knowledge(engine, tmp_path, embedder)

    async def embed(most: int) -> None:
        async for step in knowledge.ingest(folder, "rules"):
            if step.embedded >= most:
                break

    await embed(3)
    assert await count(engine) == len(embedder.passages) == 3
    write(folder, guide=guide(ferry=paragraph("ferry", opens="ten")))
    await embed(1)
    assert await count(engine) == 2 + 1
    last = await drain(knowledge.ingest(folder, "rules"))
    assert (last.unchanged, last.to_embed) == (1, 2)
    assert len(embedder.passages) == len(PARTS) + 1
    assert await rows(engine) == (await fresh(tmp_path, SentenceHashing(), folder))[0]
    await knowledge.close()


async def test_a_title_that_becomes_a_part_of_the_text_is_embedded_again(
    engine: Database, embedder: SentenceHashing, tmp_path: Path
) -> None:
    """The embedder reads the same as before, but another part of it is the sentence."""
    knowledge = make_knowledge(engine, tmp_path, embedder)
    for body in ("The ferry leaves at noon.", "The ferry leaves at noon.\n", "Guide  \nThe ferry leaves at noon."):
        await knowledge.add("ferry.md", f"---\ntitle: Guide\n---\n{body}".encode(), "rules")
    assert embedder.passages == ["Guide\nThe ferry leaves at noon."] * 2
    await knowledge.close()


async def test_of_two_embedders_each_finds_its_own_vectors(
    knowledge: LocalKnowledge, engine: Database, embedder: SentenceHashing, folder: Path, tmp_path: Path
) -> None:
    theirs = make_knowledge(engine, tmp_path / "theirs", SentenceHashing(name="other"))
    assert await theirs.embed_missing() == len(PARTS) + 1
    assert await count(engine) == 2 * (len(PARTS) + 1)
    async with engine.begin() as connection:
        of = schema.vectors.c
        await connection.execute(schema.vectors.update().values(data=b"\0" * 128).where(of.embedder == "other"))
    write(folder, guide=guide(ferry=paragraph("ferry", opens="ten")))
    await drain(knowledge.ingest(folder, "rules"))
    assert len(embedder.passages) == 1
    assert await rows(engine) == (await fresh(tmp_path, SentenceHashing(), folder))[0]
    assert await theirs.embed_missing() == len(PARTS)
    await theirs.close()


async def test_no_vector_outlives_its_text(
    knowledge: LocalKnowledge, engine: Database, embedder: SentenceHashing, folder: Path
) -> None:
    """A paragraph or a document that returns is embedded again: nothing is kept of it in between."""
    write(folder, guide=guide("ferry", "harbour"))
    await drain(knowledge.ingest(folder, "rules"))
    assert await count(engine) == 2 + 1
    write(folder, guide=guide("ferry", "harbour", "museum"))
    await drain(knowledge.ingest(folder, "rules"))
    assert len(embedder.passages) == 1
    await knowledge.remove(next(each.id for each in await knowledge.documents("rules") if each.name == "guide.md"))
    assert await count(engine) == 1
    assert await rows(engine) == []
    await drain(knowledge.ingest(folder, "rules"))
    assert len(embedder.passages) == 1 + 3


async def test_vectors_of_other_documents_are_not_used(
    knowledge: LocalKnowledge, engine: Database, embedder: SentenceHashing, tmp_path: Path
) -> None:
    """Not those of another tenant, collection, folder or name, although the text is the same."""
    theirs = make_knowledge(engine, tmp_path / "theirs", embedder, tenant="theirs")
    for other, collection, name in (
        (theirs, "rules", "guide.md"),
        (knowledge, "others", "guide.md"),
        (knowledge, "rules", "guide.md"),
        (knowledge, "rules", "second.md"),
    ):
        embedder.passages.clear()
        await other.add(name, guide().encode(), collection)
        assert len(embedder.passages) == len(PARTS)
    await theirs.close()


class Losing(SentenceHashing):
    """One whose weights can be lost."""

    is_lost = False

    async def embed_sentences(self, texts: Sequence[str], spans: Sequence[Spans]) -> tuple[Vectors, list[Vectors]]:
        if self.is_lost:
            raise BrokenWeights("lost")
        return await super().embed_sentences(texts, spans)


async def test_an_upload_under_the_same_name_embeds_what_changed(engine: Database, tmp_path: Path) -> None:
    embedder = Losing()
    knowledge = make_knowledge(engine, tmp_path, embedder)
    await knowledge.add("guide.md", guide().encode(), "rules")
    first = await rows(engine)
    embedder.passages.clear()
    await knowledge.add("guide.md", guide(bakery=paragraph("bakery", opens="ten")).encode(), "rules")
    assert len(embedder.passages) == 1
    second = await rows(engine)
    assert [at for at, (old, new) in enumerate(zip(first, second, strict=True)) if old != new] == [3]
    embedder.is_lost = True
    await knowledge.add("guide.md", guide().encode(), "rules")
    assert [row[1:] for row in await rows(engine)] == [
        row[1:] if at != 3 else (None,) * 3 for at, row in enumerate(first)
    ]
    embedder.is_lost = False
    assert await knowledge.embed_missing() == 1
    assert await rows(engine) == first
    await knowledge.close()
