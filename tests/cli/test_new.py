import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from tests.cli.conftest import Askwell


@pytest.fixture
def parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of assistants in the working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / "assistants"


def test_a_copy_works_and_has_no_problems(askwell: Askwell, parent: Path) -> None:
    assert askwell("new", "trikes", "--from", "bikes").code == 0
    checked = askwell("check", str(parent / "trikes"))
    assert (checked.code, checked.out) == (0, "")
    answer = askwell("ask", "What does a puncture repair cost?", "--assistant", "trikes")
    assert "12 euros" in answer.out
    assert askwell("eval", "trikes").code == 0


def test_the_copied_assistant_stays_as_it_is(askwell: Askwell, parent: Path) -> None:
    before = (parent / "bikes" / "assistant.yaml").read_text(encoding="utf-8")
    askwell("new", "trikes", "--from", "bikes")
    assert (parent / "bikes" / "assistant.yaml").read_text(encoding="utf-8") == before


def test_a_new_assistant_without_another_one_works(askwell: Askwell, parent: Path) -> None:
    result = askwell("new", "garden-desk")
    assert result.out == "assistants/garden-desk\n"
    checked = askwell("check", str(parent / "garden-desk"))
    assert (checked.code, checked.out) == (0, "")
    assert askwell("eval", "garden-desk").code == 0


def test_editors_find_a_schema_that_the_definition_fits(askwell: Askwell, parent: Path) -> None:
    askwell("new", "trikes", "--from", "bikes")
    file = parent / "trikes" / "assistant.yaml"
    first = file.read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=assistant.schema.json"
    schema = json.loads((parent / "trikes" / "assistant.schema.json").read_text(encoding="utf-8"))
    definition = yaml.safe_load(file.read_text(encoding="utf-8"))
    jsonschema.validate(definition, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**definition, "writ": {}}, schema)


@pytest.mark.parametrize("source", [[], ["--from", "bikes"]])
def test_editors_find_a_schema_that_the_scenarios_fit(askwell: Askwell, parent: Path, source: list[str]) -> None:
    askwell("new", "trikes", *source)
    [file] = (parent / "trikes" / "scenarios").iterdir()
    first = file.read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=../scenario.schema.json"
    schema = json.loads((parent / "trikes" / "scenario.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(yaml.safe_load(file.read_text(encoding="utf-8")), schema)


def test_an_existing_folder_is_kept(askwell: Askwell, parent: Path) -> None:
    result = askwell("new", "bikes")
    assert result.code == 1
    assert "code: assistant_exists" in result.err
    assert (parent / "bikes" / "knowledge" / "repairs.md").is_file()


def test_a_copy_of_nothing_is_not_found(askwell: Askwell, parent: Path) -> None:
    result = askwell("new", "trikes", "--from", "nothing")
    assert result.code == 4
    assert not (parent / "trikes").exists()


@pytest.mark.parametrize("name", ["../x", "Trikes", "tri kes", "1st"])
def test_a_name_that_is_no_folder_name_is_refused(askwell: Askwell, parent: Path, name: str) -> None:
    assert askwell("new", name).code == 2
    assert sorted(each.name for each in parent.iterdir()) == ["bikes"]
