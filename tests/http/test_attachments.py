"""Files of a conversation over HTTP."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from httpx import AsyncClient

from tests.http.conftest import SettingsOf, opened
from tests.knowledge.readers.test_pdf import encrypted

LEASE = b"# Lease\n\nThe rent of the flat is 900 euros a month. The deposit is two months of rent.\n"
HOUSE = b"# House rules\n\nThe bins are emptied on Tuesday. Bicycles are parked in the cellar.\n"


@pytest.fixture
async def client(settings_of: SettingsOf) -> AsyncIterator[AsyncClient]:
    async with opened(settings_of(max_upload_bytes=200_000, max_attachments=3)) as made:
        yield made


async def session_of(client: AsyncClient) -> str:
    made = await client.post("/v1/sessions", json={"assistant": "documents"})
    return str(made.json()["id"])


async def attach(client: AsyncClient, session: str, *files: tuple[str, bytes]) -> Any:
    return await client.post(f"/v1/sessions/{session}/documents", files=[("files", file) for file in files])


async def settled(client: AsyncClient, session: str) -> list[dict[str, Any]]:
    while True:
        found: list[dict[str, Any]] = (await client.get(f"/v1/sessions/{session}/documents")).json()["documents"]
        if all(each["state"] in {"ready", "failed"} for each in found):
            return found
        await asyncio.sleep(0.05)


async def ask(client: AsyncClient, session: str, question: str) -> dict[str, Any]:
    answer: dict[str, Any] = (await client.post(f"/v1/sessions/{session}/turns", json={"question": question})).json()
    return answer


async def test_a_file_is_given_asked_and_removed(client: AsyncClient) -> None:
    """S3-G2."""
    session = await session_of(client)
    response = await attach(client, session, ("lease.md", LEASE), ("house.md", HOUSE))
    assert response.status_code == 201
    first = response.json()["documents"][0]["document"]
    assert (first["number"], first["state"], first["active"], first["only"]) == (1, "queued", True, False)
    lease, house = await settled(client, session)
    assert (lease["state"], house["state"], lease["error"]) == ("ready", "ready", None)
    answer = await ask(client, session, "How much is the deposit?")
    assert [source["document"] for source in answer["sources"]] == ["lease.md"]
    document = f"/v1/documents/{lease['document_id']}"
    assert (await client.get(f"{document}/text")).json()["text"].startswith("Lease")
    assert (await client.delete(document)).json()["code"] == "collection_kept"
    assert (await client.delete(f"/v1/sessions/{session}/documents/1")).status_code == 204
    assert (await client.get(document)).status_code == 404
    [turn] = (await client.get(f"/v1/sessions/{session}/turns")).json()["turns"]
    assert [source["removed"] for source in turn["sources"]] == [True]
    assert [each["number"] for each in await settled(client, session)] == [2]
    assert (await ask(client, session, "How much is the deposit?"))["sources"] == []


async def test_the_same_bytes_again_are_the_same_attachment(client: AsyncClient) -> None:
    session = await session_of(client)
    await attach(client, session, ("lease.md", LEASE))
    again = await attach(client, session, ("lease.md", LEASE))
    assert again.status_code == 201
    assert again.json()["documents"][0]["document"]["number"] == 1
    assert len(await settled(client, session)) == 1


async def test_one_file_is_asked_alone(client: AsyncClient) -> None:
    session = await session_of(client)
    await attach(client, session, ("lease.md", LEASE), ("house.md", HOUSE))
    await settled(client, session)
    path = f"/v1/sessions/{session}/documents/2"
    assert (await client.patch(path, json={"only": True})).json()["only"]
    answer = await ask(client, session, "How much is the deposit of the flat?")
    assert not [source for source in answer["sources"] if source["document"] == "lease.md"]
    assert not (await client.patch(path, json={"only": False})).json()["only"]
    assert not (await client.patch(path, json={"active": False})).json()["active"]
    assert (await client.patch(path, json={})).status_code == 422
    assert (await client.patch(path, json={"active": "yes"})).status_code == 422


async def test_refusals_are_problems(client: AsyncClient) -> None:
    session = await session_of(client)
    path = f"/v1/sessions/{session}/documents"
    photo = await attach(client, session, ("photo.pdf", b"\x89PNG\r\n\x1a\n\0\0"))
    assert (photo.status_code, photo.json()["code"]) == (415, "unsupported_document")
    large = await attach(client, session, ("large.txt", b"x" * 200_001))
    assert (large.status_code, large.json()["code"]) == (413, "body_too_large")
    mixed = await attach(client, session, ("lease.md", LEASE), ("photo.png", b"\x89PNG\0"))
    assert mixed.status_code == 207
    assert (await client.post(path, json={})).json()["code"] == "unsupported_media_type"
    for number in ("9", "0", "99999999999"):
        for answer in (
            await client.get(f"{path}/{number}"),
            await client.delete(f"{path}/{number}"),
            await client.patch(f"{path}/{number}", json={"only": True}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (404, "attachment_not_found")
    more = await attach(client, session, *((f"{number}.md", b"# Text %d" % number) for number in range(3)))
    errors = [each["error"] for each in more.json()["documents"]]
    assert [error and error["code"] for error in errors] == [None, None, "too_many_attachments"]


async def test_a_session_that_is_not_one_s_own_answers_like_one_that_does_not_exist(client: AsyncClient) -> None:
    """S3-02."""
    answers = [
        await attach(client, "no-such-session", ("lease.md", LEASE)),
        await client.get("/v1/sessions/no-such-session/documents"),
        await client.get("/v1/sessions/no-such-session/documents/1"),
        await client.delete("/v1/sessions/no-such-session/documents/1"),
        await client.patch("/v1/sessions/no-such-session/documents/1", json={"only": True}),
    ]
    assert {(each.status_code, each.json()["code"]) for each in answers} == {(404, "session_not_found")}


async def test_a_locked_file_is_listed_with_its_error(client: AsyncClient) -> None:
    session = await session_of(client)
    await attach(client, session, ("locked.pdf", encrypted("secret", "AES-256")))
    [locked] = await settled(client, session)
    assert (locked["state"], locked["error"]["code"]) == ("failed", "encrypted_document")
    only = await client.patch(f"/v1/sessions/{session}/documents/1", json={"only": True})
    assert (only.status_code, only.json()["code"]) == (409, "attachment_failed")


async def test_collections_of_conversations_are_not_listed(client: AsyncClient) -> None:
    session = await session_of(client)
    await attach(client, session, ("lease.md", LEASE))
    [lease] = await settled(client, session)
    listed = (await client.get("/v1/collections")).text
    assert "session:" not in listed
    collection = (await client.get(f"/v1/documents/{lease['document_id']}")).json()["collection"]
    assert (await client.get("/v1/documents", params={"collection": collection})).status_code == 422
