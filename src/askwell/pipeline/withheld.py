"""Earlier answers that cite a removed file of the conversation: nothing of them is used or said again."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from askwell.languages import wording
from askwell.pipeline.state import Services, TurnState
from askwell.text.exchanges import without_answers_from
from askwell.types import Attachment, Memory, Source, Turn

TOPICS_READ = 50
"""Latest topics that are looked at for answers that cite a removed file; a summary is rendered from fewer."""


def removed_documents(attachments: Sequence[Attachment]) -> frozenset[str]:
    """Ids of the documents of removed attachments; each attachment has a document of its own."""
    return frozenset(each.document_id for each in attachments if each.is_removed and each.document_id)


def without_removed(turns: Iterable[Turn], attachments: Sequence[Attachment]) -> tuple[Turn, ...]:
    """The turns; one whose answer cites a removed attachment has a notice for an answer, and no support.

    Its sources are those that are left.
    """
    removed = removed_documents(attachments)
    return tuple(
        _withheld(turn, tuple(source for source in turn.sources if source.document_id not in removed))
        if any(source.document_id in removed for source in turn.sources)
        else turn
        for turn in turns
    )


async def memory_without(
    memory: Memory, attachments: Sequence[Attachment], state: TurnState, services: Services
) -> Memory:
    """The memory, with a summary by rules if one of the latest answers cites a removed attachment.

    What a person wrote is kept.
    """
    removed, turn, summariser = removed_documents(attachments), state.begun.turn, services.summariser
    if not removed or not memory.summary or memory.summary_by == "user" or summariser is None:
        return memory
    topics = await services.store.memory.topics(state.principal, turn.session_id, before=turn.number, limit=TOPICS_READ)
    shown = without_answers_from(reversed(topics), removed)
    if all(removed.isdisjoint(each.source_ids) for each in topics):
        return memory
    return replace(memory, summary=summariser.render(memory, shown, turn.language), summary_by="rules")


def _withheld(turn: Turn, sources: tuple[Source, ...]) -> Turn:
    notice = wording(turn.language).from_removed_file if turn.answer else ""
    return replace(turn, sources=sources, answer=notice, support=(), is_withheld=True)
