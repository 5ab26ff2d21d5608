from typing import Any

import pytest
from httpx import AsyncClient

from tests.http.conftest import WATERING, new_session

ROSES = "When do I prune roses?"


async def asked(client: AsyncClient, *questions: str) -> str:
    """The path of the turns of a session with these questions."""
    path = f"/v1/sessions/{await new_session(client)}/turns"
    for question in questions:
        assert (await client.post(path, json={"question": question})).status_code == 200
    return path


async def numbers(client: AsyncClient, path: str, **params: Any) -> list[int]:
    """Numbers of the turns that are listed."""
    return [turn["turn_number"] for turn in (await client.get(path, params=params)).json()["turns"]]


async def test_a_turn_is_answered_again_beside_itself(client: AsyncClient) -> None:
    path = await asked(client, WATERING, ROSES)
    response = await client.post(f"{path}/1/regenerate")
    assert (response.status_code, response.json()["turn_number"]) == (200, 3)
    again = (await client.get(f"{path}/3")).json()
    first = (await client.get(f"{path}/1")).json()
    assert (again["question"], again["supersedes_id"], again["branch"]) == (WATERING, first["turn_id"], 1)
    assert again["siblings"] == first["siblings"] == [1, 3]
    siblings = (await client.get(f"{path}/1/siblings")).json()["turns"]
    assert [turn["turn_number"] for turn in siblings] == [1, 3]
    assert await numbers(client, path) == [3]
    assert await numbers(client, path, every_branch=True) == [1, 2, 3]


async def test_an_edit_opens_a_branch_and_the_old_one_can_be_chosen_again(client: AsyncClient) -> None:
    path = await asked(client, WATERING, ROSES)
    edited = (await client.post(f"{path}/2/edit", json={"question": "When do I sow carrots?"})).json()
    assert (edited["turn_number"], await numbers(client, path)) == (3, [1, 3])
    assert (await client.get(f"{path}/3")).json()["supersedes_id"] is None
    session = (await client.post(f"{path}/2/choose")).json()
    assert (session["branch"], session["turns"]) == (0, 3)
    assert await numbers(client, path) == [1, 2]


async def test_a_repeat_of_a_regenerate_or_an_edit_gives_the_same_turn(client: AsyncClient) -> None:
    path = await asked(client, WATERING)
    for route, body in (("regenerate", None), ("edit", {"question": ROSES})):
        key = {"Idempotency-Key": f"{route} of {path}"}
        first = await client.post(f"{path}/1/{route}", json=body, headers=key)
        again = await client.post(f"{path}/1/{route}", json=body, headers=key)
        assert first.status_code == 200, first.text
        assert again.json()["turn_id"] == first.json()["turn_id"]
    assert await numbers(client, path, every_branch=True) == [1, 2, 3]


@pytest.mark.parametrize("number", ["0", "9", "2147483648"])
async def test_a_turn_that_never_was_has_no_branches(client: AsyncClient, number: str) -> None:
    path = await asked(client, WATERING)
    responses = [
        await client.post(f"{path}/{number}/regenerate"),
        await client.post(f"{path}/{number}/edit", json={"question": ROSES}),
        await client.post(f"{path}/{number}/choose"),
        await client.get(f"{path}/{number}/siblings"),
        await client.put(f"{path}/{number}/feedback", json={"rating": 1}),
    ]
    assert [(each.status_code, each.json()["code"]) for each in responses] == [(404, "turn_not_found")] * 5
    assert await numbers(client, path) == [1]


async def test_feedback_is_given_changed_and_taken_back(client: AsyncClient) -> None:
    path = await asked(client, WATERING)
    given = (await client.put(f"{path}/1/feedback", json={"rating": -1, "comment": "Last year's."})).json()
    assert (given["feedback"]["rating"], given["feedback"]["comment"]) == (-1, "Last year's.")
    assert (await client.get(f"{path}/1")).json()["feedback"] == given["feedback"]
    assert (await client.put(f"{path}/1/feedback", json={"rating": 1})).json()["feedback"]["rating"] == 1
    assert (await client.put(f"{path}/1/feedback", json={"rating": 0})).json()["feedback"] is None


@pytest.mark.parametrize("body", [{}, {"rating": 2}, {"rating": 1, "comment": "x" * 4001}, {"rating": 1, "stars": 5}])
async def test_feedback_of_another_shape_is_refused(client: AsyncClient, body: dict[str, object]) -> None:
    path = await asked(client, WATERING)
    assert (await client.put(f"{path}/1/feedback", json=body)).status_code == 422


async def test_a_session_is_pinned_and_found_among_the_pinned(fresh_client: AsyncClient) -> None:
    one, two = await new_session(fresh_client), await new_session(fresh_client)
    before = (await fresh_client.get(f"/v1/sessions/{one}")).json()
    pinned = (await fresh_client.patch(f"/v1/sessions/{one}", json={"pinned": True})).json()
    assert pinned == before | {"pinned": True}
    for wanted, found in ((True, [one]), (False, [two])):
        listed = (await fresh_client.get("/v1/sessions", params={"pinned": wanted})).json()["sessions"]
        assert [session["id"] for session in listed] == found
    both = (await fresh_client.patch(f"/v1/sessions/{one}", json={"title": "Beds", "pinned": False})).json()
    assert (both["title"], both["pinned"]) == ("Beds", False)


@pytest.mark.parametrize("body", [{}, {"pinned": "yes"}, {"pinned": None, "title": None}, {"branch": 1}])
async def test_a_change_that_changes_nothing_is_refused(client: AsyncClient, body: dict[str, object]) -> None:
    session = await new_session(client)
    assert (await client.patch(f"/v1/sessions/{session}", json=body)).status_code == 422
