"""What is at hand of a conversation's memory: the same as would be read, and no longer when anybody changed it."""

import pytest

from askwell.composition.system import SystemClock, Uuid7Ids
from askwell.pipeline.digest import digest
from askwell.pipeline.memory_cache import MemoryCache
from askwell.rules.summarise import RulesSummariser
from askwell.stores.inmemory.store import InMemoryStore
from askwell.stores.sql.store import SqlStore
from tests.pipeline.test_digest import LOCAL, a_session, say
from tests.statements import statements

RULES = RulesSummariser()
TALK = (
    ("My income is 2,000 a month.", "Noted."),
    ("What does the board pay?", "It pays the provider."),
    ("Sorry, my income is 2,400 a month.", "Noted."),
    ("I want a place near my work.", "Noted."),
    ("Do I need papers?", "Two payslips."),
    ("No, my income is 2,600 a month.", "Noted."),
    ("Thanks!", "You are welcome."),
)


async def talked(store: SqlStore | InMemoryStore, session: str, memory_cache: MemoryCache | None) -> None:
    for question, answer in TALK:
        turn = await say(store, session, question, answer)
        assert await digest(store, LOCAL, session, summariser=RULES, turn=turn, memory_cache=memory_cache) == 1


async def test_what_is_learnt_is_the_same_whether_it_is_at_hand_or_read(store: SqlStore) -> None:
    known, read = await a_session(store), await a_session(store)
    await talked(store, known, MemoryCache())
    await talked(store, read, None)
    ours, theirs = await store.memory.read(LOCAL, known), await store.memory.read(LOCAL, read)
    assert ours.summary == theirs.summary
    assert "2,600" in ours.summary
    for one, other in zip(ours.items, theirs.items, strict=True):
        assert (one.text, one.kind, one.number, one.corrects) == (other.text, other.kind, other.number, other.corrects)
    assert any(item.corrects == (3, 1) for item in ours.items)
    assert [each.line for each in await store.memory.topics(LOCAL, known)] == [
        each.line for each in await store.memory.topics(LOCAL, read)
    ]


async def test_what_is_at_hand_is_what_would_be_read(store: SqlStore) -> None:
    session, memory_cache = await a_session(store), MemoryCache()
    await talked(store, session, memory_cache)
    turn = await say(store, session, "And then?")
    known = memory_cache.take(LOCAL, session, turn)
    assert known == await store.memory.undigested(LOCAL, session, limit=2, topics=20)
    assert known.memory.changed_at == (await store.memory.read(LOCAL, session)).changed_at


async def test_nothing_is_read_of_what_is_at_hand(store: SqlStore) -> None:
    session, memory_cache = await a_session(store), MemoryCache()
    await talked(store, session, memory_cache)
    turn = await say(store, session, "What does it cost?")
    with statements() as sent:
        await digest(store, LOCAL, session, summariser=RULES, turn=turn, memory_cache=memory_cache)
    assert not [statement for statement, _ in sent if "topics.line" in statement or "turns.answer" in statement]


@pytest.mark.parametrize("what", ["item", "amended", "topic", "all", "summary"])
async def test_what_somebody_else_changed_is_read_again(store: SqlStore, what: str) -> None:
    session, memory_cache = await a_session(store), MemoryCache()
    await talked(store, session, memory_cache)
    turn = await say(store, session, "What does it cost?", "Nothing.")
    wish = next(item for item in (await store.memory.read(LOCAL, session)).items if "near my work" in item.text)
    match what:
        case "item":
            await store.memory.forget_item(LOCAL, session, wish.id)
        case "amended":
            await store.memory.amend_item(LOCAL, session, wish.id, "Wants a place far away")
        case "topic":
            await store.memory.forget_topic(LOCAL, session, wish.number)
        case "all":
            await store.memory.forget(LOCAL, session)
        case _:
            await store.memory.amend_summary(LOCAL, session, "They earn enough.")
    await digest(store, LOCAL, session, summariser=RULES, turn=turn, memory_cache=memory_cache)
    memory = await store.memory.read(LOCAL, session)
    assert memory.up_to == turn.number
    assert "near my work" not in memory.summary
    assert ("far away" in memory.summary) == (what == "amended")
    assert ("They earn enough." in memory.summary) == (what == "summary")


async def test_turn_that_somebody_else_asked_between_is_not_passed_over(store: SqlStore) -> None:
    session, memory_cache = await a_session(store), MemoryCache()
    await talked(store, session, memory_cache)
    await say(store, session, "I am from Houston.")
    turn = await say(store, session, "What does it cost?")
    assert await digest(store, LOCAL, session, summariser=RULES, turn=turn, memory_cache=memory_cache) == 2
    assert "Houston" in (await store.memory.read(LOCAL, session)).summary


async def test_branch_is_read(store: SqlStore) -> None:
    session, memory_cache = await a_session(store), MemoryCache()
    await talked(store, session, memory_cache)
    turn = await say(store, session, "Why?", instead_of=5)
    assert memory_cache.take(LOCAL, session, turn) is None


async def test_store_that_keeps_no_time_of_change_is_always_read() -> None:
    store, memory_cache = InMemoryStore(SystemClock(), Uuid7Ids()), MemoryCache()
    session = await a_session(store)
    await talked(store, session, memory_cache)
    assert memory_cache.take(LOCAL, session, await say(store, session, "And then?")) is None
