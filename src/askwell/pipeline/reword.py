"""Decides whether a search that did not answer is followed by another one, and with which wordings."""

from dataclasses import dataclass

from askwell.pipeline.respell import respell
from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.text.bounds import analysed
from askwell.types import Decision, Usage, as_param, decided


@dataclass(frozen=True, slots=True)
class Again:
    """Another search."""

    wordings: tuple[str, ...] = ()
    """Its wordings; empty if there is none."""
    respelt: str = ""
    """The question with the spelling of the documents, as in `TurnState`."""
    decisions: tuple[Decision, ...] = ()
    usage: Usage = Usage()


async def reword(state: TurnState, runtime: TurnRuntime, *, has_kept: bool, is_sure: bool, attempts: int) -> Again:
    """The search after one of which passages were kept or not, and one of them surely answers or not.

    If the first search is not sure, words that no document has are spelt as the documents do. If a search kept nothing,
    the question is worded differently. `attempts` is the maximum number of searches.
    """
    if is_sure or state.searches >= attempts:
        return Again(respelt=state.respelt)
    if state.searches == 1:
        spelt, words = await respell(state, runtime)
        if spelt:
            return Again((analysed(spelt),), spelt, (decided("grade.respelt", {"words": words}),))
    if has_kept or runtime.context.reworder is None:
        return Again(respelt=state.respelt)
    other = await runtime.context.reworder.reword(
        state.analysed_wording,
        state.searched,
        (*state.found, *state.found_before),
        state.language,
        previous=_previous(state),
        recalled=state.recalled,
        asked=state.analysed_asked,
        terms=state.terms,
    )
    reason = {"reason": as_param(other.reason)}
    decision = decided("grade.reworded", reason) if other.wordings else decided("grade.not_reworded", reason)
    return Again(other.wordings, state.respelt, (decision,) if other.reason else (), other.usage)


def _previous(state: TurnState) -> str:
    """The question before a follow-up, resolved; empty for any other."""
    is_follow_up = bool(state.recalled.turns) and state.resolution is not None and state.resolution.kind == "follow_up"
    return analysed(state.recalled.turns[-1].standalone_question) if is_follow_up else ""
