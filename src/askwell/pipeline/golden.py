"""The `golden` step: the answer that an author has written for the resolved question."""

from askwell.pipeline.attachments import are_searched
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.types import as_param, decided

GOLDEN = "golden"
"""Route of a question that is answered with a text of the author."""


async def answer_known_question(state: TurnState, runtime: TurnRuntime) -> Update:
    """The answer as a passage, with the route `golden`, if the question is a known one; nothing for any other.

    It asks no model and waits for no document. A question is not compared if an attachment may answer it, or if its
    wording is not complete.
    """
    judge = runtime.context.golden
    if judge is None or state.route or state.operation or are_searched(state) or not _is_complete(state):
        return {}
    question, language = state.analysed_wording, state.language
    today = state.begun.turn.created_at.astimezone().date()
    verdict = await judge.match(question, language, state.facts, today)
    if verdict.passage is None:
        params = {"known": verdict.known, "reason": as_param(verdict.reason)}
        return {"decisions": (decided("golden.other", params, score=verdict.score),)} if verdict.known else {}
    found = (verdict.passage,)
    decision = decided("golden.known", {"known": verdict.known}, score=verdict.score)
    return {"route": GOLDEN, "found": found, "kept": found, "decisions": (decision,)}


def _is_complete(state: TurnState) -> bool:
    """Whether the wording says all: no question about the conversation, and nothing left out."""
    return state.resolution is None or (state.resolution.kind != "meta" and not state.terms)
