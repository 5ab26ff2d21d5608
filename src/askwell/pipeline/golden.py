"""The `golden` step: the answer that an author has written for the resolved question."""

from askwell.pipeline.attachments import are_searched
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.types import as_param, decided

GOLDEN = "golden"
"""Route of a question that is answered with a text of the author."""


async def answer_known_question(state: TurnState, runtime: TurnRuntime) -> Update:
    """The answer as a passage, with the route `golden`, if the question is a known one.

    If it only may be one, that known question is kept, to be shown where nothing surely answers. It waits for no
    document, and a model is asked only about such a question. A question is not compared if an attachment may answer
    it, or if its wording is not complete.
    """
    judge = runtime.context.golden
    if judge is None or state.route or state.operation or are_searched(state) or not _is_complete(state):
        return {}
    question, language = state.analysed_wording, state.language
    today = state.begun.turn.created_at.astimezone().date()
    verdict = await judge.match(question, language, state.facts, today)
    if not verdict.known:
        return {}
    if verdict.passage is None:
        params = {"known": verdict.known, "reason": as_param(verdict.reason)}
        decision = decided("golden.near" if verdict.nearest else "golden.other", params, score=verdict.score)
        return {"nearest_known": verdict.nearest, "decisions": (decision,), "usage": verdict.usage}
    decision = decided(
        "golden.confirmed" if verdict.by_model else "golden.known", {"known": verdict.known}, score=verdict.score
    )
    found = (verdict.passage,)
    return {"route": GOLDEN, "found": found, "kept": found, "decisions": (decision,), "usage": verdict.usage}


def _is_complete(state: TurnState) -> bool:
    """Whether the wording says all: no question about the conversation, and nothing left out."""
    return state.resolution is None or (state.resolution.kind != "meta" and not state.terms)
