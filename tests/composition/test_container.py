"""Which embedder each assistant and collection gets."""

from pathlib import Path

import pytest

from askwell.assistant import Assistant, KnowledgeSection
from askwell.composition.assistants import documents_assistant
from askwell.composition.container import build_container
from askwell.composition.models import (
    Readers,
    collection_embedders,
    documents_embedders,
    embedder_name,
    make_embedder,
    make_readers,
)
from askwell.engine import LOCAL, Engine
from askwell.errors import BadConfig, MissingModel
from askwell.models.embed import EndpointEmbedder
from askwell.models.read_e5 import E5Reader
from askwell.models.read_turns import E5ConversationReader
from askwell.rules.write import RulesWriter
from askwell.settings import Settings
from askwell.types import Recalled, SearchQuery
from askwell.understanding.resolver import LearntResolver
from tests.conftest import WEIGHTS


def speaking(*languages: str, name: str = "one", collections: tuple[str, ...] = ()) -> Assistant:
    return Assistant(name=name, title="One", languages=languages, knowledge=KnowledgeSection(collections=collections))


@pytest.mark.parametrize(
    ("languages", "name"),
    [(("en",), "minilm"), (("it",), "e5-small"), (("en", "nl"), "e5-small"), (("nl",), "e5-small")],
)
def test_auto_goes_by_the_languages_of_the_assistant(tmp_path: Path, languages: tuple[str, ...], name: str) -> None:
    assert embedder_name(Settings(home=tmp_path), speaking(*languages)) == name


def test_a_dutch_assistant_leaves_the_others_their_embedder(tmp_path: Path) -> None:
    assistants = [speaking("en", name="shop"), speaking("nl", name="policy"), documents_assistant()]
    read = collection_embedders(Settings(home=tmp_path), assistants)
    assert read == {"shop": "minilm", "policy": "e5-small"}


def test_what_is_added_is_read_by_its_language_or_as_its_setting_says(tmp_path: Path) -> None:
    assert documents_embedders(Settings(home=tmp_path)) == ("minilm", "e5-small")
    settings = Settings(home=tmp_path, documents_embedder="e5-small")
    assert documents_embedders(settings) == ("e5-small", "e5-small")
    assert embedder_name(settings) == "e5-small"
    assert documents_embedders(Settings(home=tmp_path, embedder="none")) == ("none", "none")


def test_a_collection_goes_by_the_assistant_that_keeps_it(tmp_path: Path) -> None:
    searching = speaking("nl", name="all", collections=("notes", "shop"))
    keeping = speaking("en", name="shop")
    also = speaking("it", name="till", collections=("shop",))
    read = collection_embedders(Settings(home=tmp_path), [searching, keeping, also])
    assert read == {"notes": "e5-small", "shop": "minilm"}


@pytest.mark.parametrize("name", ["minilm", "e5-small", "none"])
def test_a_named_embedder_holds_whatever_the_assistants_speak(tmp_path: Path, name: str) -> None:
    settings = Settings(home=tmp_path, embedder=name)
    assistants = [speaking("it"), speaking("en", name="two"), documents_assistant()]
    assert set(collection_embedders(settings, assistants).values()) == {name}


async def test_one_cache_of_question_vectors_serves_search_and_judges(tmp_path: Path) -> None:
    parts = await build_container(Settings(home=tmp_path, models=str(WEIGHTS)))
    await parts.knowledge.add("ferry.md", b"The ferry leaves at noon.", "documents")
    for _ in range(2):
        await parts.knowledge.search(SearchQuery(("When does the ferry leave?",), ("documents",)))
    cache = parts.embedders["minilm"]
    assert (cache.size, cache.hits, cache.misses) == (1, 1, 1)
    await parts.close()


async def test_judges_of_an_assistant_read_with_its_own_embedder(tmp_path: Path) -> None:
    for language in ("en", "nl"):
        folder = tmp_path / "assistants" / language
        folder.mkdir(parents=True)
        (folder / "assistant.yaml").write_text(
            f"name: {language}\ntitle: One\nlanguages: [{language}]\nscope: {{about: bicycles, examples: [Een fiets]}}",
            encoding="utf-8",
        )
    parts = await build_container(Settings(home=tmp_path, assistants=str(tmp_path / "assistants")))
    try:
        for language, weights in (("en", "minilm"), ("nl", "e5-small")):
            judge = parts.runtimes[language].services.scope
            assert judge is not None
            assert (await judge.judge("Een fiets?", Recalled(), "nl")).in_scope
            fault = parts.embedders[weights].fault
            assert fault is not None
            assert fault.hint == f"Run `askwell models pull {weights}`."
    finally:
        await parts.close()


