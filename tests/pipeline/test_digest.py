"""The digest over real stores: additive, in order, never twice, and caught up with after anything went wrong."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from askwell.composition.system import SystemClock, Uuid7Ids
from askwell.errors import NotFound, StorageFailed
from askwell.pipeline.digest import MAX_TURNS, digest, may_be_learnt
from askwell.ports import Store
from askwell.rules.summarise import RulesSummariser
from askwell.rules.worded_summary import MOST_WORDS
from askwell.stores.inmemory.store import InMemoryStore
from askwell.types import Decision, Digest, Language, Memory, Principal, Status, Topic, Turn, TurnOptions

LOCAL = Principal()
RULES = RulesSummariser()


async def a_session(store: Store) -> str:
    return (await store.sessions.create(LOCAL, "talk")).id


async def say(
    store: Store,
    session: str,
    question: str,
    answer: str = "OK.",
    *,
    status: Status = "completed",
    options: TurnOptions = TurnOptions(),
    instead_of: int = 0,
) -> Turn:
    """One more final turn."""
    begun = await store.turns.begin(LOCAL, session, question, instead_of=instead_of)
    done = replace(
        begun.turn,
        status=status,
        standalone_question=question,
        outcome="declined" if status == "declined" else "answered",
        answer=answer,
        options=options,
    )
    return await store.turns.finish(begun, done)


async def texts(store: Store, session: str) -> list[str]:
    return [item.text for item in (await store.memory.read(LOCAL, session)).items]


class Broken(RulesSummariser):
    """Breaks off at a turn, as a killed process does."""

    def __init__(self, at: int, error: Callable[[], BaseException]) -> None:
        self.at = at
        self.error = error

    async def digest(self, turn: Turn, memory: Memory, topics: Sequence[Topic], language: Language) -> Digest:
        if turn.number == self.at:
            raise self.error()
        return await super().digest(turn, memory, topics, language)


class Slow(RulesSummariser):
    """Waits for a sign with the turn in its hands."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.go_on = asyncio.Event()

    async def digest(self, turn: Turn, memory: Memory, topics: Sequence[Topic], language: Language) -> Digest:
        self.begun.set()
        await self.go_on.wait()
        return await super().digest(turn, memory, topics, language)


async def test_turns_are_taken_in_once_and_in_order(store: Store) -> None:
    """S2-07, S2-08: a summary, and a line with topics for each turn."""
    session = await a_session(store)
    for said in ("We leave on 3 June.", "My brother comes along.", "What is the weather like?"):
        await say(store, session, said, "Sunny.")
    assert await digest(store, LOCAL, session, summariser=RULES) == 3
    assert await digest(store, LOCAL, session, summariser=RULES) == 0
    memory = await store.memory.read(LOCAL, session)
    assert memory.up_to == 3
    assert [item.text for item in memory.items] == ["We leave on 3 June.", "My brother comes along."]
    topics = await store.memory.topics(LOCAL, session)
    assert [topic.number for topic in topics] == [3, 2, 1]
    assert topics[0].line == "What is the weather like? → Sunny."


async def test_a_running_turn_waits_for_its_end(store: Store) -> None:
    session = await a_session(store)
    await say(store, session, "We leave on 3 June.")
    await store.turns.begin(LOCAL, session, "My brother comes along.")
    assert await digest(store, LOCAL, session, summariser=RULES) == 1
    assert (await store.memory.read(LOCAL, session)).up_to == 1


@pytest.mark.parametrize(
    "error", [asyncio.CancelledError, lambda: StorageFailed("gone", code="storage_unavailable"), lambda: OSError("x")]
)
async def test_a_digest_that_is_killed_or_fails_is_caught_up_with_by_the_next(
    store: Store, error: Callable[[], BaseException]
) -> None:
    session = await a_session(store)
    for number in range(1, 5):
        await say(store, session, f"My plant {number} is called Bertha {number}.")
    with pytest.raises((asyncio.CancelledError, StorageFailed, OSError)):
        await digest(store, LOCAL, session, summariser=Broken(3, error))
    assert (await store.memory.read(LOCAL, session)).up_to == 2
    assert await digest(store, LOCAL, session, summariser=RULES) == 2
    assert len(await texts(store, session)) == 4


async def test_of_racing_digests_one_takes_each_turn_in(store: Store) -> None:
    session = await a_session(store)
    for number in range(1, 9):
        await say(store, session, f"My plant {number} is called Bertha {number}.")
    taken = await asyncio.gather(*(digest(store, LOCAL, session, summariser=RULES) for _ in range(5)))
    while await digest(store, LOCAL, session, summariser=RULES):
        pass
    assert sum(taken) <= 8
    assert len(await texts(store, session)) == 8
    assert [topic.number for topic in await store.memory.topics(LOCAL, session)] == list(range(8, 0, -1))


