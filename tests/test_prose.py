"""Words that mark prose which readers of English trip over are rare in the source and the documentation."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

WORDS = re.compile(
    r"\b(?:told|behind|beside|anew|put(?:s|ting)? (?:it )?right|keeps? house|whom|wherein|so that nobody|made of)\b",
    re.I,
)

ALLOWED = {
    "src/askwell/http/gate.py": {"behind": 1},  # a proxy
    "src/askwell/languages/en/lexicon.py": {"told": 3, "whom": 3, "beside": 1},  # words of users
    "src/askwell/languages/en/patterns.py": {"told": 2, "whom": 2},
    "src/askwell/privacy/names.md": {"whom": 1},  # a licence
}
"""File to the words that mean what they say there, and how often."""

SUFFIXES = {".py", ".md", ".toml", ".js", ".css", ".html", ".yaml", ".json"}
OTHERS = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "pyproject.toml")


def files() -> Iterator[Path]:
    """Sources, documentation, and the files at the top that people read; not the documents of the assistants."""
    yield from (ROOT / name for name in OTHERS)
    for folder in ("src", "docs"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in SUFFIXES and "assistants" not in file.parts:
                yield file


def marking(text: str) -> dict[str, int]:
    """The words found in a text, in lower case, with their counts."""
    return dict(Counter(found.lower() for found in WORDS.findall(text)))


def test_no_file_has_them_but_where_they_mean_what_they_say() -> None:
    found = {file.relative_to(ROOT).as_posix(): marking(file.read_text()) for file in files()}
    assert {name: words for name, words in found.items() if words} == ALLOWED


@pytest.mark.parametrize(
    "text", ["The id of a talk behind its end.", "It is told by its mark.", "A person puts it right."]
)
def test_they_are_found(text: str) -> None:
    assert marking(text)
