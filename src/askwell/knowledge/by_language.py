"""Which of two embedders a collection has, by the language of its documents."""

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from askwell.knowledge.schema import chunks, documents, vectors
from askwell.ports import Embedder

ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class ByLanguage:
    """One embedder for collections in English, one for those in any other language."""

    english: Embedder | None
    other: Embedder | None


@dataclass(frozen=True, slots=True)
class Choice:
    """The embedder of a collection."""

    embedder: Embedder | None
    """None while the collection has no documents."""
    is_final: bool
    """Whether the collection has vectors of it: what is added later gets the same."""


def choose(connection: Connection, tenant: str, collection: str, between: ByLanguage) -> Choice:
    """The embedder of most vectors of a collection; without any, that of the language of most of its documents.

    A collection whose documents are in English and another language in equal parts gets the embedder for other
    languages, which knows English too.
    """
    of = documents.c
    here = (of.tenant == tenant) & (of.collection == collection)
    known = {each.name: each for each in (between.english, between.other) if each is not None}
    joined = vectors.join(chunks, vectors.c.chunk_id == chunks.c.id).join(documents, chunks.c.document_id == of.id)
    counted = select(vectors.c.embedder, func.count()).select_from(joined)
    embedded = connection.execute(
        counted.where(here, vectors.c.embedder.in_(list(known))).group_by(vectors.c.embedder)
    ).all()
    if embedded:
        return Choice(known[max(embedded, key=lambda row: (row[1], row[0]))[0]], is_final=True)
    languages = connection.execute(select(of.language, func.count()).where(here).group_by(of.language)).all()
    if not languages:
        return Choice(None, is_final=False)
    in_english = sum(count for language, count in languages if language == ENGLISH)
    others = sum(count for _, count in languages) - in_english
    return Choice(between.english if in_english > others else between.other, is_final=False)
