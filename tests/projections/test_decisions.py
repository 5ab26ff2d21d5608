"""Every decision and reason has sentences in every language, and every place in them is filled."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from askwell.engine import Engine
from askwell.languages import LANGUAGES
from askwell.projections import choice_and_reason, reason_text
from askwell.projections.decisions import sentences
from askwell.settings import Settings
from askwell.types import Decision, Ledger, Reason, SlotName, as_param, decided
from askwell.understanding.grammar.edits import Rewrite
from tests.conftest import REPOSITORY

SOURCE = REPOSITORY / "src" / "askwell"
PLACE = re.compile(r"\{[#~+%.]?(\w+)(?: [^{}]+)?\}")
KNOWN = sentences("en").codes
STEPS = {code.partition(".")[0] for code in KNOWN}
REWRITES = {"clarification", "correction", "definite", "ellipsis", "frame", "none", "ordinal", "possessive", "pronoun"}
REWRITES |= {"why", "first", "standalone", "talk", "meta", "topic_switch"}
"""Reasons of `rules/`, which name them without `resolve.`."""


def codes(tree: ast.AST) -> Iterator[str]:
    """Codes in a module: literals of the form `step.name` with a known step, in calls of `decided` and `Reason`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"decided", "Reason"}:
            for part in node.args[:1]:
                yield from (
                    each.value
                    for each in ast.walk(part)
                    if isinstance(each, ast.Constant) and isinstance(each.value, str) and "." in each.value
                )


def used() -> set[str]:
    found = {code for file in SOURCE.rglob("*.py") for code in codes(ast.parse(file.read_text()))}
    found |= {"route.scope", "route.scope_by_rules"} | {f"resolve.{name}" for name in REWRITES}
    return found - {"resolve.", ""}


def test_the_codes_of_the_source_are_those_of_the_files() -> None:
    assert used() == KNOWN.keys()


def test_an_unknown_code_of_a_module_is_found() -> None:
    assert set(codes(ast.parse('decided("search.lost", {}) if x else Reason("rank.odd")'))) - KNOWN.keys() == {
        "search.lost",
        "rank.odd",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_sentence_with_the_same_places(language: str) -> None:
    own = sentences(language)
    assert own.codes.keys() == KNOWN.keys()
    assert own.nouns.keys() == sentences("en").nouns.keys()
    assert {table: names.keys() for table, names in own.names.items()} == {
        table: names.keys() for table, names in sentences("en").names.items()
    }
    for code, texts in own.codes.items():
        assert all(texts), code
        assert [sorted(PLACE.findall(text)) for text in texts] == [
            sorted(PLACE.findall(text)) for text in KNOWN[code]
        ], code


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_slot_and_every_origin_of_a_prompt_has_a_name(language: str) -> None:
    slots = get_args(SlotName)
    names = sentences(language).names
    assert names["slot"].keys() == set(slots)
    assert names["origin"].keys() == Ledger("chat", 1, dict.fromkeys(slots, 1)).distribution.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_noun_of_a_sentence_has_a_plural(language: str) -> None:
    nouns = {found for texts in KNOWN.values() for text in texts for found in re.findall(r"\{#\w+ ([^{}]+)\}", text)}
    assert nouns <= sentences(language).nouns.keys()


@pytest.mark.parametrize(
    ("language", "worded"),
    [
        ("en", ("1 passage, 2 turns", "1,140 of 3,500 tokens")),
        ("nl", ("1 passage, 2 beurten", "1.140 van 3.500 tokens")),
        ("it", ("1 passaggio, 2 turni", "1.140 di 3.500 token")),
        ("fr", ("1 passage, 2 turns", "1,140 of 3,500 tokens")),
    ],
)
def test_counts_and_numbers_are_written_as_the_language_writes_them(language: str, worded: tuple[str, str]) -> None:
    decision = decided("pack.packed", {"passages": 1, "turns": 2, "used": 1140, "budget": 3500})
    assert choice_and_reason(decision, language) == worded


def test_a_reason_within_a_reason_is_worded_too() -> None:
    inner = Reason("resolve.pronoun", {"expression": "hij", "x": "Rembrandt", "turn": 1})
    outer = Reason("resolve.not_by_model", {"model": "qwen", "why": "upstream_timeout", "reason": as_param(inner)})
    assert reason_text(outer, "nl") == (
        "regels, want qwen is niet gebruikt (geen antwoord op tijd): "
        "voornaamwoord “hij” verwijst naar “Rembrandt” (beurt 1)"
    )


def test_words_of_a_model_and_of_a_plug_in_stay_as_they_are() -> None:
    assert reason_text("The question asks for {help}", "nl") == "The question asks for {help}"
    assert choice_and_reason(Decision("check", "veto", "It holds {n} prices."), "nl") == (
        "veto",
        "It holds {n} prices.",
    )


def test_what_a_newer_version_stored_is_shown_by_its_code() -> None:
    assert choice_and_reason(decided("search.by_sound", {"n": 3}), "en") == ("search.by_sound", "")
    assert choice_and_reason(decided("search.found", {}), "en") == ("… found", "… in …: …")


def test_a_rewrite_without_a_reason_of_its_own_has_one() -> None:
    assert Rewrite("Why?").reason in REWRITES


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


async def test_every_decision_of_a_turn_fills_its_sentences(
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
    steps = {"recall", "resolve", "route", "search", "rank", "grade", "pack", "remind", "write", "remember"}
    assert {decision.step for decision in decisions} >= steps
    assert {decision.code for decision in decisions} <= KNOWN.keys()
    for decision in decisions:
        for language in LANGUAGES:
            for text in choice_and_reason(decision, language):
                assert text, decision
                assert "…" not in text, decision
