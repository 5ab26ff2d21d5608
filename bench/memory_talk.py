"""Questions about a whole talk, asked through the engine with no model: is the turn that tells it found and quoted?

Beside the share that is answered: how often nothing is recalled for a question of the world, and how often something is
told as its answer; what memory costs before the first token at turn 1,000, and what it takes of the prompt.
"""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Any

import uuid_utils

from askwell.engine import LOCAL, Engine
from askwell.pipeline.answer_from_history import SURE
from askwell.pipeline.digest import digest
from askwell.settings import Settings, load_settings
from askwell.types import Answer, Session, Turn, TurnOptions
from bench.memory_own import read_dialogues, read_unrelated
from bench.report import Row

METRICS = (
    "answered",
    "first",
    "silent",
    "plain",
    "cpu_ms",
    "cpu_ms_embedding",
    "tokens_turn_40",
    "tokens_turn_1000",
)

LONG = 1_000
_TIMED = 20


@dataclass(frozen=True, slots=True)
class Outcome:
    """A question of a dialogue, and what came of it."""

    dialogue: str
    language: str
    question: str
    turn: int
    answer: str
    recalled: tuple[int, ...]
    said: str
    sure: bool
    """Whether what was recalled is told as the answer."""

    @property
    def answered(self) -> bool:
        """Whether the answer holds what was asked for, or quotes the turn that tells it."""
        return self.turn in self.recalled or self.answer.lower() in self.said.lower()


def talk_rows(embedder: str, file: Path | None = None) -> list[Row]:
    """Shares by language and over all, and the figures of a long talk."""
    return asyncio.run(_rows(embedder, read_dialogues(file) if file else read_dialogues()))


async def outcomes(
    engine: Engine, dialogues: Sequence[Mapping[str, Any]]
) -> tuple[list[Outcome], list[tuple[str, Outcome]]]:
    """What each question of each dialogue comes to, and with its language each question of the world."""
    unrelated = read_unrelated()
    own: list[Outcome] = []
    foreign: list[tuple[str, Outcome]] = []
    for dialogue in dialogues:
        session = await restored(engine, dialogue["language"], [(t["user"], t["assistant"]) for t in dialogue["turns"]])
        others = [each for each in dialogues if each["language"] == dialogue["language"]]
        at = others.index(dialogue)
        own += [await _asked(engine, session, dialogue, each) for each in dialogue["questions"]]
        for question in unrelated[dialogue["language"]][at :: len(others)]:
            asked = {"question": question, "turn": 0, "answer": ""}
            foreign.append((dialogue["language"], await _asked(engine, session, dialogue, asked)))
    return own, foreign


def turns_of(dialogue: Mapping[str, Any], session_id: str = "") -> list[Turn]:
    """The turns of a dialogue as a store keeps them, a minute apart."""
    spoken = [(turn["user"], turn["assistant"]) for turn in dialogue["turns"]]
    return _turns(dialogue["language"], spoken, session_id, datetime.now(UTC) - timedelta(minutes=len(spoken)))


def _turns(language: str, spoken: Sequence[tuple[str, str]], session_id: str, began: datetime) -> list[Turn]:
    turns = [
        Turn(
            id=str(uuid_utils.uuid7()),
            session_id=session_id,
            number=number,
            parent_id=None,
            status="completed",
            question=question,
            created_at=began + timedelta(minutes=number - 1),
            standalone_question=question,
            ending="answered",
            answer=answer,
            language=language,
            finished_at=began + timedelta(minutes=number - 1),
        )
        for number, (question, answer) in enumerate(spoken, start=1)
    ]
    return [_behind(turn, before) for before, turn in zip([None, *turns], turns, strict=False)]


async def restored(engine: Engine, language: str, spoken: Sequence[tuple[str, str]]) -> Session:
    """A talk taken in as it was, and digested."""
    now = datetime.now(UTC) - timedelta(minutes=len(spoken))
    session = Session(str(uuid_utils.uuid7()), "documents", "", now, now, len(spoken), 0)
    await engine.store.sessions.restore(LOCAL, session, _turns(language, spoken, session.id, now))
    services = engine.container.runtimes["documents"].services
    assert services.summariser is not None, "the built-in assistant remembers"
    while await digest(
        engine.store, LOCAL, session.id, summariser=services.summariser, history_searcher=services.history_searcher
    ):
        pass
    return session


