"""The nouns of askwell as frozen values, without behaviour.

Times are UTC. Offsets are characters into a document's extracted text. Scores grow with quality. Ids are UUIDv7
strings unless said otherwise.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

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

Language = str
"""ISO 639-1 code of a language askwell has a lexicon for: `en`, `nl`, `it`."""

Detail = Mapping[str, object]
"""JSON-serialisable facts that explain a decision."""


# --- documents -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of a document under one heading."""

    start: int
    """Offset of its first character in the document's text."""
    end: int
    """Offset after its last character."""
    headings: tuple[str, ...] = ()
    """Headings above it, outermost first."""
    page: int | None = None
    """Page it begins on, from 1; None where the format has no pages."""


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """What a reader makes of a file: plain text, where its sections lie, and what it says of itself."""

    text: str
    sections: tuple[Section, ...]
    title: str = ""
    url: str = ""
    origin: str = ""
    """Where its facts come from, in words."""
    labels: tuple[str, ...] = ()
    media_type: str = "text/plain"


@dataclass(frozen=True, slots=True)
class Document:
    """A document of a collection, without its text."""

    id: str
    collection: str
    name: str
    """Path relative to the folder it was added from, with forward slashes."""
    title: str
    url: str
    origin: str
    labels: tuple[str, ...]
    media_type: str
    language: Language
    content_hash: str
    """SHA-256 of the file's bytes, hexadecimal."""
    chars: int
    chunks: int
    added_at: datetime


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document that is searched and cited as one."""

    id: str
    document_id: str
    ordinal: int
    """Position in the document, from 0."""
    text: str
    start: int
    end: int
    headings: tuple[str, ...]
    page: int | None
    tokens: int


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk as found, with its document and the score it was found with."""

    chunk: Chunk
    document_name: str
    title: str
    url: str
    language: Language
    labels: tuple[str, ...]
    collection: str
    score: float
    """Fused score, 0 to 1; comparable within one search only."""
    scores: Mapping[str, float] = field(default_factory=dict)
    """What it was fused from, and what a ranker adds.

    `lexical` is BM25 over the best found, mean of the wordings; cosines are `dense` with the first wording, `asked`
    with the last one, `context` with all that the search means, and `agreement` with the middle of the best candidates.
    """


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What a table has for a question."""

    passages: tuple[Passage, ...] = ()
    """A row each, as sentences; empty when the question names nothing of the table."""
    matched: tuple[str, ...] = ()
    """Names of the question that led to them, as they are said."""
    ask_back: str = ""
    """Question that would bring what is missing; empty for none."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """What was said before a question that leans on it; all may be empty."""

    question: str = ""
    """The question before."""
    first_question: str = ""
    """The one the conversation began with."""
    answer: str = ""
    """The answer before."""


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """One search: wordings to look for, where to look, how much to bring."""

    wordings: tuple[str, ...]
    """Distinct wordings of the same need, the resolved question first."""
    collections: tuple[str, ...]
    labels: tuple[str, ...] = ()
    """Only documents that carry all of these; empty means no filter."""
    k: int = 24
    language: Language = "en"
    earlier: Earlier = Earlier()
    """Colours what is meant, and is never searched by its words; empty for a question that stands alone."""


@dataclass(frozen=True, slots=True)
class IngestFailure:
    """A file that could not be read, and why."""

    name: str
    code: str
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class IngestProgress:
    """A moment of an ingestion; the last one has `done`."""

    total_files: int
    read_files: int
    """Files looked at so far, including unchanged and failed ones."""
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    chunks: int = 0
    """Chunks written so far."""
    current: str = ""
    """Name of the file in work."""
    failures: tuple[IngestFailure, ...] = ()
    took_ms: float = 0.0
    done: bool = False


# --- a turn ----------------------------------------------------------------------------------------------------


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
class Usage:
    """Tokens a model charged for and calls made; zeros where no model ran."""

    input_tokens: int = 0
    output_tokens: int = 0
    calls: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.calls + other.calls,
        )


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
class Turn:
    """One question and what became of it."""

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


@dataclass(frozen=True, slots=True)
class Recalled:
    """What a turn knows of its conversation."""

    turns: tuple[Turn, ...] = ()
    """The last final turns that are not failed, oldest first; a stopped or interrupted one holds what was written."""
    summary: str = ""
    sources_count: int = 0
    first_question: str = ""
    """Question of turn 1, also when it is older than the window."""


@dataclass(frozen=True, slots=True)
class TurnOptions:
    """What a caller may set for one turn."""

    labels: tuple[str, ...] = ()
    window_turns: int | None = None
    """Recent turns to recall, 1 to 10; None takes the assistant's."""
    use_memory: bool = True
    """False: nothing recalled."""
    standalone_question: str = ""
    """The caller's own wording instead of the resolved one; empty lets `resolve` decide."""


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


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class ChatPiece:
    """A piece of a model's answer; the last one of a whole answer has `finished`."""

    text: str = ""
    finished: bool = False
    usage: Usage | None = None
    """Sent once, with the last piece; None until then."""
    cut: bool = False
    """The answer ended because it reached `max_tokens`; said by the last piece."""


@dataclass(frozen=True, slots=True)
class ScopeVerdict:
    """Whether a question belongs to an assistant."""

    in_scope: bool
    score: int
    """0 (foreign) to 100 (at the heart)."""
    reason: str
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class IntentVerdict:
    """Which of an assistant's intents a question has; an empty name means none of them."""

    intent: str
    score: float
    """0 to 1."""
    reason: str
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class Grade:
    """Whether a passage helps to answer a question."""

    chunk_id: str
    relevant: bool
    score: float
    """0 to 1; comparable between passages and between questions."""
    reason: str = ""
    usage: Usage = Usage()
    """What grading cost: on the first grade of a call, nothing on the others."""


Purpose = Literal["answer", "not_found", "decline", "chat"]
"""What is to be written: an answer from passages, an honest no, a refusal, or talk."""


@dataclass(frozen=True, slots=True)
class Brief:
    """All that a writer may use."""

    purpose: Purpose
    question: str
    """Standalone."""
    asked: str
    """As typed."""
    language: Language
    passages: tuple[Passage, ...] = ()
    labels: tuple[int, ...] = ()
    """For each passage the label its document has in this prompt, from 1 in packed order; a mark is `[label]`."""
    turns: tuple[Turn, ...] = ()
    """Recent turns, oldest first, as far as they fitted."""
    first_question: str = ""
    summary: str = ""
    notes: tuple[str, ...] = ()
    """Sentences for the writer: "Limited sources found. Acknowledge gaps if needed."."""
    word_for_word: str = ""
    """What is said as it stands, by no writer: rows of a table with their marks, a question back; empty for none."""


@dataclass(frozen=True, slots=True)
class Principal:
    """Whose data it is; comes from the credential only."""

    tenant: str = "local"
    user: str = "local"


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn after `begin`: newly stored, or the one that an idempotency key already made."""

    turn: Turn
    fence: int
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A set of weights that can be pulled, and whether it is here."""

    name: str
    purpose: Literal["embedder", "chat"]
    bytes: int
    licence: str
    pulled: bool
    path: str
    note: str = ""
