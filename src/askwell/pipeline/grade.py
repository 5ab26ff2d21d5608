"""Grade: keep what helps; when nothing does, search once more in other words, within the bound."""

from askwell.assistant import GradeSection
from askwell.pipeline.search import is_last
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.types import as_param, decided


async def grade(state: TurnState, runtime: TurnRuntime) -> Update:
    """The passages that help, best first, at most `keep` of them."""
    section = runtime.context.assistant.grade or GradeSection()
    grades = tuple(await runtime.context.grader.grade(_judged(state), state.found, state.language))
    relevant = [(grade.score, passage) for grade, passage in zip(grades, state.found, strict=True) if grade.relevant]
    relevant.sort(key=lambda pair: -pair[0])
    # Where the same thing is said in several languages, people read their own; another one is better than nothing.
    readable = [pair for pair in relevant if pair[1].language == state.language] or relevant
    kept = tuple(passage for _, passage in readable[: section.keep])
    decision = decided("grade.nothing", score=0.0, detail={"search": state.searches})
    if grades:
        best = max(grades, key=lambda grade: grade.score)
        params = {"kept": len(kept), "helping": len(relevant), "graded": len(grades), "best": as_param(best.reason)}
        decision = decided("grade.kept", params, score=best.score, detail={"search": state.searches})
    return {"grades": grades, "kept": kept, "decisions": (decision,)}


def _judged(state: TurnState) -> str:
    """The question that passages are to help with; as typed where what it was completed with is a table's own thing.

    "Can I return the Galaxy S24?" is answered by what is said of returns: no document need name the phone.
    """
    earlier_things = {thing for turn in state.recalled.turns for thing in turn.things}
    named = state.resolution.antecedents if state.resolution else ()
    return state.asked if any(thing in each.refers_to for each in named for thing in earlier_things) else state.question


def wants_another_search(state: TurnState, section: GradeSection) -> bool:
    """Whether nothing helped and a search is left."""
    return not state.kept and not is_last(state, section.attempts)
