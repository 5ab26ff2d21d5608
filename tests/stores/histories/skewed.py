"""`askwell` with a settable clock, a slow model, and no bundled assistants: the entry point of servers under test.

`python -m tests.stores.histories.skewed CLOCK COMMAND...`: the file CLOCK has the seconds to add to the system clock.
"""

import re
import secrets
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import askwell.settings.schema
from askwell.cli import main
from askwell.composition.system import SystemClock
from askwell.engine import Engine
from askwell.models.scripted import ScriptedChat
from askwell.settings import Settings
from askwell.types import Message

PIECE_S = 0.02
"""Time between two words of an answer, seconds."""
FEWEST_WORDS, MORE_WORDS = 2, 40
LAST_WORDS = "a week [1]."
"""The end of every answer."""


def write(messages: Sequence[Message]) -> str:
    """An answer that no other run of the same question gives."""
    prompt = next(each.content for each in reversed(messages) if each.role == "user")
    key = re.findall(r"question (\S+)", str(prompt))[-1:]
    words = FEWEST_WORDS + secrets.randbelow(MORE_WORDS)
    return f"Run {secrets.token_hex(4)} of {key} says{' twice' * words} {LAST_WORDS}"


def slow_model(_settings: Settings) -> ScriptedChat:
    return ScriptedChat(write, name="slow", piece_s=PIECE_S)


def skew(clock: Path) -> None:
    """Add the seconds in a file to the clock of this process, whenever it is read."""

    def now(_clock: SystemClock) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=float(clock.read_text() or 0))

    SystemClock.now = now  # type: ignore[assignment, method-assign]


if __name__ == "__main__":
    skew(Path(sys.argv.pop(1)))
    askwell.settings.schema._bundled = tuple
    Engine.open = partial(Engine.open, plug_ins={"models": {"slow": slow_model}})  # type: ignore[method-assign]
    main()
