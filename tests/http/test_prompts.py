"""What is sent to a model: no secret of the server, and nothing of another user."""

import json

from askwell.engine import Engine
from askwell.http.app import create_app
from askwell.types import Principal
from tests.fake_endpoint import fake_endpoint
from tests.http.conftest import WATERING, SettingsOf, new_session, until_ready
from tests.http.test_scopes import client_of

SECRET = "wombat-7731"
HERS = "Zwartkoppel"


async def test_a_prompt_has_no_secret_and_nothing_of_others(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        app = create_app(settings_of(model="ok", model_url=endpoint.url, api_key=SECRET, token=f"{SECRET}-token"))
        async with app.router.lifespan_context(app):
            engine: Engine = app.state.engine
            created = [await engine.access.keys.create(Principal("acme", name), ["ask"]) for name in ("ann", "ben")]
            for (_, key), question in zip(created, (f"How does {HERS} water tomatoes?", WATERING), strict=True):
                async with client_of(app, key) as client:
                    await until_ready(client)
                    session = await new_session(client)
                    for asked in (question, "And in the morning?", "What did I ask first?"):
                        path = f"/v1/sessions/{session}/turns"
                        assert (await client.post(path, json={"question": asked})).status_code == 200
                await engine.digested()
        sent = [json.dumps({k: v for k, v in each.items() if k != "authorization"}) for each in endpoint.requests]
    of_ben = next(number for number, text in enumerate(sent) if WATERING in text)
    assert HERS in "".join(sent[:of_ben])
    assert HERS not in "".join(sent[of_ben:])
    hidden = [SECRET, *(part for key, text in created for part in (key.id, text))]
    assert not [each for each in hidden if each in "".join(sent)]


async def test_no_secret_of_the_server_is_sent_or_stored_when_a_model_has_it(settings_of: SettingsOf) -> None:
    """The question has the secrets, as a worst case: the model repeats what the user said."""
    with fake_endpoint() as endpoint:
        settings = settings_of(model="remembering", model_url=endpoint.url, api_key=SECRET, token=f"{SECRET}-token")
        app = create_app(settings)
        async with app.router.lifespan_context(app), client_of(app, f"{SECRET}-token") as client:
            await until_ready(client)
            session = await new_session(client)
            path = f"/v1/sessions/{session}/turns"
            asked = {"question": f"Hello, {SECRET} and {SECRET}-token"}
            answer = (await client.post(path, json=asked)).json()
            streamed = await client.post(path, json=asked, headers={"accept": "text/event-stream"})
            stored = (await client.get(f"{path}/1")).json()
    assert "(withheld) and (withheld)" in answer["answer"]
    assert SECRET not in answer["answer"] + stored["answer"]
    assert "withheld" in answer["warnings"]
    tokens = [line for line in streamed.text.splitlines() if line.startswith("data:") and '"token"' in line]
    assert tokens
    assert SECRET not in "".join(tokens)
