"""Tasks played through the whole engine: every step of an assistant with default sections, nothing stored."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from langgraph.runtime import Runtime

from askwell.assistant import Assistant, KnowledgeSection, ResolveSection, WriteSection
from askwell.composition.assistant_runtime import AssistantRuntime
from askwell.composition.assistants import documents_assistant
from askwell.composition.models import make_model
from askwell.composition.services import make_services
from askwell.pipeline.rank import rank
from askwell.pipeline.state import TurnState
from askwell.ports import Searcher
from askwell.settings import load_settings
from askwell.text.citations import strip_marks
from askwell.types import Begun, Language, Passage, Recalled, SearchQuery, TurnOptions
from bench.answer_scores import Reply, words
from bench.answer_tasks import Task
from bench.cast import turns_of
from bench.library import COLLECTION, Library
from bench.resolvers import LLM, earlier
from bench.retrieval import recalled_before


@dataclass(frozen=True, slots=True)
class Played:
    """A task after its turn."""

    task: Task
    state: TurnState = field(repr=False)
    """The turn after its last step: resolution, grades, brief, answer, sources."""
    searched: tuple[Passage, ...] = field(repr=False)
    """What the first search found, in its own order."""
    ranked: tuple[Passage, ...] = field(repr=False)
    """The same after ranking."""
    took_ms: float
    """Time of the turn on the wall."""


class Player:
    """The built-in assistant over a library; without `graded` it writes from all that a search finds."""

    def __init__(self, library: Library, *, writer: str, resolver: str, graded: bool = True) -> None:
        self._library = library
        self._by = resolver
        assistant = _assistant(writer, resolver)
        if not graded:
            assistant = assistant.model_copy(update={"grade": None})
        services = make_services(
            assistant,
            store=library.services.store,
            knowledge=library.knowledge,
            clock=library.services.clock,
            embedder=None,
            model=make_model(load_settings().settings) if LLM in {writer, resolver} else None,
        )
        self._runtime = AssistantRuntime(assistant, services)

    async def play(self, task: Task) -> Played:
        """A task with the turns before it as its history. The turn is not stored, and no older turn is searched."""
        recalled = await recalled_before(task.exchanges, earlier(self._by)) if task.exchanges else Recalled()
        turn = turns_of([*task.exchanges, (task.question, "")])[-1]
        begun = Begun(replace(turn, status="running"), 0, recalled=recalled)
        state, took_ms = await self._walk(TurnState(begun, stored=False), self._runtime.services.searcher)
        bare = TurnState(begun, language=state.language, recalled=state.recalled, resolution=state.resolution)
        candidates = await self._library.candidates(bare)
        ranked = (await rank(candidates, Runtime(context=self._runtime.services)))["found"]
        return Played(task, state, candidates.found, ranked, took_ms)

    async def play_given(self, task: Task, passages: Sequence[Passage]) -> Played:
        """A task as a large model rewrote it, with passages in place of a search and no history."""
        turn = replace(turns_of([(task.rewrite, "")])[0], session_id="", status="running")
        given = TurnState(Begun(turn, 0), stored=False, options=TurnOptions(standalone_question=task.rewrite))
        state, took_ms = await self._walk(given, _Given(passages))
        return Played(task, state, tuple(passages), tuple(passages), took_ms)

    async def _walk(self, turn: TurnState, searcher: Searcher) -> tuple[TurnState, float]:
        ended: list[TurnState] = []
        services = replace(self._runtime.services, searcher=searcher, end=ended.append)
        _ = self._runtime.graph
        began = time.perf_counter()
        await self._runtime.walk(turn, services)
        return ended[0], (time.perf_counter() - began) * 1000


@dataclass(frozen=True, slots=True)
class _Given:
    """A search that always finds the same."""

    passages: Sequence[Passage]

    async def search(self, query: SearchQuery) -> list[Passage]:
        """The passages, whatever is asked."""
        del query
        return list(self.passages)

    async def spellings(
        self, words: Sequence[str], collections: Sequence[str], language: Language
    ) -> Mapping[str, str]:
        """Nothing: all words are right."""
        del words, collections, language
        return {}

    async def absent(self, words: Sequence[str], collections: Sequence[str], language: Language) -> None:
        """Nothing is known of other documents."""
        del words, collections, language

    async def around(self, chunk_ids: Sequence[str], *, labels: Sequence[str] = ()) -> list[Passage]:
        """Nothing: the passages stand alone."""
        del chunk_ids, labels
        return []

    async def excerpt(self, document_ids: Sequence[str], *, page: int | None, k: int) -> list[Passage]:
        """Nothing: no file is named."""
        del document_ids, page, k
        return []


def reply_of(played: Played, entry: Callable[[Passage], str]) -> Reply:
    """What the engine replied; `entry` gives the id of a passage."""
    state, brief = played.state, played.state.brief
    gets_passages = brief is not None and brief.purpose != "not_found"
    return Reply(
        task=played.task,
        text=strip_marks(state.answer),
        outcome=state.outcome,
        cited=tuple(frozenset(map(entry, passages)) for passages in cited_passages(state)),
        searched=tuple(map(entry, played.searched)),
        read=frozenset(map(entry, brief.passages)) if brief and gets_passages else frozenset(),
        took_ms=played.took_ms,
    )


def cited_passages(state: TurnState) -> Iterator[list[Passage]]:
    """For each mark the passages of its source that hold most words of the text before it; usually one."""
    packed = state.brief.passages if state.brief else ()
    documents = {source.number: source.document_id for source in state.sources}
    statement, end = "", 0
    for mark in state.marks:
        statement = state.answer[end : mark.start].strip() or statement
        end = mark.end
        own = [each for each in packed if each.chunk.document_id == documents.get(mark.number)]
        wanted = set(words(statement))
        shares = [len(wanted.intersection(words(each.chunk.text))) for each in own]
        yield [each for each, share in zip(own, shares, strict=True) if share == max(shares)]


def _assistant(writer: str, resolver: str) -> Assistant:
    """The built-in assistant over the bench's collection, with every step."""
    changes: dict[str, object] = {
        "knowledge": KnowledgeSection(path=None, collections=(COLLECTION,)),
        "write": WriteSection(by=LLM if writer == LLM else "rules"),
        "resolve": None if resolver == "none" else ResolveSection(by=LLM if resolver == LLM else "rules"),
    }
    return documents_assistant().model_copy(update=changes)
