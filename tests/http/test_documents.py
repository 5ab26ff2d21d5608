from typing import Any

import pytest
from httpx import AsyncClient

from askwell.http.documents import base_name
from tests.http.conftest import SettingsOf, opened

BREAD = b"# Bread\n\nLet the dough rest overnight in the cold. Bake the loaf at 230 degrees for forty minutes.\n"


async def upload(client: AsyncClient, *files: tuple[str, bytes], **form: str) -> Any:
    """The response to an upload."""
    return await client.post("/v1/documents", files=[("files", file) for file in files], data=form)


async def test_an_uploaded_document_is_listed_and_answers(fresh_client: AsyncClient) -> None:
    response = await upload(fresh_client, ("bread.md", BREAD))
    assert response.status_code == 201
    document = response.json()["documents"][0]["document"]
    assert (document["name"], document["collection"], document["title"]) == ("bread.md", "documents", "Bread")
    listed = (await fresh_client.get("/v1/documents")).json()
    assert (listed["documents"], listed["next"]) == ([document], None)
    assert (await fresh_client.get(f"/v1/documents/{document['id']}")).json() == document
    found = (await fresh_client.get("/v1/search", params={"q": "How long does the dough rest?"})).json()["passages"]
    assert [passage["document_id"] for passage in found] == [document["id"]]


async def test_a_file_that_cannot_be_read_does_not_hold_up_the_others(client: AsyncClient) -> None:
    response = await upload(client, ("bread.md", BREAD), ("film.mp4", b"\x00\x01\x02"))
    assert response.status_code == 207
    good, bad = response.json()["documents"]
    assert (good["name"], good["error"]) == ("bread.md", None)
    assert (bad["name"], bad["document"], bad["error"]["status"]) == ("film.mp4", None, 415)
    assert bad["error"]["code"] == "unsupported_document"


async def test_one_file_that_cannot_be_read_is_a_problem(client: AsyncClient) -> None:
    response = await upload(client, ("film.mp4", b"\x00\x01\x02"))
    assert response.status_code == 415
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["code"] == "unsupported_document"


async def test_several_files_that_cannot_be_read_are_told_one_by_one(client: AsyncClient) -> None:
    response = await upload(client, ("a.mp4", b"\x00"), ("b.mp4", b"\x00"))
    assert response.status_code == 415
    assert [error["path"] for error in response.json()["errors"]] == ["a.mp4", "b.mp4"]


async def test_an_upload_without_a_file_is_refused(client: AsyncClient) -> None:
    response = await client.post("/v1/documents", files=[("other", ("x.md", BREAD))])
    assert response.status_code == 422
    assert response.json()["errors"][0]["path"] == "body.files"


async def test_a_file_above_the_cap_is_refused_alone(settings_of: SettingsOf) -> None:
    async with opened(settings_of(max_upload_bytes=1000)) as client:
        response = await upload(client, ("bread.md", BREAD), ("long.md", b"# Long\n\n" + b"word " * 300))
    good, bad = response.json()["documents"]
    assert (response.status_code, good["error"]) == (207, None)
    assert (bad["error"]["code"], bad["error"]["status"]) == ("body_too_large", 413)


async def test_an_upload_above_the_cap_is_refused_as_a_whole(settings_of: SettingsOf) -> None:
    async with opened(settings_of(max_upload_bytes=1000)) as client:
        response = await upload(client, ("long.md", b"x" * 200_000))
    assert (response.status_code, response.json()["code"]) == (413, "body_too_large")


async def test_an_upload_may_be_larger_than_other_bodies(settings_of: SettingsOf) -> None:
    async with opened(settings_of(max_body_bytes=1000)) as client:
        text = b"# Long\n\n" + b"The dough rests overnight in the cold. " * 50
        assert (await upload(client, ("long.md", text))).status_code == 201


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("../../etc/passwd.md", "passwd.md"),
        ("C:\\Users\\me\\bread.md", "bread.md"),
        ("/abs/bread.md", "bread.md"),
        ("a\x00b\n.md", "ab.md"),
        ("evil\u202egnp.md", "evilgnp.md"),
        ("..", ""),
        ("folder/", ""),
        ("brood recept.md", "brood recept.md"),
        ("x" * 300 + ".md", "x" * 197 + ".md"),
    ],
)
def test_a_sent_name_becomes_a_base_name(sent: str, kept: str) -> None:
    assert base_name(sent) == kept


