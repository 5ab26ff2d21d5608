"""Plug-ins of packages by entry point: found, loaded, and refused if their interface is wrong."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from askwell.composition.registry import PluginRegistry
from askwell.engine import Engine
from askwell.errors import BadConfig, BrokenPlugin
from askwell.ports import Clock, Ids
from askwell.settings import Settings
from askwell.stores.inmemory.store import InMemoryStore
from tests.installed import GREETER, install, write_assistant

STEPS = "steps: [{use: greet, before: recall}]"


def engine_with(settings: Settings, folder: Path, yaml: str = STEPS) -> Settings:
    return settings.model_copy(update={"assistants": write_assistant(folder / "assistants", yaml)})


async def test_a_step_of_an_installed_package_works_by_its_name(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path / "site", monkeypatch, "greeter_one", GREETER, {"steps": {"greet": "greet"}})
    async with await Engine.open(engine_with(settings, tmp_path)) as engine:
        assert (await engine.ask("hello", assistant="desk")).answer == "Good day."


def test_nothing_is_imported_before_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "greeter_two", GREETER, {"steps": {"greet": "greet"}})
    assert PluginRegistry().names("steps") == ["greet"]
    assert "greeter_two" not in sys.modules
    assert PluginRegistry().load("steps", "greet", where="A test").package == "greeter_two 1.2"
    assert "greeter_two" in sys.modules


async def test_an_unknown_step_lists_the_known_ones(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path / "site", monkeypatch, "greeter_three", GREETER, {"steps": {"greet": "greet"}})
    configured = engine_with(settings, tmp_path, "steps: [{use: greeting, before: recall}]")
    with pytest.raises(BadConfig, match="'greeting'") as raised:
        await Engine.open(configured, plug_ins={"steps": {"other": None}})
    assert raised.value.code == "unknown_plug_in"
    assert "Known: greet, other." in raised.value.hint


def test_a_name_is_never_a_path_to_code() -> None:
    with pytest.raises(BadConfig, match=r"unknown in `askwell\.steps`"):
        PluginRegistry().load("steps", "os:system", where="A test")


def test_a_name_in_two_packages_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("greeter_four", "greeter_five"):
        install(tmp_path / package, monkeypatch, package, GREETER, {"steps": {"greet": "greet"}})
    with pytest.raises(BadConfig, match=r"provided by greeter_five 1\.2 and greeter_four 1\.2"):
        PluginRegistry().load("steps", "greet", where="A test")


def test_objects_passed_in_take_precedence_over_installed_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "greeter_six", GREETER, {"steps": {"greet": "greet"}})
    assert PluginRegistry({"steps": {"greet": len}}).load("steps", "greet", where="A test").value is len


@pytest.mark.parametrize(
    "broken",
    [
        ("broken_import", "import no_such_module_anywhere", "ModuleNotFoundError: No module named"),
        ("broken_start", "raise ValueError('half installed')", "ValueError: half installed"),
        ("broken_name", "", "AttributeError"),
        ("broken_kind", "greet = 'hello'", "is not callable"),
        ("broken_shape", "async def greet(state): return {}", r"it must take \(state, runtime\)"),
        ("broken_colour", "def greet(state, runtime): return {}", "it must be `async def`"),
    ],
)
async def test_a_broken_step_is_named_with_its_package_and_the_other_assistants_work(
    broken: tuple[str, str, str], settings: Settings, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    package, code, why = broken
    caplog = request.getfixturevalue("caplog")
    install(tmp_path / "site", request.getfixturevalue("monkeypatch"), package, code, {"steps": {"greet": "greet"}})
    async with await Engine.open(engine_with(settings, tmp_path)) as engine:
        with pytest.raises(BrokenPlugin, match=rf"`greet` \(`askwell.steps`\) of {package} 1.2.*{why}"):
            await engine.create_session("desk")
        assert (await engine.ask("hello", assistant="documents")).answer
    assert f"assistant desk cannot be used: Plug-in `greet` (`askwell.steps`) of {package}" in caplog.text


@pytest.mark.parametrize(
    ("yaml", "message"),
    [
        ("steps: [{use: greet}]", "give either `before` or `after`"),
        ("steps: [{use: greet, before: recall, after: recall}]", "give either `before` or `after`"),
        ("steps: [{use: greet, before: start}]", "before 'start', which is not a built-in step"),
        (
            "steps: [{use: greet, after: grade}]",
            "after 'grade', which is a step that this assistant has no section for",
        ),
        ("steps: [{use: greet, after: remember}]", "after 'remember', when the turn is already final"),
        (
            "steps: [{use: search, before: recall}]",
            "'search' is placed before 'recall', but another step has that name",
        ),
        (
            "steps: [{use: greet, before: recall}, {use: greet, before: write}]",
            "'greet' is placed before 'write', but another step has that name",
        ),
    ],
)
async def test_an_unknown_place_is_refused(settings: Settings, tmp_path: Path, yaml: str, message: str) -> None:
    async def greet(state: object, runtime: object) -> dict[str, object]:
        return {}

    with pytest.raises(BadConfig, match=message):
        await Engine.open(engine_with(settings, tmp_path, yaml), plug_ins={"steps": {"greet": greet, "search": greet}})


class HalfStore(InMemoryStore):
    """A store whose turns are those of another port."""

    def __init__(self, clock: Clock, ids: Ids) -> None:
        super().__init__(clock, ids)
        self.turns = self.sessions  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("store", "lacking"),
    [
        (lambda clock, ids: object(), "close, memory, sessions, turns"),
        (HalfStore, "turns.ask_to_stop, turns.begin, turns.by_id, .*, turns.sweep"),
    ],
)
async def test_an_invalid_store_is_refused_with_its_missing_methods(
    settings: Settings, store: Callable[[Clock, Ids], object], lacking: str
) -> None:
    configured = settings.model_copy(update={"store": "half"})
    with pytest.raises(BrokenPlugin, match=f"`half` .*not a `Store`: missing {lacking}$"):
        await Engine.open(configured, plug_ins={"stores": {"half": lambda _settings, clock, ids: store(clock, ids)}})


async def test_an_unknown_store_lists_the_built_in_ones(settings: Settings) -> None:
    with pytest.raises(BadConfig, match="'redis'") as raised:
        await Engine.open(settings.model_copy(update={"store": "redis"}))
    assert "Known: sql, files." in raised.value.hint


async def test_an_invalid_model_is_refused_with_its_missing_methods(settings: Settings) -> None:
    configured = settings.model_copy(update={"model": "plugin:mute"})
    with pytest.raises(BrokenPlugin, match="not a `ChatModel`: missing stream"):
        await Engine.open(configured, plug_ins={"models": {"mute": lambda settings: object()}})


READER = """
from askwell.types import ParsedDocument

