"""Short attachments whole, in their own order, in place of the passages of them that were found."""

from collections.abc import Sequence

from askwell.pipeline.attachments import is_excerpt, search_scope
from askwell.pipeline.passages import cost_of, joined
from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.types import Passage

MAX_CHUNKS = 64
"""Chunks from which a file is not short; the largest preset has room for fewer."""


async def with_whole_files(
    passages: Sequence[Passage], spare: int, state: TurnState, runtime: TurnRuntime
) -> tuple[Passage, ...]:
    """The passages with each searched attachment that fits whole, as far as `spare` tokens allow.

    Files of which passages were found come first, by rank, then the others, the newest first. Of a page that was asked
    for, nothing else is added.
    """
    scope = search_scope(state, runtime.context.assistant).attached
    if scope is None or is_excerpt(state):
        return tuple(passages)
    found = dict.fromkeys(each.chunk.document_id for each in passages if each.is_attached)
    ordered = dict.fromkeys((*found, *reversed(scope.documents)))
    for document in (each for each in ordered if each in scope.documents):
        chunks = await runtime.context.searcher.excerpt([document], page=None, k=MAX_CHUNKS)
        wide = with_file(passages, chunks) if 0 < len(chunks) < MAX_CHUNKS else passages
        added = sum(map(cost_of, wide)) - sum(map(cost_of, passages))
        if added <= spare:
            passages, spare = wide, spare - added
    return tuple(passages)


def with_file(passages: Sequence[Passage], chunks: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages with all chunks of one document, in order, at the place of its best passage, or at the end."""
    document = chunks[0].chunk.document_id
    place = next((at for at, each in enumerate(passages) if each.chunk.document_id == document), len(passages))
    others = [each for each in passages[place:] if each.chunk.document_id != document]
    return (*passages[:place], *joined(chunks), *others)