@asynccontextmanager
async def opened(embedder: str) -> AsyncIterator[Engine]:
    """An engine with no documents and no model."""
    weights = load_settings().settings.models_folder
    with tempfile.TemporaryDirectory(prefix="askwell-memory-") as made:
        async with await Engine.open(Settings(home=Path(made), embedder=embedder, models=str(weights))) as engine:
            yield engine


def _behind(turn: Turn, before: Turn | None) -> Turn:
    return replace(turn, parent_id=before.id if before else None)


async def _asked(engine: Engine, session: Session, dialogue: Mapping[str, Any], asked: Mapping[str, Any]) -> Outcome:
    answer = await engine.ask(asked["question"], session=session.id, options=TurnOptions(store=False))
    return Outcome(
        dialogue["id"],
        dialogue["language"],
        asked["question"],
        asked["turn"],
        str(asked["answer"]),
        _reminded(answer),
        answer.answer,
        any(each.step == "remind" and (each.score or 0) >= SURE for each in answer.decisions),
    )


def _reminded(answer: Answer) -> tuple[int, ...]:
    found = (each.detail.get("turns") for each in answer.decisions if each.step == "remind")
    return tuple(int(number) for numbers in found if isinstance(numbers, list) for number in numbers)


async def _rows(embedder: str, dialogues: Sequence[Mapping[str, Any]]) -> list[Row]:
    async with opened(embedder) as engine:
        own, foreign = await outcomes(engine, dialogues)
        rows: list[Row] = []
        for name in (*sorted({each.language for each in own}), "all"):
            of_it = [each for each in own if name in {"all", each.language}]
            of_world = [each for language, each in foreign if name in {"all", language}]
            rows.append(
                {
                    "system": "askwell",
                    "embedder": embedder,
                    "set": f"own-{name}",
                    "n": len(of_it),
                    "answered": sum(each.answered for each in of_it) / len(of_it),
                    "first": sum(each.recalled[:1] == (each.turn,) for each in of_it) / len(of_it),
                    "silent": sum(not each.recalled for each in of_world) / len(of_world),
                    "plain": sum(bool(each.recalled) and each.sure for each in of_world) / len(of_world),
                }
            )
        return [*rows, await _long_row(engine, embedder, dialogues)]


async def _long_row(engine: Engine, embedder: str, dialogues: Sequence[Mapping[str, Any]]) -> Row:
    """Time and tokens of memory in talks that were put together of the dialogues of one language."""
    english = [each for each in dialogues if each["language"] == "en"] or list(dialogues)
    spoken = [(turn["user"], turn["assistant"]) for each in english for turn in each["turns"]]
    questions = [each["question"] for dialogue in english for each in dialogue["questions"]]
    history_searcher = engine.container.runtimes["documents"].services.history_searcher
    assert history_searcher is not None, "the built-in assistant finds older turns"
    tokens = {}
    took: list[tuple[float, float]] = []
    for length in (40, LONG):
        session = await restored(engine, english[0]["language"], list(islice(cycle(spoken), length)))
        answer = await engine.ask(questions[0], session=session.id)
        assert answer.turn_number is not None, "the turn is stored"
        turn = await engine.store.turns.get(LOCAL, session.id, answer.turn_number)
        tokens[length] = sum(
            size
            for slot, size in (turn.ledger.tokens if turn.ledger else {}).items()
            if slot in {"summary", "recalled"}
        )
        for question in questions[1 : _TIMED + 1] if length == LONG else ():
            # A question is embedded once a turn, for the documents and for the talk. Where a turn looks in documents
            # for the question as typed, memory adds the second figure; where it is completed first, the first one.
            times = [time.process_time()]
            for _ in range(2):
                found = await history_searcher.find(LOCAL, turn, question, oldest_in_window=turn.number - 5, k=3)
                await engine.store.memory.recollected(LOCAL, session.id, found)
                times.append(time.process_time())
            took.append(((times[1] - times[0]) * 1000, (times[2] - times[1]) * 1000))
    return {
        "system": "askwell",
        "embedder": embedder,
        "set": f"own, {LONG} turns",
        "n": len(took),
        "cpu_ms": round(median(each for _, each in took), 2),
        "cpu_ms_embedding": round(median(each for each, _ in took), 2),
        "tokens_turn_40": tokens[40],
        "tokens_turn_1000": tokens[LONG],
    }
