"""Files of a conversation in the terminal."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Askwell

QUESTION = "How much is the deposit?"


@pytest.fixture
def lease(tmp_path: Path) -> Path:
    path = tmp_path / "lease.md"
    path.write_text("# Lease\n\nThe rent of the flat is 900 euros a month. The deposit is two months of rent.\n")
    return path


def session_of(askwell: Askwell) -> str:
    (listed,) = json.loads(askwell("sessions", "list", "--json").out)["sessions"]
    return str(listed["id"])


def test_a_question_is_answered_from_a_file_that_is_given_with_it(askwell: Askwell, lease: Path) -> None:
    result = askwell("ask", QUESTION, "--attach", str(lease))
    assert result.code == 0
    assert "two months of rent" in result.out
    assert "1  lease.md  ready" in result.err
    again = askwell("ask", "-c", "How high is the rent of the flat?")
    assert "900 euros" in again.out


def test_files_are_given_chosen_and_removed_in_a_chat(askwell: Askwell, lease: Path, tmp_path: Path) -> None:
    house = tmp_path / "house rules.md"
    house.write_text("# House rules\n\nThe bins are emptied on Tuesday.\n")
    lines = [
        f"/attach {house}",
        "/documents",
        QUESTION,
        "/only 2",
        "/only all",
        "/remove 1",
        "/remove 9",
        "/remove",
        "/documents",
    ]
    result = askwell("chat", "--attach", str(lease), stdin="\n".join(lines) + "\n")
    assert result.code == 0
    assert "  1  lease.md  ready\n  2  house rules.md  ready\n" in result.out
    assert "two months of rent" in result.out
    assert "Only 2 (house rules.md) is searched" in result.err
    assert "All files and documents are searched." in result.err
    assert "1 is removed" in result.err
    assert "has no attachment 9" in result.err
    assert "Give the number of a file" in result.err
    assert result.out.rstrip().endswith("2  house rules.md  ready")
    shown = askwell("sessions", "show", session_of(askwell))
    assert "lease.md (removed)" in shown.out


def test_a_file_that_cannot_be_used_is_refused_with_a_reason(askwell: Askwell, tmp_path: Path) -> None:
    missing = askwell("ask", QUESTION, "--attach", str(tmp_path / "none.pdf"))
    assert missing.code == 2
    assert "cannot be read" in missing.err
    photo = tmp_path / "photo.pdf"
    photo.write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    result = askwell("chat", stdin=f"/attach {photo}\n/attach\n/quit\n")
    assert result.code == 0
    assert "is no document that can be read" in result.err
    assert "Give a file" in result.err
    both = askwell("ask", QUESTION, "--attach", str(photo), "--no-store")
    assert (both.code, "exclude each other" in both.err) == (2, True)
