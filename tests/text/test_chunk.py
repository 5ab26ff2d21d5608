"""Chunks: exact, bounded, complete, and cut where a reader would cut."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from askwell.text.chunk import MAX_TOKENS, Piece, chunk
from askwell.text.tokens import count_tokens, count_tokens_once
from askwell.types import ParsedDocument, Section


def document(*parts: tuple[tuple[str, ...], str], page: int | None = None) -> ParsedDocument:
    """Sections of (headings, text), each beginning with its last heading."""
    text, sections = "", []
    for headings, body in parts:
        whole = "\n\n".join(part for part in (*headings[-1:], body) if part)
        start = len(text) + 2 * bool(text)
        text = f"{text}\n\n{whole}" if text else whole
        sections.append(Section(start, start + len(whole), headings, page))
    return ParsedDocument(text, tuple(sections))


def sentence(number: int) -> str:
    return f"Sentence number {number} says something of its own about the matter at hand."


def texts(pieces: list[Piece]) -> list[str]:
    return [piece.text for piece in pieces]


def test_short_document_is_one_chunk() -> None:
    pieces = chunk(document((("Fees",), "Ten euro.")))
    assert texts(pieces) == ["Fees\n\nTen euro."]
    assert pieces[0].headings == ("Fees",)
    assert pieces[0].tokens == count_tokens("Fees\n\nTen euro.")


def test_sections_of_some_length_are_not_joined() -> None:
    body = " ".join(sentence(number) for number in range(6))
    pieces = chunk(document((("A",), body), (("B",), body)))
    assert [piece.headings for piece in pieces] == [("A",), ("B",)]


def test_tiny_sections_under_one_parent_are_joined_under_it() -> None:
    pieces = chunk(document((("FAQ", "A"), "Yes."), (("FAQ", "B"), "No."), (("FAQ", "C"), "Maybe.")))
    assert texts(pieces) == ["A\n\nYes.\n\nB\n\nNo.\n\nC\n\nMaybe."]
    assert pieces[0].headings == ("FAQ",)


def test_tiny_sections_under_different_parents_stay_apart() -> None:
    pieces = chunk(document((("One", "A"), "Yes."), (("Two", "B"), "No.")))
    assert [piece.headings for piece in pieces] == [("One", "A"), ("Two", "B")]


def test_boilerplate_is_in_no_chunk_and_headings_are_not_joined_across_it() -> None:
    whole = document((("Guide",), ""), (("Guide", "Contents"), "Fees 3"), (("Guide", "Fees"), sentence(1)))
    first, contents, fees = whole.sections
    marked = ParsedDocument(whole.text, (first, replace(contents, is_boilerplate=True), fees))
    assert texts(chunk(marked)) == [f"Fees\n\n{sentence(1)}"]


@pytest.mark.parametrize("length", [1, 12, 13, 14, 30])
def test_heading_without_text_goes_with_what_it_leads_to(length: int) -> None:
    body = " ".join(sentence(number) for number in range(length))
    pieces = chunk(document((("Guide",), ""), (("Guide", "Start"), body)))
    assert pieces[0].text.startswith("Guide\n\nStart\n\nSentence number 0")
    assert {piece.headings for piece in pieces} == {("Guide", "Start")}


def test_long_section_is_cut_between_paragraphs_into_even_parts() -> None:
    paragraphs = [" ".join(sentence(10 * n + m) for m in range(3)) for n in range(8)]
    pieces = chunk(document((("A",), "\n\n".join(paragraphs))))
    assert all(piece.text.endswith("at hand.") for piece in pieces)
    assert [text.split("\n\n")[0] in paragraphs for text in texts(pieces)[1:]] == [True] * (len(pieces) - 1)
    assert max(piece.tokens for piece in pieces) < 2 * min(piece.tokens for piece in pieces)


def test_long_paragraph_is_cut_between_sentences() -> None:
    body = " ".join(sentence(number) for number in range(40))
    pieces = chunk(document(((), body)))
    assert len(pieces) > 2
    assert " ".join(texts(pieces)) == body
    assert all(piece.text.endswith("at hand.") for piece in pieces)


def test_section_that_goes_on_overleaf_is_one_and_pages_are_told_by_offset() -> None:
    first, second = sentence(1) + " ", " ".join(sentence(number) for number in range(2, 30))
    text = first + second
    sections = (Section(0, len(first) - 1, ("A",), 1), Section(len(first), len(text), ("A",), 2))
    pieces = chunk(ParsedDocument(text, sections))
    assert pieces[0].text.startswith(first + "Sentence number 2")
    assert [piece.page for piece in pieces] == [1] + [2] * (len(pieces) - 1)


def test_too_small_a_size_is_refused() -> None:
    with pytest.raises(ValueError, match="15"):
        chunk(document(((), "text")), max_tokens=15)


def test_document_without_text_has_no_chunks() -> None:
    assert chunk(ParsedDocument(" \n ", ())) == []


def test_endless_word_is_cut_all_the_same() -> None:
    pieces = chunk(document(((), "xq7" * 20_000)))
    assert "".join(texts(pieces)) == "xq7" * 20_000
    assert max(piece.tokens for piece in pieces) <= MAX_TOKENS


_RANDOM = random.Random(7)
SHAPES = {
    "lines": "1\n" * 105_000,
    "bullets": "\n\n".join(["- x"] * 70_000),
    "one line of numbers": "1 " * 105_000,
    "hexadecimal": "".join(_RANDOM.choices("0123456789abcdef", k=400_000)),
    "ideographs without blanks": "".join(chr(_RANDOM.randint(0x4E00, 0x9FA5)) for _ in range(120_000)),
    "commas": "a," * 210_000,
}
"""Texts of more than 200,000 tokens, which the encoder refuses."""


@pytest.mark.parametrize("shape", SHAPES)
def test_section_of_any_size_and_shape_is_cut_into_bounded_exact_chunks(shape: str) -> None:
    text = SHAPES[shape]
    pieces = chunk(document(((), text)))
    assert "".join("".join(piece.text.split()) for piece in pieces) == "".join(text.split())
    assert max(piece.tokens for piece in pieces) <= MAX_TOKENS
    assert all(text[piece.start : piece.end] == piece.text for piece in pieces[:: len(pieces) // 50])


def test_short_words_cost_few_counts_a_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = 0

    def count(text: str) -> int:
        nonlocal counted
        counted += len(text)
        return count_tokens_once(text)

    monkeypatch.setattr("askwell.text.chunk.count_tokens_once", count)
    text = "1 " * 20_000
    chunk(document(((), text)))
    assert counted < 30 * len(text)


words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)
bodies = st.lists(st.tuples(words, st.sampled_from([" ", "\n", "\n\n", ". ", "! ", ""])), max_size=80).map(
    lambda pairs: "".join(word + gap for word, gap in pairs)
)
paths = st.lists(st.sampled_from(["A", "B", "Wide heading"]), max_size=3).map(tuple)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(paths, bodies), max_size=6), st.sampled_from([16, 40, 180]))
def test_chunks_are_exact_bounded_and_complete(parts: list[tuple[tuple[str, ...], str]], max_tokens: int) -> None:
    parsed = document(*parts)
    pieces = chunk(parsed, max_tokens=max_tokens)
    covered: set[int] = set()
    end = 0
    for piece in pieces:
        assert parsed.text[piece.start : piece.end] == piece.text
        assert piece.text
        assert piece.text == piece.text.strip()
        assert piece.start >= end
        assert piece.tokens == count_tokens(piece.text) <= max_tokens
        covered.update(range(piece.start, piece.end))
        end = piece.end
    assert all(char.isspace() or at in covered for at, char in enumerate(parsed.text))
