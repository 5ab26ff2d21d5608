from askwell.engine import Engine
from askwell.http.app import create_app
from tests.http.conftest import SettingsOf, opened, until_ready


async def test_the_process_says_what_is_still_being_read(settings_of: SettingsOf) -> None:
    async with opened(settings_of(), ready=False) as client:
        assert (await client.get("/healthz")).json() == {"status": "ok"}
        before = await client.get("/readyz")
        await until_ready(client)
        after = await client.get("/readyz")
    assert (before.status_code, before.json()["status"]) == (503, "not_ready")
    assert any(reason.startswith("garden: its documents") for reason in before.json()["reasons"])
    assert (after.json()["status"], after.json()["reasons"]) == ("ready", [])
    assert after.json()["assistants"]["garden"] == {"state": "ready", "read_files": 6, "total_files": 6}


async def test_a_file_that_cannot_be_read_is_told_and_holds_up_nothing(settings_of: SettingsOf) -> None:
    settings = settings_of()
    (settings.home.parent / "assistants" / "garden" / "knowledge" / "broken.pdf").write_bytes(b"%PDF-1.4 broken")
    async with opened(settings) as client:
        ready = (await client.get("/readyz")).json()
        assert (await client.get("/v1/collections")).json()["collections"][0]["documents"] == 6
    assert any("broken.pdf" in warning for warning in ready["warnings"])


async def test_an_assistant_whose_documents_fail_does_not_hold_up_the_others(settings_of: SettingsOf) -> None:
    settings = settings_of()
    empty = settings.home.parent / "assistants" / "empty"
    (empty / "knowledge").mkdir(parents=True)
    (empty / "assistant.yaml").write_text("name: empty\ntitle: Nothing to read\n")
    async with opened(settings) as client:
        ready = (await client.get("/readyz")).json()
    assert ready["assistants"]["empty"]["state"] == "failed"
    assert ready["assistants"]["garden"]["state"] == "ready"
    assert any(warning.startswith("empty: ") for warning in ready["warnings"])


async def test_an_assistant_without_the_model_that_it_asks_for_is_named(settings_of: SettingsOf) -> None:
    settings = settings_of()
    writing = settings.home.parent / "assistants" / "writing"
    writing.mkdir()
    (writing / "assistant.yaml").write_text("name: writing\ntitle: Writes\nwrite: {by: llm}\n")
    async with opened(settings) as client:
        ready = (await client.get("/readyz")).json()
        refused = await client.post("/v1/sessions", json={"assistant": "writing"})
        asked = await client.post("/v1/sessions", json={"assistant": "garden"})
    assert ready["assistants"]["writing"]["state"] == "failed"
    assert any("`write.by: llm`" in each and "Set `model`" in each for each in ready["warnings"])
    assert (refused.status_code, refused.json()["code"]) == (503, "missing_model")
    assert asked.status_code == 201


async def test_an_engine_that_was_given_stays_open(settings_of: SettingsOf) -> None:
    async with await Engine.open(settings_of()) as engine:
        app = create_app(engine)
        async with app.router.lifespan_context(app):
            assert app.state.engine is engine
        assert (await engine.create_session("garden")).head == 0


async def test_what_a_process_wrote_the_next_one_reads(settings_of: SettingsOf) -> None:
    settings = settings_of()
    async with opened(settings) as client:
        session = (await client.post("/v1/sessions", json={"assistant": "garden"})).json()["id"]
        answer = (await client.post(f"/v1/sessions/{session}/turns", json={"question": "When do I mow?"})).json()
    async with opened(settings) as client:
        turn = (await client.get(f"/v1/sessions/{session}/turns/1")).json()
    assert turn["answer"] == answer["answer"]
