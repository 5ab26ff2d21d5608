"""Where lines that are typed into a chat are kept."""

import os
import pty
import select
import stat
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from askwell.cli.repl import kept_history
from tests.cli.conftest import Askwell

LINE = "/session 0612345678"
SECONDS = 180


def typed_into_chat(*options: str) -> None:
    """A chat on a terminal with one line, which no model and no search has to answer."""
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "askwell", "chat", "-a", "bikes", "--color", "never", *options]
    with subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, env=os.environ) as process:
        os.close(follower)
        screen, is_typed = "", False
        deadline = time.monotonic() + SECONDS
        while process.poll() is None and time.monotonic() < deadline:
            if select.select([leader], [], [], 0.2)[0]:
                with suppress(OSError):
                    screen += os.read(leader, 65536).decode(errors="replace")
            if not is_typed and "you >" in screen:
                os.write(leader, f"{LINE}\r/quit\r".encode())
                is_typed = True
        assert process.wait(5) == 0, screen
    os.close(leader)


def test_lines_are_kept_for_their_owner(askwell: Askwell, tmp_path: Path) -> None:
    typed_into_chat()
    file = tmp_path / "home" / "chat_history"
    assert LINE in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("options", [(), ("--no-store",)])
def test_no_line_is_kept_where_the_conversation_may_not_be(
    askwell: Askwell,
    tmp_path: Path,
    options: tuple[str, ...],
) -> None:
    if not options:
        file = tmp_path / "assistants" / "bikes" / "assistant.yaml"
        file.write_text(file.read_text() + "privacy: {store: pseudonym}\n")
    typed_into_chat(*options)
    assert not (tmp_path / "home" / "chat_history").exists()


def test_a_file_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    file = tmp_path / "chat_history"
    file.write_text("+an old line\n")
    file.chmod(0o644)
    kept_history(file).append_string("a new line")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "an old line" in file.read_text()
    assert "a new line" in file.read_text()
