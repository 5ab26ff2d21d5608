"""The `cite` step: positions of the marks, and how well each sentence is supported by the passages it cites."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from askwell.events import Warned
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.pipeline.word_pages import quoted_places, sources_at, support_at, with_pages
from askwell.text.citations import find_marks
from askwell.text.support import cover, places, statements
from askwell.types import Chunk, Mark, Outcome, Passage, Place, Source, Support, SupportVerdict, decided

UNSUPPORTED = "unsupported"
"""Warning for an answer of which the cited passages support no sentence."""


async def cite(state: TurnState, runtime: TurnRuntime) -> Update:
    """Marks with their offsets, the support of each sentence, and each source with its best supporting passage first.

    The outcome of an answer without a supported sentence is `unsupported`; its text is kept. Warns of that, and of an
    answer that cites nothing.
    """
    marks = tuple(find_marks(state.answer))
    passages = _passages(state)
    verdict = await _judged(state, runtime, passages)
    sources = tuple(_ordered(source, passages[source.number], state) for source in state.sources)
    support = _as_meant(verdict.support, marks, passages, state)
    support, sources = await _on_pages(support, sources, passages, state, runtime)
    outcome: Outcome = state.outcome
    if verdict.support and all(each.lacks for each in verdict.support):
        outcome = "unsupported"
    warnings = []
    if state.brief and state.brief.purpose == "answer" and not state.sources and outcome == "not_found":
        warnings.append("nothing_cited")
        emit(runtime, Warned(0, "nothing_cited", "The answer cites none of the passages; it counts as not found."))
    if outcome == "unsupported":
        warnings.append(UNSUPPORTED)
        emit(runtime, Warned(0, UNSUPPORTED, "The documents do not support this answer; check it before you use it."))
    if "marks_removed" in state.warnings:
        emit(runtime, Warned(0, "marks_removed", "Marks that pointed to no source were removed."))
    best = max((each.score for each in verdict.support), default=None)
    lacking = sum(bool(each.lacks) for each in verdict.support)
    params = {"marks": len(marks), "sources": len(state.sources)} | ({"lacking": lacking} if lacking else {})
    return {
        "marks": marks,
        "support": support,
        "sources": sources,
        "outcome": outcome,
        "warnings": tuple(warnings),
        "decisions": (decided("cite.marks", params, score=best),),
        "usage": verdict.usage,
    }


async def _judged(state: TurnState, runtime: TurnRuntime, passages: dict[int, list[Passage]]) -> SupportVerdict:
    """The support of an answer from documents; nothing for any other.

    Answers from the conversation repeat earlier answers, whose support was computed in their own turns. What is given
    word for word are rows of a table and figures that were computed from them.
    """
    if state.outcome != "answered" or state.route == "recall" or not state.sources:
        return SupportVerdict()
    brief = state.brief
    if brief is not None and brief.word_for_word:
        return SupportVerdict()
    sources = {number: [*held, *_tool_results(state)] for number, held in passages.items()}
    earlier = [turn.question for turn in (brief.turns if brief else ())]
    asked = "\n".join(dict.fromkeys((state.asked, state.question, *earlier)))
    return await runtime.context.support.judge(state.answer, sources, state.language, asked=asked)


def _as_meant(
    support: Sequence[Support], marks: Sequence[Mark], passages: Mapping[int, Sequence[Passage]], state: TurnState
) -> tuple[Support, ...]:
    """The support with places in the passages that the marks mean, where those have about as much as others.

    A sentence without any place has the whole passages instead.
    """
    if len(marks) != len(state.meant):
        return tuple(support)
    texts = {each.start: each.text for each in statements(state.answer)}
    found: list[Support] = []
    for each in support:
        meant = [of for mark, of in zip(marks, state.meant, strict=True) if each.start <= mark.start < each.end]
        cited = {number: passages.get(number, ()) for number in each.numbers}
        where = each.places
        if meant and each.start in texts and max(map(len, cited.values()), default=0) > 1:
            where = places(texts[each.start], state.language, cited, meant=meant)
        whole = [
            Place(number, passage.chunk.start, passage.chunk.end)
            for number, held in cited.items()
            for passage in held
            if passage.chunk.id in meant
        ]
        found.append(replace(each, places=where or tuple(whole)))
    return tuple(found)


async def _on_pages(
    support: tuple[Support, ...],
    sources: tuple[Source, ...],
    passages: Mapping[int, Sequence[Passage]],
    state: TurnState,
    runtime: TurnRuntime,
) -> tuple[tuple[Support, ...], tuple[Source, ...]]:
    """Support and sources with the pages of the words instead of those that the passages begin on."""
    pages = runtime.context.pages
    if pages is None:
        return support, sources
    own = [place for each in support for place in each.places]
    located = await with_pages(own or quoted_places(state.answer, state.language, passages), sources, pages)
    return support_at(support, located) if own else support, sources_at(sources, located)


def _passages(state: TurnState) -> dict[int, list[Passage]]:
    """Source number to the packed passages of the source; for one of an earlier answer, to those of that answer."""
    packed = state.brief.passages if state.brief else ()
    own = {
        source.number: [passage for passage in packed if passage.chunk.document_id == source.document_id]
        for source in state.sources
    }
    return {source.number: own[source.number] or _of_earlier(source, state) for source in state.sources}


def _of_earlier(source: Source, state: TurnState) -> list[Passage]:
    return [
        Passage(
            Chunk(each.chunk_id, source.document_id, 0, each.text, each.start, each.end, each.headings, each.page, 0),
            source.document,
            source.title,
            source.url,
            state.language,
            (),
            "",
            each.score,
            date=source.date,
        )
        for each in source.passages
    ]


def _tool_results(state: TurnState) -> list[Passage]:
    """What tools computed, as passages without a document: an answer may use it."""
    rounds = state.brief.rounds if state.brief else ()
    texts = [each.text for one in rounds for each in one.answers if each.ok and not each.passages]
    chunks = [Chunk("", "", at, text, 0, len(text), (), None, 0) for at, text in enumerate(texts)]
    return [Passage(chunk, "", "", "", state.language, (), "", 0.0) for chunk in chunks]


def _ordered(source: Source, passages: Sequence[Passage], state: TurnState) -> Source:
    """The source with its passages ordered by how much they have of the sentences that cite it."""
    if len(passages) == 1:
        return source
    own = [each.text for each in statements(state.answer) if not each.cited or source.number in each.cited]
    covers = {p.chunk.id: sum(cover(text, state.language, p) for text in own) for p in passages}
    return replace(source, passages=tuple(sorted(source.passages, key=lambda passage: -covers[passage.chunk_id])))
