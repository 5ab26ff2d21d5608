"""`askwell calls`: what waits is listed, and refused or confirmed with the beginning of its id."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from askwell.engine import LOCAL, Engine
from askwell.settings import Settings
from askwell.types import WriteCall
from tests.cli.conftest import Askwell
from tests.installed import install


@pytest.fixture
def session(askwell: Askwell, tmp_path: Path) -> str:
    """A conversation with a call that waits."""
    askwell("ask", "--assistant", "bikes", "What does a puncture repair cost?")
    (listed,) = json.loads(askwell("sessions", "list", "--json").out)["sessions"]

    async def add() -> None:
        async with await Engine.open(Settings(home=tmp_path / "home", embedder="none")) as engine:
            assert engine.container.write_calls is not None
            now = datetime.now(UTC)
            arguments = '{"order": "A-1"}'
            waiting = WriteCall("ab" * 32, listed["id"], "turn", 1, "cancel_order", arguments, "waiting", now)
            await engine.container.write_calls.add(LOCAL, waiting)

    asyncio.run(add())
    return str(listed["id"])


def test_what_waits_is_listed_and_refused(askwell: Askwell, session: str) -> None:
    listed = askwell("calls", "list", session)
    assert "waiting   turn 1  cancel_order" in listed.out
    assert '"order": "A-1"' in listed.out
    (found,) = json.loads(askwell("calls", "list", session, "--json").out)["calls"]
    assert (found["state"], found["arguments"]) == ("waiting", {"order": "A-1"})
    assert "refused" in askwell("calls", "refuse", session, "abab").out
    again = askwell("calls", "confirm", session, "abab")
    assert (again.code, "code: call_decided" in again.err) == (1, True)


TOOL = """
from pathlib import Path

from askwell.tools.calling import Arguments, function_tool
from askwell.types import ToolResult


class Order(Arguments):
    order: str


async def cancel(arguments, context):
    with Path({path!r}).open("a") as file:
        file.write(f"{{arguments.order}} {{context.call_key[:4]}}\\n")
    return ToolResult(f"{{arguments.order}} is cancelled.")


tool = function_tool("cancel_order", "Cancels an order.", Order, cancel, effect="write")
"""


def test_a_confirmed_call_runs_once_and_shows_what_it_gave(
    askwell: Askwell, session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = tmp_path / "done.txt"
    code = TOOL.format(path=str(done))
    install(tmp_path / "packages", monkeypatch, "canceller", code, {"tools": {"cancel_order": "tool"}})
    yaml = tmp_path / "assistants" / "bikes" / "assistant.yaml"
    yaml.write_text(f"{yaml.read_text()}tools: {{use: [cancel_order]}}\n")
    confirmed = askwell("calls", "confirm", session, "abab")
    assert (confirmed.code, "A-1 is cancelled." in confirmed.out) == (0, True)
    assert done.read_text() == "A-1 abab\n"
    again = askwell("calls", "confirm", session, "abab")
    assert (again.code, "code: call_decided" in again.err) == (1, True)
    assert done.read_text() == "A-1 abab\n"
    (listed,) = json.loads(askwell("calls", "list", session, "--json").out)["calls"]
    assert (listed["state"], listed["result"]) == ("done", "A-1 is cancelled.")


def test_a_call_of_a_tool_that_is_gone_is_not_run(askwell: Askwell, session: str) -> None:
    result = askwell("calls", "confirm", session, "abab")
    assert (result.code, "code: call_unavailable" in result.err) == (1, True)
    assert json.loads(askwell("calls", "list", session, "--json").out)["calls"][0]["state"] == "waiting"


def test_an_unknown_call_is_not_found(askwell: Askwell, session: str) -> None:
    result = askwell("calls", "refuse", session, "ffff")
    assert (result.code, "code: call_not_found" in result.err) == (4, True)
