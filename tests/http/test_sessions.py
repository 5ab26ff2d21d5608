from httpx import AsyncClient

from tests.http.conftest import WATERING, new_session


async def test_a_new_session_says_where_it_is(client: AsyncClient) -> None:
    response = await client.post("/v1/sessions", json={"assistant": "garden", "title": "Beds"})
    assert response.status_code == 201
    session = response.json()
    assert response.headers["location"] == f"/v1/sessions/{session['id']}"
    assert (session["assistant"], session["title"], session["turns"]) == ("garden", "Beds", 0)
    assert (await client.get(response.headers["location"])).json() == session


async def test_a_session_may_bring_its_own_id_under_any_of_its_names(client: AsyncClient) -> None:
    for key, name in (("id", "mine"), ("session_id", "mine-2"), ("thread_id", "mine-3"), ("conversation_id", "mine-4")):
        response = await client.post("/v1/sessions", json={"assistant": "garden", key: name})
        assert response.status_code == 201
        assert response.json()["id"] == name


async def test_two_session_ids_that_differ_are_refused(client: AsyncClient) -> None:
    response = await client.post("/v1/sessions", json={"session_id": "a", "thread_id": "b"})
    assert response.status_code == 422
    assert [error["code"] for error in response.json()["errors"]] == ["session_ids_differ"]
    same = await client.post("/v1/sessions", json={"session_id": "same", "thread_id": "same"})
    assert same.status_code == 201


async def test_a_session_under_a_taken_id_is_refused(client: AsyncClient) -> None:
    await client.post("/v1/sessions", json={"id": "taken", "assistant": "garden"})
    response = await client.post("/v1/sessions", json={"id": "taken", "assistant": "garden"})
    assert (response.status_code, response.json()["code"]) == (409, "session_exists")


async def test_an_id_that_is_a_path_is_refused(client: AsyncClient) -> None:
    """S1-B8, S2-B9: no id becomes a path, on the way in or in an address; ours cannot be guessed."""
    response = await client.post("/v1/sessions", json={"id": "../../etc/passwd", "assistant": "garden"})
    assert response.status_code == 422
    for path in ("/v1/sessions/..%2F..%2Fetc%2Fpasswd", "/v1/sessions/..%2F..%2Fetc/turns", "/v1/sessions/%2e%2e"):
        assert (await client.get(path)).status_code == 404
    ids = [await new_session(client) for _ in range(3)]
    assert len({each.rpartition("-")[2] for each in ids}) == 3


async def test_an_unknown_assistant_is_refused_with_the_known_ones(client: AsyncClient) -> None:
    response = await client.post("/v1/sessions", json={"assistant": "gardn"})
    assert (response.status_code, response.json()["code"]) == (404, "assistant_not_found")
    assert "garden" in response.json()["detail"]
    assert "documents" in response.json()["detail"]


async def test_an_unknown_key_is_refused(client: AsyncClient) -> None:
    response = await client.post("/v1/sessions", json={"asistant": "garden"})
    assert response.status_code == 422
    assert response.json()["errors"][0]["path"] == "body.asistant"


async def test_sessions_come_newest_first_page_by_page(fresh_client: AsyncClient) -> None:
    ids = [await new_session(fresh_client) for _ in range(5)]
    first = (await fresh_client.get("/v1/sessions", params={"limit": 3})).json()
    rest = (await fresh_client.get("/v1/sessions", params={"limit": 3, "before": first["next"]})).json()
    assert [session["id"] for session in first["sessions"] + rest["sessions"]] == ids[::-1]
    assert rest["next"] is None


async def test_sessions_are_found_by_assistant_and_by_what_was_asked(fresh_client: AsyncClient) -> None:
    asked, other = await new_session(fresh_client), await new_session(fresh_client, "documents")
    await fresh_client.post(f"/v1/sessions/{asked}/turns", json={"question": WATERING})
    by_assistant = (await fresh_client.get("/v1/sessions", params={"assistant": "documents"})).json()["sessions"]
    by_text = (await fresh_client.get("/v1/sessions", params={"search": "water tomatoes"})).json()["sessions"]
    assert [session["id"] for session in by_assistant] == [other]
    assert [session["id"] for session in by_text] == [asked]


async def test_a_page_has_between_one_and_two_hundred_entries(client: AsyncClient) -> None:
    for limit in (0, 201):
        assert (await client.get("/v1/sessions", params={"limit": limit})).status_code == 422


async def test_a_session_is_renamed(client: AsyncClient) -> None:
    session = await new_session(client)
    response = await client.patch(f"/v1/sessions/{session}", json={"title": "  Summer  "})
    assert (response.status_code, response.json()["title"]) == (200, "Summer")
    assert (await client.get(f"/v1/sessions/{session}")).json()["title"] == "Summer"
    assert (await client.patch(f"/v1/sessions/{session}", json={"title": " "})).status_code == 422


async def test_a_deleted_session_is_gone(client: AsyncClient) -> None:
    session = await new_session(client)
    await client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING})
    assert (await client.delete(f"/v1/sessions/{session}")).status_code == 204
    for path in (f"/v1/sessions/{session}", f"/v1/sessions/{session}/turns", f"/v1/sessions/{session}/turns/1"):
        assert (await client.get(path)).status_code == 404


async def test_an_unknown_session_is_not_found_by_any_route(client: AsyncClient) -> None:
    path = "/v1/sessions/nobody"
    responses = [
        await client.get(path),
        await client.patch(path, json={"title": "x"}),
        await client.delete(path),
        await client.get(f"{path}/turns"),
        await client.get(f"{path}/turns/1"),
        await client.get(f"{path}/turns/1/events"),
        await client.post(f"{path}/turns", json={"question": WATERING}),
        await client.get("/v1/sessions", params={"before": "nobody"}),
    ]
    assert [(response.status_code, response.json()["code"]) for response in responses[:-1]] == [
        (404, "session_not_found")
    ] * 7
    assert responses[-1].status_code in {200, 404}


async def test_a_title_with_a_nul_is_refused(client: AsyncClient) -> None:
    session = await new_session(client)
    for response in (
        await client.post("/v1/sessions", json={"title": "a\0b"}),
        await client.patch(f"/v1/sessions/{session}", json={"title": "a\0b"}),
    ):
        assert response.status_code == 422
        assert [error["code"] for error in response.json()["errors"]] == ["bad_character"]
