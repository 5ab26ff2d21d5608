"""Turns and sessions: a question, what was decided, what it became."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from askwell.types.documents import Language
from askwell.types.memory import Memory, Topic
from askwell.types.usage import Usage

Kind = Literal["standalone", "follow_up", "topic_switch", "clarification", "meta"]
"""What a question is to its conversation: complete in itself, leaning on earlier turns, complete and on a new subject,
an answer to something we asked, or about the conversation."""

Way = str
"""Where `route` sends a turn: `search`, `chat`, `reply`, `decline`, or a way that the assistant names."""

Ending = Literal["answered", "not_found", "declined", "chat", "asked"]
"""How an answer came out: from sources, honestly without, refused as out of scope, as talk, or as a question back."""

Status = Literal["running", "completed", "stopped", "failed", "interrupted", "declined"]
"""State of a turn in the store; all but `running` are final."""

Composition = Literal["pure_kb", "pure_doc", "hybrid", "chat"]
"""What a prompt is packed from: the knowledge base, the conversation's documents, both, or only the talk."""

Lease = Literal["mine", "stop", "lost"]
"""What a heartbeat finds: the turn is its owner's, its owner is asked to stop, or another has taken it over."""

BusyPolicy = Literal["reject", "enqueue", "interrupt"]
"""What becomes of a question whose conversation is busy: refused, asked when its turn comes, or asked at once with the
running turn stopped."""

Detail = Mapping[str, object]
"""JSON-serialisable facts that explain a decision."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a step chose and why; stored with the turn, shown by `/why`."""

    step: str
    choice: str
    reason: str
    score: float | None = None
    took_ms: float = 0.0
    detail: Detail = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CitedPassage:
    """The stretch of a document that an answer leaned on."""

    chunk_id: str
    text: str
    headings: tuple[str, ...]
    page: int | None
    start: int
    end: int
    score: float


@dataclass(frozen=True, slots=True)
class Source:
    """A document that an answer cites. Its number is the same for the whole conversation."""

    number: int
    document_id: str
    document: str
    """The document's name."""
    title: str
    url: str
    passages: tuple[CitedPassage, ...]
    """What of it this turn packed, best first; at least one."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A citation mark in an answer, `[2]`: which source, and where the mark stands."""

    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Support:
    """How well a sentence of an answer is held by the passages it cites."""

    start: int
    end: int
    score: float
    """0 to 1."""
    numbers: tuple[int, ...]
    """Sources that the sentence cites; empty when it cites none."""


@dataclass(frozen=True, slots=True)
class Antecedent:
    """What an expression of a question stands for."""

    expression: str
    refers_to: str
    turn: int
    """Number of the turn it was said in."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """A question as understood: its kind, a wording that stands alone, and the features that decided."""

    kind: Kind
    question: str
    """The question that is searched and answered; byte for byte the one asked when it stands alone."""
    score: float = 1.0
    """Confidence in the kind, 0 to 1."""
    reason: str = ""
    features: Mapping[str, float] = field(default_factory=dict)
    """Feature name to its contribution; the positive ones speak for leaning on earlier turns."""
    antecedents: tuple[Antecedent, ...] = ()
    by: str = "rules"
    usage: Usage = Usage()
    refused: str = ""
    """Why a model that was asked was not followed, as a stable name; empty where it was, or where none was asked."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """What went into a prompt, in tokens, and what did not."""

    composition: Composition
    budget: int
    tokens: Mapping[str, int]
    """Slot to tokens used."""
    dropped: tuple[str, ...] = ()
    """What was left out and why, in words."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a reader thought of an answer."""

    rating: Literal[-1, 1]
    """1 for good, -1 for bad."""
    comment: str
    given_at: datetime


