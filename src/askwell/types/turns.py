"""Turns and sessions: questions, decisions and answers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from askwell.types.decisions import Decision, Detail, Kind, Reason, Resolution, Why
from askwell.types.documents import Language
from askwell.types.facts import Fact
from askwell.types.memory import Memory, Topic
from askwell.types.usage import Usage

Route = str
"""Route of a turn: `search`, `chat`, `reply`, `decline`, or one that the assistant defines."""

Outcome = Literal["answered", "passages", "unsupported", "not_found", "declined", "chat", "asked"]
"""Outcome of a turn: an answer from sources, passages that may answer, an answer that the documents do not support,
nothing found, refused as out of scope, small talk, or a question to the user."""

Lack = Literal["", "words", "number", "name", "date", "negation"]
"""What of a statement its sources do not have: nothing, much of what it says, a number, a name, a date, or a negation
(one of them has it and the other does not)."""

Status = Literal["running", "completed", "stopped", "failed", "interrupted", "declined"]
"""State of a turn in the store; all but `running` are final."""

Composition = Literal["pure_kb", "pure_doc", "hybrid", "chat"]
"""Content of a prompt: the knowledge base, the documents of the conversation, both, or only the conversation."""

Trust = Literal["normal", "low"]
"""Trust in a text: low if it hides words or reads like orders to a model, or was made from such a text."""

Lease = Literal["mine", "stop", "lost"]
"""Result of renewing a lease: still held, the owner is asked to stop, or taken over by another owner."""

BusyPolicy = Literal["reject", "enqueue", "interrupt"]
"""What to do with a question in a busy conversation: refuse it, queue it, or stop the running turn and ask it at
once."""


@dataclass(frozen=True, slots=True)
class CitedPassage:
    """A part of a document that an answer is based on."""

    chunk_id: str
    text: str
    headings: tuple[str, ...]
    page: int | None
    start: int
    end: int
    score: float


@dataclass(frozen=True, slots=True)
class Source:
    """A document that an answer cites. Its number is the same in the whole conversation."""

    number: int
    document_id: str
    document: str
    """The document's name."""
    title: str
    url: str
    passages: tuple[CitedPassage, ...]
    """Its passages in the prompt of this turn, best first; at least one."""
    date: str = ""
    """The date that the document states of itself, as in `ParsedDocument`; empty for none."""
    is_removed: bool = False
    """Whether the document has been removed since, as known when the turn is shown; it is not stored."""
    mark: str = ""
    """Its mark in the text that is shown, like `[^2]`; empty for its number, as in a stored text."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A citation mark in an answer, such as `[2]`: number of the source, and offsets in the answer."""

    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Place:
    """Words of a document: number of the source, and offsets in the document's text."""

    number: int
    start: int
    end: int
    page: int | None = None
    """Page that the words begin on, from 1; None for a document without pages."""

    def passage_in(self, sources: Iterable[Source]) -> CitedPassage | None:
        """The passage of these sources that the words are in; None if there is none."""
        own = (passage for source in sources if source.number == self.number for passage in source.passages)
        return next((each for each in own if each.start <= self.start < each.end), None)


@dataclass(frozen=True, slots=True)
class Support:
    """How well a sentence of an answer is supported by the passages it cites."""

    start: int
    end: int
    score: float
    """0 to 1."""
    numbers: tuple[int, ...]
    """Numbers of the sources that the sentence cites; may be empty."""
    lacks: Lack = ""
    """What its sources do not support; empty for a supported sentence. A number that differs is shown also if the
    score is high."""
    places: tuple[Place, ...] = ()
    """The sentences of its sources that have most of it, best first. If they have little, the passages that its marks
    mean; empty without marks."""


SlotName = Literal[
    "system",
    "tools",
    "summary",
    "first_question",
    "history",
    "recalled",
    "facts",
    "passages",
    "documents",
    "parts",
    "question",
]
"""Part of a prompt: our instructions, descriptions and results of tools, the summary, the first question of the
conversation, the last turns, older turns, what is settled or known of the user, passages of collections, passages of
attachments, texts of plug-ins, the question."""

_ORIGINS: Mapping[str, tuple[SlotName, ...]] = {
    "collections": ("passages",),
    "attachments": ("documents",),
    "conversation": ("history", "summary", "first_question", "recalled", "facts"),
    "tools": ("tools",),
}


@dataclass(frozen=True, slots=True)
class Ledger:
    """Contents of a prompt in tokens, and what was left out."""

    composition: Composition
    budget: int
    """Maximum tokens of the prompt, without the answer."""
    tokens: Mapping[str, int]
    """Slot to its tokens; slots without any are left out."""
    dropped: tuple[Why, ...] = ()
    """What was left out and why."""
    reason: Why = ""
    """Why the composition was chosen; empty for turns that were stored before this was recorded."""
    quality: float | None = None
    """0 to 1: the share of the question's content words that occur in what was packed, times the share of the wanted
    tokens that fitted. None if the question has no content word."""
    reserve: int = 0
    """Tokens of the model's context window that are kept for the answer."""
    trust: Trust = "normal"
    """The lowest trust of the texts in the prompt; what was written from it has the same."""

    @property
    def distribution(self) -> Mapping[str, float]:
        """Origin of the context to its share of it, 0 to 1; empty if the prompt has no context."""
        sums = {origin: sum(self.tokens.get(slot, 0) for slot in slots) for origin, slots in _ORIGINS.items()}
        total = sum(sums.values())
        return {origin: round(tokens / total, 4) for origin, tokens in sums.items() if tokens}

    @property
    def is_truncated(self) -> bool:
        """Whether something was cut or left out because it did not fit. Passages that repeat another do not count."""
        return any(not isinstance(each, Reason) or each.code != "pack.duplicates" for each in self.dropped)


