"""Names made objects: which embedder answers for which assistants."""

from pathlib import Path

import pytest

from askwell.assistant import Assistant
from askwell.errors import BadConfig
from askwell.models.embed import EndpointEmbedder
from askwell.settings import Settings
from askwell.wiring import documents_assistant, embedder_name, make_embedder


def speaking(*languages: str) -> Assistant:
    return Assistant(name="-".join(languages), title="One", languages=languages)


@pytest.mark.parametrize(
    ("languages", "name"),
    [
        ([("en",)], "minilm"),
        ([("it",)], "e5-small"),
        ([("en", "nl")], "e5-small"),
        ([("en",), ("nl",)], "e5-small"),
        ([], "minilm"),
    ],
)
def test_auto_goes_by_the_languages_of_all_assistants(
    tmp_path: Path, languages: list[tuple[str, ...]], name: str
) -> None:
    assistants = [*(speaking(*each) for each in languages), documents_assistant()]
    made = make_embedder(Settings(home=tmp_path), assistants)
    assert made is not None
    assert made.name == name


@pytest.mark.parametrize("name", ["minilm", "e5-small", "none"])
def test_a_named_embedder_holds_whatever_the_assistants_speak(tmp_path: Path, name: str) -> None:
    settings = Settings(home=tmp_path, embedder=name)
    assert embedder_name(settings, [speaking("it"), speaking("en")]) == name


def test_an_endpoint_needs_the_name_of_a_model(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, embedding_url="http://127.0.0.1:9/v1")
    with pytest.raises(BadConfig, match="names no model"):
        make_embedder(settings)
    made = make_embedder(settings.model_copy(update={"embedder": "bge-m3"}))
    assert isinstance(made, EndpointEmbedder)
    assert made.name == "bge-m3"


def test_an_unknown_embedder_is_told_with_those_that_are_known(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="'e5'") as raised:
        make_embedder(Settings(home=tmp_path, embedder="e5"))
    assert "`e5-small`" in raised.value.hint