@pytest.mark.parametrize(
    ("setting", "yaml"),
    [
        ("resolve.by", "resolve: {by: llm}"),
        ("scope.by", "scope: {about: bicycles, by: llm}"),
        ("route.by", "route: {by: llm, intents: [{name: buy, examples: [I want to buy]}]}"),
        ("grade.by", "grade: {by: llm}"),
        ("write.by", "write: {by: llm}"),
        ("memory.digest", "memory: {digest: llm}"),
        ("search.reword", "search: {reword: llm}"),
    ],
)
async def test_a_section_that_asks_for_a_model_where_there_is_none_stops_its_assistant_alone(
    tmp_path: Path, setting: str, yaml: str, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "assistants" / "desk"
    folder.mkdir(parents=True)
    (folder / "assistant.yaml").write_text(f"name: desk\ntitle: AssistantRuntime\n{yaml}\n", encoding="utf-8")
    settings = Settings(home=tmp_path, assistants=str(tmp_path / "assistants"), embedder="none")
    async with await Engine.open(settings) as engine:
        with pytest.raises(MissingModel, match=f"'desk' has `{setting}: llm`") as raised:
            await engine.create_session("desk")
        assert f"`{setting}`" in raised.value.hint
        assert engine.faults == [raised.value]
        assert (await engine.ask("hello", assistant="documents")).answer
        held = await engine.store.sessions.create(LOCAL, "desk")
        await (await engine.memory_of(held.id)).forget()
    assert f"assistant desk cannot be used: Assistant 'desk' has `{setting}: llm`" in caplog.text


def test_an_endpoint_needs_the_name_of_a_model(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, embedding_url="http://127.0.0.1:9/v1")
    with pytest.raises(BadConfig, match="names no model"):
        make_embedder(settings, "minilm")
    made = make_embedder(settings.model_copy(update={"embedder": "bge-m3"}), "bge-m3")
    assert isinstance(made, EndpointEmbedder)
    assert made.name == "bge-m3"


def test_an_unknown_embedder_lists_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="'e5'") as raised:
        make_embedder(Settings(home=tmp_path, embedder="e5"), "e5")
    assert "`e5-small`" in raised.value.hint


def test_texts_are_read_where_there_are_embeddings_and_the_weights(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, models=str(tmp_path / "models"))
    assert make_readers(settings) == Readers()
    folder = tmp_path / "models" / "e5-small"
    folder.mkdir(parents=True)
    (folder / "model.bin").touch()
    made = make_readers(settings)
    assert isinstance(made.answers, E5Reader)
    assert isinstance(made.conversations, E5ConversationReader)
    assert make_readers(settings.model_copy(update={"embedder": "none"})) == Readers()


async def test_the_writer_by_rules_has_the_reader(tmp_path: Path) -> None:
    folder = tmp_path / "models" / "e5-small"
    folder.mkdir(parents=True)
    (folder / "model.bin").write_bytes(b"no model")
    settings = Settings(home=tmp_path, models=str(tmp_path / "models"), documents_embedder="none")
    async with await Engine.open(settings) as engine:
        writer = engine.container.runtimes["documents"].services.writer
        assert isinstance(writer, RulesWriter)
        assert isinstance(writer._reader, E5Reader)


async def test_questions_are_resolved_with_the_reader_of_conversations(tmp_path: Path) -> None:
    folder = tmp_path / "models" / "e5-small"
    folder.mkdir(parents=True)
    (folder / "model.bin").write_bytes(b"no model")
    settings = Settings(home=tmp_path, models=str(tmp_path / "models"), documents_embedder="none")
    async with await Engine.open(settings) as engine:
        resolver = engine.container.runtimes["documents"].services.resolver
        assert isinstance(resolver, LearntResolver)
        assert isinstance(resolver._reader, E5ConversationReader)
