"""The `rank` step: orders the candidates and removes duplicate texts."""

from collections.abc import Sequence

from askwell.pipeline.attachments import is_excerpt, with_attached
from askwell.pipeline.search_context import questions_before
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.text.closeness import wording
from askwell.types import Passage, decided


async def rank(state: TurnState, runtime: TurnRuntime) -> Update:
    """The best candidates by the reranker, or by fused score. Of duplicates, the one with the best score is kept."""
    if is_excerpt(state):
        return {}
    reranker = runtime.context.reranker
    candidates = distinct(state.found)
    dropped = len(state.found) - len(candidates)
    ordered: Sequence[Passage] = candidates
    if reranker is not None and candidates:
        before = questions_before(state)
        ordered = await reranker.rerank(
            state.analysed_question, candidates, state.language, asked=state.analysed_asked, before=before
        )
    kept = with_attached(state, ordered)[: runtime.context.assistant.search.k]
    params = {"ranked": len(kept), "dropped": dropped}
    decision = decided("rank.by_score", params) if reranker is None else decided("rank.by_features", params)
    return {"found": kept, "kept": kept, "decisions": (decision,)}


def distinct(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages by score, best first, without duplicates of a better one."""
    first: dict[str, Passage] = {}
    for passage in sorted(passages, key=lambda passage: -passage.score):
        first.setdefault(wording(passage.chunk.text), passage)
    return tuple(first.values())
