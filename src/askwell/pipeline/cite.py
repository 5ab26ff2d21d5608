"""The `cite` step: positions of the marks, and how well each sentence is supported by the passages it cites."""

from dataclasses import replace

from askwell.events import Warned
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.text.citations import find_marks
from askwell.text.support import Statements
from askwell.types import Passage, Source, decided


async def cite(state: TurnState, runtime: TurnRuntime) -> Update:
    """Marks with their offsets, the support of each sentence, and each source with its best supporting passage first.

    Warns if an answer cites nothing.
    """
    marks = tuple(find_marks(state.answer))
    passages = _passages(state)
    # Answers from the conversation repeat earlier answers, whose support was computed in their own turns.
    needs_support = state.outcome == "answered" and state.route != "recall" and bool(state.sources)
    has_order = any(len(cited) != 1 for cited in passages.values())
    statements = Statements(state.answer if needs_support or has_order else "", state.language)
    support = statements.support(passages) if needs_support else ()
    sources = tuple(_ordered(source, passages[source.number], statements) for source in state.sources)
    warnings = []
    if state.brief and state.brief.purpose == "answer" and not state.sources and state.outcome == "not_found":
        warnings.append("nothing_cited")
        emit(runtime, Warned(0, "nothing_cited", "The answer cites none of the passages; it counts as not found."))
    if "marks_removed" in state.warnings:
        emit(runtime, Warned(0, "marks_removed", "Marks that pointed to no source were removed."))
    best = max((each.score for each in support), default=None)
    decision = decided("cite.marks", {"marks": len(marks), "sources": len(state.sources)}, score=best)
    return {
        "marks": marks,
        "support": support,
        "sources": sources,
        "warnings": tuple(warnings),
        "decisions": (decision,),
    }


def _passages(state: TurnState) -> dict[int, list[Passage]]:
    """Source number to the packed passages of the source."""
    packed = state.brief.passages if state.brief else ()
    return {
        source.number: [passage for passage in packed if passage.chunk.document_id == source.document_id]
        for source in state.sources
    }


def _ordered(source: Source, passages: list[Passage], statements: Statements) -> Source:
    """The source with its passages ordered by how well they support the sentences that cite it."""
    if len(passages) == 1:
        return source
    support = {
        passage.chunk.id: sum(each.score for each in statements.support({source.number: [passage]}))
        for passage in passages
    }
    return replace(source, passages=tuple(sorted(source.passages, key=lambda passage: -support[passage.chunk_id])))
