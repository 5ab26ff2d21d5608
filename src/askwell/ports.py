"""What the engine asks of the world, as protocols of one to a dozen methods.

Implementations live above: `rules` and `llm` judge, `models` compute, `knowledge` searches, `stores` keep. All I/O is
async. Every port raises errors of `askwell.errors` only for what it names here; anything else is a fault of its own.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from askwell.types import (
    Begun,
    Brief,
    ChatPiece,
    Document,
    Grade,
    IngestProgress,
    IntentVerdict,
    Language,
    LookedUp,
    Message,
    ParsedDocument,
    Passage,
    Principal,
    Recalled,
    Resolution,
    ScopeVerdict,
    SearchQuery,
    Session,
    Turn,
    Usage,
    Way,
)

Vectors = npt.NDArray[np.float32]
"""One row a text, L2-normalised, float32."""


class Clock(Protocol):
    """The time, so that tests can hold it."""

    def now(self) -> datetime:
        """Now in UTC, to the microsecond."""
        ...


class Ids(Protocol):
    """New ids, so that tests can foresee them."""

    def new(self) -> str:
        """A fresh UUIDv7 as 36 characters."""
        ...


# --- judgements: each exists in `rules` and in `llm` -------------------------------------------------------------


class Resolver(Protocol):
    """Understands a question in its conversation."""

    async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
        """The question's kind and a wording that stands alone. Never fails on any text; bounded in time."""
        ...


class ScopeJudge(Protocol):
    """Says whether a question belongs to the assistant."""

    async def judge(self, question: str, recalled: Recalled, language: Language) -> ScopeVerdict:
        """The verdict on a standalone question."""
        ...


class IntentJudge(Protocol):
    """Names the intent of a question."""

    async def classify(self, question: str, language: Language) -> IntentVerdict:
        """The best of the assistant's intents, or none, for a standalone question."""
        ...


class Grader(Protocol):
    """Says which passages help."""

    async def grade(self, question: str, passages: Sequence[Passage], language: Language) -> Sequence[Grade]:
        """One grade a passage, in the order given."""
        ...


class Writer(Protocol):
    """Writes an answer."""

    name: str
    """Name of the model that writes; empty for rules."""

    def write(self, brief: Brief) -> AsyncIterator[str | Usage]:
        """The answer in pieces, with marks `[label]` behind what they support; a `Usage` may come last.

        Raises ModelFailed when the answer did not come out whole; the pieces so far are the partial answer.
        """
        ...


# --- computing ---------------------------------------------------------------------------------------------------


class ChatModel(Protocol):
    """A language model that chats."""

    name: str

    def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float,
        schema: Mapping[str, object] | None = None,
    ) -> AsyncIterator[ChatPiece]:
        """The answer in pieces, ended by one with `finished`; with `schema` (JSON Schema) it is one JSON object.

        Raises ModelFailed (`upstream_timeout`, `upstream_unreachable`, `upstream_429`, `upstream_5xx`,
        `upstream_truncated`, `upstream_malformed`, `upstream_empty`, `upstream_too_long`). Retries happen before the
        first piece only.
        """
        ...


class Embedder(Protocol):
    """Turns texts into vectors."""

    name: str
    dimension: int

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        """One normalised row a text; long texts are cut at the model's length."""
        ...


class Reranker(Protocol):
    """Orders passages anew."""

    async def rerank(
        self, question: str, passages: Sequence[Passage], language: Language, *, asked: str = ""
    ) -> list[Passage]:
        """The same passages, best first, with their new scores.

        `asked` is the question as typed, where the resolved one differs from it.
        """
        ...


# --- documents ---------------------------------------------------------------------------------------------------


class Reader(Protocol):
    """Makes text of a file. Runs in a thread or a child process, so it is not async."""

    suffixes: tuple[str, ...]
    """Lower-case file endings it reads, with the dot."""

    def read(self, data: bytes, name: str) -> ParsedDocument:
        """Text, sections and what the file says of itself.

        Raises BadInput (`encrypted_document`, `broken_document`, `unsupported_document`, `empty_document`).
        """
        ...


class Searcher(Protocol):
    """Finds passages; the one thing of `Knowledge` that a turn needs."""

    async def search(self, query: SearchQuery) -> list[Passage]:
        """The best passages for all wordings, fused, best first; at most `k`. Filters hold before ranking."""
        ...


