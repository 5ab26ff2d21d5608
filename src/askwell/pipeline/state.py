"""What a turn carries from step to step, and what steps may call."""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from langgraph.runtime import Runtime

from askwell.assistant import Assistant
from askwell.events import Event
from askwell.ports import (
    Clock,
    Grader,
    IntentJudge,
    Reranker,
    Resolver,
    ScopeJudge,
    Searcher,
    Store,
    TableSearcher,
    Writer,
)
from askwell.types import (
    Begun,
    Brief,
    Decision,
    Ending,
    Grade,
    Language,
    Ledger,
    Mark,
    Passage,
    Principal,
    Recalled,
    Resolution,
    Source,
    Support,
    TurnOptions,
    Usage,
    Way,
)


@dataclass(frozen=True)
class TurnState:
    """A turn so far. Steps read it and give back what changed; only the last three fields accumulate."""

    begun: Begun
    principal: Principal = Principal()
    stored: bool = True
    """False: the turn belongs to no session; nothing is read from or written to the store."""
    options: TurnOptions = TurnOptions()
    language: Language = "en"
    recalled: Recalled = Recalled()
    resolution: Resolution | None = None
    way: Way = ""
    wordings: tuple[str, ...] = ()
    """Wordings of the last search."""
    searches: int = 0
    found: tuple[Passage, ...] = ()
    grades: tuple[Grade, ...] = ()
    """Grades of `found`, in its order; empty where the assistant does not grade."""
    kept: tuple[Passage, ...] = ()
    """Passages worth packing, best first."""
    ask_back: str = ""
    """Question to put to the user in place of an answer; empty for none."""
    brief: Brief | None = None
    ledger: Ledger | None = None
    answer: str = ""
    sources: tuple[Source, ...] = ()
    """Cited in this turn, in order of first mark."""
    marks: tuple[Mark, ...] = ()
    support: tuple[Support, ...] = ()
    ending: Ending = "answered"
    decisions: Annotated[tuple[Decision, ...], operator.add] = ()
    warnings: Annotated[tuple[str, ...], operator.add] = ()
    usage: Annotated[Usage, operator.add] = Usage()

    @property
    def asked(self) -> str:
        """The question as typed."""
        return self.begun.turn.question

    @property
    def question(self) -> str:
        """The question as understood: what is searched and answered."""
        return self.resolution.question if self.resolution else self.asked


Update = Mapping[str, Any]
"""Field of `TurnState` to its new value; for the accumulating ones, what is added."""


@dataclass(frozen=True)
class Services:
    """Everything a step may call; made once per assistant by `wiring`, shared by all its turns."""

    assistant: Assistant
    store: Store
    searcher: Searcher
    resolver: Resolver
    scope: ScopeJudge | None
    intents: IntentJudge | None
    grader: Grader
    writer: Writer
    clock: Clock
    reranker: Reranker | None = None
    """None ranks by fused score."""
    tables: TableSearcher | None = None
    """None where the assistant has no ways of its own."""
    tell: Callable[[Event], None] = lambda _: None
    """Puts an event into the turn's log; each turn has its own."""


TurnRuntime = Runtime[Services]
"""What LangGraph hands a step under the parameter name `runtime`."""


def emit(runtime: TurnRuntime, event: Event) -> None:
    """Put an event into the turn's log, which numbers it; the number given here does not count."""
    runtime.context.tell(event)
