"""Grade: keep what helps; when nothing does, search once more in other words, within the bound."""

from askwell.assistant import GradeSection
from askwell.pipeline.search import is_last
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.types import Decision, Grade


async def grade(state: TurnState, runtime: TurnRuntime) -> Update:
    """The passages that help, best first, at most `keep` of them."""
    section = runtime.context.assistant.grade or GradeSection()
    grades = tuple(await runtime.context.grader.grade(_judged(state), state.found, state.language))
    relevant = [(grade.score, passage) for grade, passage in zip(grades, state.found, strict=True) if grade.relevant]
    relevant.sort(key=lambda pair: -pair[0])
    # Where the same thing is said in several languages, people read their own; another one is better than nothing.
    readable = [pair for pair in relevant if pair[1].language == state.language] or relevant
    kept = tuple(passage for _, passage in readable[: section.keep])
    best = max((grade.score for grade in grades), default=0.0)
    decision = Decision(
        "grade",
        f"{len(kept)} kept",
        f"{len(relevant)} of {len(grades)} candidates help" if grades else "nothing was found",
        score=best,
        detail={"search": state.searches, "best": _why_best(grades)},
    )
    return {"grades": grades, "kept": kept, "decisions": (decision,)}


def _judged(state: TurnState) -> str:
    """The question that passages are to help with; as typed where what it was completed with is a table's own thing.

    "Can I return the Galaxy S24?" is answered by what is said of returns: no document need name the phone.
    """
    told = {thing for turn in state.recalled.turns for thing in turn.things}
    named = state.resolution.antecedents if state.resolution else ()
    return state.asked if any(thing in each.refers_to for each in named for thing in told) else state.question


def wants_another_search(state: TurnState, section: GradeSection) -> bool:
    """Whether nothing helped and a search is left."""
    return not state.kept and not is_last(state, section.attempts)


def _why_best(grades: tuple[Grade, ...]) -> str:
    return max(grades, key=lambda grade: grade.score).reason if grades else ""
