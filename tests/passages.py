"""Passages built in a line, for tests of judging and writing."""

from collections.abc import Sequence

from askwell.types import Brief, Chunk, Language, Passage, Purpose, SearchTerm, Turn


def passage(
    text: str,
    *,
    title: str = "",
    headings: tuple[str, ...] = (),
    document: str = "doc",
    ordinal: int = 0,
    language: Language = "en",
    score: float = 1.0,
    dense: float | None = None,
) -> Passage:
    scores = {"lexical": score} | ({} if dense is None else {"dense": dense, "near": dense})
    chunk = Chunk(f"{document}-{ordinal}", document, ordinal, text, 0, len(text), headings, None, len(text) // 4)
    return Passage(chunk, f"{document}.md", title, "", language, (), "papers", score, scores)


def brief(
    question: str,
    passages: Sequence[Passage] = (),
    *,
    purpose: Purpose = "answer",
    language: Language = "en",
    turns: tuple[Turn, ...] = (),
    first_question: str = "",
    terms: Sequence[SearchTerm] = (),
) -> Brief:
    labels: dict[str, int] = {}
    given = tuple(labels.setdefault(one.chunk.document_id, len(labels) + 1) for one in passages)
    return Brief(
        purpose,
        question,
        question,
        language,
        terms=tuple(terms),
        passages=tuple(passages),
        labels=given,
        turns=turns,
        first_question=first_question,
    )
