"""Askwell itself: the whole engine and the whole graph, with the same instant answer and the same passages."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from askwell.assistant import (
    Assistant,
    GradeSection,
    KnowledgeSection,
    MemorySection,
    RankSection,
    ResolveSection,
    RouteSection,
)
from askwell.composition.assistant_runtime import AssistantRuntime
from askwell.composition.container import Container
from askwell.composition.services import make_services
from askwell.composition.system import SystemClock, Uuid7Ids
from askwell.engine import LOCAL, Engine
from askwell.history_search.search import BranchSearcher
from askwell.ports import Knowledge
from askwell.settings import Settings
from askwell.stores.sql.database import open_database
from askwell.stores.sql.migrate import upgrade
from askwell.stores.sql.store import SqlStore
from askwell.types import (
    CarriedMemory,
    ChatPiece,
    Chunk,
    Ingestion,
    Message,
    Passage,
    SearchQuery,
    Session,
    Summary,
    ToolSpec,
    Topic,
    Turn,
    TurnIndexEntry,
    Usage,
)
from bench.peers.talk import PASSAGES, answer, number_of, question


class _Instant:
    """A chat model that has its answer ready, in one piece."""

    name = "instant"

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float,
        schema: Mapping[str, object] | None = None,
        tools: Sequence[ToolSpec] = (),
    ) -> AsyncGenerator[ChatPiece]:
        del max_tokens, temperature, schema, tools
        yield ChatPiece(answer(number_of(messages[-1].content)), finished=True, usage=Usage(1, 1, 1))


class _Fixed:
    """A search that brings the same passages each time."""

    async def search(self, query: SearchQuery) -> list[Passage]:
        del query
        return [
            Passage(
                Chunk(f"chunk-{at}", f"document-{at}", 0, text, 0, len(text), (), None, len(text) // 4),
                document_name=f"document-{at}.md",
                title=f"Document {at}",
                url="",
                language="en",
                labels=(),
                collection="bench",
                score=1.0 - at / 10,
                scores={"lexical": 1.0 - at / 10},
            )
            for at, text in enumerate(PASSAGES)
        ]

    async def spellings(self, words: Sequence[str], collections: Sequence[str], language: str) -> Mapping[str, str]:
        del words, collections, language
        return {}

    async def absent(self, words: Sequence[str], collections: Sequence[str], language: str) -> None:
        del words, collections, language

    async def around(self, chunk_ids: Sequence[str], *, labels: Sequence[str] = ()) -> list[Passage]:
        del chunk_ids, labels
        return []

    def lacking(self, collections: Sequence[str]) -> tuple[str, ...]:
        del collections
        return ()

    async def ongoing(self, collections: Sequence[str]) -> list[Ingestion]:
        del collections
        return []

    async def close(self) -> None:
        pass


class Askwell:
    """Every step of a turn by rules, written by the instant model, stored with `synchronous=FULL`."""

    name = "askwell"

    async def open(self, folder: Path) -> None:
        clock, ids = SystemClock(), Uuid7Ids()
        settings = Settings(home=folder)
        database = open_database(f"sqlite+aiosqlite:///{folder / 'askwell.db'}")
        await upgrade(database)
        assistant = Assistant(
            name="bench",
            title="Bench",
            knowledge=KnowledgeSection(path=None),
            memory=MemorySection(digest="rules"),
            resolve=ResolveSection(by="rules"),
            route=RouteSection(by="rules"),
            rank=RankSection(),
            grade=GradeSection(by="rules"),
        )
        store = SqlStore(database, clock=clock, ids=ids)
        knowledge = cast("Knowledge", _Fixed())
        history_searcher = BranchSearcher(store)
        services = make_services(
            assistant,
            store=store,
            knowledge=knowledge,
            clock=clock,
            embedder=None,
            model=_Instant(),
            history_searcher=history_searcher,
        )
        self._store, self._history_searcher = store, history_searcher
        runtimes = {assistant.name: AssistantRuntime(assistant, services)}
        self._engine = Engine(
            Container(runtimes, store, knowledge, clock, ids, "instant", {"documents": database}), settings
        )
        self._known: set[str] = set()

    async def turn(self, session: str, number: int) -> str:
        if session not in self._known:
            self._known.add(session)
            await self._engine.create_session("bench", session_id=session)
        return (await self._engine.ask(question(number), session=session)).answer

    async def settle(self) -> None:
        await self._engine.digested()

    async def fill(self, session: str, turns: int) -> None:
        """A session that has had so many turns, with all that was learnt of them."""
        said = [_turn(session, number) for number in range(1, turns + 1)]
        now = datetime.now(UTC)
        memory = CarriedMemory(
            summaries=(Summary(text="The talk is about what the board pays.", up_to=turns),),
            topics=tuple(Topic(each.id, each.number, each.question, ("board",), ()) for each in said),
            index_entries=tuple(
                [TurnIndexEntry(each.number, each.id, await self._history_searcher.index_entry(each)) for each in said]
            ),
        )
        made = Session(session, "bench", "Talk", now, now, head=turns, sources_count=0)
        await self._store.sessions.restore(LOCAL, made, said, memory)
        self._known.add(session)

    async def close(self) -> None:
        await self._engine.aclose()


def _turn(session: str, number: int) -> Turn:
    now = datetime.now(UTC)
    return Turn(
        f"{session}-{number}",
        session,
        number,
        f"{session}-{number - 1}" if number > 1 else None,
        "completed",
        question(number),
        now,
        answer=answer(number).removesuffix("[1]"),
        outcome="answered",
        finished_at=now,
    )
