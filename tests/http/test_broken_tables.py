"""A real server with an assistant whose CSV table cannot be read: it works without the table, and says so."""

import pytest

from tests.hostile.batch import hide_bundled, server
from tests.hostile.table_files import HEADER, YAML
from tests.http.conftest import DOCUMENTS, WATERING, SettingsOf, until_ready


@pytest.mark.parametrize("rows", ["North,Hill\n", "North,Hill,100\n" * 700_000], ids=["broken", "too large"])
async def test_an_assistant_works_without_a_table_that_cannot_be_read(settings_of: SettingsOf, rows: str) -> None:
    settings = settings_of()
    offices = settings.home.parent / "assistants" / "offices"
    (offices / "knowledge").mkdir(parents=True)
    (offices / "assistant.yaml").write_text(YAML.format(name="offices"))
    (offices / "knowledge" / "tomatoes.md").write_text(DOCUMENTS["tomatoes.md"])
    (offices / "offices.csv").write_text(HEADER + rows)
    hide_bundled(settings.home.parent)
    async with server(settings) as (_, client):
        await until_ready(client)
        state = await client.get("/readyz")
        answer = await client.post("/v1/ask", json={"question": WATERING, "assistant": "offices"})
        other = await client.post("/v1/ask", json={"question": WATERING, "assistant": "garden"})
    log = (settings.home.parent / "log").read_text()
    assert state.status_code == 200
    assert state.json()["status"] == "degraded"
    [fault] = state.json()["faults"]
    assert (fault["code"], fault["part"], fault["blocking"]) == ("broken_table", "table", False)
    assert "Assistant 'offices' works without the table of route `offices`: " in fault["message"]
    assert f"table: {fault['message']}" in state.json()["warnings"]
    assert "twice a week" in answer.json()["answer"]
    assert "twice a week" in other.json()["answer"]
    assert "WARNING askwell: Assistant 'offices' works without the table" in log
