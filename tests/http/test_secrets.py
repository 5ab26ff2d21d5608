"""No response and no log line of the server has a key, a token or a password."""

import signal

import pytest

from tests.cli.test_secrets import CANARY, IN_USE
from tests.http.conftest import WATERING, SettingsOf, new_session
from tests.http.test_process import process
from tests.http.test_process_log import rest_of


async def test_the_server_reveals_no_secret(settings_of: SettingsOf, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (IN_USE | {"ASKWELL_TOKEN": f"{CANARY}-token"}).items():
        monkeypatch.setenv(name, value)
    async with process(settings_of(embedder="m"), ready=False) as (child, client):
        client.headers["authorization"] = f"Bearer {CANARY}-token"
        session = await new_session(client)
        answers = [await client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING})]
        for path in ("/readyz", "/healthz", "/openapi.json", "/v1/config", "/v1/assistants", "/v1/documents"):
            answers.append(await client.get(path))
        answers.append(await client.get("/v1/search", params={"q": "tomatoes"}))
        answers.append(await client.get("/v1/config", headers={"authorization": "Bearer wrong"}))
        child.send_signal(signal.SIGTERM)
        log = await rest_of(child)
    for answer in answers:
        assert CANARY not in answer.text + str(answer.headers), answer.url
    assert CANARY not in log
