"""What every system of `bench speed` is given: the same questions, passages and an instant answer."""

from pathlib import Path
from typing import Protocol

PASSAGES = tuple(
    f"Passage {number}. "
    + "For a family of 1, 2, 3, 4, 5, 6, 7, 8 or 9 the board does pay for care when one parent works part time. " * 4
    for number in range(1, 7)
)
"""What a search would have brought: six passages of about 100 words, which answer whatever family is asked about."""

_ANSWER = "The board pays the provider directly; the parent pays a share that depends on income and family size. "


def question(turn: int) -> str:
    """About a hundred characters, another one each turn."""
    return f"Question {turn}: what does the board pay for a family of {turn % 9 + 1} when one parent works part time?"


def answer(turn: int) -> str:
    """About 1,500 characters, what a model would have written in an instant."""
    return f"Answer {turn}. " + _ANSWER * 15 + "[1]"


def number_of(prompt: str) -> int:
    """The number of the last question in a prompt."""
    return int(prompt.rsplit("Question ", maxsplit=1)[-1].split(":", maxsplit=1)[0])


class Talker(Protocol):
    """A system that keeps conversations."""

    name: str

    async def open(self, folder: Path) -> None:
        """Make ready in an empty folder."""
        ...

    async def turn(self, session: str, number: int) -> str:
        """Ask question `number` in a session and give back the answer, stored when this returns."""
        ...

    async def settle(self) -> None:
        """Return when what goes on behind the answers is done; it is no part of a turn's time."""
        ...

    async def close(self) -> None:
        """Let go of everything."""
        ...


def bytes_of(folder: Path) -> int:
    """Bytes of all files below a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
