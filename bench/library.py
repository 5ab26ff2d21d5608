"""A collection made of ready-cut passages, through the product's own functions, and kept for the next run."""

import hashlib
import pickle
import shutil
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import platformdirs
from langgraph.runtime import Runtime

from askwell.assistant import Assistant, KnowledgeSection, RankSection, ResolveSection
from askwell.composition.models import make_embedder
from askwell.composition.services import make_services
from askwell.composition.system import SystemClock, Uuid7Ids
from askwell.knowledge.intake import Prepared, Shelf, Span, put
from askwell.knowledge.search import LocalKnowledge
from askwell.knowledge.sentence_codes import Embeddable, embed_chunks
from askwell.knowledge.stored_vectors import StoredVectors, stored
from askwell.models.caching_embedder import CachingEmbedder
from askwell.pipeline.rank import rank
from askwell.pipeline.search import search
from askwell.pipeline.state import Services, TurnState
from askwell.ports import Embedder, Vectors
from askwell.settings import load_settings
from askwell.stores.inmemory.store import InMemoryStore
from askwell.stores.sql.database import open_database
from askwell.stores.sql.migrate import upgrade
from askwell.text.tokens import count_tokens
from askwell.types import Language, ParsedDocument, Passage

COLLECTION = "bench"

_EMBEDDED_AT_ONCE = 512


@dataclass(frozen=True, slots=True)
class Entry:
    """A passage as the data has it, and the document it is taken to be from."""

    id: str
    document: str
    title: str
    text: str
    language: Language


@dataclass
class Library:
    """Entries in a knowledge base of their own, searched as a turn of the engine does."""

    knowledge: LocalKnowledge
    services: Services
    entry_of: Mapping[tuple[str, int], str] = field(repr=False)
    """Document and number of a passage to its entry's id."""

    async def candidates(self, state: TurnState) -> TurnState:
        """A resolved question with what the engine's search brings."""
        update = await search(state, Runtime(context=self.services))
        return replace(state, wordings=update["wordings"], found=update["found"])

    async def ranked(self, state: TurnState) -> list[Passage]:
        """What the engine's search brings, as its ranking orders it."""
        update = await rank(await self.candidates(state), Runtime(context=self.services))
        return list(update["found"])

    def entry(self, passage: Passage) -> str:
        """The entry that a passage is."""
        return self.entry_of[passage.document_name, passage.chunk.ordinal]


@asynccontextmanager
async def open_library(entries: Sequence[Entry], embedder: Embedder | None) -> AsyncIterator[Library]:
    """The entries as a collection; made on the first run, and kept for entries and embedder that are the same.

    It lies in the user's cache folder, under a hash of what it holds.
    """
    folder = platformdirs.user_cache_path("askwell") / "bench" / _hash(entries, embedder)
    if not (folder / "whole").exists():
        shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    clock, ids = SystemClock(), Uuid7Ids()
    database = open_database(f"sqlite+aiosqlite:///{folder / 'askwell.db'}")
    try:
        await upgrade(database)
        if not (folder / "whole").exists():
            languages = tuple(dict.fromkeys(entry.language for entry in entries))
            await _fill(Shelf(database, "local", embedder, clock, ids, languages), entries)
            (folder / "whole").touch()
        cached = CachingEmbedder(embedder) if embedder else None
        knowledge = LocalKnowledge(database, folder / "indexes", cached, clock=clock, ids=ids)
        assistant = Assistant(
            name=COLLECTION,
            title="Bench",
            knowledge=KnowledgeSection(path=None),
            resolve=ResolveSection(),
            rank=RankSection(),
        )
        store = InMemoryStore(clock, ids)
        services = make_services(assistant, store=store, knowledge=knowledge, clock=clock, embedder=cached, model=None)
        yield Library(knowledge, services, {key: entry.id for key, entry in _places(entries)})
        await knowledge.close()
    finally:
        await database.dispose()


def embedder_named(name: str) -> Embedder | None:
    """An embedder by name, `minilm` where none is given, its weights from the data folder or from this checkout."""
    settings = load_settings(overrides={"embedder": name or "minilm"}).settings
    checkout = Path(__file__).parents[1] / ".askwell" / "models"
    if not (settings.models_folder / settings.embedder).exists() and (checkout / settings.embedder).exists():
        settings = settings.model_copy(update={"models": str(checkout)})
    return make_embedder(settings, settings.embedder)


def _hash(entries: Sequence[Entry], embedder: Embedder | None) -> str:
    digest = hashlib.sha256(f"{embedder.name if embedder else ''}\0sentences\0".encode())
    for entry in entries:
        digest.update("\0".join((entry.id, entry.document, entry.title, entry.text, entry.language, "")).encode())
    return digest.hexdigest()[:24]


def _places(entries: Sequence[Entry]) -> list[tuple[tuple[str, int], Entry]]:
    """Each entry with its document and its number there."""
    counts: dict[str, int] = {}
    placed = []
    for entry in entries:
        number = counts.get(entry.document, 0)
        counts[entry.document] = number + 1
        placed.append(((entry.document, number), entry))
    return placed


async def _fill(shelf: Shelf, entries: Sequence[Entry]) -> None:
    """Write every document with its passages, as an ingestion would."""
    prepared = _prepare(entries)
    texts = [text for each in prepared for text in each.texts(each.spans)]
    embedded = await _embed(shelf.embedder, texts)
    at = 0
    for each in prepared:
        with StoredVectors() as own:
            if embedded is not None:
                vectors, sentences = embedded
                own.add(stored(vectors[at : at + len(each.spans)], sentences[at : at + len(each.spans)]))
            at += len(each.spans)
            await put(shelf, each, own, COLLECTION, root="")


def _prepare(entries: Sequence[Entry]) -> list[Prepared]:
    documents: dict[str, list[Entry]] = {}
    for entry in entries:
        documents.setdefault(entry.document, []).append(entry)
    return [_document(name, parts) for name, parts in documents.items()]


def _document(name: str, parts: Sequence[Entry]) -> Prepared:
    spans, at = [], 0
    for part in parts:
        spans.append(Span(at, at + len(part.text), (), None, count_tokens(part.text)))
        at += len(part.text) + 2
    text = "\n\n".join(part.text for part in parts)
    parsed = ParsedDocument(text=text, sections=(), title=parts[0].title)
    content_hash = hashlib.sha256(text.encode()).hexdigest()
    return Prepared(name, content_hash, (), parsed, parts[0].language, tuple(spans))


async def _embed(embedder: Embedder | None, texts: Sequence[Embeddable]) -> tuple[Vectors, list[bytes]] | None:
    """A row a text with its packed sentences, kept in the cache folder: embedding takes minutes, all else seconds."""
    if embedder is None:
        return None
    parts = [f"{each.text}\0{each.spans}" for each in texts]
    digest = hashlib.sha256("\0".join([embedder.name, *parts]).encode("utf-8", "surrogatepass")).hexdigest()[:24]
    file = platformdirs.user_cache_path("askwell") / "bench" / f"{digest}.pkl"
    if not file.exists():
        rows, sentences = [], []
        for at in range(0, len(texts), _EMBEDDED_AT_ONCE):
            some, packed = await embed_chunks(embedder, texts[at : at + _EMBEDDED_AT_ONCE])
            rows.append(some)
            sentences += packed
        file.write_bytes(pickle.dumps((np.concatenate(rows), sentences)))
    found: tuple[Vectors, list[bytes]] = pickle.loads(file.read_bytes())  # noqa: S301 - our own file
    return found
