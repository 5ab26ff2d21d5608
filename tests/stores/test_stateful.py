"""Whatever is done to a store in whatever order, it does what the model does."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Literal, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.errors import AskwellError
from askwell.ports import Store
from askwell.stores.inmemory.store import InMemoryStore
from askwell.stores.sql.database import open_database, write
from askwell.stores.sql.schema import sessions
from askwell.stores.sql.store import SqlStore
from askwell.testing.invariants import broken_invariants
from askwell.testing.stores import ANNA, CountedIds, HeldClock
from askwell.types import Begun, Status, Turn
from tests.stores.conftest import url
from tests.stores.model import DAY_S, LEASE_S, Held, Model, Refused, Talk

T = TypeVar("T")

NAMES = st.sampled_from(["a", "b"])
QUESTIONS = st.sampled_from(["Who?", "What?"])
KEYS = st.sampled_from(["", "", "k1", "k2"])
ENDS = st.sampled_from(["completed", "failed", "stopped", "declined"])
PLACES = st.integers(0, 12)
"""Which turn is meant, of those there are."""
OWNERS = st.just(0) | st.integers(0, 4)
"""Which owner acts, 0 the newest: mostly that one, or a session would be busy most of the time."""

Made = Callable[[HeldClock, CountedIds], Store]


async def emptied(engine: AsyncEngine) -> None:
    """No conversation is left."""
    await write(engine, lambda tx: tx.execute(delete(sessions)))


class Comparison(RuleBasedStateMachine):
    """A store beside the model; each rule does the same to both."""

    runner: asyncio.Runner
    make: Made
    engine: AsyncEngine | None

    def __init__(self) -> None:
        super().__init__()
        self.clock = HeldClock()
        self.model = Model()
        self.held: list[tuple[Begun, Held]] = []
        self.acknowledged: dict[str, str] = {}
        self.swept = False
        if self.engine is not None:
            self.runner.run(emptied(self.engine))
        self.store = type(self).make(self.clock, CountedIds())

    def same(self, call: Awaitable[T], expected: Callable[[], object]) -> T | None:
        """What the store gives, None when it refuses; the model refuses with the same code."""

        async def awaited() -> T:
            return await call

        self.swept = False
        try:
            expected()
        except Refused as refused:
            try:
                outcome = self.runner.run(awaited())
            except AskwellError as error:
                assert error.code == refused.code  # noqa: PT017  # it is raised in every case, or the next line fails
                return None
            raise AssertionError(f"{refused.code} was expected, not {outcome}") from refused
        return self.runner.run(awaited())

    @initialize()
    def first(self) -> None:
        self.create("a")

    @rule(name=NAMES)
    def create(self, name: str) -> None:
        self.same(self.store.sessions.create(ANNA, "papers", session_id=name), lambda: self.model.create(name))

    @rule(name=NAMES, unsure=st.integers(0, 9))
    def delete(self, name: str, unsure: int) -> None:
        if not unsure:
            self.same(self.store.sessions.delete(ANNA, name), lambda: self.model.delete(name))

    @rule(question=QUESTIONS, status=ENDS, place=st.just(0) | PLACES)
    def ask(self, question: str, status: Status, place: int) -> None:
        """A whole turn, at the end of the line or beside another turn."""
        if self.begin("a", question, "", place):
            self.finish(0, status)

    @rule(name=NAMES, question=QUESTIONS, key=KEYS, place=st.just(0) | PLACES)
    def only_begin(self, name: str, question: str, key: str, place: int) -> None:
        self.begin(name, question, key, place)

    def begin(self, name: str, question: str, key: str, place: int) -> bool:
        """Whether there is a new owner."""
        instead_of = self.number(name, place - 1) if place else 0
        outcome: list[tuple[Held, bool]] = []
        begun = self.same(
            self.store.turns.begin(ANNA, name, question, key=key, lease_s=LEASE_S, instead_of=instead_of),
            lambda: outcome.append(self.model.begin(name, question, key, instead_of)),
        )
        if begun is None:
            return False
        held, replayed = outcome[0]
        assert begun.replayed == replayed
        assert (begun.turn.number, begun.turn.status) == (held.turn.number, held.turn.status)
        self.held.append((begun, held))
        return not replayed

    @rule(place=OWNERS, partial=st.sampled_from(["", "It", "It is"]))
    def heartbeat(self, place: int, partial: str) -> None:
        if place < len(self.held):
            begun, held = self.held[-1 - place]
            expected: list[object] = []
            lease = self.same(
                self.store.turns.heartbeat(begun, partial=partial, lease_s=LEASE_S),
                lambda: expected.append(self.model.heartbeat(held, partial)),
            )
            assert [lease] == expected

    @rule(place=OWNERS, status=ENDS)
    def finish(self, place: int, status: Status) -> None:
        if place < len(self.held):
            begun, held = self.held[-1 - place]
            answer = f"{status} {len(self.acknowledged)}"
            turn = self.same(
                self.store.turns.finish(begun, replace(begun.turn, status=status, answer=answer)),
                lambda: self.model.finish(held, status, answer),
            )
            if turn is not None and turn.status == "completed":
                self.acknowledged[turn.id] = turn.answer

    @rule(name=NAMES)
    def ask_to_stop(self, name: str) -> None:
        expected: list[bool] = []
        asked = self.same(
            self.store.turns.ask_to_stop(ANNA, name), lambda: expected.append(self.model.ask_to_stop(name))
        )
        assert asked is None or expected == [asked]

    @rule(place=PLACES)
    def choose(self, place: int) -> None:
        number = self.number("a", place)
        self.same(self.store.sessions.choose_branch(ANNA, "a", number), lambda: self.model.choose("a", number))

    @rule(place=PLACES, rating=st.sampled_from([-1, 0, 1]))
    def rate(self, place: int, rating: Literal[-1, 0, 1]) -> None:
        number = self.number("a", place)
        self.same(
            self.store.turns.give_feedback(ANNA, "a", number, rating), lambda: self.model.rate("a", number, rating)
        )

    @rule(seconds=st.sampled_from([1.0, LEASE_S - 1, LEASE_S, 3 * DAY_S]))
    def wait(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.model.now += seconds

    @rule()
    def sweep(self) -> None:
        assert self.runner.run(self.store.turns.sweep()) == self.model.sweep()
        self.swept = not any(talk.running for talk in self.model.talks.values())
        self.runner.run(self._compare())

    @rule(place=PLACES, window=st.integers(1, 4))
    def recall(self, place: int, window: int) -> None:
        before = self.number("a", place)
        expected: list[tuple[list[int], str]] = []
        recalled = self.same(
            self.store.turns.recall(ANNA, "a", before=before, window_turns=window),
            lambda: expected.append(self.model.recalled("a", before, window)),
        )
        if recalled is not None:
            assert ([turn.number for turn in recalled.turns], recalled.first_question) == expected[0]

    def number(self, name: str, place: int) -> int:
        """A turn's number, seldom one that there is not."""
        talk = self.model.talks.get(name, Talk())
        return (place * 7 + 3) % (len(talk.turns) + 2)

    def teardown(self) -> None:
        self.runner.run(self._compare())

    async def _compare(self) -> None:
        listed = await self.store.sessions.page(ANNA)
        assert {each.id for each in listed} == set(self.model.talks)
        for session in listed:
            talk = self.model.talks[session.id]
            assert (session.head, session.branch) == (len(talk.turns), talk.branch)
            everything = await self.store.turns.page(ANNA, session.id, every_branch=True)
            numbers = {turn.id: turn.number for turn in everything}
            assert [_seen(turn, numbers) for turn in everything] == [turn.seen(talk) for turn in talk.turns]
            shown = await self.store.turns.page(ANNA, session.id)
            assert [_seen(turn, numbers) for turn in shown] == list(self.model.shown(session.id))
        if self.engine is not None:
            there = {turn_id: text for turn_id, text in self.acknowledged.items() if await self._kept(turn_id)}
            assert await broken_invariants(self.engine, acknowledged=there, swept=self.swept) == []

    async def _kept(self, turn_id: str) -> bool:
        """Whether the turn's session was not deleted."""
        held = next(held for begun, held in self.held if begun.turn.id == turn_id)
        return any(each is held.talk for each in self.model.talks.values())


