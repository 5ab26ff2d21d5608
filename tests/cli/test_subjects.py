"""`askwell subjects` and `askwell sessions expire`."""

import json
from base64 import b64decode
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.cli.conftest import Askwell

QUESTION = "What does a puncture repair cost, asks zqana?"


def talk(askwell: Askwell) -> str:
    return str(json.loads(askwell("ask", QUESTION, "--json").out)["session_id"])


def test_the_own_data_is_exported_to_a_private_file_and_erased(askwell: Askwell, tmp_path: Path) -> None:
    session, file = talk(askwell), tmp_path / "export.json"
    written = askwell("subjects", "export", "local", "--output", str(file))
    assert (written.code, f"written to {file}" in written.err) == (0, True)
    assert file.stat().st_mode & 0o777 == 0o600
    exported = json.loads(file.read_text())
    assert [each["session"]["id"] for each in exported["conversations"]] == [session]
    assert json.loads(askwell("subjects", "export", "local").out)["conversations"] == exported["conversations"]
    erased = askwell("subjects", "erase", "local")
    assert erased.out == "erased 1 conversations, 1 turns, 0 attachments, 0 placeholders, 0 api keys\n"
    assert "receipt " in erased.err
    assert "no conversations" in askwell("sessions", "list").err
    again = json.loads(askwell("subjects", "erase", "local", "--json").out)
    assert again["erased"]["conversations"] == 0


def test_an_export_has_the_files_of_conversations(askwell: Askwell, tmp_path: Path) -> None:
    file = tmp_path / "lease.txt"
    file.write_bytes(b"The rent of the shed is 90 euros.")
    session = json.loads(askwell("ask", "How much is the rent?", "--attach", str(file), "--json").out)["session_id"]
    [conversation] = json.loads(askwell("subjects", "export", "local").out)["conversations"]
    [attachment] = conversation["attachments"]
    assert (conversation["session"]["id"], attachment["name"]) == (session, "lease.txt")
    assert attachment["text"].strip() == "The rent of the shed is 90 euros."
    assert b64decode(attachment["data"]) == file.read_bytes()


def test_another_tenant_keeps_its_data(askwell: Askwell) -> None:
    talk(askwell)
    askwell("keys", "create", "--user", "local", "--tenant", "acme")
    assert "1 api keys" in askwell("subjects", "erase", "local", "--tenant", "acme").out
    assert QUESTION in askwell("sessions", "list").out
    assert len(json.loads(askwell("subjects", "export", "local").out)["conversations"]) == 1
    assert json.loads(askwell("subjects", "export", "local", "--tenant", "acme").out)["conversations"] == []


def test_conversations_expire(askwell: Askwell, tmp_path: Path) -> None:
    old = (datetime.now(UTC) - timedelta(days=40)).strftime("%Y-%m-%dT%H:%M:%SZ")
    messages = [{"role": "user", "content": "How long ago?", "timestamp": old}]
    file = tmp_path / "old.json"
    file.write_text(json.dumps({"session_id": "old-one", "messages": messages}))
    assert askwell("sessions", "import", str(file)).code == 0
    young = talk(askwell)
    refused = askwell("sessions", "expire")
    assert (refused.code, "retention_days" in refused.err) == (2, True)
    assert "removed 0 conversations" in askwell("sessions", "expire", "--days", "60").err
    assert "removed 1 conversation " in askwell("--set", "retention_days=30", "sessions", "expire").err
    listed = json.loads(askwell("sessions", "list", "--json").out)["sessions"]
    assert [each["id"] for each in listed] == [young]


def test_the_doctor_repeats_deletions_in_a_restored_backup(askwell: Askwell, tmp_path: Path) -> None:
    session = talk(askwell)
    database = next(tmp_path.rglob("askwell.db"))
    backup = database.read_bytes()
    assert not [each for each in json.loads(askwell("doctor", "--json").out)["findings"] if each["what"] == "deletions"]
    askwell("sessions", "rm", session)
    database.write_bytes(backup)
    assert b"zqana" in database.read_bytes()
    found = json.loads(askwell("doctor", "--json").out)["findings"]
    [finding] = [each for each in found if each["what"] == "deletions"]
    assert (finding["state"], finding["found"]) == ("ok", "1 noted, all of them done in all databases")
    assert b"zqana" not in b"".join(each.read_bytes() for each in database.parent.glob("askwell.db*"))
    assert "no conversations" in askwell("sessions", "list").err
