"""The `grade` step: keeps relevant passages; if none is relevant, the search is repeated with other words."""

from askwell.assistant import GradeSection
from askwell.pipeline.search import is_last
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.types import Usage, as_param, decided


async def grade(state: TurnState, runtime: TurnRuntime) -> Update:
    """The relevant passages, best first, at most `keep` of them."""
    section = runtime.context.assistant.grade or GradeSection()
    question = _question_to_grade(state)
    grades = tuple(
        await runtime.context.grader.grade(
            question,
            state.found,
            state.language,
            state.terms,
            state.recalled,
            asked=state.analysed_asked,
            known=state.grades,
        )
    )
    relevant = [(grade.score, passage) for grade, passage in zip(grades, state.found, strict=True) if grade.relevant]
    relevant.sort(key=lambda pair: -pair[0])
    # Passages in the language of the question go first; those in other languages are used only if there are none.
    readable = [pair for pair in relevant if pair[1].language == state.language] or relevant
    kept = tuple(passage for _, passage in readable[: section.keep])
    decision = decided("grade.nothing", score=0.0, detail={"search": state.searches})
    if grades:
        best = max(grades, key=lambda grade: grade.score)
        params = {"kept": len(kept), "helping": len(relevant), "graded": len(grades), "best": as_param(best.reason)}
        decision = decided("grade.kept", params, score=best.score, detail={"search": state.searches})
    usage = sum((grade.usage for grade in grades), Usage())
    return {"grades": grades, "kept": kept, "decisions": (decision,), "usage": usage}


def _question_to_grade(state: TurnState) -> str:
    """The question to grade against: the resolved one, or the typed one if it was resolved to a thing from a table.

    "Can I return the Galaxy S24?" is answered by the rules on returns; no document needs to name the phone.
    """
    earlier_things = {thing for turn in state.recalled.turns for thing in turn.things}
    antecedents = state.resolution.antecedents if state.resolution else ()
    return (
        state.analysed_asked
        if any(thing in each.refers_to for each in antecedents for thing in earlier_things)
        else state.analysed_wording
    )


def wants_another_search(state: TurnState, section: GradeSection) -> bool:
    """Whether no passage was relevant and another search is allowed."""
    return not state.kept and not is_last(state, section.attempts)
