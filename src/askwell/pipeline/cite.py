"""Cite: where the marks stand, and how well each sentence is held by what it cites."""

from askwell.events import Warned
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.text.citations import find_marks
from askwell.text.support import support
from askwell.types import Decision


async def cite(state: TurnState, runtime: TurnRuntime) -> Update:
    """Marks with their offsets and the support of each sentence; warns of an answer that cites nothing."""
    marks = tuple(find_marks(state.answer))
    texts = {source.number: [passage.text for passage in source.passages] for source in state.sources}
    held = support(state.answer, texts, state.language) if state.ending == "answered" else ()
    warnings = []
    if state.brief and state.brief.purpose == "answer" and not state.sources:
        warnings.append("nothing_cited")
        emit(runtime, Warned(0, "nothing_cited", "The answer cites none of the passages; it counts as not found."))
    if "marks_removed" in state.warnings:
        emit(runtime, Warned(0, "marks_removed", "Marks that pointed to no source were removed."))
    best = max((each.score for each in held), default=None)
    decision = Decision("cite", f"{len(marks)} marks", f"{len(state.sources)} sources", score=best)
    return {"marks": marks, "support": held, "warnings": tuple(warnings), "decisions": (decision,)}
