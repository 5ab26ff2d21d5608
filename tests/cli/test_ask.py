import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from fpdf import FPDF

from tests.cli.conftest import Askwell
from tests.fake_endpoint import fake_endpoint

QUESTION = "What does a puncture repair cost?"


@pytest.fixture(autouse=True)
def added(askwell: Askwell, shelf: Path) -> None:
    """The documents that are asked about."""
    assert askwell("add", str(shelf)).code == 0


def test_stdout_holds_only_the_answer_and_its_sources(askwell: Askwell) -> None:
    result = askwell("ask", QUESTION)
    assert result.code == 0
    answer, sources = result.out.split("\n\n", 1)
    assert "12 euros" in answer
    assert "[1]" in answer
    assert sources.startswith("1  ")
    assert "repairs.md" in sources
    assert "No model configured" in result.err


def test_a_source_has_the_page_of_the_words(askwell: Askwell, tmp_path: Path) -> None:
    """Short pages are one passage, which begins on the first of them."""
    made = FPDF(unit="pt", format=(400, 600))
    made.set_font("Helvetica", size=11)
    for text in ("The workshop opens at nine.", "Saddles are oiled in March.", "Bells cost six euros each."):
        made.add_page()
        made.text(40, 400, text)
    (tmp_path / "manual.pdf").write_bytes(bytes(made.output()))
    assert askwell("add", str(tmp_path / "manual.pdf")).code == 0
    question = "What do bells cost each?"
    assert "manual.pdf p. 3" in askwell("ask", question).out
    session = json.loads(askwell("ask", question, "--json").out)["session_id"]
    assert "manual.pdf p. 3" in askwell("sessions", "show", session).out


def test_sources_and_streaming_can_be_switched_off(askwell: Askwell) -> None:
    streamed, whole = askwell("ask", QUESTION, "--no-sources"), askwell("ask", QUESTION, "--no-sources", "--no-stream")
    assert "repairs.md" not in streamed.out
    assert streamed.out == whole.out


def test_json_is_one_object_with_answer_sources_and_decisions(askwell: Askwell) -> None:
    answer = json.loads(askwell("ask", QUESTION, "--json").out)
    assert {"answer", "sources", "standalone_question", "turn_number", "session_id", "decisions"} <= set(answer)
    assert (answer["standalone_question"], answer["turn_number"]) == (QUESTION, 1)
    assert {"number", "document", "title", "url", "passage"} <= set(answer["sources"][0])
    assert "12 euros" in answer["sources"][0]["passage"]
    assert answer["decisions"][0]["step"] == "screen"


def test_json_holds_the_resolution(askwell: Askwell) -> None:
    askwell("ask", QUESTION)
    answer = json.loads(askwell("ask", "What about it?", "-c", "--json").out)
    assert answer["kind"] == answer["resolution"]["kind"] == "follow_up"
    assert answer["standalone_question"] == answer["resolution"]["standalone_question"] != "What about it?"
    assert answer["resolution"]["features"]["pronoun"] > 0
    assert list(answer["resolution"]["antecedents"][0]) == ["expression", "refers_to", "turn"]
    assert answer["resolution"]["antecedents"][0]["turn"] == 1


def test_jsonl_is_one_event_a_line_numbered_from_1(askwell: Askwell) -> None:
    events = [json.loads(line) for line in askwell("ask", QUESTION, "--jsonl").out.splitlines()]
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))
    assert (events[0]["event"], events[-1]["event"]) == ("accepted", "done")
    assert "".join(event["text"] for event in events if event["event"] == "token").strip() == events[-1]["answer"]


def test_the_id_of_a_new_conversation_is_on_stderr_to_go_on_with(askwell: Askwell) -> None:
    result = askwell("ask", QUESTION)
    [line] = [each for each in result.err.splitlines() if each.startswith("conversation ")]
    session = line.split()[1]
    assert f"askwell ask --session {session}" in line
    assert session not in result.out
    again = askwell("ask", "And brakes?", "--session", session, "--json")
    assert (json.loads(again.out)["session_id"], json.loads(again.out)["turn_number"]) == (session, 2)
    assert "conversation " not in again.err
    assert "conversation " not in askwell("ask", QUESTION, "--no-store").err


def test_quiet_prints_only_the_answer(askwell: Askwell) -> None:
    result = askwell("ask", QUESTION, "--quiet")
    assert "12 euros" in result.out
    assert result.err == ""


def test_explain_prints_the_reasons_to_stderr(askwell: Askwell) -> None:
    result = askwell("ask", QUESTION, "--explain")
    assert "asked as typed" in result.err
    assert "tokens: passages of the documents" in result.err
    assert "context: the documents 100%" in result.err
    assert "no model" in result.err
    assert "searched" not in result.out


@pytest.mark.parametrize("arguments", [("ask",), ("ask", "-")])
def test_the_question_may_come_through_a_pipe(askwell: Askwell, arguments: tuple[str, ...]) -> None:
    assert "12 euros" in askwell(*arguments, stdin=f"{QUESTION}\n").out


def test_continue_resumes_the_last_conversation(askwell: Askwell) -> None:
    first = json.loads(askwell("ask", QUESTION, "--json").out)
    second = json.loads(askwell("ask", "Who repairs electric bikes?", "-c", "--json").out)
    other = json.loads(askwell("ask", QUESTION, "--json").out)
    assert (second["session_id"], second["turn_number"]) == (first["session_id"], 2)
    assert (other["session_id"] != first["session_id"], other["turn_number"]) == (True, 1)


