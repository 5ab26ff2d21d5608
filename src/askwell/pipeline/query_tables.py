"""The `query_tables` step: answers from tables in the documents that the search found or the last answer cites."""

from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.text.sentences import is_table_part
from askwell.types import EarlierQuestion, Passage, Source, TableAnswer, TableQuestion, decided

REMEMBERED = 6
"""Earlier questions that a follow-up may continue."""


async def query_tables(state: TurnState, runtime: TurnRuntime) -> Update:
    """The rows of a table, if the question can be read as a query of it; nothing for any other question.

    A query that uses every content word is the answer. One that names rows and asks for something else gives these rows
    as unsure, unless a model writes, which then gets the passages of the search.
    """
    tables = runtime.context.document_tables
    if tables is None or state.searches > 1:
        return {}
    answer = await tables.ask(_question(state), state.found)
    if not answer.lines or not (answer.is_sure or not runtime.context.writer.name):
        return _update(state.found, state.kept, state.things, None, answer.doubted)
    params = {"rows": len(answer.lines), "table": answer.passages[0].document_name if answer.passages else ""}
    decision = decided("query_tables.rows", params)
    if not answer.is_sure:
        decision = decided("query_tables.unsure", {**params, "unknown": list(answer.unknown)})
    things = answer.things if answer.is_sure else ()
    update = _update(answer.passages, answer.passages, things, answer, answer.doubted)
    return {**update, "decisions": (decision,)}


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
