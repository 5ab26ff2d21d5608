"""Every language has every text of the terminal."""

import re
from collections.abc import Iterator

import pytest

from askwell.cli.wording import Words, words_of
from askwell.languages import LANGUAGES
from askwell.types import Recalled
from askwell.understanding.grammar.context import survey
from askwell.understanding.grammar.cues import read
from askwell.understanding.grammar.evidence import weigh
from askwell.understanding.grammar.resolve import resolve
from askwell.understanding.grammar.weights import learnt_weights
from tests.prompting import turn

PLACE = re.compile(r"\{[^{}]+\}")


def entries(words: Words) -> Iterator[tuple[str, str, str]]:
    """Table, name and text of everything a language has."""
    for table, texts in words.tables.items():
        for name, text in texts.items():
            yield table, name, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_of_the_others_with_the_same_places(language: str) -> None:
    english, own = list(entries(words_of("en"))), list(entries(words_of(language)))
    assert [(table, name) for table, name, _ in own] == [(table, name) for table, name, _ in english]
    for (table, name, text), (_, _, original) in zip(own, english, strict=True):
        assert sorted(PLACE.findall(text)) == sorted(PLACE.findall(original)), (language, table, name)
        assert text, (language, table, name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_feature_of_the_weights_has_words_in_every_language(language: str) -> None:
    learnt = learnt_weights()["lean"].keys() - {"bias"}
    words = words_of(language).tables["features"]
    assert learnt - words.keys() == set()
    assert len(set(words.values())) == len(words), "two features must not read alike"


SAID = ("What is Ozempic? Is it safe?", "What does it cost? It costs 4 dollars. Do you mean Ozempic?")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "question", ["And?", "Why?", "What did I ask first?", "No, I meant Wegovy.", "Yes", "the second one", "Who is Ann?"]
)
def test_every_feature_that_a_resolution_names_has_words(language: str, question: str) -> None:
    turns = (turn(1, SAID[0], "A drug."), turn(2, "What does it cost?", SAID[1]))
    features = resolve(question, Recalled(turns), "en").features
    evidence = weigh(read(question, "en"), survey(turns, "en"))
    assert {*features, *evidence} <= words_of(language).tables["features"].keys()


def test_a_name_without_words_is_shown_as_it_is() -> None:
    assert words_of("nl").name("features", "quite_new") == "quite new"


@pytest.mark.parametrize(
    ("language", "number", "share", "signed", "took"),
    [("en", "1,140", ".81", "-0.40", "12.3 s"), ("nl", "1.140", "0,81", "-0,40", "12,3 s")],
)
def test_numbers_are_written_as_the_language_writes_them(
    language: str, number: str, share: str, signed: str, took: str
) -> None:
    words = words_of(language)
    assert (words.whole(1140), words.share(0.81), words.signed(-0.4), words.took(12_345)) == (
        number,
        share,
        signed,
        took,
    )
    assert (words.share(1.0), words.share(0.0), words.share(0.999)) == ("1", "0", "1")