def test_a_session_can_be_named(askwell: Askwell) -> None:
    first = json.loads(askwell("ask", QUESTION, "--json").out)
    askwell("ask", QUESTION)
    second = json.loads(askwell("ask", QUESTION, "--session", first["session_id"], "--json").out)
    assert second["turn_number"] == 2


def test_no_store_stores_nothing(askwell: Askwell) -> None:
    answer = json.loads(askwell("ask", QUESTION, "--no-store", "--json").out)
    assert (answer["session_id"], answer["turn_number"]) == (None, None)
    assert askwell("sessions", "list").out == ""


def test_no_store_can_continue_a_conversation(askwell: Askwell) -> None:
    first = json.loads(askwell("ask", QUESTION, "--json").out)
    answer = json.loads(askwell("ask", "And brakes?", "--continue", "--no-store", "--json").out)
    assert (answer["kind"], answer["turn_number"]) == ("follow_up", None)
    assert json.loads(askwell("sessions", "list", "--json").out)["sessions"][0]["turns"] == first["turn_number"] == 1


def test_memory_can_be_switched_off_for_a_question(askwell: Askwell) -> None:
    askwell("ask", QUESTION)
    answer = json.loads(askwell("ask", "And brakes?", "-c", "--no-memory", "--json").out)
    assert (answer["kind"], answer["turn_number"]) == ("standalone", 2)


def test_an_assistant_ingests_its_own_documents_at_the_first_question(askwell: Askwell) -> None:
    first = askwell("ask", QUESTION, "--assistant", "bikes")
    assert "12 euros" in first.out
    assert "prepared bikes · 2 files: 2 added" in first.err
    assert "prepared" not in askwell("ask", QUESTION, "-a", "bikes").err


@pytest.mark.parametrize(
    ("arguments", "code", "expected"),
    [
        (["ask", ""], 2, "code: empty_question"),
        (["ask", "  \n"], 2, "code: empty_question"),
        (["ask", "a\0b"], 2, "code: bad_character"),
        (["ask", "\udcff"], 2, "code: bad_character"),
        (["ask", "hello", "-a", "papprs"], 4, "known: "),
        (["ask", "hello", "--session", "0198c0de-0000-7000-8000-000000000000"], 4, "code: session_not_found"),
        (["ask", "hello", "--continue"], 4, "code: session_not_found"),
    ],
)
def test_an_invalid_question_is_refused_with_code_and_hint(
    askwell: Askwell, arguments: list[str], code: int, expected: str
) -> None:
    result = askwell(*arguments)
    assert (result.code, result.out) == (code, "")
    assert expected in result.err
    assert "hint:" in result.err
    assert askwell("sessions", "list").out == ""


def test_an_unknown_session_is_refused_with_the_way_to_the_known_ones(askwell: Askwell) -> None:
    """Sessions get their ids from askwell: a free text is an id of nobody's conversation."""
    result = askwell("ask", QUESTION, "--session", "s1")
    assert (result.code, "No session 's1'" in result.err) == (4, True)
    assert "`askwell sessions list` shows the ids." in result.err


def test_a_question_of_a_megabyte_is_refused(askwell: Askwell) -> None:
    result = askwell("ask", stdin="why " * 262_144)
    assert result.code == 2
    assert "code: question_too_long" in result.err
    assert len(result.err) < 1000


def test_bytes_that_are_not_utf_8_are_refused(askwell: Askwell) -> None:
    result = askwell("ask", "-", stdin=b"caf\xe9")
    assert result.code == 2
    assert "code: bad_character" in result.err


def test_a_session_of_another_assistant_is_refused(askwell: Askwell) -> None:
    session = json.loads(askwell("ask", QUESTION, "--json").out)["session_id"]
    result = askwell("ask", QUESTION, "--session", session, "-a", "bikes")
    assert result.code == 2
    assert "code: other_assistant" in result.err


def test_ctrl_c_stops_the_answer_and_keeps_its_text(tmp_path: Path, askwell: Askwell) -> None:
    with fake_endpoint() as endpoint:
        settings = ["--set", f"model_url={endpoint.url}", "--set", "model=endless", "--set", "api_key=k"]
        # The cap on characters must not come before the signal.
        settings += ["--set", "model_max_chars=40000000"]
        command = [sys.executable, "-m", "askwell", "ask", QUESTION, *settings]
        # Unbuffered bytes: no part of the answer is buffered between the two reads.
        with subprocess.Popen(
            command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        ) as child:
            try:
                assert child.stdout is not None
                begun = child.stdout.read(1)
                child.send_signal(signal.SIGINT)
                rest, errors = child.communicate(timeout=30)
            finally:
                child.kill()
    written, messages = (begun + rest).decode(), errors.decode()
    assert child.returncode == 130
    assert "stopped; the text so far is kept" in messages
    assert "Traceback" not in messages
    kept = askwell("sessions", "list", "--json").out
    shown = json.loads(askwell("sessions", "export", json.loads(kept)["sessions"][0]["id"]).out)["turns"][0]
    assert shown["status"] == "stopped"
    assert shown["answer"].strip() == written.strip()


def test_where_a_model_cannot_be_reached_the_rules_answer(askwell: Askwell) -> None:
    result = askwell(
        "ask", QUESTION, "--set", "model=m", "--set", "model_url=http://127.0.0.1:9/v1", "--set", "api_key=k"
    )
    assert (result.code, "12 euros" in result.out) == (0, True)
    assert "The model failed (upstream_unreachable); the answer is written by rules." in result.err
    assert "No model configured" not in result.err
    assert "Traceback" not in result.err
