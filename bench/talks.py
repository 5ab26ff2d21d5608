"""Long conversations of our own with questions about them, to learn from: `talks/*.txt`.

Format, line by line: `@` a title; `= 2024-03-02 18:05` a new sitting; `> ` a user's message and `< ` its answer; `- ` a
message of a talk between two people, stored as a turn that is acknowledged; `[name]` at the beginning or the end of a
message names it; `? ` a question and `=> ` the names of the messages that answer it. `elsewhere.txt` holds questions
about the world, which no conversation answers.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import uuid_utils

from askwell.types import Language, Turn

FOLDER = Path(__file__).parent / "talks"

ACKNOWLEDGED = "Noted."
"""What answers a message that asks nothing of an assistant, as in our dialogues."""

_NAME = re.compile(r"^\[(\w+)\] |\s*\[(\w+)\]$")
_GAP = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a conversation."""

    text: str
    turns: frozenset[int]
    """Places of the turns that answer it, from 0; empty where none does."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation as a store holds it, and questions about it."""

    name: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]


def own_talks(folder: Path = FOLDER) -> list[Talk]:
    """All conversations of the folder, by name."""
    files = sorted(file for file in folder.glob("*.txt") if file.name != "elsewhere.txt")
    return [_talk(file.stem, file.read_text(encoding="utf-8")) for file in files]


def questions_of_the_world(folder: Path = FOLDER) -> list[str]:
    """Questions that no conversation answers."""
    return (folder / "elsewhere.txt").read_text(encoding="utf-8").splitlines()


def joined(talks: list[Talk]) -> Talk:
    """All of them one after the other as one conversation."""
    turns: list[Turn] = []
    questions: list[Question] = []
    for talk in talks:
        questions += [
            replace(each, turns=frozenset(place + len(turns) for place in each.turns)) for each in talk.questions
        ]
        turns += talk.turns
    numbered = [replace(turn, number=number) for number, turn in enumerate(turns, 1)]
    return Talk("joined", tuple(numbered), tuple(questions))


def turns_of(
    spoken: Iterable[tuple[datetime, str, str]], *, session_id: str = "", language: Language = "en"
) -> list[Turn]:
    """Completed turns of one branch from time, message and answer of each, with new ids."""
    turns: list[Turn] = []
    for number, (at, question, answer) in enumerate(spoken, 1):
        turn = Turn(
            id=str(uuid_utils.uuid7()),
            session_id=session_id,
            number=number,
            parent_id=turns[-1].id if turns else None,
            status="completed",
            question=question,
            created_at=at,
            standalone_question=question,
            outcome="answered",
            answer=answer,
            language=language,
            finished_at=at,
        )
        turns.append(turn)
    return turns


def _talk(name: str, text: str) -> Talk:
    spoken: list[tuple[datetime, str, str]] = []
    named: dict[str, int] = {}
    questions: list[Question] = []
    at = datetime.now(UTC)
    for line in text.splitlines():
        mark, message = line[0], line[2:]
        if mark == "=":
            at = datetime.fromisoformat(message).replace(tzinfo=UTC)
        elif mark == "?":
            asked, _, names = message.partition(" => ")
            questions.append(Question(asked, frozenset(named[each] for each in names.split())))
        elif mark == "<":
            spoken[-1] = (*spoken[-1][:2], message)
        elif mark in "->":
            if found := _NAME.search(message):
                named[found[1] or found[2]] = len(spoken)
            spoken.append((at, _NAME.sub("", message), ACKNOWLEDGED))
            at += _GAP
    return Talk(name, tuple(turns_of(spoken)), tuple(questions))
