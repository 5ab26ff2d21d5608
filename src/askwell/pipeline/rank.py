"""The `rank` step: orders the candidates and removes duplicate texts."""

from collections.abc import Sequence
from dataclasses import replace

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
    """The passages by score, best first, without duplicates of a better one.

    Of a text that several documents have, it is the passage nearest to the beginning of its document: a chapter is
    named and opened rather than the whole book on one page.
    """
    copies: dict[str, list[Passage]] = {}
    for passage in sorted(passages, key=lambda passage: -passage.score):
        copies.setdefault(wording(passage.chunk.text), []).append(passage)
    return tuple(_earliest(each) for each in copies.values())


def _earliest(copies: Sequence[Passage]) -> Passage:
    """The copy that stands earliest in its document, with the score of the best."""
    best = copies[0]
    same = [passage for passage in copies if passage.is_attached == best.is_attached]
    earliest = min(same, key=lambda passage: passage.chunk.start)
    return best if earliest.chunk.start == best.chunk.start else replace(earliest, score=best.score, scores=best.scores)
