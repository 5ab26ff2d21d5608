from httpx import AsyncClient

from askwell.http.assistants import shown
from tests.http.conftest import SettingsOf, opened


async def test_the_assistants_say_what_to_ask_them(client: AsyncClient) -> None:
    found = (await client.get("/v1/assistants")).json()
    assert [assistant["name"] for assistant in found["assistants"]] == ["documents", "garden"]
    assert found["assistants"][1]["starters"] == ["How often do I water tomatoes?"]
    assert found["model"] == ""


async def test_the_collections_count_their_documents(client: AsyncClient) -> None:
    assert (await client.get("/v1/collections")).json() == {"collections": [{"name": "garden", "documents": 6}]}


async def test_a_search_gives_passages_best_first_and_stores_nothing(client: AsyncClient) -> None:
    params = {"q": "How do I keep tomatoes from blight?", "assistant": "garden", "k": "3"}
    passages = (await client.get("/v1/search", params=params)).json()["passages"]
    assert passages[0]["document"] == "tomatoes.md"
    assert [passage["score"] for passage in passages] == sorted((p["score"] for p in passages), reverse=True)
    assert len(passages) <= 3
    assert (await client.get("/v1/sessions")).json()["sessions"] == []
    by_collection = {"q": params["q"], "collection": "garden", "k": "3"}
    assert (await client.get("/v1/search", params=by_collection)).json()["passages"] == passages


async def test_a_search_needs_words_and_one_place(client: AsyncClient) -> None:
    assert (await client.get("/v1/search", params={"q": " "})).json()["code"] == "empty_question"
    assert (await client.get("/v1/search")).status_code == 422
    both = await client.get("/v1/search", params={"q": "x", "assistant": "garden", "collection": "garden"})
    assert both.status_code == 422
    unknown = await client.get("/v1/search", params={"q": "x", "assistant": "nobody"})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "assistant_not_found")


async def test_the_settings_in_force_hide_every_secret(settings_of: SettingsOf) -> None:
    settings = settings_of(token="s3cret-token", api_key="s3cret-key", embedding_url="http://me:s3cret-pw@h/v1")
    async with opened(settings, headers={"authorization": "Bearer s3cret-token"}) as client:
        response = await client.get("/v1/config")
    assert "s3cret" not in response.text
    shown_settings = response.json()["settings"]
    assert (shown_settings["token"], shown_settings["api_key"], shown_settings["port"]) == ("set", "set", 8420)
    assert shown_settings["embedding_url"] == "http://me:(hidden)@h/v1"


def test_a_password_inside_a_url_is_not_shown() -> None:
    assert shown("postgresql://u:p4ss@h/db?password=x&a=1") == "postgresql://u:(hidden)@h/db?password=(hidden)&a=1"
    assert shown("sqlite+aiosqlite:////data/askwell.db") == "sqlite+aiosqlite:////data/askwell.db"
