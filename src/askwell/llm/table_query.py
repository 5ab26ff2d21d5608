"""Writes questions about tables as queries with a model."""

from collections.abc import Iterator, Sequence

from askwell.assistant import Assistant
from askwell.errors import ModelFailed
from askwell.llm.ask import PATIENCE_S, Reply, ask
from askwell.ports import ChatModel
from askwell.prompts import QuestionContext, table_query_messages
from askwell.text.numbers import numbers
from askwell.types import (
    Comparison,
    Language,
    Reason,
    Recalled,
    SearchTerm,
    TableFilter,
    TableRequest,
    TableSketch,
    TableSummary,
    WrittenQuery,
)

MAX_TOKENS = 500


class Filter(Reply):
    """What a column of a row must have."""

    column: str
    comparison: Comparison
    value: str | float


class Query(Reply):
    """What the model is asked for: the reason first, so that the query follows from it."""

    reason: str
    table: int
    filters: list[Filter]
    order_by: str
    descending: bool
    limit: int
    summary: TableSummary
    over: str
    group_by: str
    columns: list[str]


class LlmTableQueryWriter:
    """Asks a model for one query, in one call; gives none if it fails or has a figure that nobody wrote."""

    def __init__(self, model: ChatModel, assistant: Assistant, *, patience_s: float = PATIENCE_S) -> None:
        self._model = model
        self._assistant = assistant
        self._patience_s = patience_s

    async def write(
        self,
        question: str,
        tables: Sequence[TableSketch],
        language: Language,
        recalled: Recalled = Recalled(),
        *,
        asked: str = "",
        terms: Sequence[SearchTerm] = (),
    ) -> WrittenQuery:
        """The model's query. The reason says why there is none, if there is none."""
        context = QuestionContext(asked, terms, recalled)
        messages = table_query_messages(
            question, tables, context, system=self._assistant.prompts.get("table_query", "")
        )
        try:
            found, usage = await ask(self._model, messages, Query, max_tokens=MAX_TOKENS, patience_s=self._patience_s)
        except ModelFailed as error:
            return WrittenQuery(self._reason(error.code))
        if not 0 < found.table <= len(tables):
            return WrittenQuery(self._reason("no_table"), usage=usage)
        said = "\n".join((question, asked, *(part for turn in recalled.turns for part in (turn.question, turn.answer))))
        if invented(found, said, language):
            return WrittenQuery(self._reason("number_invented"), usage=usage)
        return WrittenQuery(self._reason(), tables[found.table - 1], _request(found), usage)

    def _reason(self, why: str = "") -> Reason:
        if not why:
            return Reason("table_query.by_model", {"model": self._model.name})
        return Reason("table_query.none", {"model": self._model.name, "why": why})


def invented(query: Query, said: str, language: Language) -> bool:
    """Whether a filter has a number that the question and the conversation before it do not have."""
    written = {number for number, _, _ in numbers(said, language)}
    return any(number not in written for value in _figures(query) for number, _, _ in numbers(value, language))


def _figures(query: Query) -> Iterator[str]:
    for each in query.filters:
        yield _text(each.value)


def _text(value: str | float) -> str:
    return value if isinstance(value, str) else str(int(value)) if value.is_integer() else repr(value)


def _request(query: Query) -> TableRequest:
    return TableRequest(
        filters=tuple(TableFilter(each.column, each.comparison, _text(each.value)) for each in query.filters),
        order_by=query.order_by,
        descending=query.descending,
        limit=query.limit,
        summary=query.summary,
        over=query.over,
        group_by=query.group_by,
        columns=tuple(query.columns),
    )
