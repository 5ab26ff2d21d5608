import jsonschema
import pytest
import yaml

from askwell.assistant import Assistant, definition_problems
from askwell.authoring.definition import Part, assistant_schema, parts
from askwell.authoring.reference import EXAMPLES, example, reference
from tests.conftest import REPOSITORY

ASSISTANTS = REPOSITORY / "assistants"
FILES = sorted(ASSISTANTS.glob("*/assistant.yaml"))
WRITTEN = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in FILES]
PATHS = [f"{part.path}.{key.name}".removeprefix(".") for part in parts() for key in part.keys]


def test_the_page_is_up_to_date() -> None:
    page = (REPOSITORY / "docs" / "assistants.md").read_text(encoding="utf-8")
    assert page == reference(ASSISTANTS), "run `make reference`"


@pytest.mark.parametrize("part", parts(), ids=lambda part: part.path or "file")
def test_every_key_says_what_it_does_and_has_an_example(part: Part) -> None:
    assert all(key.meaning for key in part.keys)
    missing = [key.name for key in part.keys if example(f"{part.path}.{key.name}".removeprefix("."), WRITTEN) is None]
    assert missing == []


def test_every_example_is_of_a_key() -> None:
    assert set(EXAMPLES) <= set(PATHS)


@pytest.mark.parametrize("name", [name for name in Assistant.model_fields if name in EXAMPLES])
def test_the_examples_of_whole_sections_are_written_with_known_keys(name: str) -> None:
    found = definition_problems({"name": "garden", "title": "Garden", name: EXAMPLES[name]})
    assert not [problem for problem in found if problem.is_key and problem.path[0] != name]
    assert not [problem.message for problem in found if "unknown key" in problem.message]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_bundled_definitions_fit_the_schema(file: object) -> None:
    jsonschema.validate(WRITTEN[FILES.index(file)], assistant_schema())  # type: ignore[arg-type]


def test_the_schema_explains_every_key() -> None:
    schema = assistant_schema()
    definitions: dict[str, dict[str, dict[str, dict[str, str]]]] = schema["$defs"]  # type: ignore[assignment]
    for found in definitions.values():
        assert all(value["description"] for value in found["properties"].values())
