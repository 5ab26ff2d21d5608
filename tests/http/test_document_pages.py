"""Pages of documents over HTTP: boxes and images, for the owner only."""

from collections.abc import AsyncIterator

import pytest
from httpx import AsyncClient

from askwell.engine import Engine
from askwell.errors import NotFound
from askwell.types import Principal
from tests.http.conftest import SettingsOf, opened
from tests.http.test_attachments import attach, session_of, settled
from tests.knowledge.readers.test_page_image import image_of
from tests.knowledge.readers.test_pdf import BODY, make_pdf

FERRY = "The ferry leaves the harbour at noon."
PDF = make_pdf([(BODY, 12)], [(FERRY, 12)])


@pytest.fixture
async def client(settings_of: SettingsOf) -> AsyncIterator[AsyncClient]:
    async with opened(settings_of()) as made:
        yield made


async def upload(client: AsyncClient, name: str, data: bytes) -> str:
    response = await client.post("/v1/documents", files=[("files", (name, data))])
    return str(response.json()["documents"][0]["document"]["id"])


async def test_the_box_of_a_sentence_and_the_image_of_its_page(client: AsyncClient) -> None:
    path = f"/v1/documents/{await upload(client, 'ferry.pdf', PDF)}"
    text = (await client.get(f"{path}/text")).json()["text"]
    start = text.index(FERRY)
    found = (await client.get(f"{path}/boxes", params={"start": start, "end": start + len(FERRY)})).json()
    assert found["document_id"] == path.rpartition("/")[2]
    (page,) = found["pages"]
    assert page["page"] == 2
    ((x0, y0, x1, y1),) = page["boxes"]
    assert 0 < x0 < x1 < page["width"]
    assert 0 < y0 < y1 < page["height"]
    image = await client.get(f"{path}/pages/2.png")
    assert (image.status_code, image.headers["content-type"]) == (200, "image/png")
    assert image.headers["x-content-type-options"] == "nosniff"
    width, height = image_of(image.content).size
    assert width / height == pytest.approx(page["width"] / page["height"], rel=0.01)


async def test_an_image_is_asked_for_again_by_its_etag(client: AsyncClient) -> None:
    path = f"/v1/documents/{await upload(client, 'ferry.pdf', PDF)}/pages"
    first, second = await client.get(f"{path}/1.png"), await client.get(f"{path}/2.png")
    assert first.headers["etag"] != second.headers["etag"]
    assert first.headers["cache-control"] == "private, no-cache"
    again = await client.get(f"{path}/1.png", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = await client.get(f"{path}/2.png", headers={"if-none-match": first.headers["etag"]})
    assert other.status_code == 200


async def test_what_is_not_there(client: AsyncClient) -> None:
    path = f"/v1/documents/{await upload(client, 'ferry.pdf', PDF)}"
    notes = f"/v1/documents/{await upload(client, 'notes.md', b'# Notes')}"
    assert (await client.get(f"{path}/pages/3.png")).json()["code"] == "page_not_found"
    assert (await client.get(f"{notes}/pages/1.png")).json()["code"] == "page_not_found"
    assert (await client.get(f"{notes}/boxes?start=0&end=9")).json()["pages"] == []
    assert (await client.get("/v1/documents/none/pages/1.png")).json()["code"] == "document_not_found"
    assert (await client.get("/v1/documents/none/boxes?start=0&end=9")).status_code == 404
    assert (await client.get(f"{path}/boxes?start=9&end=2")).json()["pages"] == []
    for wrong in ("boxes", "boxes?start=-1&end=2", "boxes?start=x&end=2", "pages/0.png", "pages/x.png"):
        assert (await client.get(f"{path}/{wrong}")).status_code == 422, wrong


async def test_the_pages_of_an_attachment_are_for_its_owner(settings_of: SettingsOf) -> None:
    async with opened(settings_of()) as client:
        session = await session_of(client)
        await attach(client, session, ("ferry.pdf", PDF))
        (attached,) = await settled(client, session)
        path = f"/v1/documents/{attached['document_id']}"
        assert (await client.get(f"{path}/pages/1.png")).status_code == 200
        assert (await client.get(f"{path}/boxes?start=0&end=9")).json()["pages"]
        assert (await client.delete(f"/v1/sessions/{session}/documents/1")).status_code == 204
        assert (await client.get(f"{path}/pages/1.png")).status_code == 404
        assert (await client.get(f"{path}/boxes?start=0&end=9")).status_code == 404


async def test_pages_of_a_foreign_attachment_do_not_exist(settings_of: SettingsOf) -> None:
    async with await Engine.open(settings_of()) as engine:
        session = await engine.create_session()
        await engine.attach(session.id, "ferry.pdf", PDF)
        (attached,) = await engine.attachments.settled(session.id)
        key, other = str(attached.document_id), Principal("local", "another")
        assert await engine.attachments.boxes(key, 0, 9)
        for refused in (
            engine.attachments.boxes(key, 0, 9, principal=other),
            engine.attachments.page_hash(key, principal=other),
            engine.attachments.page(key, 1, principal=other),
        ):
            with pytest.raises(NotFound) as caught:
                await refused
            assert caught.value.code == "document_not_found"
