"""Pages of stored documents: boxes of their words, and images from the file that was read."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from askwell.errors import BadInput, NotFound
from askwell.knowledge import intake
from askwell.knowledge.pages import LocalPages
from askwell.knowledge.schema import originals
from askwell.knowledge.search import LocalKnowledge
from askwell.stores.sql.database import Database
from tests.knowledge.kit import drain, make_knowledge
from tests.knowledge.readers.test_page_image import image_of
from tests.knowledge.readers.test_pdf import BODY, encrypted, make_pdf

FERRY = "The ferry leaves the harbour at noon. "
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
async def knowledge(engine: Database, tmp_path: Path) -> AsyncIterator[LocalKnowledge]:
    made = make_knowledge(engine, tmp_path, None)
    yield made
    await made.close()


@pytest.fixture
async def pages(engine: Database, tmp_path: Path) -> AsyncIterator[LocalPages]:
    made = LocalPages(engine, tmp_path / "attached", {})
    yield made
    await made.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "ferry.pdf").write_bytes(make_pdf([(BODY, 12)], [(FERRY, 12), (BODY, 12)]))
    (folder / "notes.md").write_text("# Notes\n\nThe ferry is red.\n")
    return folder


async def kept(engine: Database) -> int:
    return await engine.read(lambda tx: tx.execute(select(func.count()).select_from(originals)).scalar_one())


async def ids_of(knowledge: LocalKnowledge, collection: str = "rules") -> dict[str, str]:
    return {each.name: each.id for each in await knowledge.documents(collection)}


async def test_a_document_of_a_folder_has_boxes_and_images(
    knowledge: LocalKnowledge, pages: LocalPages, folder: Path, engine: Database
) -> None:
    await drain(knowledge.ingest(folder, "rules"))
    ids = await ids_of(knowledge)
    _, text = await knowledge.document(ids["ferry.pdf"])
    start = text.index(FERRY.strip())
    (found,) = await pages.boxes(ids["ferry.pdf"], start, start + len(FERRY) - 1)
    assert (found.page, len(found.boxes)) == (2, 1)
    image = image_of(await pages.image(ids["ferry.pdf"], 2))
    box = found.boxes[0]
    inside = image.crop((int(box.x0 * 2), int(box.y0 * 2), int(box.x1 * 2), int(box.y1 * 2))).convert("L")
    assert min(inside.tobytes()) < 100, "the words are in their box"
    assert await pages.boxes(ids["notes.md"], 0, 100) == ()
    assert await kept(engine) == 0, "the folder has the file"


async def test_a_file_that_changed_is_not_shown(knowledge: LocalKnowledge, pages: LocalPages, folder: Path) -> None:
    await drain(knowledge.ingest(folder, "rules"))
    key = (await ids_of(knowledge))["ferry.pdf"]
    (folder / "ferry.pdf").write_bytes(make_pdf([("Something else.", 12)]))
    with pytest.raises(NotFound) as caught:
        await pages.image(key, 1)
    assert caught.value.code == "file_not_found"
    (folder / "ferry.pdf").unlink()
    with pytest.raises(NotFound):
        await pages.image(key, 1)
    assert (await pages.boxes(key, 0, 50))[0].page == 1


async def test_a_folder_with_a_name_is_found_where_it_is_now(
    knowledge: LocalKnowledge, engine: Database, folder: Path, tmp_path: Path
) -> None:
    await drain(knowledge.ingest(folder, "boats", root="assistant:boats"))
    pages = LocalPages(engine, tmp_path / "attached", {"assistant:boats": _moved(folder)})
    key = (await ids_of(knowledge, "boats"))["ferry.pdf"]
    assert (await pages.image(key, 1)).startswith(PNG)
    await pages.close()


def _moved(folder: Path) -> Path:
    return folder.rename(folder.with_name("moved"))


async def test_an_uploaded_file_is_kept_as_long_as_its_document(
    knowledge: LocalKnowledge, pages: LocalPages, engine: Database
) -> None:
    added = await knowledge.add("ferry.pdf", make_pdf([(BODY, 12)]), "rules")
    assert (await pages.image(added.id, 1)).startswith(PNG)
    again = await knowledge.add("ferry.pdf", make_pdf([(FERRY, 30)]), "rules")
    assert again.id == added.id
    assert await kept(engine) == 1
    assert await pages.content_hash(added.id) == again.content_hash != added.content_hash
    assert (await pages.boxes(added.id, 0, 9))[0].boxes[0].y1 > 40
    await knowledge.add("notes.md", b"# Notes", "rules")
    assert await kept(engine) == 1, "only files with pages"
    await knowledge.remove(added.id)
    assert await kept(engine) == 0
    with pytest.raises(NotFound):
        await pages.boxes(added.id, 0, 9)
    with pytest.raises(NotFound):
        await pages.image(added.id, 1)


async def test_documents_of_earlier_versions_get_boxes_when_they_are_read_again(
    knowledge: LocalKnowledge, pages: LocalPages, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setitem(intake._RECIPE_OF, ".pdf", 1)
        patch.setattr("askwell.knowledge.intake.write_pages", _nothing)
        await drain(knowledge.ingest(folder, "rules"))
    key = (await ids_of(knowledge))["ferry.pdf"]
    assert await pages.boxes(key, 0, 50) == ()
    last = await drain(knowledge.ingest(folder, "rules"))
    assert (last.changed, last.unchanged) == (1, 1)
    assert await pages.boxes(key, 0, 50)


async def _nothing(*_: object) -> None:
    pass


async def test_what_has_no_pages_to_show(knowledge: LocalKnowledge, pages: LocalPages, folder: Path) -> None:
    await drain(knowledge.ingest(folder, "rules"))
    ids = await ids_of(knowledge)
    for key, page in ((ids["notes.md"], 1), (ids["ferry.pdf"], 3)):
        with pytest.raises(NotFound) as caught:
            await pages.image(key, page)
        assert caught.value.code == "page_not_found"
    (folder / "locked.pdf").write_bytes(encrypted("secret", "AES-256"))
    await drain(knowledge.ingest(folder, "rules", passwords=["secret"]))
    with pytest.raises(BadInput) as locked:
        await pages.image((await ids_of(knowledge))["locked.pdf"], 1)
    assert locked.value.code == "encrypted_document"
