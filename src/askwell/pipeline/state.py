"""What a turn carries from step to step, and what steps may call."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from askwell.assistant import Assistant
from askwell.events import Event
from askwell.ports import (
    Clock,
    Grader,
    HistorySearcher,
    IntentJudge,
    Reranker,
    Resolver,
    ScopeJudge,
    Searcher,
    Store,
    Summariser,
    TableSearcher,
    Tool,
    Writer,
)
from askwell.types import (
    Begun,
    Brief,
    Decision,
    Grade,
    Item,
    Language,
    Ledger,
    Mark,
    Outcome,
    Passage,
    Principal,
    Recalled,
    Resolution,
    Route,
    Source,
    Support,
    ToolCall,
    Topic,
    Turn,
    TurnOptions,
    Usage,
)

if TYPE_CHECKING:  # most commands answer nothing, and LangGraph takes a second to load
    from langgraph.runtime import Runtime


@dataclass(frozen=True)
class TurnState:
    """A turn so far. Steps read it and give back what changed; only the fields of `ACCUMULATING` add up."""

    begun: Begun
    principal: Principal = Principal()
    stored: bool = True
    """False: nothing is written to the store, and read from it only where the turn names a session."""
    options: TurnOptions = TurnOptions()
    language: Language = "en"
    recalled: Recalled = Recalled()
    resolution: Resolution | None = None
    refusal: Decision | None = None
    """The judgement that declined the question; None where nothing was judged."""
    route: Route = ""
    wordings: tuple[str, ...] = ()
    """Wordings of the last search."""
    searches: int = 0
    found: tuple[Passage, ...] = ()
    grades: tuple[Grade, ...] = ()
    """Grades of `found`, in its order; empty where the assistant does not grade."""
    kept: tuple[Passage, ...] = ()
    """Passages worth packing, best first."""
    reminded: tuple[Turn, ...] = ()
    """Turns that may answer in place of documents, best first."""
    unsure: bool = False
    """Whether those are only what comes nearest."""
    corrections: tuple[Item, ...] = ()
    """What is in force in place of something that they say."""
    topics: tuple[Topic, ...] = ()
    """What was spoken of, oldest first, where that is asked for."""
    things: tuple[str, ...] = ()
    """What rows of a table are about, by name."""
    among: tuple[str, ...] = ()
    """What those were chosen from."""
    ask_back: str = ""
    """Question to put to the user in place of an answer; empty for none."""
    brief: Brief | None = None
    ledger: Ledger | None = None
    calls: tuple[ToolCall, ...] = ()
    """Tools that the writer has called and that have not been run yet."""
    said: str = ""
    """What it wrote before it called them, with the labels of its prompt."""
    answer: str = ""
    model: str = ""
    """Name of the model that wrote it; empty where the rules did, or a table was told word for word."""
    sources: tuple[Source, ...] = ()
    """Cited in this turn, in order of first mark."""
    marks: tuple[Mark, ...] = ()
    support: tuple[Support, ...] = ()
    outcome: Outcome = "answered"
    ended: Literal["", "replied", "vetoed"] = ""
    """Whether a plugged-in step has answered in place of the line, or kept the answer back."""
    decisions: tuple[Decision, ...] = ()
    warnings: tuple[str, ...] = ()
    usage: Usage = Usage()
    stored_turn: Turn | None = None
    """The turn as it is stored, once it is final."""

    def after(self, update: "Update") -> "TurnState":
        """The turn with what a step has changed; what accumulates is added. Raises TypeError for what no turn has.

        Made from the fields as they stand: `dataclasses.replace` sets all forty of them one by one.
        """
        if not update.keys() <= self.__dict__.keys():
            raise TypeError(f"a turn has no {', '.join(sorted(update.keys() - self.__dict__.keys()))}")
        changed = {field: getattr(self, field) + update[field] for field in ACCUMULATING if field in update}
        turn = object.__new__(type(self))
        turn.__dict__.update({**self.__dict__, **update, **changed})
        return turn

    @property
    def asked(self) -> str:
        """The question as typed."""
        return self.begun.turn.question

    @property
    def question(self) -> str:
        """The question as understood: what is searched and answered."""
        return self.resolution.question if self.resolution else self.asked


ACCUMULATING = ("decisions", "warnings", "usage")
"""Fields that a step adds to; it replaces all others."""

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
    fallback: Writer | None = None
    """Writes where the writer fails before its first word; None where that cannot be."""
    reranker: Reranker | None = None
    """None ranks by fused score."""
    tables: TableSearcher | None = None
    """None where the assistant has no ways of its own."""
    tools: Mapping[str, Tool] = field(default_factory=dict)
    """What the writer may call, by name, in the assistant's order."""
    summariser: Summariser | None = None
    """None where the assistant's conversations remember nothing beside their turns."""
    history_searcher: HistorySearcher | None = None
    """None finds no older turns."""
    parts: Mapping[str, "PartFunction"] = field(default_factory=dict)
    """Plugged-in parts of the prompt by name, in order."""
    tell: Callable[[Event], None] = lambda _: None
    """Puts an event into the turn's log; each turn has its own."""
    end: Callable[[TurnState], None] = lambda _: None
    """Takes the turn that has come to the end of its line; called last, and at most once."""


TurnRuntime: TypeAlias = "Runtime[Services]"
"""What LangGraph hands a step under the parameter name `runtime`."""

PartFunction = Callable[[TurnState, TurnRuntime], Awaitable[str]]
"""What a part of the prompt has to say in this turn; empty for nothing."""


def emit(runtime: TurnRuntime, event: Event) -> None:
    """Put an event into the turn's log, which numbers it; the number given here does not count."""
    runtime.context.tell(event)