async def test_a_path_in_a_sent_name_is_cut_off(client: AsyncClient) -> None:
    response = await upload(client, ("../../etc/bread.md", BREAD))
    assert response.json()["documents"][0]["document"]["name"] == "bread.md"


async def test_a_collection_that_mirrors_a_folder_is_not_changed(client: AsyncClient) -> None:
    response = await upload(client, ("bread.md", BREAD), collection="garden")
    assert (response.status_code, response.json()["code"]) == (409, "collection_kept")
    kept = (await client.get("/v1/documents", params={"collection": "garden"})).json()["documents"][0]
    removal = await client.delete(f"/v1/documents/{kept['id']}")
    assert (removal.status_code, removal.json()["code"]) == (409, "collection_kept")


async def test_a_collection_of_a_strange_name_is_refused(client: AsyncClient) -> None:
    assert (await upload(client, ("bread.md", BREAD), collection="../x")).status_code == 422
    assert (await client.get("/v1/documents", params={"collection": "../x"})).status_code == 422


async def test_documents_come_by_name_page_by_page(client: AsyncClient) -> None:
    params = {"collection": "garden", "limit": "4"}
    first = (await client.get("/v1/documents", params=params)).json()
    rest = (await client.get("/v1/documents", params=params | {"after": first["next"]})).json()
    names = [document["name"] for document in first["documents"] + rest["documents"]]
    assert names == ["carrots.md", "compost.md", "lawn.md", "roses.md", "tomatoes.md", "tools.md"]
    assert rest["next"] is None


async def test_a_stretch_of_a_text_is_read_by_offsets(client: AsyncClient) -> None:
    document = (await upload(client, ("bread.md", BREAD))).json()["documents"][0]["document"]
    path = f"/v1/documents/{document['id']}/text"
    whole = (await client.get(path)).json()
    assert (whole["start"], whole["end"], len(whole["text"])) == (0, document["chars"], document["chars"])
    part = (await client.get(path, params={"start": 2, "end": 7})).json()
    assert part["text"] == whole["text"][2:7]
    beyond = (await client.get(path, params={"start": 10**6})).json()
    assert (beyond["text"], beyond["start"]) == ("", document["chars"])
    assert (await client.get(path, params={"start": -1})).status_code == 422


async def test_a_passage_stands_in_its_surroundings(client: AsyncClient) -> None:
    found = (await client.get("/v1/search", params={"q": "When are tomatoes ripe?", "assistant": "garden"})).json()
    passage = found["passages"][0]
    shown = (await client.get(f"/v1/passages/{passage['chunk_id']}", params={"around": 5000})).json()
    text = (await client.get(f"/v1/documents/{passage['document_id']}/text")).json()["text"]
    assert shown["before"] + shown["text"] + shown["after"] == text
    assert "come off the stem" in shown["text"]
    bare = (await client.get(f"/v1/passages/{passage['chunk_id']}", params={"around": 0})).json()
    assert (bare["before"], bare["after"]) == ("", "")


async def test_a_removed_document_is_gone(fresh_client: AsyncClient) -> None:
    document = (await upload(fresh_client, ("bread.md", BREAD))).json()["documents"][0]["document"]
    path = f"/v1/documents/{document['id']}"
    assert (await fresh_client.delete(path)).status_code == 204
    assert (await fresh_client.get(path)).status_code == 404
    assert (await fresh_client.delete(path)).status_code == 404
    assert (await fresh_client.get("/v1/search", params={"q": "dough overnight"})).json()["passages"] == []


@pytest.mark.parametrize("path", ["/v1/documents/nothing", "/v1/documents/nothing/text", "/v1/passages/nothing"])
async def test_an_unknown_document_or_passage_is_not_found(client: AsyncClient, path: str) -> None:
    response = await client.get(path)
    assert response.status_code == 404
    assert response.headers["content-type"] == "application/problem+json"
