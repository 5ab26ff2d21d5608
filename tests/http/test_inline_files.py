"""Files that people upload are never shown by a browser as what they are: no route sends one inline."""

import httpx

from tests.http.conftest import new_session
from tests.http.test_attachments import settled

FILES = {
    "page.html": b"<html><body><p>The vault opens at noon.</p><script>alert('vault')</script></body></html>",
    "page.md": b"# Vault\n\nThe vault opens at noon. <svg onload=alert(1)></svg><script>alert('vault')</script>\n",
}
INERT = {"application/json", "application/problem+json", "image/png", "text/plain"}
"""Types that no browser runs scripts of."""


def is_inert(response: httpx.Response) -> bool:
    """Whether a browser neither shows the response as a page nor guesses that it is one."""
    kind = response.headers.get("content-type", "application/json").partition(";")[0]
    is_saved = response.headers.get("content-disposition", "").startswith("attachment")
    return response.headers["x-content-type-options"] == "nosniff" and (kind in INERT or is_saved)


async def filled_paths(client: httpx.AsyncClient) -> set[str]:
    """All GET routes with the ids of uploaded documents, and of a conversation with files and an answer."""
    session = await new_session(client)
    files = [("files", file) for file in FILES.items()]
    shared = (await client.post("/v1/documents", files=files)).json()["documents"]
    await client.post(f"/v1/sessions/{session}/documents", files=files)
    attached = await settled(client, session)
    body = {"question": "When does the vault open?", "session_id": session}
    answer = (await client.post("/v1/ask", json=body)).json()
    documents = [*(each["document"]["id"] for each in shared), *(each["document_id"] for each in attached)]
    assert len(set(filter(None, documents))) == 2 * len(FILES)
    known = {"session_id": session, "chunk_id": answer["sources"][0]["passages"][0]["chunk_id"], "number": 1, "page": 1}
    query = f"q=vault&start=0&end=200&session_id={session}"
    routes = (await client.get("/openapi.json")).json()["paths"]
    return {
        f"{path.format(**known, document_id=document)}?{query}&format={form}"
        for path, methods in routes.items()
        for document in documents
        for form in ("json", "markdown", "html")
        if "get" in methods and not path.endswith("/events")
    }


async def test_no_route_sends_an_uploaded_file_as_a_page(fresh_client: httpx.AsyncClient) -> None:
    """What has the text of one is JSON or is saved, and no browser guesses another type."""
    replies = {path: await fresh_client.get(path) for path in await filled_paths(fresh_client)}
    with_text = {path.partition("?")[0].rpartition("/")[2] for path, each in replies.items() if "vault" in each.text}
    assert {"text", "export", "turns", "search", "history"} <= with_text
    assert [path for path, each in replies.items() if not is_inert(each)] == []
