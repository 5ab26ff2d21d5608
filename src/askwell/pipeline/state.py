"""The state of a turn, passed from step to step, and the services that steps may call."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from askwell.assistant import Assistant
from askwell.events import Event
from askwell.ports import (
    Attachments,
    Clock,
    Composer,
    DocumentPages,
    DocumentTables,
    GoldenJudge,
    Grader,
    HistorySearcher,
    IntentJudge,
    Reranker,
    Resolver,
    Reworder,
    ScopeJudge,
    Searcher,
    Store,
    Summariser,
    SupportJudge,
    TableQueryWriter,
    TableSearcher,
    Tool,
    WriteCalls,
    Writer,
)
from askwell.text.acknowledging import without_acknowledgement
from askwell.text.bounds import analysed
from askwell.types import (
    Attachment,
    AttachmentMention,
    Begun,
    Brief,
    Decision,
    Fact,
    Grade,
    Item,
    Language,
    Ledger,
    Mark,
    NearestKnown,
    Operation,
    Outcome,
    Passage,
    Principal,
    Recalled,
    Resolution,
    ReusedAnswer,
    Route,
    SearchTerm,
    Source,
    Support,
    TableAnswer,
    ToolCall,
    Topic,
    Turn,
    TurnOptions,
    Usage,
)

if TYPE_CHECKING:  # most commands answer nothing, and LangGraph takes a second to load
    from langgraph.runtime import Runtime

    from askwell.pipeline.answer_cache import AnswerCache


@dataclass(frozen=True)
class TurnState:
    """A turn so far. Steps read it and return the fields they change; those in `ACCUMULATING` are added to."""

    begun: Begun
    principal: Principal = Principal()
    stored: bool = True
    """False: nothing is written to the store, and it is read only if the turn names a session."""
    options: TurnOptions = TurnOptions()
    language: Language = "en"
    recalled: Recalled = Recalled()
    attachments: tuple[Attachment, ...] = ()
    """The attachments of the conversation by number, including removed ones."""
    mention: AttachmentMention | None = None
    """The attachments that the question names; None if it names none."""
    operation: Operation | None = None
    """What is asked of the last answer; None for a question."""
    resolution: Resolution | None = None
    facts: tuple[Fact, ...] = ()
    """Dates, periods, amounts and references of the resolved question, in order."""
    nearest_known: NearestKnown | None = None
    """A known question that may be what is asked; its answer is shown if nothing surely answers."""
    refusal: Decision | None = None
    """The judgement that declined the question; None if it was not declined by one."""
    route: Route = ""
    respelt: str = ""
    """The question with the spelling of the documents, after a search that found nothing sure; empty for none."""
    wordings: tuple[str, ...] = ()
    """Wordings of the last search."""
    searched: tuple[str, ...] = ()
    """Wordings of all searches so far, in order."""
    searches: int = 0
    next_wordings: tuple[str, ...] = ()
    """Wordings of another search, because the last one did not answer; empty if there is none."""
    found: tuple[Passage, ...] = ()
    found_before: tuple[Passage, ...] = ()
    """What the searches before the last one found, the latest first."""
    grades: tuple[Grade, ...] = ()
    """Grades of `found`, in its order; empty if the assistant does not grade."""
    kept: tuple[Passage, ...] = ()
    """Passages worth packing, best first."""
    answering_turns: tuple[Turn, ...] = ()
    """Earlier turns that may answer the question instead of documents, best first."""
    unsure: bool = False
    """Whether those turns are only the nearest matches and may not answer the question."""
    corrections: tuple[Item, ...] = ()
    """Items that have corrected statements in `answering_turns`."""
    topics: tuple[Topic, ...] = ()
    """Topics of the conversation, oldest first, if the question asks for them."""
    things: tuple[str, ...] = ()
    """Names of the things that table rows in the answer describe."""
    among: tuple[str, ...] = ()
    """Names of the things from which `things` were chosen."""
    is_unsure_of_rows: bool = False
    """Whether the rows of the assistant's own table may not be what is asked for."""
    answer_key: str = ""
    """Key under which the answer may be kept; empty if it may not."""
    reused: ReusedAnswer | None = None
    """An answer that was given before to the same question from the same documents."""
    table_answer: TableAnswer | None = None
    """An answer from a table of a document."""
    doubted: tuple[str, ...] = ()
    """Ids of the documents with a table that the question could not be read as a query of."""
    ask_back: str = ""
    """Question to ask the user instead of answering; empty for none."""
    brief: Brief | None = None
    ledger: Ledger | None = None
    calls: tuple[ToolCall, ...] = ()
    """Tool calls of the writer that have not been run yet."""
    round_text: str = ""
    """Text that the writer wrote before these calls, with the labels of its prompt."""
    answer: str = ""
    model: str = ""
    """Name of the model that wrote the answer; empty if rules wrote it or it is a text given word for word."""
    sources: tuple[Source, ...] = ()
    """Sources cited in this turn, in order of their first mark."""
    marks: tuple[Mark, ...] = ()
    meant: tuple[str, ...] = ()
    """Chunk ids of the passages whose labels the writer used as marks, in the order of the marks."""
    support: tuple[Support, ...] = ()
    outcome: Outcome = "answered"
    ended: Literal["", "replied", "vetoed"] = ""
    """Whether a plug-in step has answered the question or withheld the answer."""
    decisions: tuple[Decision, ...] = ()
    warnings: tuple[str, ...] = ()
    usage: Usage = Usage()
    stored_turn: Turn | None = None
    """The stored turn; None until it is final."""

    def after(self, update: "Update") -> "TurnState":
        """The state with the changes of a step. Raises TypeError for an unknown field.

        Copies `__dict__`, because `dataclasses.replace` sets all forty fields one by one.
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
        """The resolved question, which is searched and answered."""
        return self.resolution.question if self.resolution else self.asked

    @property
    def analysed_asked(self) -> str:
        """The part of the question as typed that steps analyse, without words that name attachments.

        See `text.bounds.analysed`.
        """
        return analysed(self.mention.asked if self.mention else self.asked)

    @property
    def analysed_question(self) -> str:
        """The part of the resolved question that is judged.

        The search terms of an incomplete question are at its end.
        """
        return analysed(" ".join([self.wording, *[term.text for term in self.terms]]))

    @property
    def analysed_wording(self) -> str:
        """The part of the resolved question that is searched, without search terms."""
        return analysed(self.wording)

    @property
    def wording(self) -> str:
        """The resolved question, with another spelling if nothing sure was found with its own.

        It is without the words that name attachments, and without those that only answer what was said before.
        """
        asked = self.mention.rest if self.mention else self.question
        return self.respelt or without_acknowledgement(asked, self.language)

    @property
    def terms(self) -> tuple[SearchTerm, ...]:
        """Search terms of an incomplete question; empty for any other."""
        return self.resolution.terms if self.resolution and self.resolution.is_dependent else ()


ACCUMULATING = ("decisions", "warnings", "usage")
"""Fields to which a step adds; it replaces all others."""

Update = Mapping[str, Any]
"""Maps fields of `TurnState` to their new values; for `ACCUMULATING` fields, to the value to add."""


async def _nothing_unread() -> Mapping[str, Decision]:
    return {}


async def _stay(text: str) -> str:
    return text


@dataclass(frozen=True)
class Services:
    """Everything a step may call. Built once per assistant by `composition` and shared by all its turns."""

    assistant: Assistant
    store: Store
    searcher: Searcher
    resolver: Resolver
    scope: ScopeJudge | None
    intents: IntentJudge | None
    grader: Grader
    support: SupportJudge
    writer: Writer
    clock: Clock
    composer: Composer | None = None
    """None: prompts are filled from all origins that have passages."""
    reworder: Reworder | None = None
    """None: nothing is searched again in other words."""
    lease_s: float = 0.0
    """Time for which the turn belongs to this process without a heartbeat, seconds; the worker sets it."""
    golden: GoldenJudge | None = None
    """None if the assistant has no known questions."""
    fallback: Writer | None = None
    """Writes the answer if the writer fails before its first word; None if the writer cannot fail."""
    reranker: Reranker | None = None
    """None: passages are ranked by fused score."""
    tables: TableSearcher | None = None
    """None if the assistant has no table routes."""
    document_tables: DocumentTables | None = None
    """None: tables in documents are only searched."""
    table_queries: TableQueryWriter | None = None
    """None: a question that rules cannot read as a query of a table is none."""
    pages: DocumentPages | None = None
    """None: a passage has the page that it begins on."""
    tools: Mapping[str, Tool] = field(default_factory=dict)
    """Tools that the writer may call, by name, in the assistant's order."""
    write_calls: WriteCalls | None = None
    """None: tools that write are not run."""
    summariser: Summariser | None = None
    """None if the assistant's conversations have no memory apart from their turns."""
    answers: "AnswerCache | None" = None
    """None: no answer is given again."""
    history_searcher: HistorySearcher | None = None
    """None: older turns are not searched."""
    lacking: Callable[[Sequence[str]], tuple[str, ...]] = lambda _: ()
    """Codes of what the latest search of collections went without; each becomes a warning of the answer."""
    attachments: Attachments | None = None
    """None: conversations have no attachments."""
    unread: Callable[[], Awaitable[Mapping[str, Decision]]] = _nothing_unread
    """Which documents are not read yet, by code of the warning; the worker sets it. Checked before the turn too."""
    hide: Callable[[str], Awaitable[str]] = _stay
    """Returns a text that came up in the turn without personal data; the worker sets it."""
    parts: Mapping[str, "PartFunction"] = field(default_factory=dict)
    """Prompt parts of plug-ins by name, in order."""
    tell: Callable[[Event], None] = lambda _: None
    """Appends an event to the turn's log; each turn has its own."""
    end: Callable[[TurnState], None] = lambda _: None
    """Receives the turn after its last step; called at most once."""


TurnRuntime: TypeAlias = "Runtime[Services]"
"""What LangGraph passes to a step as the parameter `runtime`."""

PartFunction = Callable[[TurnState, TurnRuntime], Awaitable[str]]
"""Returns the text of a prompt part for this turn; empty for none."""


def emit(runtime: TurnRuntime, event: Event) -> None:
    """Append an event to the turn's log. The log assigns the number; the event's own is ignored."""
    runtime.context.tell(event)