class Knowledge(Searcher, Protocol):
    """Documents in collections: taken in, searched, shown, removed."""

    def ingest(self, folder: Path, collection: str, *, labels: Sequence[str] = ()) -> AsyncIterator[IngestProgress]:
        """Bring a collection in line with a folder (or one file): new and changed files in, missing ones out.

        Unchanged files (same content hash) cost a hash only. A file that fails is named in `failures`, keeps its
        earlier version if it had one, and the rest goes on. The last progress has `done`. Raises BadInput
        (`no_documents`) when the folder holds nothing readable and NotFound when it does not exist.
        """
        ...

    async def add(self, name: str, data: bytes, collection: str, *, labels: Sequence[str] = ()) -> Document:
        """Take in one file's bytes under a name, replacing an earlier one of that name. Raises BadInput."""
        ...

    async def documents(self, collection: str, *, after: str = "", limit: int = 100) -> list[Document]:
        """Documents by name, those behind the name `after`."""
        ...

    async def document(self, document_id: str) -> tuple[Document, str]:
        """A document and its text. Raises NotFound."""
        ...

    async def passage(self, chunk_id: str) -> Passage:
        """A chunk with its document, score 0. Raises NotFound."""
        ...

    async def remove(self, document_id: str) -> None:
        """Remove a document with its chunks and vectors. Raises NotFound."""
        ...

    async def collections(self) -> Mapping[str, int]:
        """Collection to number of documents."""
        ...

    async def close(self) -> None:
        """Let go of files and threads."""
        ...


class TableSearcher(Protocol):
    """Finds rows of the tables behind an assistant's own ways."""

    async def look_up(self, way: Way, question: str) -> LookedUp:
        """The rows of the way's table that a standalone question names. Never fails on any text; bounded in time."""
        ...


# --- conversations -----------------------------------------------------------------------------------------------


class Store(Protocol):
    """Where conversations live. Every method is one transaction at most; every one checks the principal.

    A session of another principal is as good as none: NotFound (`session_not_found`). Any method may raise
    StorageFailed (`storage_unavailable`, `disk_full`).
    """

    async def create_session(
        self,
        principal: Principal,
        assistant: str,
        *,
        session_id: str = "",
        title: str = "",
        metadata: Mapping[str, object] | None = None,
    ) -> Session:
        """A new empty session, under a fresh id unless one is given. Raises Conflict (`session_exists`)."""
        ...

    async def session(self, principal: Principal, session_id: str) -> Session:
        """One session. Raises NotFound."""
        ...

    async def sessions(
        self, principal: Principal, *, limit: int = 50, before: str = "", assistant: str = "", search: str = ""
    ) -> list[Session]:
        """Sessions by last activity, newest first; `before` is the id of the last one of the page before.

        `assistant` keeps those of one assistant; `search` those whose title or questions hold the text.
        """
        ...

    async def rename_session(self, principal: Principal, session_id: str, title: str) -> Session:
        """The session under its new title. Raises NotFound."""
        ...

    async def delete_session(self, principal: Principal, session_id: str) -> None:
        """Remove a session with all that hangs on it. Raises NotFound."""
        ...

    async def begin(
        self,
        principal: Principal,
        session_id: str,
        question: str,
        *,
        key: str = "",
        body_hash: str = "",
        lease_s: float = 30.0,
    ) -> Begun:
        """Store the question as the next running turn, before any work.

        With an idempotency `key`: a final turn of that key is given back with `replayed`; a running one raises
        Conflict (`turn_in_progress`), another `body_hash` BadInput (`key_reused`). A live lease of another turn raises
        Conflict (`session_busy`); an expired one is swept first.
        """
        ...

    async def heartbeat(self, begun: Begun, *, partial: str | None = None, lease_s: float = 30.0) -> bool:
        """Renew the lease and keep the partial answer (None: as it was); False when another owner has taken over."""
        ...

    async def finish(self, begun: Begun, turn: Turn) -> Turn:
        """Make a turn final in one transaction: answer, sources with their numbers, decisions, ledger, outbox.

        A final turn stays as it is: the stored one is given back. Raises Conflict (`turn_fenced`) when the fence has
        moved on.
        """
        ...

    async def recall(self, principal: Principal, session_id: str, *, before: int, window_turns: int) -> Recalled:
        """The last `window_turns` turns with a number below `before`; work bounded by the window."""
        ...

    async def source_numbers(self, session_id: str, document_ids: Sequence[str]) -> Mapping[str, int]:
        """Numbers already given in the session to these documents; documents not cited so far are absent."""
        ...

    async def turn(self, principal: Principal, session_id: str, number: int) -> Turn:
        """One turn, whole. Raises NotFound (`turn_not_found`)."""
        ...

    async def turns(self, principal: Principal, session_id: str, *, after: int = 0, limit: int = 50) -> list[Turn]:
        """Turns with a number above `after`, in order. A running one carries its partial answer."""
        ...

    async def sweep(self) -> int:
        """Turn running turns with an expired lease into `interrupted`, their partial answer kept; how many."""
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...
