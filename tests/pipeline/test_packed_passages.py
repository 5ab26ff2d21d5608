"""Passages of a prompt: near duplicates once, neighbours joined, cut after sentences."""

from askwell.pipeline.passages import cost_of, cut_to, joined, widened, without_near_duplicates
from askwell.pipeline.whole_files import with_file
from askwell.text.tokens import count_tokens
from askwell.types import Chunk, Passage

TEXT = "The pass costs 90 euros.\n\nIt is valid in winter.\n\nDogs travel free.\n\nBikes do not."
PARTS = TEXT.split("\n\n")


def part(at: int, document: str = "d1", headings: tuple[str, ...] = ()) -> Passage:
    start = TEXT.index(PARTS[at])
    text = PARTS[at]
    chunk = Chunk(f"{document}-{at}", document, at, text, start, start + len(text), headings, None, count_tokens(text))
    return Passage(chunk, f"{document}.md", "", "", "en", (), "a", 1.0)


def worded(text: str, at: int) -> Passage:
    chunk = Chunk(f"c{at}", f"d{at}", 0, text, 0, len(text), (), None, count_tokens(text))
    return Passage(chunk, "d.md", "", "", "en", (), "a", 1.0)


def test_a_near_duplicate_is_packed_once_but_not_one_with_another_figure() -> None:
    long = "The income limit for a family of two in the state is set every year by the board and is {} dollars"
    passages = [worded(long.format("5,216"), 0), worded(long.format("5,216") + " indeed", 1)]
    passages.append(worded(long.format("6,443"), 2))
    assert [each.chunk.id for each in without_near_duplicates(passages, 4_000)] == ["c0", "c2"]


def test_neighbours_are_joined_with_the_offsets_of_the_document() -> None:
    first, other = joined([part(2), part(0), part(3)])
    assert (first.chunk.id, first.chunk.text) == ("d1-2", "Dogs travel free.\n\nBikes do not.")
    assert TEXT[first.chunk.start : first.chunk.end] == first.chunk.text
    assert other.chunk.id == "d1-0"
    assert first.chunk.tokens == count_tokens(first.chunk.text)


def test_chunks_of_different_documents_are_never_joined() -> None:
    assert len(joined([part(0), part(1, "d2")])) == 2


def test_passages_are_widened_by_what_is_next_to_them_as_far_as_there_is_room() -> None:
    neighbours = [part(0), part(2)]
    (wide,) = widened([part(1)], neighbours, 1_000)
    assert wide.chunk.text == "\n\n".join(PARTS[:3])
    (narrow,) = widened([part(1)], neighbours, part(2).chunk.tokens + 2)
    assert narrow.chunk.text == "\n\n".join(PARTS[1:3])
    assert widened([part(1)], neighbours, 3) == (part(1),)


def test_a_neighbour_of_the_same_section_comes_first() -> None:
    passage, before, after = part(1, headings=("Price",)), part(0, headings=("Price",)), part(2, headings=("Dogs",))
    (wide,) = widened([passage], [before, after], before.chunk.tokens + 2)
    assert wide.chunk.text == "\n\n".join(PARTS[:2])


def test_a_passage_is_cut_after_a_sentence() -> None:
    passage = worded(" ".join(f"Rule {number} is about the price of the pass in winter." for number in range(60)), 1)
    short = cut_to(passage, 300)
    assert short is not None
    assert cost_of(short) <= 300
    assert short.chunk.text.endswith(".")
    assert passage.chunk.text.startswith(short.chunk.text)
    assert cut_to(passage, 50) is None


def test_a_file_is_packed_whole_in_its_order_at_the_place_of_its_best_passage() -> None:
    """Passages of other documents keep their places; a file of which nothing was found comes last."""
    file, other = [part(at) for at in range(4)], part(0, "d2")
    whole, kept = with_file([part(2), other, part(0)], file)
    assert (whole.chunk.text, kept) == (TEXT, other)
    assert [each.chunk.document_id for each in with_file([other], file)] == ["d2", "d1"]