@dataclass(frozen=True, slots=True)
class Feedback:
    """A user's rating of an answer."""

    rating: Literal[-1, 1]
    """1 for good, -1 for bad."""
    comment: str
    given_at: datetime


@dataclass(frozen=True, slots=True)
class TurnOptions:
    """Options of a caller for one turn."""

    labels: tuple[str, ...] = ()
    window_turns: int | None = None
    """Number of recent turns to recall, 1 to 10; None means the assistant's value."""
    use_memory: bool = True
    """False: nothing is recalled, and nothing of this turn is added to memory."""
    standalone_question: str = ""
    """Search question from the caller, used instead of the resolved one; empty means `resolve` decides."""
    store: bool = True
    """False: this turn is not stored; its conversation is still recalled."""
    about_user: tuple[tuple[str, str], ...] = ()
    """Information about the user from the caller: name and value. It affects only the tone of a model; never stored."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One question and its result.

    The turns of a conversation form a tree: the parent of a turn is the turn that it continues; turns with the same
    parent are siblings. Turns are numbered across all branches in the order they were asked.
    """

    id: str
    session_id: str
    number: int
    """From 1, without gaps."""
    parent_id: str | None
    """Id of the turn it continues; None for a first turn."""
    status: Status
    question: str
    created_at: datetime
    standalone_question: str = ""
    kind: Kind = "standalone"
    route: Route = ""
    outcome: Outcome | None = None
    answer: str = ""
    language: Language = "en"
    sources: tuple[Source, ...] = ()
    decisions: tuple[Decision, ...] = ()
    ledger: Ledger | None = None
    usage: Usage = Usage()
    model: str = ""
    """Name of the model that wrote the answer; empty for the rules."""
    error_code: str = ""
    finished_at: datetime | None = None
    took_ms: float = 0.0
    supersedes_id: str | None = None
    """Id of the turn that this one regenerates or edits; None for a new question."""
    branch: int = 0
    """0 for the first branch of the conversation; every sibling opens a new one."""
    siblings: tuple[int, ...] = ()
    """Numbers of all turns with the same parent, including this one, in order; empty if there is only this one."""
    support: tuple[Support, ...] = ()
    warnings: tuple[str, ...] = ()
    feedback: Feedback | None = None
    resolution: Resolution | None = None
    """The resolved question; None if the assistant has no `resolve` section, or if the turn ended before that step."""
    options: TurnOptions = TurnOptions()
    """Options of the caller without `about_user`; regenerating the answer uses them again."""
    things: tuple[str, ...] = ()
    """Names of what the answer is about, in order, if it came from rows of a table."""
    among: tuple[str, ...] = ()
    """Names of what `things` was selected from, if rows were compared."""
    retrieved: tuple[str, ...] = ()
    """Chunk ids of the passages that the last search found, best first."""
    packed: tuple[str, ...] = ()
    """Chunk ids of the passages in the prompt, by rank. The cited ones are in `sources`."""
    facts: tuple[Fact, ...] = ()
    """Dates, periods, amounts and references of the resolved question, in order."""
    is_withheld: bool = False
    """Whether a notice stands in the place of its answer, which cites a file that was removed; it is not stored."""


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation with one assistant."""

    id: str
    assistant: str
    title: str
    created_at: datetime
    updated_at: datetime
    head: int
    """Number of the last turn; 0 if there is none."""
    sources_count: int
    """Number of sources that have a number so far."""
    tenant: str = "local"
    user: str = "local"
    metadata: Detail = field(default_factory=dict)
    pinned: bool = False
    branch: int = 0
    """The active branch, which is shown and continued."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """The part of a conversation that is read for a turn."""

    turns: tuple[Turn, ...] = ()
    """The last final turns of the branch, oldest first, without failed ones. Stopped turns have partial text."""
    before: tuple[Turn, ...] = ()
    """Turns directly before these that only prompts contain, so that they begin at the same turn for a while."""
    older: tuple[Turn, ...] = ()
    """A few earlier turns that are relevant for the question, oldest first."""
    memory: Memory = Memory()
    sources_count: int = 0
    numbers: Mapping[str, int] = field(default_factory=dict)
    """Document id to its source number in the conversation: all if there are few, else the latest ones."""
    first_question: str = ""
    """Question of turn 1, even if it is outside the window."""


@dataclass(frozen=True, slots=True)
class Undigested:
    """Memory of a branch, and its turns that are not digested yet."""

    memory: Memory
    topics: tuple[Topic, ...]
    """The latest topics, oldest first."""
    turns: tuple[Turn, ...]
    """The first of those turns, in order."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A finished turn as returned to the caller."""

    answer: str
    sources: tuple[Source, ...]
    standalone_question: str
    kind: Kind
    route: Route
    outcome: Outcome
    turn_number: int | None
    """None if the turn is not stored."""
    session_id: str | None
    turn_id: str
    language: Language
    decisions: tuple[Decision, ...]
    resolution: Resolution | None = None
    """The resolved question; None if the assistant has no `resolve` section."""
    status: Status = "completed"
    """`stopped` if the answer is only partial."""
    marks: tuple[Mark, ...] = ()
    support: tuple[Support, ...] = ()
    warnings: tuple[str, ...] = ()
    model: str = ""
    usage: Usage = Usage()
    took_ms: float = 0.0
    ledger: Ledger | None = None
    """What the prompt contained; None if nothing was packed."""
    facts: tuple[Fact, ...] = ()
    """Dates, periods, amounts and references of the resolved question, in order."""
