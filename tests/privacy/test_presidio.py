"""Presidio next to our rules: what is taken from it, and what is refused at the start."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

from askwell.engine import Engine
from askwell.errors import BadConfig
from askwell.privacy.mapping import Placeholders
from askwell.privacy.presidio import Presidio, presidio
from askwell.settings import Settings

needs_extra = pytest.mark.skipif(find_spec("presidio_analyzer") is None, reason="needs the extra pii")


@dataclass(frozen=True)
class Result:
    entity_type: str
    start: int
    end: int
    score: float = 0.85


class Read:
    """An analyzer that knows some words."""

    def __init__(self, **words: str) -> None:
        self.words = words
        self.languages: list[str] = []

    def analyze(self, text: str, language: str, entities: Sequence[str] | None = None) -> Sequence[Result]:
        self.languages.append(language)
        return [
            Result(kind, text.index(word), text.index(word) + len(word), 0.2 if word == "weak" else 0.85)
            for word, kind in self.words.items()
            if word in text
        ]


def found(read: Read, text: str) -> list[tuple[str, str]]:
    return [(span.kind, text[span.start : span.end]) for span in Presidio(read, ("en", "nl"))(text)]


def test_a_name_that_only_presidio_knows_is_found_next_to_what_rules_find() -> None:
    read = Read(xanthippe="PERSON")
    text = "call xanthippe at ann@post.example"
    assert found(read, text) == [("PERSON", "xanthippe"), ("EMAIL", "ann@post.example")]
    assert read.languages == ["en", "nl"]


def test_what_rules_have_found_stays_as_it_is() -> None:
    text = "mijn bsn is 111222333"
    assert found(Read(**{"111222333": "US_PASSPORT"}), text) == [("NL_BSN", "111222333")]


@pytest.mark.parametrize("words", [{"weak": "US_PASSPORT"}, {"moss": "CRYPTO"}, {"moss": "LOCATION"}])
def test_what_is_doubtful_or_not_personal_is_left(words: dict[str, str]) -> None:
    assert found(Read(**words), "a weak word about moss") == []


def test_a_conversation_has_a_placeholder_for_it() -> None:
    known = Placeholders(recognise=Presidio(Read(xanthippe="PERSON"), ("en",)))
    assert [each.text for each in known.changes("call xanthippe")] == ["[[PERSON_1]]"]


@pytest.mark.parametrize("models", ["en", "xx=blank", "en=", "="])
def test_a_setting_that_names_no_model_is_an_error(models: str) -> None:
    with pytest.raises(BadConfig) as caught:
        presidio(models)
    assert caught.value.code == "bad_pii_models"


async def test_without_the_extra_the_setting_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "presidio_analyzer", None)
    with pytest.raises(BadConfig) as caught:
        await Engine.open(Settings(home=tmp_path / "home", embedder="none", pii_models="en=blank"))
    assert caught.value.code == "missing_extra"


@needs_extra
def test_presidio_itself_finds_a_number_of_another_country_without_a_model() -> None:
    text = "the nhs id 9434765919"
    spans = presidio("en=blank")(text)
    assert [(span.kind, text[span.start : span.end]) for span in spans] == [("DOCUMENT", "9434765919")]


@needs_extra
def test_a_model_that_is_not_there_is_named() -> None:
    with pytest.raises(BadConfig, match="no_such_model"):
        presidio("en=no_such_model")
