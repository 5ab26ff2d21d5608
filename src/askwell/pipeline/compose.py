"""Decides the composition of a prompt: what it is filled from."""

from collections.abc import Sequence

from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.types import CompositionVerdict, Passage, Reason


async def compose(state: TurnState, runtime: TurnRuntime, passages: Sequence[Passage]) -> CompositionVerdict:
    """The composition and its reason: the assistant's own, or by the origins of the passages, best first.

    Only if both origins have passages, the question decides; else there is nothing to weigh, and the score is 1.
    """
    wanted = runtime.context.assistant.pack.composition
    if not passages:
        return CompositionVerdict("chat", Reason("compose.no_passages"), 1.0)
    if wanted != "auto":
        return CompositionVerdict(wanted, Reason("compose.by_assistant"), 1.0)
    attached = sum(passage.is_attached for passage in passages)
    if not attached:
        return CompositionVerdict("pure_kb", Reason("compose.only_collections"), 1.0)
    if attached == len(passages):
        return CompositionVerdict("pure_doc", Reason("compose.only_attachments"), 1.0)
    composer = runtime.context.composer
    if composer is None:
        return CompositionVerdict("hybrid", Reason("compose.both"), 1.0)
    return await composer.compose(
        state.analysed_wording,
        passages,
        state.language,
        recalled=state.recalled,
        asked=state.analysed_asked,
        terms=state.terms,
    )
