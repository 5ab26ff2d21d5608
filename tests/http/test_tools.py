"""Tools over HTTP: an endpoint that streams calls, and a reader who sees them."""

from pathlib import Path

from askwell.settings import Settings
from tests.fake_endpoint import fake_endpoint
from tests.http.conftest import opened
from tests.http.test_stream import STREAM, events_of
from tests.tooling import LOOK_UP, runtime

DUTCH = "Wat hadden we eerder besproken?"


async def test_s2_v7_a_model_looks_up_what_was_discussed(settings: Settings, tmp_path: Path) -> None:
    """S2-V7, over real HTTP on both sides: the endpoint streams the call in pieces."""
    with fake_endpoint() as endpoint:
        found = settings.model_copy(update={"model": "calling", "model_url": endpoint.url})
        async with runtime(found, tmp_path, f"{{use: [{LOOK_UP}]}}"):
            pass
        async with opened(found.model_copy(update={"assistants": str(tmp_path / "assistants")})) as client:
            session = (await client.post("/v1/sessions", json={"assistant": "desk"})).json()["id"]
            path = f"/v1/sessions/{session}/turns"
            await client.post(path, json={"question": "Wat kost de Alpenpas voor volwassenen?"})
            events = await events_of(await client.post(path, json={"question": DUTCH}, headers=STREAM))
            stored = (await client.get(f"{path}/2")).json()
    (told,) = [event for event in events if event["event"] == "tool"]
    assert (told["tool"], told["ok"]) == (LOOK_UP, True)
    assert DUTCH in told["arguments"]
    done = events[-1]
    assert "Wat kost de Alpenpas voor volwassenen?" in done["answer"]
    assert [each["choice"] for each in stored["decisions"] if each["step"] == "use_tools"] == [LOOK_UP]
    assert stored["context"]["tokens"]["tools"] > 0
    names = [each["function"]["name"] for each in endpoint.requests[-1]["tools"]]
    assert names == [LOOK_UP]
