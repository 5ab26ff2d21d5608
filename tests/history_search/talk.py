"""A store with talks that have been digested, for tests of finding older turns."""

from collections.abc import Sequence
from dataclasses import replace

from askwell.pipeline.digest import digest
from askwell.ports import HistorySearcher, Store
from askwell.rules.summarise import RulesSummariser
from askwell.types import Language, Principal

OWNER = Principal()

SAID = (
    ("I want to visit Portugal in May.", "Lisbon or the coast?"),
    ("My sister Femke is allergic to nuts.", "I will keep that in mind."),
    ("We have 1,400 euros together.", "That is 700 each."),
    ("Which tram is famous?", "Line 28 crosses the old town."),
    ("Is the tap water safe?", "Yes, it is safe everywhere."),
    ("How much do people tip?", "Five to ten per cent."),
    ("We would like a guest house.", "The Beira Rio has a room."),
    ("What does a museum card cost?", "A museum card costs 31 euros."),
)


async def talk(
    store: Store,
    history_searcher: HistorySearcher,
    said: Sequence[tuple[str, str]] = SAID,
    *,
    principal: Principal = OWNER,
    session_id: str = "",
    language: Language = "en",
) -> str:
    """Id of a session in which that was said, and learnt."""
    session = session_id or (await store.sessions.create(principal, "talk")).id
    for question, answer in said:
        begun = await store.turns.begin(principal, session, question)
        done = replace(begun.turn, status="completed", outcome="answered", answer=answer, language=language)
        await store.turns.finish(begun, done)
    while await digest(store, principal, session, summariser=RulesSummariser(), history_searcher=history_searcher):
        pass
    return session


async def found(
    store: Store, history_searcher: HistorySearcher, session: str, question: str, *, principal: Principal = OWNER
) -> list[int]:
    """Numbers of the turns that are found for a question, best first."""
    last = (await store.sessions.get(principal, session)).head
    turn = replace(await store.turns.get(principal, session, last), number=last + 1)
    recalled = await history_searcher.find(principal, turn, question, oldest_in_window=turn.number, k=3)
    return [each.number for each in await store.memory.recollected(principal, session, recalled)]
