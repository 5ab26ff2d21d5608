"""Notes for a writer: the judgement that led to a refusal, and that few passages were found."""

from collections.abc import Mapping
from dataclasses import replace

from askwell.assistant import Assistant
from askwell.pipeline.grade import helping
from askwell.pipeline.state import TurnState
from askwell.projections import choice_and_reason
from askwell.types import Decision


def notes_for(state: TurnState, assistant: Assistant) -> tuple[str, ...]:
    """Notes for the writer: the judgement that led to a refusal; few passages after the last search (S0-26)."""
    if state.route == "decline":
        if state.refusal is None or state.refusal.score is None:
            return ()
        return (f"Score: {round(state.refusal.score * 100)}/100. Reason: {_refusal_reason(state.refusal)}",)
    section = assistant.grade
    if section is None or state.route != "search":
        return ()
    helps = len(helping(state))
    if helps >= section.keep:
        return ()
    # If no passage helps, all wordings have been searched, or the writer decides whether one of them answers.
    if not helps or state.searches >= section.attempts:
        return ("Limited sources found. Acknowledge gaps if needed.",)
    return ()


def _refusal_reason(refusal: Decision) -> str:
    """The reason of a refusal for the writer, in English, without the note that a model failed to judge."""
    reason = refusal.params.get("reason")
    while isinstance(reason, Mapping) and str(reason.get("code")).endswith(".not_by_model"):
        reason = reason["params"]["reason"]
    code = "route.scope" if "refused" in refusal.params else refusal.code
    return choice_and_reason(replace(refusal, code=code, params={**refusal.params, "reason": reason}), "en")[1]
