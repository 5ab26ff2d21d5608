"""The pages of the words that an answer rests on: a passage of several pages begins on another page than its words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from askwell.errors import NotFound
from askwell.ports import DocumentPages
from askwell.text.sentences import each_sentence
from askwell.text.support import places, statements
from askwell.types import Language, Passage, Place, Source, Support


def quoted_places(answer: str, language: Language, passages: Mapping[int, Sequence[Passage]]) -> tuple[Place, ...]:
    """Where an answer whose support is not measured has its words from: for each statement, its first sentence.

    A line that quotes a passage is one statement. Only passages on pages are read. `passages` maps a source number to
    the passages of the source.
    """
    on_pages = {number: held for number, held in passages.items() if any(each.chunk.page for each in held)}
    if not on_pages:
        return ()
    found: list[Place] = []
    for each in statements(answer):
        cited = {number: held for number, held in on_pages.items() if not each.cited or number in each.cited}
        first = next((each.text[start:end] for start, end in each_sentence(each.text)), "")
        found += places(first, language, cited)[:1]
    return tuple(found)


async def with_pages(found: Sequence[Place], sources: Sequence[Source], pages: DocumentPages) -> tuple[Place, ...]:
    """The places with the pages that they begin on; words without a known place have that of their passage."""
    document_of = {source.number: source.document_id for source in sources}
    known: dict[Place, int | None] = {}
    for place in found:
        passage = place.passage_in(sources)
        if passage is None or passage.page is None or place in known:
            continue
        try:
            at = await pages.boxes(document_of[place.number], place.start, place.end)
        except NotFound:  # removed in the meantime
            at = ()
        known[place] = at[0].page if at else passage.page
    return tuple(replace(each, page=known.get(each)) for each in found)


def support_at(support: Sequence[Support], located: Iterable[Place]) -> tuple[Support, ...]:
    """The support with these places in the place of its own, which are the same ones in the same order."""
    rest = iter(located)
    return tuple(replace(each, places=tuple(next(rest) for _ in each.places)) for each in support)


def sources_at(sources: Sequence[Source], located: Sequence[Place]) -> tuple[Source, ...]:
    """The sources, whose passages have the page of the first of these places that is in them, if one is."""
    page_of: dict[tuple[int, str], int] = {}
    for place in located:
        passage = place.passage_in(sources)
        if passage is not None and place.page is not None:
            page_of.setdefault((place.number, passage.chunk_id), place.page)
    return tuple(
        replace(
            source,
            passages=tuple(
                replace(each, page=page_of.get((source.number, each.chunk_id), each.page)) for each in source.passages
            ),
        )
        for source in sources
    )
