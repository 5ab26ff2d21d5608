"""Blind questions: what counts as right, shown, wrong and honest."""

from pathlib import Path
from typing import Any

import pytest
from bench.blind import SETS, Replied, other_set
from bench.blind_questions import Asked, collections, conversations, language_of

from askwell.types import Answer, Source

OPENING = Asked("c-1", 1, "when open?", frozenset({"hours.md"}), (("9", "nine"), ("Monday",)), is_answerable=True)
NOWHERE = Asked("c-2", 1, "who owns it?", frozenset(), (), is_answerable=False)


def replied(asked: Asked, text: str, outcome: Any = "answered", *documents: str) -> Replied:
    sources = tuple([Source(number, name, name, "", "", ()) for number, name in enumerate(documents, 1)])
    answer = Answer(text, sources, asked.question, "standalone", "search", outcome, 1, None, "t", "en", ())
    return Replied(asked, answer)


def test_an_answer_with_every_fact_is_right() -> None:
    assert replied(OPENING, "From NINE [1] on,\n Monday to Friday. [1]").is_right
    assert not replied(OPENING, "From nine on. [1]").is_right
    assert not replied(OPENING, "From nine on, Monday to Friday.", "passages").is_right


def test_an_answer_without_any_fact_is_wrong() -> None:
    assert replied(OPENING, "It has a roof. [1]").is_wrong
    assert not replied(OPENING, "From nine on. [1]").is_wrong
    assert not replied(OPENING, "It has a roof.", "not_found").is_wrong
    assert replied(NOWHERE, "The town owns it. [1]").is_wrong


@pytest.mark.parametrize(("document", "is_shown"), [("hours.md", True), ("docs/hours.md", True), ("roof.md", False)])
def test_passages_of_a_right_document_count_as_shown(document: str, is_shown: bool) -> None:
    assert replied(OPENING, "Perhaps here: [1]", "passages", document).is_shown is is_shown
    assert not replied(OPENING, "It has a roof. [1]", "answered", document).is_shown


@pytest.mark.parametrize("questions", SETS.values(), ids=[name.strip() or "first" for name in SETS])
def test_every_answerable_question_has_facts_and_documents(questions: Path) -> None:
    assert collections(questions)
    for name in collections(questions):
        asked = [each for turns in conversations(name, questions) for each in turns]
        assert len(asked) == 40 or (questions.name == "talks" and 27 <= len(asked) <= 32)
        assert all(bool(each.facts) == bool(each.documents) == each.is_answerable for each in asked)


def test_a_folder_of_questions_is_a_set_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "spring"
    folder.mkdir()
    assert other_set(str(folder)) == {}
    turn = '{"question": "when open?", "documents": ["hours.md"], "facts": [["9"]], "answerable": true}'
    (folder / "harbour.jsonl").write_text('{"id": "h-1", "language": "nl", "turns": [' + turn + "]}\n")
    assert other_set(str(folder)) == {"spring ": folder}
    assert language_of("harbour", folder) == "nl"
    [[asked]] = conversations("harbour", folder)
    assert (asked.question, asked.complete) == ("when open?", "when open?")


def test_names_of_sets_are_no_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tenth").mkdir()
    (tmp_path / "tenth" / "harbour.jsonl").write_text("")
    assert [other_set(each) for each in ("", "all", "tenth", "shop")] == [{}, {}, {}, {}]