async def test_a_digest_that_races_with_the_next_turn_leaves_both_whole(store: Store) -> None:
    session = await a_session(store)
    await say(store, session, "We leave on 3 June.")
    slow = Slow()
    running = asyncio.create_task(digest(store, LOCAL, session, summariser=slow))
    await slow.begun.wait()
    recalled = await store.turns.recall(LOCAL, session, before=2, window_turns=5)
    assert [turn.question for turn in recalled.turns] == ["We leave on 3 June."]
    await say(store, session, "Not 3 June but 10 June.")
    slow.go_on.set()
    await running
    await digest(store, LOCAL, session, summariser=RULES)
    assert await texts(store, session) == ["We leave on 10 June."]


async def test_a_session_that_goes_while_it_is_digested_is_let_go_of(store: Store) -> None:
    session = await a_session(store)
    await say(store, session, "We leave on 3 June.")
    slow = Slow()
    running = asyncio.create_task(digest(store, LOCAL, session, summariser=slow))
    await slow.begun.wait()
    await store.sessions.delete(LOCAL, session)
    slow.go_on.set()
    with pytest.raises(NotFound):
        await running


async def test_an_empty_summary_leaves_the_one_that_was_there(store: Store) -> None:
    """S2-B4: an update that comes out empty destroys nothing."""

    class Empty(RulesSummariser):
        async def digest(self, turn: Turn, memory: Memory, topics: Sequence[Topic], language: Language) -> Digest:
            return replace(await super().digest(turn, memory, topics, language), summary="", items=())

    session = await a_session(store)
    await say(store, session, "We leave on 3 June.")
    await digest(store, LOCAL, session, summariser=RULES)
    await say(store, session, "And then?")
    await digest(store, LOCAL, session, summariser=Empty())
    memory = await store.memory.read(LOCAL, session)
    assert (memory.summary, memory.up_to) == ("We leave on 3 June.", 2)


async def test_a_turn_with_memory_switched_off_is_never_learnt(store: Store) -> None:
    session = await a_session(store)
    await say(store, session, "We leave on 3 June.")
    await say(store, session, "My secret is a blue bicycle.", options=TurnOptions(use_memory=False))
    await say(store, session, "My brother comes along.")
    await digest(store, LOCAL, session, summariser=RULES)
    memory = await store.memory.read(LOCAL, session)
    assert memory.up_to == 3
    assert [topic.number for topic in await store.memory.topics(LOCAL, session)] == [3, 1]
    assert "secret" not in f"{memory} {await store.memory.topics(LOCAL, session)}"


async def test_a_turn_whose_process_died_may_have_had_memory_switched_off(store: Store) -> None:
    session = await a_session(store)
    died = await say(store, session, "My secret is a blue bicycle.", status="interrupted")
    assert not may_be_learnt(died)
    assert may_be_learnt(replace(died, decisions=(Decision("screen", "go on", "language en"),)))


@pytest.mark.parametrize("status", ["failed", "declined"])
async def test_failed_and_declined_turns_add_nothing_but_are_passed(store: Store, status: Status) -> None:
    session = await a_session(store)
    await say(store, session, "We leave on 3 June.", "The model is gone.", status=status)
    await digest(store, LOCAL, session, summariser=RULES)
    memory = await store.memory.read(LOCAL, session)
    assert (memory.up_to, memory.items) == (1, ())
    assert "gone" not in memory.summary


async def test_a_branch_remembers_its_own_line(store: Store) -> None:
    session = await a_session(store)
    await say(store, session, "We leave on 3 June.")
    await say(store, session, "My brother comes along.")
    await digest(store, LOCAL, session, summariser=RULES)
    await say(store, session, "My sister comes along.", instead_of=2)
    await digest(store, LOCAL, session, summariser=RULES)
    assert await texts(store, session) == ["We leave on 3 June.", "My sister comes along."]
    await store.sessions.choose_branch(LOCAL, session, 2)
    assert await texts(store, session) == ["We leave on 3 June.", "My brother comes along."]


async def test_one_digest_takes_in_a_bounded_number_of_turns(store: Store) -> None:
    session = await a_session(store)
    for number in range(MAX_TURNS + 5):
        await say(store, session, f"My plant {number} is called Bertha {number}.")
    assert await digest(store, LOCAL, session, summariser=RULES) == MAX_TURNS
    assert await digest(store, LOCAL, session, summariser=RULES) == 5


async def test_memory_of_five_thousand_turns_is_no_larger_than_that_of_two_hundred() -> None:
    """S2-07: about 200 words however long the conversation is; a decision of late is among them."""
    store = InMemoryStore(SystemClock(), Uuid7Ids())
    session = await a_session(store)
    sizes = []
    for number in range(1, 5_001):
        await say(store, session, f"My plant number {number} is called Bertha and likes the shade.")
        if number % MAX_TURNS == 0:
            await digest(store, LOCAL, session, summariser=RULES)
        if number in {200, 5_000}:
            memory = await store.memory.read(LOCAL, session)
            sizes.append((len(memory.items), len(memory.summary.split())))
    assert memory.up_to == 5_000
    assert sizes[0] == sizes[1]
    assert sizes[1][1] <= MOST_WORDS
    assert "5000" in memory.summary
