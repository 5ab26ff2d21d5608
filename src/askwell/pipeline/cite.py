"""Cite: where the marks stand, and how well each sentence is held by what it cites."""

from dataclasses import replace

from askwell.events import Warned
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.text.citations import find_marks
from askwell.text.support import Statements
from askwell.types import Passage, Source, decided


async def cite(state: TurnState, runtime: TurnRuntime) -> Update:
    """Marks with their offsets, the support of each sentence, each source with the passage it leans on most in front.

    Warns of an answer that cites nothing.
    """
    marks = tuple(find_marks(state.answer))
    passages = _passages(state)
    # What was said in the talk is quoted from there; its turns have been weighed when they were answered.
    says_anew = state.outcome == "answered" and state.route != "recall" and bool(state.sources)
    compared = any(len(held) != 1 for held in passages.values())
    statements = Statements(state.answer if says_anew or compared else "", state.language)
    held = statements.support(passages) if says_anew else ()
    sources = tuple(_leading(source, passages[source.number], statements) for source in state.sources)
    warnings = []
    if state.brief and state.brief.purpose == "answer" and not state.sources and state.outcome == "not_found":
        warnings.append("nothing_cited")
        emit(runtime, Warned(0, "nothing_cited", "The answer cites none of the passages; it counts as not found."))
    if "marks_removed" in state.warnings:
        emit(runtime, Warned(0, "marks_removed", "Marks that pointed to no source were removed."))
    best = max((each.score for each in held), default=None)
    decision = decided("cite.marks", {"marks": len(marks), "sources": len(state.sources)}, score=best)
    return {"marks": marks, "support": held, "sources": sources, "warnings": tuple(warnings), "decisions": (decision,)}


def _passages(state: TurnState) -> dict[int, list[Passage]]:
    """Number to the packed passages of its source."""
    packed = state.brief.passages if state.brief else ()
    return {
        source.number: [passage for passage in packed if passage.chunk.document_id == source.document_id]
        for source in state.sources
    }


def _leading(source: Source, passages: list[Passage], statements: Statements) -> Source:
    """The source with its passages in the order in which they hold the sentences that cite it."""
    if len(passages) == 1:
        return source
    held = {
        passage.chunk.id: sum(each.score for each in statements.support({source.number: [passage]}))
        for passage in passages
    }
    return replace(source, passages=tuple(sorted(source.passages, key=lambda passage: -held[passage.chunk_id])))
