"""Finding older turns: what is found, what is not, and for whom."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import pytest

from askwell.composition.system import SystemClock, Uuid7Ids
from askwell.errors import ModelFailed, NotFound
from askwell.history_search.branch_index import EARLY_TURNS
from askwell.history_search.search import BranchSearcher
from askwell.history_search.turn_index import pack, turn_unit
from askwell.ports import Vectors
from askwell.stores.inmemory.memory import InMemoryMemories
from askwell.stores.inmemory.store import InMemoryStore
from askwell.types import Principal, Turn, TurnIndexEntry
from tests.history_search.talk import OWNER, SAID, found, talk
from tests.knowledge.kit import HashingEmbedder

OTHER = Principal(tenant="other", user="other")


class Counting(HashingEmbedder):
    """Counts what it was asked to embed."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[tuple[str, str]] = []

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        self.texts += [(kind, text) for text in texts]
        return await super().embed(texts, kind=kind)


class Failing(HashingEmbedder):
    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        raise ModelFailed("no", code="upstream_unreachable", hint="")


@pytest.fixture
def store() -> InMemoryStore:
    return InMemoryStore(SystemClock(), Uuid7Ids())


async def test_s2_v4_a_turn_is_found_by_the_words_it_shares_with_a_question(store: InMemoryStore) -> None:
    history_searcher = BranchSearcher(store)
    session = await talk(store, history_searcher)
    assert (await found(store, history_searcher, session, "What was my sister allergic to?"))[:1] == [2]
    assert (await found(store, history_searcher, session, "How much was the museum card?"))[:1] == [8]


async def test_a_question_about_something_else_recalls_nothing(store: InMemoryStore) -> None:
    history_searcher = BranchSearcher(store)
    session = await talk(store, history_searcher)
    assert await found(store, history_searcher, session, "Who painted the Mona Lisa?") == []


async def test_only_turns_older_than_the_window_are_found(store: InMemoryStore) -> None:
    history_searcher = BranchSearcher(store)
    session = await talk(store, history_searcher)
    turn = replace(await store.turns.get(OWNER, session, 8), number=9)
    recalled = await history_searcher.find(OWNER, turn, "museum card", oldest_in_window=8, k=3)
    assert 8 not in [each.number for each in recalled]


async def test_an_empty_conversation_and_hostile_text_find_nothing(store: InMemoryStore) -> None:
    history_searcher = BranchSearcher(store)
    session = await talk(store, history_searcher, SAID[:1])
    empty = (await store.sessions.create(OWNER, "talk")).id
    begun = await store.turns.begin(OWNER, empty, "What did I say?")
    assert await history_searcher.find(OWNER, begun.turn, "What did I say?", oldest_in_window=1, k=3) == []
    for hostile in ("", "' OR 1=1 --", "\\x00{}[]()*" * 50, "a" * 100_000, "\ud800", "🙂" * 500):
        assert await found(store, history_searcher, session, hostile) == []


async def test_sessions_and_tenants_never_see_each_other(store: InMemoryStore) -> None:
    history_searcher = BranchSearcher(store)
    mine = await talk(store, history_searcher)
    theirs = await talk(store, history_searcher, [("My code word is Zanzibar.", "Noted.")], principal=OTHER)
    assert await found(store, history_searcher, theirs, "What is my code word?", principal=OTHER) == [1]
    assert await found(store, history_searcher, mine, "What is my code word Zanzibar?") == []
    turn = await store.turns.get(OTHER, theirs, 1)
    with pytest.raises(NotFound):
        await history_searcher.find(OWNER, replace(turn, number=2), "code word", oldest_in_window=2, k=3)


async def test_a_branch_finds_what_was_said_on_its_own_line(store: InMemoryStore) -> None:
    history_searcher = BranchSearcher(store)
    session = await talk(store, history_searcher, [*SAID[:2], ("My dog is called Pluto.", "Nice name.")])
    begun = await store.turns.begin(OWNER, session, "My cat is called Minka.", instead_of=3)
    await store.turns.finish(begun, replace(begun.turn, status="completed", outcome="answered", answer="A fine name."))
    await talk(store, history_searcher, [], session_id=session)
    turn = replace(await store.turns.get(OWNER, session, 4), number=5)
    recalled = await history_searcher.find(OWNER, turn, "What is my dog called? Pluto?", oldest_in_window=5, k=3)
    assert 3 not in [each.number for each in recalled]
    recalled = await history_searcher.find(OWNER, turn, "What is my cat Minka called?", oldest_in_window=5, k=3)
    assert [each.number for each in recalled][:1] == [4]


async def test_what_was_forgotten_does_not_come_back_from_what_a_process_kept(store: InMemoryStore) -> None:
    history_searcher = BranchSearcher(store)
    session = await talk(store, history_searcher)
    question = "What was my sister allergic to?"
    assert 2 in await found(store, history_searcher, session, question)
    await store.memory.forget_topic(OWNER, session, 2)
    assert 2 not in await found(store, history_searcher, session, question)


async def test_the_first_turns_cost_no_embedding_until_the_first_search(store: InMemoryStore) -> None:
    embedder = Counting()
    history_searcher = BranchSearcher(store, embedder)
    session = await talk(store, history_searcher)
    assert len(embedder.texts) == len(SAID) - EARLY_TURNS
    embedder.texts.clear()
    await found(store, history_searcher, session, "What was my sister allergic to?")
    assert [kind for kind, _ in embedder.texts] == ["passage"] * EARLY_TURNS + ["query"]
    embedder.texts.clear()
    await found(store, history_searcher, session, "What does the museum card cost?")
    assert [kind for kind, _ in embedder.texts] == ["query"]


async def test_where_the_embedder_fails_words_find_the_turn(store: InMemoryStore) -> None:
    history_searcher = BranchSearcher(store, Failing())
    session = await talk(store, history_searcher)
    assert (await found(store, history_searcher, session, "What was my sister allergic to?"))[:1] == [2]


class Long(InMemoryMemories):
    """The index of a line of 5,000 turns, one of them different; counts the entries that are read."""

    entries_read = 0

    async def index_entries(
        self, principal: Principal, session_id: str, *, before: int = 0, after: int = 0, limit: int = 500
    ) -> list[TurnIndexEntry]:
        turn = self._conversations.own(principal, session_id).turn(1)
        numbers = range(after + 1, min(after + limit, before - 1) + 1)
        self.entries_read += len(numbers)
        return [TurnIndexEntry(number, f"t{number}", _packed(turn, number)) for number in numbers]


def _packed(turn: Turn, number: int) -> bytes:
    said = "The safe opens with Quetzalcoatl." if number == 4_321 else f"Plant {number % 89} likes the shade."
    return pack(turn_unit(replace(turn, question=said, answer="Noted.", number=number)))


async def test_one_of_five_thousand_turns_is_found_and_read_once() -> None:
    store = InMemoryStore(SystemClock(), Uuid7Ids())
    store.memory = long = Long(store.conversations, Uuid7Ids())
    history_searcher = BranchSearcher(store)
    session = (await store.sessions.create(OWNER, "talk")).id
    begun = await store.turns.begin(OWNER, session, "Hello.")
    await store.turns.finish(begun, replace(begun.turn, status="completed", answer="Hello."))
    turn = replace(begun.turn, number=5_001)
    recalled = await history_searcher.find(OWNER, turn, "What opens the safe?", oldest_in_window=4_996, k=3)
    assert recalled[0].number == 4_321
    read = long.entries_read
    await history_searcher.find(OWNER, turn, "What opens the safe?", oldest_in_window=4_996, k=3)
    assert long.entries_read - read <= 3
