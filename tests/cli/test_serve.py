import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.cli.conftest import Askwell


def test_an_open_address_needs_a_token(askwell: Askwell) -> None:
    result = askwell("serve", "--host", "0.0.0.0", "--port", "0")
    assert result.code == 2
    assert "token" in result.err


def test_a_port_in_use_is_an_error(askwell: Askwell) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = askwell("serve", "--port", str(taken.getsockname()[1]))
    assert result.code == 2
    assert "code: address_in_use" in result.err


@contextmanager
def killed(child: subprocess.Popen[str]) -> Iterator[None]:
    """Whatever goes wrong in the block, the child does not outlive it."""
    try:
        yield
    finally:
        child.kill()


def test_the_server_prints_its_address_and_ends_on_ctrl_c(tmp_path: Path) -> None:
    for bundled in (Path(__file__).parents[2] / "assistants").iterdir():
        shadow = tmp_path / "assistants" / bundled.name
        shadow.mkdir(parents=True)
        text = f"name: {bundled.name}\ntitle: Nothing to read\nknowledge: {{path: null}}\n"
        (shadow / "assistant.yaml").write_text(text, encoding="utf-8")
    environment = os.environ | {"ASKWELL_HOME": str(tmp_path), "ASKWELL_EMBEDDER": "none"}
    command = [sys.executable, "-m", "askwell", "serve", "--port", "0"]
    with (
        subprocess.Popen(command, env=environment, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as child,
        killed(child),
    ):
        assert child.stderr is not None
        line = child.stderr.readline()
        url = next(word for word in line.split() if word.startswith("http://127.0.0.1:"))
        with urllib.request.urlopen(f"{url}/healthz", timeout=20) as answer:
            assert answer.status == 200
        child.send_signal(signal.SIGINT)
        rest = child.stderr.read()
        assert child.wait(timeout=20) in {0, 130}
    assert "Traceback" not in rest
