import json
from pathlib import Path

import pytest

from tests.cli.conftest import Askwell


@pytest.fixture(autouse=True)
def added(askwell: Askwell, shelf: Path) -> None:
    """The documents that are talked about."""
    assert askwell("add", str(shelf)).code == 0


def test_piped_questions_are_answered_line_by_line(askwell: Askwell) -> None:
    result = askwell("chat", stdin="What does a puncture repair cost?\n\nWho repairs electric bikes?\n")
    assert result.code == 0
    assert result.out.index("12 euros") < result.out.index("Marijke")
    assert "you > Who repairs electric bikes?" in result.err
    assert "asked as typed" in result.err
    (listed,) = json.loads(askwell("sessions", "list", "--json").out)["sessions"]
    assert listed["turns"] == 2


def test_sources_shows_the_text_of_the_passages(askwell: Askwell) -> None:
    result = askwell("chat", stdin="What does a puncture repair cost?\n/sources\n")
    output = result.out.split("repairs.md", 1)[1]
    assert "A puncture repair costs 12 euros." in output


def test_why_explains_the_answer(askwell: Askwell) -> None:
    result = askwell("chat", stdin="What does a puncture repair cost?\n/why\n")
    assert "searched" in result.out
    assert "no model" in result.out


def test_why_explains_an_older_turn_by_its_number(askwell: Askwell) -> None:
    result = askwell(
        "chat", stdin="What does a puncture repair cost?\nWho repairs electric bikes?\n/why 1\n/why 3\n/why two\n"
    )
    output = result.out.split("Marijke", 1)[1]
    assert "It is the first question" in output
    assert "There is no turn 3; turns are numbered 1 to 2." in result.err
    assert "There is no turn two" in result.err


def test_why_explains_the_last_stored_turn_before_anything_is_asked(askwell: Askwell) -> None:
    askwell("chat", stdin="What does a puncture repair cost?\nAnd brakes?\n")
    result = askwell("chat", "-c", stdin="/why\n")
    assert "a follow-up" in result.out
    assert "evidence for a follow-up: " in result.out


def test_commands_before_the_first_answer_do_no_harm(askwell: Askwell) -> None:
    result = askwell("chat", stdin="/sources\n/why\n/session\n/help\n/qiut\n/quit\nnever asked\n")
    assert result.code == 0
    assert "/sources" in result.out
    assert "Did you mean /quit?" in result.err
    assert "never asked" not in result.err
    assert askwell("sessions", "list").out == ""


def test_new_starts_another_conversation(askwell: Askwell) -> None:
    result = askwell("chat", stdin="What does a repair cost?\n/session\n/new\nWho repairs electric bikes?\n/session\n")
    ids = [line for line in result.out.splitlines() if len(line) == 36 and line.count("-") == 4]
    assert len(set(ids)) == 2


def test_continue_resumes_the_last_conversation(askwell: Askwell) -> None:
    askwell("chat", stdin="What does a puncture repair cost?\n")
    result = askwell("chat", "-c", stdin="Who repairs electric bikes?\n")
    assert "continuing after turn 1" in result.err
    assert json.loads(askwell("sessions", "list", "--json").out)["sessions"][0]["turns"] == 2


def test_a_refused_question_does_not_end_the_chat(askwell: Askwell) -> None:
    result = askwell("chat", stdin="why " * 20_000 + "\nWhat does a puncture repair cost?\n")
    assert result.code == 0
    assert "code: question_too_long" in result.err
    assert "12 euros" in result.out


def test_an_unknown_assistant_names_the_known_ones(askwell: Askwell) -> None:
    result = askwell("chat", "-a", "nobody")
    assert result.code == 4
    assert "known: " in result.err


def test_retry_and_edit_create_branches_that_can_be_continued(askwell: Askwell) -> None:
    typed = [
        "What does a puncture repair cost?",
        "/retry",
        "/edit 2 Who repairs electric bikes?",
        "/branches",
        "/branches 2",
        "/retry",
        "/session",
    ]
    result = askwell("chat", stdin="\n".join(typed))
    assert result.code == 0, result.err
    assert result.out.count("12 euros") == 3
    assert "*   3  Who repairs electric bikes?" in result.out
    assert "    2  What does a puncture repair cost?" in result.out
    assert "continues from turn 2" in result.err
    session = result.out.split()[-1]
    exported = json.loads(askwell("sessions", "export", session).out)
    assert [turn["siblings"] for turn in exported["turns"]] == [[1, 2, 3, 4]] * 4
    assert [turn["supersedes_id"] is not None for turn in exported["turns"]] == [False, True, False, True]


def test_commands_without_a_turn_print_a_message(askwell: Askwell) -> None:
    result = askwell("chat", stdin="/retry\n/edit 1 What?\n/edit\n/branches\n/branches 4\n")
    assert result.code == 0
    assert "There is no question yet." in result.err
    assert "/edit 2 And for children?" in result.err
    assert "There are no branches yet" in result.err


def test_a_chat_that_stores_nothing_leaves_nothing(askwell: Askwell) -> None:
    result = askwell("chat", "--no-store", stdin="What does a puncture repair cost?\n/retry\n/quit\n")
    assert result.out.count("A puncture repair costs 12 euros") == 2
    assert askwell("sessions", "list").out == ""


def test_a_chat_without_memory_takes_each_question_as_asked(askwell: Askwell) -> None:
    askwell("chat", "--no-memory", stdin="What does a puncture repair cost?\nAnd brakes?\n")
    assert "a follow-up" not in askwell("chat", "-c", stdin="/why\n").out


def test_the_search_question_can_be_edited(askwell: Askwell) -> None:
    asked = ["What does a puncture repair cost?", "And brakes?"]
    typed = [*asked, "/as Who repairs electric bikes?", "/branches", "/session"]
    result = askwell("chat", stdin="\n".join(typed))
    assert "Marijke" in result.out
    assert "*   3  And brakes?\n       asked as: Who repairs electric bikes?" in result.out
    session = result.out.split()[-1]
    turns = json.loads(askwell("sessions", "export", session).out)["turns"]
    assert [turn["question"] for turn in turns] == [*asked, asked[1]]
    assert turns[-1]["standalone_question"] == "Who repairs electric bikes?"
    assert turns[-1]["siblings"] == [2, 3]


def test_the_search_question_can_be_edited_when_nothing_is_stored(askwell: Askwell) -> None:
    typed = "What does a puncture repair cost?\n/as Who repairs electric bikes?\n"
    assert "Marijke" in askwell("chat", "--no-store", stdin=typed).out


def test_a_chat_lists_its_documents_and_can_be_exported(askwell: Askwell, tmp_path: Path) -> None:
    file = tmp_path / "chat.md"
    typed = ["/docs", "What does a puncture repair cost?", f"/export {file}", f"/export {file}", "/export chat.pdf"]
    result = askwell("chat", stdin="\n".join(typed))
    assert result.code == 0
    assert "electric.md  Electric bikes" in result.out
    assert f"1 turn written to {file}" in result.err
    assert "12 euros" in file.read_text(encoding="utf-8")
    assert "cannot be written" in result.err
    assert "has none of the suffixes .json, .md, .html" in result.err


def test_an_edit_or_export_without_a_turn_prints_a_message(askwell: Askwell) -> None:
    result = askwell("chat", stdin="/as What?\n/as\n/export chat.md\n/regenerate\n")
    assert result.code == 0
    assert result.err.count("There is no question yet.") == 2
    assert "Give the search question" in result.err
    assert "There is nothing to export yet." in result.err
