"""Branches of a conversation, as lines for a terminal."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from askwell.engine import Engine
    from askwell.ports import Store
    from askwell.types import Turn

PAGE = 100
QUESTION_CHARS = 70


async def branch_lines(engine: "Engine", session_id: str) -> list[str]:
    """One line per turn that has siblings, grouped by branch point; `*` marks the active branch."""
    active = {turn.number async for turn in all_turns(engine.store, session_id)}
    groups: dict[tuple[int, ...], list[Turn]] = {}
    async for turn in all_turns(engine.store, session_id, every_branch=True):
        if turn.siblings:
            groups.setdefault(turn.siblings, []).append(turn)
    lines = []
    for turns in groups.values():
        for turn in turns:
            ended = "" if turn.status == "completed" else f"  ({turn.status})"
            lines.append(f"{'*' if turn.number in active else ' '} {turn.number:>3}  {_short(turn.question)}{ended}")
            if len({each.standalone_question for each in turns if each.question == turn.question}) > 1:
                lines.append(f"       asked as: {_short(turn.standalone_question)}")
        lines.append("")
    return lines[:-1]


def _short(question: str) -> str:
    line = " ".join(question.split())
    return line if len(line) <= QUESTION_CHARS else line[: QUESTION_CHARS - 1] + "…"


async def all_turns(store: "Store", session_id: str, *, every_branch: bool = False) -> "AsyncIterator[Turn]":
    """The turns of a session in order, read page by page: of the active branch, or of all branches."""
    from askwell.engine import LOCAL

    after = 0
    while page := await store.turns.page(LOCAL, session_id, after=after, limit=PAGE, every_branch=every_branch):
        for turn in page:
            yield turn
        after = page[-1].number
