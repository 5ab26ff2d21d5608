"""Documents, chunks, passages and searches."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from askwell.types.decisions import SearchTerm

ATTACHED = "session:"
"""Prefix of the collections of attachments, one for each conversation; no other collection begins with it."""

Language = str
"""ISO 639-1 code of a language askwell has a lexicon for: `en`, `nl`, `it`."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a document under one heading."""

    start: int
    """Offset of its first character in the document's text."""
    end: int
    """Offset after its last character."""
    headings: tuple[str, ...] = ()
    """Its headings, outermost first."""
    page: int | None = None
    """Page where it begins, from 1; None if the format has no pages."""
    is_boilerplate: bool = False
    """Whether it is left out of the passages, like a table of contents."""


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """The result of reading a file: plain text, sections and metadata."""

    text: str
    sections: tuple[Section, ...]
    title: str = ""
    url: str = ""
    origin: str = ""
    """Source of its facts, as text."""
    labels: tuple[str, ...] = ()
    date: str = ""
    """The date that it states of itself: `2025-01-31`, `2025-01` or `2025`; empty for none."""
    media_type: str = "text/plain"
    boxes: bytes = b""
    """Where its words are on its pages, as our reader of PDF packs them; empty if not known."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page, in points of 1/72 inch from the top left corner of the page as it is shown."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """Where words are on one page."""

    page: int
    """From 1."""
    width: float
    """Of the page as it is shown, in points."""
    height: float
    boxes: tuple[Box, ...]
    """In reading order, one for each line."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document of a collection, without its text."""

    id: str
    collection: str
    name: str
    """Path relative to the folder it was added from, with forward slashes; it is unique only within that folder."""
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
    date: str = ""
    """As in `ParsedDocument`."""

    @property
    def cursor(self) -> str:
        """Its position in a list sorted by name, for the next page."""
        return f"{self.id}:{self.name}"


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a document that is searched and cited as a unit."""

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
    """A chunk found by a search, with its document and score."""

    chunk: Chunk
    document_name: str
    title: str
    url: str
    language: Language
    labels: tuple[str, ...]
    collection: str
    score: float
    """Fused score, 0 to 1; comparable only within one search."""
    scores: Mapping[str, float] = field(default_factory=dict)
    """The scores before fusion, and those added by a ranker.

    `lexical` is BM25 divided by the best BM25 of the search, as a weighted mean over the wordings. `dense` is the
    cosine with the first wording, `context` that with the query and its context.
    """
    sentences: tuple[float, ...] = ()
    """Cosine of each of its sentences with the question, as `text.sentences` divides it; empty if not known."""
    date: str = ""
    """The date of its document, as in `ParsedDocument`."""

    @property
    def is_attached(self) -> bool:
        """Whether it is from an attachment of the conversation, not from a collection of the assistant."""
        return self.collection.startswith(ATTACHED)

    def scored(self, score: float, **added: float) -> "Passage":
        """A copy with another score, and with added ones by name.

        `dataclasses.replace` takes three times as long, and a ranker has 80 passages.
        """
        return Passage(
            self.chunk,
            self.document_name,
            self.title,
            self.url,
            self.language,
            self.labels,
            self.collection,
            score,
            {**self.scores, **added} if added else self.scores,
            self.sentences,
            self.date,
        )


@dataclass(frozen=True, slots=True)
class Closeness:
    """How close texts are to the documents of collections."""

    values: tuple[float, ...] = ()
    """For each text the mean of its highest cosines with chunks, -1 to 1; empty if it is not known."""
    revision: str = ""
    """Changes when the documents do."""


@dataclass(frozen=True, slots=True)
class LookedUp:
    """Result of a look-up in a table."""

    passages: tuple[Passage, ...] = ()
    """One per row, as sentences; empty if the question contains no name of the table."""
    matched: tuple[str, ...] = ()
    """Names in the question that matched, as written in answers."""
    ask_back: str = ""
    """Question to the user for a missing value; empty for none."""
    things: tuple[str, ...] = ()
    """Names of the rows, in order; of rows that are compared in an order, only the first."""
    among: tuple[str, ...] = ()
    """Names of the rows that the first one was chosen from, in the order of the question."""
    unknown: tuple[str, ...] = ()
    """Words of the question that the table does not have; with any, it is not sure that the rows answer."""


@dataclass(frozen=True, slots=True)
class EarlierQuestion:
    """A question before, as far as a table needs it."""

    text: str
    """As typed."""
    documents: tuple[str, ...]
    """Ids of the documents of which its answer cites a part of a table."""
    is_follow_up: bool = False
    resolved: str = ""
    """As resolved in its conversation; empty if it was not."""


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """A question to the tables of documents."""

    text: str
    """As typed."""
    resolved: str
    """As resolved in its conversation."""
    language: Language
    earlier: tuple[EarlierQuestion, ...] = ()
    """The questions before it, oldest first."""
    is_follow_up: bool = False


@dataclass(frozen=True, slots=True)
class TableAnswer:
    """An answer from a table of a document."""

    lines: tuple[str, ...] = ()
    """The answer; empty if no table answers."""
    passages: tuple[Passage, ...] = ()
    """The passages of one document that have its rows."""
    is_sure: bool = False
    """Whether every content word of the question is used."""
    things: tuple[str, ...] = ()
    """Names of the rows, in order."""
    unknown: tuple[str, ...] = ()
    """Words of the question that the table does not have."""
    doubted: tuple[str, ...] = ()
    """Ids of the documents whose tables were asked without being sure."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """Earlier text that a follow-up depends on; every field may be empty."""

    question: str = ""
    """The previous question."""
    first_question: str = ""
    """The first question of the conversation."""
    answer: str = ""
    """The previous answer."""


@dataclass(frozen=True, slots=True)
class AttachedSearch:
    """The attachments of a conversation that a search includes."""

    collection: str
    """Collection of the conversation's attachments."""
    documents: tuple[str, ...]
    """Ids of those of its documents that are searched."""
    embedder_of: str = ""
    """Collection whose embedder the attachments have; empty for that of collections without one of their own."""


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """One search: wordings, collections and number of results."""

    wordings: tuple[str, ...]
    """Distinct wordings of the same question; the resolved question comes first."""
    collections: tuple[str, ...]
    labels: tuple[str, ...] = ()
    """Search only documents of the collections with all of these labels; empty means no filter."""
    k: int = 24
    language: Language = "en"
    earlier: Earlier = Earlier()
    """Context for the vector search only, never for the word search; empty for a standalone question."""
    terms: tuple[SearchTerm, ...] = ()
    """Words of the conversation that the wordings leave out, most likely first."""
    values: tuple[tuple[str, ...], ...] = ()
    """For each value of the question its spellings in documents. For the word search only; the order of their words
    does not matter."""
    attached: AttachedSearch | None = None
    """Attachments that are searched with the collections; None for none."""

    @property
    def all_collections(self) -> tuple[str, ...]:
        """The collections, and that of the attachments."""
        return (*self.collections, self.attached.collection) if self.attached else self.collections

    @property
    def completed(self) -> str:
        """The first wording with the terms after it."""
        return " ".join([self.wordings[0], *[term.text for term in self.terms]])
