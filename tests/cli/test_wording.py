"""Every language tells everything, and nothing that a step says of itself stays English."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from askwell.cli.wording import Words, words_of
from askwell.engine import Engine
from askwell.languages import LANGUAGES
from askwell.rules.background import survey
from askwell.rules.cues import read
from askwell.rules.evidence import weigh
from askwell.rules.resolve import resolve
from askwell.rules.salience import weights
from askwell.settings import Settings
from askwell.types import Decision, Recalled
from tests.prompting import turn

PLACE = re.compile(r"\{[^{}]+\}")


def entries(words: Words) -> Iterator[tuple[str, str, str]]:
    """Table, name and text of everything a language has."""
    for table, texts in {**words.tables, **{f"said.{step}": said for step, said in words.said.items()}}.items():
        for name, text in texts.items():
            yield table, name, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_of_the_others_with_the_same_places(language: str) -> None:
    english, own = list(entries(words_of("en"))), list(entries(words_of(language)))
    assert [(table, name) for table, name, _ in own] == [(table, name) for table, name, _ in english]
    assert words_of(language).nouns.keys() == words_of("en").nouns.keys()
    for (table, name, text), (_, _, original) in zip(own, english, strict=True):
        assert sorted(PLACE.findall(text)) == sorted(PLACE.findall(original)), (language, table, name)
        assert text or (table, name) == ("form", "zero"), (language, table, name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_feature_of_the_weights_has_words_in_every_language(language: str) -> None:
    learnt = weights()["lean"].keys() - {"bias"}
    told = words_of(language).tables["features"]
    assert learnt - told.keys() == set()
    assert len(set(told.values())) == len(told), "two features must not read alike"


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


def test_words_of_a_model_stay_as_they_are() -> None:
    assert words_of("nl").tell("route", "The question asks for {help} of 2 turns") == (
        "The question asks for {help} of 2 turns"
    )


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


YAML = """
name: desk
title: The desk
description: Ski passes and ski rental.
languages: [en]
scope: {about: ski passes and ski rental, foreign: ["Who painted the Mona Lisa?"]}
resolve: {}
route:
  keywords: [{words: [fax], way: decline}]
  intents: [{name: prices, way: search, examples: ["What does ski rental cost?"]}]
rank: {by: features}
grade: {}
"""
QUESTIONS = (
    "What does ski rental cost?",
    "And for two days?",
    "What did I ask first?",
    "What have we discussed?",
    "What did we discuss about ski rental?",
    "thanks",
    "hello",
    "Who painted the Mona Lisa?",
    "Can I send a fax?",
    "When do the lifts open?",
    "How is the weather on Mars?",
    "???",
)


async def test_all_that_the_steps_say_of_themselves_is_known(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = tmp_path / "assistants" / "desk"
    (runtime / "knowledge").mkdir(parents=True)
    (runtime / "assistant.yaml").write_text(YAML)
    (runtime / "knowledge" / "skis.md").write_text(
        "# Ski rental\n\nSki rental costs 30 euros a day. The lifts open at 8.\n"
    )
    monkeypatch.chdir(tmp_path)
    decisions: list[Decision] = []
    async with await Engine.open(settings) as engine:
        async for _ in engine.prepare("desk"):
            pass
        session = await engine.create_session("desk")
        for question in QUESTIONS:
            decisions += (await engine.ask(question, session=session.id)).decisions
        decisions += (await engine.ask(QUESTIONS[0], assistant="desk")).decisions
    assert {decision.step for decision in decisions} >= {
        "recall",
        "route",
        "search",
        "rank",
        "grade",
        "pack",
        "remind",
        "write",
    }
    unknown = {
        (decision.step, said)
        for decision in decisions
        for said in told_parts(decision)
        if words_of("nl").tell(decision.step, said) == said and words_of("it").tell(decision.step, said) == said
    }
    assert unknown == set()


def told_parts(decision: Decision) -> list[str]:
    """What `/why` tells of a decision through the templates."""
    dropped = decision.detail.get("dropped")
    parts = {
        "screen": [decision.reason] if decision.choice == "decline" else [],
        "recall": [decision.choice, decision.reason],
        "route": [decision.reason],
        "search": [decision.choice, decision.reason],
        "rank": [decision.choice, decision.reason],
        "grade": [decision.choice, decision.reason],
        "look_up": [decision.choice, decision.reason],
        "remind": [decision.reason],
        "pack": [decision.choice, decision.reason, *map(str, dropped if isinstance(dropped, list) else ())],
        "write": [decision.reason],
    }
    return parts.get(decision.step, [])
