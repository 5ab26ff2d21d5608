"""Rank: the order of the candidates, each text once."""

from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.text.words import words
from askwell.types import Decision, Passage


async def rank(state: TurnState, runtime: TurnRuntime) -> Update:
    """Candidates by fused score; of passages that say the same, the best stays."""
    ordered = sorted(state.found, key=lambda passage: -passage.score)
    distinct = _distinct(ordered)
    dropped = len(ordered) - len(distinct)
    decision = Decision("rank", f"{len(distinct)} ranked", f"by fused score; {dropped} said the same as a better one")
    return {"found": distinct, "kept": distinct, "decisions": (decision,)}


def _distinct(passages: list[Passage]) -> tuple[Passage, ...]:
    first: dict[tuple[str, ...], Passage] = {}
    for passage in passages:
        first.setdefault(tuple(words(passage.chunk.text)), passage)
    return tuple(first.values())