@dataclass(frozen=True, slots=True)
class Turn:
    """One question and what became of it.

    The turns of a conversation are a tree: each has the turn that it continues as its parent, and turns of one parent
    are siblings. Numbers count all of them in the order they were asked.
    """

    id: str
    session_id: str
    number: int
    """From 1, without gaps."""
    parent_id: str | None
    """The turn it continues; None for a first turn."""
    status: Status
    question: str
    created_at: datetime
    standalone_question: str = ""
    kind: Kind = "standalone"
    way: Way = ""
    ending: Ending | None = None
    answer: str = ""
    language: Language = "en"
    sources: tuple[Source, ...] = ()
    decisions: tuple[Decision, ...] = ()
    ledger: Ledger | None = None
    usage: Usage = Usage()
    model: str = ""
    """Name of the model that wrote; empty when the rules did."""
    error_code: str = ""
    finished_at: datetime | None = None
    took_ms: float = 0.0
    supersedes_id: str | None = None
    """The turn that this one is another answer to; None for a question of its own."""
    branch: int = 0
    """0 for the first line of the conversation; every sibling opens the next one."""
    siblings: tuple[int, ...] = ()
    """Numbers of the turns with the same parent, its own among them, in order; empty where it is the only one."""
    support: tuple[Support, ...] = ()
    warnings: tuple[str, ...] = ()
    feedback: Feedback | None = None

    @property
    def things(self) -> tuple[str, ...]:
        """What its answer is about, by name and in its order, where a table told so."""
        return self._looked_up("things")

    @property
    def among(self) -> tuple[str, ...]:
        """What the things of its answer were chosen from, where some were set side by side."""
        return self._looked_up("among")

    def _looked_up(self, part: str) -> tuple[str, ...]:
        named = (decision.detail.get(part) for decision in self.decisions if decision.step == "look_up")
        return tuple(str(name) for names in named if isinstance(names, list) for name in names)


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation with one assistant."""

    id: str
    assistant: str
    title: str
    created_at: datetime
    updated_at: datetime
    head: int
    """Number of its last turn; 0 before the first."""
    sources_count: int
    """Source numbers given so far."""
    tenant: str = "local"
    user: str = "local"
    metadata: Detail = field(default_factory=dict)
    pinned: bool = False
    branch: int = 0
    """The branch whose line is shown and continued."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """What a turn knows of its conversation."""

    turns: tuple[Turn, ...] = ()
    """The last final turns of its line that are not failed, oldest first; a stopped or interrupted one holds what was
    written."""
    older: tuple[Turn, ...] = ()
    """Turns before those that matter for the question, oldest first; a few at most."""
    memory: Memory = Memory()
    sources_count: int = 0
    numbers: Mapping[str, int] = field(default_factory=dict)
    """Document id to its number in the conversation: all of them where there are few, else those given last."""
    first_question: str = ""
    """Question of turn 1, also when it is older than the window."""


@dataclass(frozen=True, slots=True)
class Undigested:
    """What a line remembers, and its turns that are not taken in yet."""

    memory: Memory
    topics: tuple[Topic, ...]
    """The latest ones, oldest first."""
    turns: tuple[Turn, ...]
    """The first ones, in order."""


@dataclass(frozen=True, slots=True)
class TurnOptions:
    """What a caller may set for one turn."""

    labels: tuple[str, ...] = ()
    window_turns: int | None = None
    """Recent turns to recall, 1 to 10; None takes the assistant's."""
    use_memory: bool = True
    """False: nothing recalled, and nothing learnt of this turn."""
    standalone_question: str = ""
    """The caller's own wording instead of the resolved one; empty lets `resolve` decide."""
    store: bool = True
    """False: nothing of this turn is kept; its conversation is still recalled."""
    about_user: tuple[tuple[str, str], ...] = ()
    """Who asks, as the caller tells it: name and value. For the tone of a model alone; never kept."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A finished turn as a caller gets it."""

    answer: str
    sources: tuple[Source, ...]
    standalone_question: str
    kind: Kind
    way: Way
    ending: Ending
    turn_number: int | None
    """None when nothing is stored."""
    session_id: str | None
    turn_id: str
    language: Language
    decisions: tuple[Decision, ...]
    resolution: Resolution | None = None
    """How the question was understood; None where the assistant does not resolve."""
    status: Status = "completed"
    """`stopped` when the answer is a part only."""
    marks: tuple[Mark, ...] = ()
    support: tuple[Support, ...] = ()
    warnings: tuple[str, ...] = ()
    model: str = ""
    usage: Usage = Usage()
    took_ms: float = 0.0
