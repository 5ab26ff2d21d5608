"""Two models, one for when the other fails; and what calls cost."""

from collections.abc import AsyncGenerator, Sequence

import pytest

from askwell.composition.models import make_model
from askwell.errors import BadConfig, ModelFailed
from askwell.models.costs import PricedChat, Prices
from askwell.models.fallback import FallbackChat
from askwell.models.scripted import ScriptedChat
from askwell.ports import ChatModel
from askwell.settings import Settings
from askwell.types import ChatPiece, Message
from tests.conftest import REPOSITORY
from tests.fake_endpoint import fake_endpoint
from tests.http.conftest import WATERING, SettingsOf, lay_out, new_session, opened

PROMPT = [Message("user", "How often do I water tomatoes?")]
DOWN = ModelFailed("It is down", code="upstream_5xx")


async def answer_of(model: ChatModel, messages: Sequence[Message] = PROMPT, max_tokens: int = 100) -> list[ChatPiece]:
    return [piece async for piece in model.stream(messages, max_tokens=max_tokens, temperature=0.0)]


@pytest.fixture
def settings_of(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> SettingsOf:
    return lay_out(tmp_path_factory.mktemp("garden"), monkeypatch)


async def test_the_second_model_is_asked_only_if_the_first_fails() -> None:
    first, second = ScriptedChat(["Twice a week."], name="a"), ScriptedChat(["Daily."], name="b")
    pieces = await answer_of(FallbackChat(first, second))
    assert ("".join(piece.text for piece in pieces), pieces[-1].model, second.calls) == ("Twice a week.", "", [])
    pieces = await answer_of(FallbackChat(ScriptedChat([DOWN], name="a"), second))
    assert ("".join(piece.text for piece in pieces), pieces[-1].model) == ("Daily.", "b")


async def test_an_answer_that_has_begun_is_not_continued_by_another_model() -> None:
    class Breaking(ScriptedChat):
        async def stream(self, *_: object, **__: object) -> AsyncGenerator[ChatPiece]:
            yield ChatPiece("Twice")
            raise DOWN

    second = ScriptedChat(["Daily."], name="b")
    with pytest.raises(ModelFailed):
        await answer_of(FallbackChat(Breaking([], name="a"), second))
    assert second.calls == []


async def test_the_failure_of_the_second_model_is_the_failure() -> None:
    other = ModelFailed("Unreachable", code="upstream_unreachable")
    with pytest.raises(ModelFailed) as caught:
        await answer_of(FallbackChat(ScriptedChat([DOWN], name="a"), ScriptedChat([other], name="b")))
    assert caught.value.code == "upstream_unreachable"


async def test_the_usage_of_a_call_has_its_cost() -> None:
    """A scripted model counts words: six read, three written."""
    [*_, last] = await answer_of(PricedChat(ScriptedChat(["Twice a week."]), Prices(2.0, 10.0), 0))
    assert last.usage is not None
    assert last.usage.cost == pytest.approx((6 * 2 + 3 * 10) / 1_000_000)


async def test_a_call_that_could_cost_too_much_is_refused_before_it_is_made() -> None:
    model = ScriptedChat(["Twice a week."])
    priced = PricedChat(model, Prices(0.0, 10.0), most=0.001)
    with pytest.raises(ModelFailed) as caught:
        await answer_of(priced, max_tokens=101)
    assert (caught.value.code, model.calls) == ("over_budget", [])
    assert len(await answer_of(priced, max_tokens=100)) > 1


async def test_a_second_model_over_http_writes_the_answer_and_is_named(settings_of: SettingsOf) -> None:
    """S3-10: the provider is chosen by whether the first one answers, and the turn says who wrote and what it cost."""
    with fake_endpoint() as endpoint:
        settings = settings_of(
            model="500",
            model_url=endpoint.url,
            second_model="ok",
            second_model_url=endpoint.url,
            second_api_key="second",
            second_price_output=1_000_000,
        )
        async with opened(settings) as client:
            path = f"/v1/sessions/{await new_session(client)}/turns"
            answer = (await client.post(path, json={"question": WATERING})).json()
            turn = (await client.get(f"{path}/1")).json()
    assert (answer["status"], answer["model"], answer["warnings"]) == ("completed", "ok", [])
    assert answer["usage"]["cost"] == turn["usage"]["cost"] == answer["usage"]["output_tokens"] > 0
    assert turn["model"] == "ok"
    sent = {each["model"]: each["authorization"] for each in endpoint.requests}
    assert sent["ok"] == "Bearer second" != sent["500"]


def test_a_budget_of_a_call_needs_a_price(settings_of: SettingsOf) -> None:
    settings = settings_of(model="ok", model_url="http://127.0.0.1:9/v1", call_budget=0.001)
    with pytest.raises(BadConfig, match=r"`call_budget` is 0\.001 and no price is set"):
        make_model(settings)
    assert make_model(settings.model_copy(update={"second_price_output": 1.0})) is not None


async def test_a_call_over_budget_leaves_the_answer_to_the_rules(settings_of: SettingsOf) -> None:
    """S3-10: the budget is checked before the call, and the turn says that no model wrote."""
    with fake_endpoint() as endpoint:
        settings = settings_of(model="ok", model_url=endpoint.url, price_output=10.0, call_budget=0.001)
        async with opened(settings) as client:
            path = f"/v1/sessions/{await new_session(client)}/turns"
            answer = (await client.post(path, json={"question": WATERING})).json()
            log = (await client.get(f"{path}/1/events")).text
    assert (answer["status"], answer["model"], answer["warnings"]) == ("completed", "", ["model_failed"])
    assert "twice a week" in answer["answer"]
    assert "over_budget" in log
    assert not endpoint.calls


def test_a_second_model_without_a_first_is_a_wrong_setting() -> None:
    with pytest.raises(BadConfig, match="`model` is empty"):
        make_model(Settings(home=REPOSITORY, second_model="openai:gpt"))
    with pytest.raises(BadConfig, match="`second_model` names no model"):
        make_model(
            Settings(home=REPOSITORY, model="m", model_url="http://localhost/v1", second_model_url="http://x/v1")
        )