suffixes = (".rev",)

def read(data, name):
    if data == b"poison":
        raise RuntimeError("poisoned")
    return ParsedDocument(data.decode()[::-1], ())
"""


async def test_a_reader_reads_its_endings_and_one_bad_file_stops_no_other(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path / "site", monkeypatch, "reader_one", READER, {"readers": {"mirror": ""}})
    documents = tmp_path / "docs"
    documents.mkdir()
    (documents / "good.rev").write_text("eid dna evil ot tnaw ew")
    (documents / "bad.rev").write_text("poison")
    async with await Engine.open(settings.model_copy(update={"readers": "mirror"})) as engine:
        last = [progress async for progress in engine.knowledge.ingest(documents, "mirrors")][-1]
        (document,) = await engine.knowledge.documents("mirrors")
        text = (await engine.knowledge.document(document.id))[1]
    assert [failure.name for failure in last.failures] == ["bad.rev"]
    assert text == "we want to live and die"


async def test_a_broken_reader_is_logged_and_the_rest_goes_on(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    install(tmp_path / "site", monkeypatch, "reader_two", "suffixes = 'rev'", {"readers": {"mirror": ""}})
    async with await Engine.open(settings.model_copy(update={"readers": "mirror"})) as engine:
        assert (await engine.ask("hello")).answer
    assert "`mirror` (`askwell.readers`) of reader_two 1.2: its `suffixes` must be" in caplog.text


async def test_an_unknown_reader_is_refused(settings: Settings) -> None:
    with pytest.raises(BadConfig, match="Setting `readers`: 'mirror' is unknown"):
        await Engine.open(settings.model_copy(update={"readers": "mirror"}))
