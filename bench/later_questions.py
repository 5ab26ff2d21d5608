"""Later questions of blind conversations, as typed and in complete wordings: `bench later-questions`.

Each is asked in its conversation, and once more as the first question of a conversation, worded by its author for
somebody who has not read what came before (row `complete wording`). Authors know the documents and use their words. So
a third row, of the sets whose conversations others have worded (`dialogues/asked.jsonl`), has the conversations held
with their wordings in place of what the engine resolves (`people's wording`): as typed, with the words of the
conversation that are missing. It shows what a perfect resolver would give.

`right`, `shown` and `wrong` are those of `bench blind`; `first` and `first_three` count the questions with an answer
for which the first passage, or one of the first three, is of a right document and has one of the facts.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from askwell.engine import Engine
from askwell.errors import NotFound
from askwell.types import OPERATOR, TurnOptions
from bench.asked import wordings
from bench.blind import SETS, Replied, bundled, holds, opened, plain
from bench.blind_questions import Asked, collections, conversations
from bench.bootstrap import measured
from bench.options import Options
from bench.report import Report, Row
from bench.scores import Counts

METRICS = ("right", "shown", "wrong", "first", "first_three")
COMPLETE = "complete wording"
PEOPLE = "people's wording"
_FIRST = 3


@dataclass(frozen=True, slots=True)
class Later:
    """A later question with its answer and the place of its fact."""

    replied: Replied
    place: int
    """Place, from 1, of the first passage of a right document with one of the facts; 0 if none of the first three."""


def run(options: Options) -> Report:
    """The rows of each collection of a set, of each set, and of all; those without a folder are left out."""
    rows: list[Row] = []
    pools: dict[str, dict[str, list[Later]]] = {}
    for prefix, questions in SETS.items():
        set_name = prefix.strip() or "first"
        for name in collections(questions):
            folder = None if name in bundled() else options.data / name
            if options.set not in {"", "all", set_name, f"{set_name} {name}"} or (folder and not folder.is_dir()):
                continue
            played = asyncio.run(_play(name, folder, questions, options.limit, set_name))
            for pool in (f"{set_name} {name}", set_name, "all"):
                for system, found in played.items():
                    pools.setdefault(pool, {}).setdefault(system, []).extend(found)
    rows += [row(name, system, found) for name, systems in pools.items() for system, found in systems.items()]
    return Report("later-questions", METRICS, tuple(rows))


async def _play(
    name: str, folder: Path | None, questions: Path, limit: int | None, set_name: str
) -> dict[str, list[Later]]:
    played: dict[str, list[Later]] = {"askwell": [], COMPLETE: [], PEOPLE: []}
    known = wordings()
    assistant = "documents" if folder else name
    async with opened(name, folder, name) as engine:
        for turns in conversations(name, questions)[:limit]:
            session = await engine.create_session(assistant)
            for asked in turns:
                later = await _ask(engine, session.id, asked, asked.question)
                if asked.number == 1:
                    continue
                alone = await engine.create_session(assistant)
                played["askwell"].append(later)
                played[COMPLETE].append(await _ask(engine, alone.id, asked, asked.complete))
                await engine.delete_session(alone.id)
            await engine.delete_session(session.id)
            worded = [known.get((f"{set_name}-{asked.conversation}", asked.number), "") for asked in turns]
            if any(worded):
                played[PEOPLE] += await _as_worded(engine, assistant, turns, worded)
    return {system: found for system, found in played.items() if found}


async def _as_worded(engine: Engine, assistant: str, turns: list[Asked], worded: list[str]) -> list[Later]:
    """The later questions of a conversation that is held with these wordings; as typed where there is none."""
    session = await engine.create_session(assistant)
    found = [
        await _ask(engine, session.id, asked, asked.question, wording or asked.question)
        for asked, wording in zip(turns, worded, strict=True)
    ]
    await engine.delete_session(session.id)
    return found[1:]


async def _ask(engine: Engine, session: str, asked: Asked, question: str, wording: str = "") -> Later:
    """The reply to a question, with a wording in place of what the engine resolves if one is given."""
    answer = await engine.ask(question, session=session, options=TurnOptions(standalone_question=wording))
    turn = await engine.store.turns.by_id(OPERATOR, answer.turn_id)
    for place, chunk_id in enumerate(turn.retrieved[:_FIRST], 1):
        try:
            passage = await engine.knowledge.passage(chunk_id)
        except NotFound:  # a row of an assistant's own table is no passage
            continue
        if is_place(asked, passage.document_name, passage.chunk.text):
            return Later(Replied(asked, answer), place)
    return Later(Replied(asked, answer), 0)


def is_place(asked: Asked, document: str, text: str) -> bool:
    """Whether a passage is of a right document and has a spelling of one of the facts."""
    said = plain(text)
    has_fact = any(holds(said, plain(each)) for spellings in asked.facts for each in spellings)
    return has_fact and document.rpartition("/")[2] in asked.documents


def row(name: str, system: str, found: list[Later]) -> Row:
    """The metrics of later questions, with their intervals by conversation."""
    counts = np.array([_count(one) for one in found])
    groups = [one.replied.asked.conversation for one in found]
    return {"system": system, "set": name, "n": len(found), **measured(counts, groups, _measure)}


def _count(one: Later) -> Counts:
    """Numerator and denominator of each metric, in the order of `METRICS`."""
    replied, is_answerable = one.replied, one.replied.asked.is_answerable
    hits = (replied.is_right, replied.is_shown, replied.is_wrong, one.place == 1, one.place > 0)
    of = (is_answerable, is_answerable, True, is_answerable, is_answerable)
    return np.array([number for pair in zip(hits, of, strict=True) for number in pair], dtype=np.float64)


def _measure(sums: Counts) -> dict[str, float]:
    return {
        name: float(hits) / max(float(of), 1) for name, hits, of in zip(METRICS, sums[::2], sums[1::2], strict=True)
    }
