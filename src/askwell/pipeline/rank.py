"""Rank: the order of the candidates, each text once."""

from collections.abc import Sequence

from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.text.closeness import split
from askwell.types import Decision, Passage


async def rank(state: TurnState, runtime: TurnRuntime) -> Update:
    """The best candidates by the ranker, or by fused score; of passages that say the same, the best found stays."""
    reranker = runtime.context.reranker
    distinct = _distinct(sorted(state.found, key=lambda passage: -passage.score))
    dropped = len(state.found) - len(distinct)
    ordered: Sequence[Passage] = distinct
    if reranker is not None and distinct:
        ordered = await reranker.rerank(state.question, distinct, state.language, asked=state.asked)
    kept = tuple(ordered[: runtime.context.assistant.search.k])
    by = "features" if reranker is not None else "fused score"
    decision = Decision("rank", f"{len(kept)} ranked", f"by {by}; {dropped} said the same as a better one")
    return {"found": kept, "kept": kept, "decisions": (decision,)}


def _distinct(passages: list[Passage]) -> tuple[Passage, ...]:
    first: dict[tuple[str, ...], Passage] = {}
    for passage in passages:
        first.setdefault(tuple(split(passage.chunk.text)), passage)
    return tuple(first.values())
