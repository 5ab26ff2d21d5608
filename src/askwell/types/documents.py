"""Documents: what is read, searched and found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

Language = str
"""ISO 639-1 code of a language askwell has a lexicon for: `en`, `nl`, `it`."""


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
    """Path relative to the folder it was added from, with forward slashes; two folders may bring the same name."""
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

    @property
    def cursor(self) -> str:
        """Its place in a list by name: the list goes on after it."""
        return f"{self.id}:{self.name}"


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

    def scored(self, score: float) -> "Passage":
        """The passage with another score; `replace` takes three times as long, and a ranker has eighty of them."""
        return Passage(
            self.chunk,
            self.document_name,
            self.title,
            self.url,
            self.language,
            self.labels,
            self.collection,
            score,
            self.scores,
        )


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What a table has for a question."""

    passages: tuple[Passage, ...] = ()
    """A row each, as sentences; empty when the question names nothing of the table."""
    matched: tuple[str, ...] = ()
    """Names of the question that led to them, as they are said."""
    ask_back: str = ""
    """Question that would bring what is missing; empty for none."""
    things: tuple[str, ...] = ()
    """What the rows are, by name, in their order; of rows set side by side in an order only the first."""
    among: tuple[str, ...] = ()
    """What that first one was chosen from, by name, in the question's order."""


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
    """A file that was not taken in, and why."""

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
    skipped: tuple[IngestFailure, ...] = ()
    """Files of the folder that no reader takes, and links that lead out of it, each with the reason."""
    took_ms: float = 0.0
    done: bool = False
