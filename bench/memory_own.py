"""Corrections in the project's own dialogues: does memory hold what is in force, and let go of what is not?"""

import asyncio
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from askwell.composition.system import SystemClock, Uuid7Ids
from askwell.pipeline.digest import digest
from askwell.ports import Store, Summariser
from askwell.rules.summarise import RulesSummariser
from askwell.stores.sql.database import open_database
from askwell.stores.sql.migrate import upgrade
from askwell.stores.sql.store import SqlStore
from askwell.types import Memory, Principal
from bench.report import Row

DIALOGUES = Path(__file__).parents[1] / "tests" / "memory" / "dialogues.yaml"
"""Sixty dialogues that the rules were written with."""

UNREAD = Path(__file__).with_name("corrections.yaml")
"""Corrections that were written after the rules, to measure them on."""

UNRELATED = DIALOGUES.with_name("unrelated.yaml")

LOCAL = Principal()


@dataclass(frozen=True, slots=True)
class Outcome:
    """A dialogue's correction, and what memory made of it."""

    dialogue: str
    language: str
    in_force: str
    superseded: str
    memory: Memory

    @property
    def text(self) -> str:
        """All that memory says: the summary and the items in force."""
        return "\n".join((self.memory.summary, *(item.text for item in self.memory.items)))

    @property
    def holds(self) -> bool:
        """The summary and the items say what is in force, and neither says what no longer is."""
        items = "\n".join(item.text for item in self.memory.items)
        told = says(self.memory.summary, self.in_force) and says(items, self.in_force)
        return told and not says(self.text, self.superseded)


def says(text: str, value: str) -> bool:
    """Whether a text has a value in it, as whole words but for a plural ending."""
    return re.search(rf"(?<![\w.,]){re.escape(value)}(?:s|en)?(?![\w])", text, re.IGNORECASE) is not None


def read_dialogues(file: Path = DIALOGUES) -> list[dict[str, Any]]:
    """The dialogues in order."""
    read: list[dict[str, Any]] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return read


def read_unrelated(file: Path = UNRELATED) -> dict[str, list[str]]:
    """Questions of the world by language, which no dialogue answers."""
    read: dict[str, list[str]] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return read


async def play(store: Store, dialogue: Mapping[str, Any], summariser: Summariser) -> Outcome:
    """A whole dialogue put into a store, each turn digested once it is final."""
    session = await store.sessions.create(LOCAL, "talk")
    for spoken in dialogue["turns"]:
        begun = await store.turns.begin(LOCAL, session.id, spoken["user"])
        done = replace(
            begun.turn,
            status="completed",
            standalone_question=spoken["user"],
            outcome="answered",
            answer=spoken["assistant"],
            language=dialogue["language"],
        )
        await store.turns.finish(begun, done)
        await digest(store, LOCAL, session.id, summariser=summariser)
    told = dialogue["correction"]
    memory = await store.memory.read(LOCAL, session.id)
    return Outcome(dialogue["id"], dialogue["language"], told["in_force"], told["superseded"], memory)


async def correction_outcomes(
    dialogues: Sequence[Mapping[str, Any]] | None = None, summariser: Summariser | None = None
) -> list[Outcome]:
    """What becomes of the correction of each dialogue, in a new database."""
    with tempfile.TemporaryDirectory(prefix="askwell-corrections-") as made:
        database = open_database(f"sqlite+aiosqlite:///{Path(made) / 'askwell.db'}")
        await upgrade(database)
        store = SqlStore(database, clock=SystemClock(), ids=Uuid7Ids())
        try:
            told = read_dialogues() if dialogues is None else dialogues
            return [await play(store, each, summariser or RulesSummariser()) for each in told]
        finally:
            await store.close()
            await database.dispose()


def correction_rows() -> list[Row]:
    """Share of the corrections that hold, by language and over all; first those written after the rules."""
    rows: list[Row] = []
    for name, file in (("unread", UNREAD), ("own", DIALOGUES)):
        outcomes = asyncio.run(correction_outcomes(read_dialogues(file)))
        for language in (*sorted({each.language for each in outcomes}), "all"):
            of_it = [each for each in outcomes if language in {"all", each.language}]
            held = sum(each.holds for each in of_it) / len(of_it)
            rows.append({"system": "askwell", "set": f"{name}-{language}", "n": len(of_it), "in_force": held})
    return rows
