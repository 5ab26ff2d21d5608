"""The catalogue of weights and the installed files."""

import json
from pathlib import Path

import pytest

from askwell.errors import BadConfig, NotFound
from askwell.models.weights import (
    MARKER,
    find_weights,
    is_pulled,
    list_models,
    load_catalogue,
    model_folder,
    remove_model,
)


def put(folder: Path, name: str) -> None:
    """Files of the right size with the right marker, without their content."""
    weights = find_weights(name)
    (folder / name).mkdir(parents=True)
    for file in weights.files:
        with (folder / name / file.name).open("wb") as made:
            made.truncate(file.bytes)
    marker = {file.name: file.sha256 for file in weights.files}
    (folder / name / MARKER).write_text(json.dumps(marker), encoding="utf-8")


def test_the_catalogue_names_two_embedders_and_two_chat_models() -> None:
    purposes = {name: weights.purpose for name, weights in load_catalogue().items()}
    assert purposes == {"e5-small": "embedder", "minilm": "embedder", "qwen-0.5b": "chat", "qwen-1.5b": "chat"}


def test_the_catalogue_names_no_host() -> None:
    origins = [origin for weights in load_catalogue().values() for file in weights.files for origin in file.origins]
    assert origins
    assert {origin.kind for origin in origins} == {"package"}


def test_an_unknown_name_suggests_the_nearest_one() -> None:
    with pytest.raises(NotFound, match=r"'minilmm'.*Did you mean `minilm`") as raised:
        find_weights("minilmm")
    assert raised.value.code == "model_not_found"


@pytest.mark.parametrize(
    "text", ["[x", '[x]\npurpose = "embedder"', '[x]\npurpose = "toy"\nlicence = ""\nfiles = []', "x = 1"]
)
def test_a_file_that_is_not_a_catalogue_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadConfig, match="not a catalogue"):
        load_catalogue(path)


def test_a_file_name_cannot_leave_the_folder(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    entry = f'name = "../x"\nbytes = 1\nsha256 = "{"0" * 64}"\norigins = []'
    path.write_text(f'[x]\npurpose = "chat"\nlicence = ""\n[[x.files]]\n{entry}', encoding="utf-8")
    with pytest.raises(BadConfig):
        load_catalogue(path)


def test_weights_with_size_and_marker_count_as_pulled(tmp_path: Path) -> None:
    put(tmp_path, "minilm")
    listed = {model.name: model for model in list_models(tmp_path)}
    assert listed["minilm"].pulled
    assert not listed["qwen-0.5b"].pulled
    assert model_folder("minilm", tmp_path) == tmp_path / "minilm"


def test_a_file_of_another_size_is_not_pulled(tmp_path: Path) -> None:
    put(tmp_path, "minilm")
    (tmp_path / "minilm" / "tokenizer.json").write_bytes(b"{}")
    assert not is_pulled(find_weights("minilm"), tmp_path)


def test_files_without_a_marker_are_not_trusted(tmp_path: Path) -> None:
    put(tmp_path, "minilm")
    (tmp_path / "minilm" / MARKER).write_text("[]", encoding="utf-8")
    assert not is_pulled(find_weights("minilm"), tmp_path)


def test_missing_weights_say_how_to_pull_them(tmp_path: Path) -> None:
    with pytest.raises(NotFound) as raised:
        model_folder("minilm", tmp_path)
    assert raised.value.code == "model_not_pulled"
    assert "askwell models pull minilm" in raised.value.hint


def test_removed_weights_are_gone_and_their_bytes_counted(tmp_path: Path) -> None:
    put(tmp_path, "minilm")
    freed = remove_model("minilm", tmp_path)
    assert freed >= find_weights("minilm").bytes
    assert not (tmp_path / "minilm").exists()
    with pytest.raises(NotFound):
        remove_model("minilm", tmp_path)
