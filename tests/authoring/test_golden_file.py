"""The file of known questions: what is wrong in it is named with its place."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from askwell.assistant import load_golden
from askwell.errors import BadConfig


def broken() -> Iterator[tuple[str, str]]:
    """Texts of files, and what the error names."""
    yield "- questions: []\n  answer: x\n", "golden.yaml:1:14: `0.questions` is []"
    yield "- question: [a]\n  answer: x\n", "golden.yaml:1:3: `0.question` is ['a']"
    yield "- {questions: [a], answer: b}\n- questions: [a]\n  answer: ''\n", "golden.yaml:3:11: `1.answer` is ''"
    yield "- answer: b\n", "golden.yaml:1:3: `0.questions` is missing"
    yield "questions: a\n", "golden.yaml:1:1: the file is {'questions': 'a'}"
    yield "- [", "golden.yaml:1:4 is not YAML"


@pytest.mark.parametrize(("text", "named"), list(broken()))
def test_a_broken_file_is_an_error_that_names_the_place(tmp_path: Path, text: str, named: str) -> None:
    file = tmp_path / "golden.yaml"
    file.write_text(text)
    with pytest.raises(BadConfig) as caught:
        load_golden(file)
    assert named in str(caught.value)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="cannot be read"):
        load_golden(tmp_path / "golden.yaml")


def test_json_is_read_too(tmp_path: Path) -> None:
    file = tmp_path / "golden.json"
    file.write_text('[{"questions": ["A?"], "answer": "B.", "document": "c.md", "time_bound": true}]')
    [pair] = load_golden(file)
    assert (pair.questions, pair.answer, pair.document, pair.time_bound) == (("A?",), "B.", "c.md", True)
