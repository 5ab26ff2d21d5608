"""Port `DocumentTables`: answers questions from tables in documents."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from askwell.errors import NotFound
from askwell.ports import TableTexts
from askwell.text.sentences import is_table_part
from askwell.text.table_size import MAX_CHARS, is_only_searched
from askwell.tools.queries.query import Query
from askwell.tools.queries.requested import columns_of, query_of_request
from askwell.tools.queries.schema import Schema
from askwell.tools.queries.text_tables import tables_of
from askwell.tools.queries.turns import query_of
from askwell.tools.queries.wording import answer_lines
from askwell.types import Language, Passage, TableAnswer, TableQuestion, TableRequest, TableSketch

_DOCUMENTS = 4
"""Documents of a search at most whose tables are asked."""
_PASSAGES = 12
"""Passages of a search, best first, whose documents are asked."""
_KEPT_CHARS = 2_000_000
"""Characters of all documents whose tables are kept in memory, which takes about 40 bytes for each."""


@dataclass(frozen=True, slots=True)
class _Read:
    """The tables of a document, as of one version of it."""

    content_hash: str
    name: str
    """Of the document."""
    chars: int
    tables: tuple[Schema, ...]
    is_only_searched: bool
    """Whether it is a table of which questions are not run over all rows, so no part of it is a sure answer."""


@dataclass(frozen=True, slots=True)
class _Match:
    """A query of a table."""

    query: Query
    schema: Schema
    document_id: str


class DocumentTables:
    """The tables of documents; those asked last are kept in memory."""

    def __init__(self, texts: TableTexts) -> None:
        self._texts = texts
        self._known: OrderedDict[str, _Read] = OrderedDict()

    async def ask(self, question: TableQuestion, found: Sequence[Passage]) -> TableAnswer:
        """The answer of the table that uses most words of the question, of those found or cited before.

        In a document that also has other text, a table only answers what its sentences cannot: an order, a limit or an
        aggregate, if the search found a part of it first.
        """
        matches: list[_Match] = []
        too_large: list[str] = []
        documents = _documents(question, found)
        hashes = await self._texts.content_hashes(documents) if documents else {}
        for document_id in (each for each in documents if each in hashes):
            known = await self._read(document_id, hashes[document_id])
            if known is not None and known.is_only_searched:
                too_large.append(document_id)
            for schema in known.tables if known is not None else ():
                match = _Match(query_of(question, schema, document_id), schema, document_id)
                if schema.is_main or (match.query.computes and match.query.is_sure and _is_first(schema, match, found)):
                    matches.append(match)
        asked = tuple(dict.fromkeys([*too_large, *(match.document_id for match in matches)]))
        best = max(matches, key=_merit, default=None)
        if best is None or not (best.query.is_sure or _shows(best.query)):
            return TableAnswer(doubted=asked)
        return await self._answered(best, question.language, tuple(too_large), asked)

    async def sketches(self, question: TableQuestion, found: Sequence[Passage]) -> Sequence[TableSketch]:
        """The tables that `ask` reads of documents that consist of tables, in its order."""
        documents = _documents(question, found)
        hashes = await self._texts.content_hashes(documents) if documents else {}
        sketches: list[TableSketch] = []
        for document_id in (each for each in documents if each in hashes):
            if (known := await self._read(document_id, hashes[document_id])) is not None:
                sketches += [
                    TableSketch(document_id, number, known.name, columns_of(schema), len(schema.rows))
                    for number, schema in enumerate(known.tables)
                    if schema.is_main
                ]
        return sketches

    async def answer(self, table: TableSketch, request: TableRequest, language: Language) -> TableAnswer:
        """The answer to a query of a table; without lines if the table is not there any more, or no row fits.

        Raises BadInput if the query does not fit the columns.
        """
        hashes = await self._texts.content_hashes([table.document_id])
        known = await self._read(table.document_id, hashes.get(table.document_id, ""))
        if known is None or table.number >= len(known.tables):
            return TableAnswer()
        schema = known.tables[table.number]
        match = _Match(query_of_request(request, schema), schema, table.document_id)
        return await self._answered(match, language, (), (table.document_id,))

    async def _answered(
        self, match: _Match, language: Language, too_large: tuple[str, ...], asked: tuple[str, ...]
    ) -> TableAnswer:
        """The lines of a query, with the passages of its rows."""
        query, schema = match.query, match.schema
        lines, rows = answer_lines(query, schema, language)
        if not lines:
            return TableAnswer(doubted=asked)
        offsets = [schema.table.spans[row][0] for row in rows]
        passages = await self._texts.passages_at(match.document_id, offsets)
        return TableAnswer(
            tuple(lines),
            tuple(passages),
            is_sure=query.is_sure,
            things=tuple(schema.name_of(row) for row in rows) if schema.is_main else (),
            unknown=query.unknown,
            doubted=too_large if query.is_sure else asked,
        )

    async def _read(self, document_id: str, content_hash: str) -> _Read | None:
        """The tables of a document, read again if its hash has changed; None if it is removed."""
        known = self._known.get(document_id)
        try:
            if known is None or known.content_hash != content_hash:
                document, text = await self._texts.document(document_id)
                tables: tuple[Schema, ...] = ()
                if len(text) <= MAX_CHARS:
                    subject = f"{document.title} {PurePosixPath(document.name).stem}"
                    tables = await asyncio.to_thread(_read_tables, text, document.language, subject)
                is_large = await asyncio.to_thread(is_only_searched, text)
                known = _Read(document.content_hash, document.name, len(text) if tables else 0, tables, is_large)
        except NotFound:
            return None
        self._known[document_id] = known
        self._known.move_to_end(document_id)
        while len(self._known) > 1 and sum(each.chars for each in self._known.values()) > _KEPT_CHARS:
            self._known.popitem(last=False)
        return known


def _documents(question: TableQuestion, found: Sequence[Passage]) -> list[str]:
    """Ids of the documents whose tables may answer: those of the last answer, then those found."""
    last = [document for turn in question.earlier[-1:] for document in turn.documents]
    parts = [passage.chunk.document_id for passage in found[:_PASSAGES] if is_table_part(passage.chunk.text)]
    return list(dict.fromkeys([*parts, *last]))[:_DOCUMENTS]


def _shows(query: Query) -> bool:
    """Whether the rows of an unsure query are worth showing: it names them, and uses more words than not.

    A question with one name of the table among many other words is rather answered by the text of a document.
    """
    return query.names_rows and query.is_about_rows and query.used > len(query.unknown)


def _is_first(schema: Schema, match: _Match, found: Sequence[Passage]) -> bool:
    """Whether the first passage of the search is a part of a table."""
    chunk = found[0].chunk if found else None
    if chunk is None or chunk.document_id != match.document_id:
        return False
    return any(start < chunk.end and end > chunk.start for start, end in schema.table.spans)


def _read_tables(text: str, language: Language, subject: str) -> tuple[Schema, ...]:
    tables = tables_of(text)
    chars = sum(end - start for table in tables for start, end in table.spans)
    return tuple(Schema(table, language, subject, is_main=2 * chars >= len(text)) for table in tables)


def _merit(match: _Match) -> tuple[bool, bool, bool, int]:
    query = match.query
    return query.is_sure, query.continues, query.names_rows, query.used - 2 * len(query.unknown)
