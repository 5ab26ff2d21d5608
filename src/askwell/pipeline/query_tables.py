"""The `query_tables` step: answers from tables in the documents that the search found or the last answer cites."""

from dataclasses import dataclass, replace

from askwell.errors import BadInput
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.text.sentences import is_table_part
from askwell.types import (
    Decision,
    EarlierQuestion,
    Passage,
    Reason,
    Source,
    TableAnswer,
    TableQuestion,
    WrittenQuery,
    as_param,
    decided,
)

REMEMBERED = 6
"""Earlier questions that a follow-up may continue."""


async def query_tables(state: TurnState, runtime: TurnRuntime) -> Update:
    """The rows of a table, if the question can be read as a query of it; nothing for any other question.

    A query that uses every content word is the answer. If words are left over and a part of a table was found first, a
    model may write the query. Without one, a query that names rows and asks for something else gives these rows as
    unsure; a model that writes gets the passages of the search in place of them.
    """
    tables = runtime.context.document_tables
    if tables is None or state.searches > 1:
        return {}
    question = _question(state)
    answer = await tables.ask(question, state.found)
    written = None if answer.is_sure else await _written(state, runtime, question)
    if written is not None and written.answer is not None:
        params = {**_params(written.answer), "reason": as_param(written.query.reason)}
        update = _answered(written.answer, decided("query_tables.written", params))
    elif not answer.lines or not (answer.is_sure or not runtime.context.writer.name):
        update = _update(state.found, state.kept, state.things, None, answer.doubted)
    elif answer.is_sure:
        update = _answered(answer, decided("query_tables.rows", _params(answer)))
    else:
        unknown = {"unknown": list(answer.unknown)}
        update = _answered(answer, decided("query_tables.unsure", {**_params(answer), **unknown}))
    return update if written is None else {**update, **written.update(update)}


@dataclass(frozen=True, slots=True)
class _Written:
    """What a model wrote, and the answer of the table; no answer if there is no query, or it does not fit."""

    query: WrittenQuery
    answer: TableAnswer | None

    def update(self, other: Update) -> Update:
        """What it cost, and why the table was not asked, added to another update."""
        if self.answer is not None:
            return {"usage": self.query.usage}
        refused = decided("query_tables.not_written", {"reason": as_param(self.query.reason)})
        return {"usage": self.query.usage, "decisions": (refused, *other.get("decisions", ()))}


async def _written(state: TurnState, runtime: TurnRuntime, question: TableQuestion) -> _Written | None:
    """What a model makes of the question; None if it is not asked, which it is if a part of a table was found first."""
    tables, writer = runtime.context.document_tables, runtime.context.table_queries
    if tables is None or writer is None or not state.found or not is_table_part(state.found[0].chunk.text):
        return None
    if not (sketches := await tables.sketches(question, state.found)):
        return None
    query = await writer.write(
        state.analysed_wording,
        sketches,
        state.language,
        state.recalled,
        asked=state.analysed_asked,
        terms=state.terms,
    )
    if query.table is None:
        return _Written(query, None)
    try:
        answer = await tables.answer(query.table, query.request, state.language)
    except BadInput as error:
        return _Written(_refused(query, error.code), None)
    return _Written(query, answer) if answer.lines else _Written(_refused(query, "no_row"), None)


def _refused(query: WrittenQuery, why: str) -> WrittenQuery:
    return replace(query, reason=Reason("table_query.none", {**query.reason.params, "why": why}))


def _answered(answer: TableAnswer, decision: Decision) -> Update:
    things = answer.things if answer.is_sure else ()
    update = _update(answer.passages, answer.passages, things, answer, answer.doubted)
    return {**update, "decisions": (decision,)}


def _params(answer: TableAnswer) -> dict[str, int | str]:
    return {"rows": len(answer.lines), "table": answer.passages[0].document_name if answer.passages else ""}


def _update(
    found: tuple[Passage, ...],
    kept: tuple[Passage, ...],
    things: tuple[str, ...],
    answer: TableAnswer | None,
    doubted: tuple[str, ...],
) -> Update:
    return {"found": found, "kept": kept, "things": things, "table_answer": answer, "doubted": doubted}


def _question(state: TurnState) -> TableQuestion:
    earlier = [
        EarlierQuestion(
            turn.question,
            tuple([source.document_id for source in turn.sources if _cites_table(source)]),
            turn.resolution is not None and turn.resolution.is_dependent,
            turn.resolution.question if turn.resolution is not None else "",
        )
        for turn in state.recalled.turns[-REMEMBERED:]
    ]
    is_dependent = state.resolution is not None and state.resolution.is_dependent
    return TableQuestion(state.analysed_asked, state.analysed_wording, state.language, tuple(earlier), is_dependent)


def _cites_table(source: Source) -> bool:
    return any(is_table_part(passage.text) for passage in source.passages)
