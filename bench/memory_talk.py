"""Questions about a whole talk, asked through the engine with no model: is the turn that tells it found and quoted?

Beside the share that is answered: how often nothing is recalled for a question of the world, and how often something is
told as its answer; what memory costs before the first token at turn 1,000, and what it takes of the prompt.
"""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Any

import uuid_utils

from askwell.engine import LOCAL, Engine
from askwell.pipeline.answer_from_history import ANSWER_PROBABILITY
from askwell.pipeline.digest import digest
from askwell.pipeline.state import Services
from askwell.settings import Settings, load_settings
from askwell.types import Answer, Session, TurnOptions
from bench.memory_own import read_dialogues, read_unrelated
from bench.report import Row
from bench.talks import turns_of

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
        session = await taken_in(engine, dialogue_turns(dialogue), dialogue["language"])
        others = [each for each in dialogues if each["language"] == dialogue["language"]]
        at = others.index(dialogue)
        own += [await _asked(engine, session, dialogue, each) for each in dialogue["questions"]]
        for question in unrelated[dialogue["language"]][at :: len(others)]:
            asked = {"question": question, "turn": 0, "answer": ""}
            foreign.append((dialogue["language"], await _asked(engine, session, dialogue, asked)))
    return own, foreign


def dialogue_turns(dialogue: Mapping[str, Any]) -> list[tuple[datetime, str, str]]:
    """Time, message and answer of each turn of a dialogue, a minute apart."""
    return _minutes_apart([(turn["user"], turn["assistant"]) for turn in dialogue["turns"]])


def _minutes_apart(spoken: Sequence[tuple[str, str]]) -> list[tuple[datetime, str, str]]:
    began = datetime.now(UTC) - timedelta(minutes=len(spoken))
    return [(began + timedelta(minutes=place), question, answer) for place, (question, answer) in enumerate(spoken)]


async def taken_in(engine: Engine, spoken: Sequence[tuple[datetime, str, str]], language: str = "en") -> Session:
    """A conversation restored from time, message and answer of each turn, and taken into memory."""
    session_id = str(uuid_utils.uuid7())
    turns = turns_of(spoken, session_id=session_id, language=language)
    session = Session(session_id, "documents", "", turns[0].created_at, turns[-1].created_at, len(turns), 0)
    await engine.store.sessions.restore(LOCAL, session, turns)
    services = services_of(engine)
    assert services.summariser is not None, "the built-in assistant remembers"
    while await digest(
        engine.store, LOCAL, session.id, summariser=services.summariser, history_searcher=services.history_searcher
    ):
        pass
    return session


def services_of(engine: Engine) -> Services:
    """What the turns of the built-in assistant work with."""
    return engine.container.runtimes["documents"].services


@asynccontextmanager
async def opened(embedder: str) -> AsyncIterator[Engine]:
    """An engine with no documents and no model."""
    weights = load_settings().settings.models_folder
    with tempfile.TemporaryDirectory(prefix="askwell-memory-") as made:
        async with await Engine.open(Settings(home=Path(made), embedder=embedder, models=str(weights))) as engine:
            yield engine


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
        any(each.step == "remind" and (each.score or 0) >= ANSWER_PROBABILITY for each in answer.decisions),
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
    history_searcher = services_of(engine).history_searcher
    assert history_searcher is not None, "the built-in assistant finds older turns"
    tokens = {}
    took: list[tuple[float, float]] = []
    for length in (40, LONG):
        session = await taken_in(engine, _minutes_apart(list(islice(cycle(spoken), length))), english[0]["language"])
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