def _seen(turn: Turn, numbers: dict[str, int]) -> tuple[object, ...]:
    return (
        *(turn.number, numbers[turn.parent_id] if turn.parent_id else 0, turn.branch, turn.question),
        *(numbers[turn.supersedes_id] if turn.supersedes_id else 0, turn.status, turn.answer),
        *(turn.feedback.rating if turn.feedback else 0, turn.siblings),
    )


def compare(make: Made, engine: AsyncEngine | None, *, examples: int) -> None:
    """Run the comparison; everything on one loop, for engines belong to theirs."""
    with asyncio.Runner() as runner:

        class Machine(Comparison):
            pass

        Machine.runner, Machine.make, Machine.engine = runner, staticmethod(make), engine
        try:
            run_state_machine_as_test(
                Machine,
                settings=settings(
                    max_examples=examples,
                    stateful_step_count=40,
                    deadline=None,
                    suppress_health_check=list(HealthCheck),
                ),
            )
        finally:
            if engine is not None:
                runner.run(engine.dispose())


def test_memory_does_what_the_model_does() -> None:
    compare(InMemoryStore, None, examples=100)


def test_sqlite_does_what_the_model_does(database: Path) -> None:
    engine = open_database(url(database))
    compare(lambda clock, ids: SqlStore(engine, clock, ids), engine, examples=30)


def test_postgres_does_what_the_model_does(postgres_database: str) -> None:
    engine = open_database(postgres_database)
    compare(lambda clock, ids: SqlStore(engine, clock, ids), engine, examples=6)
