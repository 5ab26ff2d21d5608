"""Lists, and what is announced, are put together again where the border of a chunk has cut them."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

from askwell.engine import Engine
from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.pipeline.whole_lists import with_whole_lists
from askwell.settings import Settings
from askwell.types import Begun, Passage, SearchQuery
from tests.pipeline.test_search_and_rank import turn

LEAD = "You must not borrow a boat of the club in these cases:"
ITEMS = [
    f"You have broken rule HM-{number}/2024 of the harbour (annex {number}.{number}), which the master wrote to you "
    f"about in letter 2024-0{number}-1{number}, and {'the board has agreed' if number % 2 else 'no one has objected'}."
    for number in range(1, 9)
]
FILLER = " ".join(["The harbour has many boats of all sizes, and every one of them has a name."] * 3)
COMMAND = (
    " ".join(f"boat reserve --name sloop-{at} --card 12345-{at} --harbour north && \\\n" for at in range(9)) + "true"
)


def listing(items: list[str], after: str = "Bring the boat back by six.") -> str:
    listed = "\n".join(f"- {item}" for item in items)
    return f"# Boats\n\n## Borrowing\n\n{LEAD}\n\n{listed}\n\n{after}\n"


async def answered(settings: Settings, folder: Path, page: str, question: str) -> str:
    (folder / "boats.md").write_text(page)
    async with await Engine.open(settings) as engine:
        async for _ in engine.knowledge.ingest(folder / "boats.md", "documents"):
            pass
        return (await engine.ask(question)).answer


async def chunks_of(settings: Settings, folder: Path, page: str) -> tuple[list[str], list[str]]:
    """The texts of the chunks of a page, and each with what it gets; offsets are those of the document."""
    (folder / "boats.md").write_text(page)
    async with await Engine.open(settings) as engine:
        async for _ in engine.knowledge.ingest(folder / "boats.md", "documents"):
            pass
        found = await engine.knowledge.search(SearchQuery(("boat harbour rule",), ("documents",)))
        found = sorted(found, key=lambda each: each.chunk.ordinal)
        state = TurnState(Begun(turn(1, "boat"), 0))
        runtime = cast("TurnRuntime", SimpleNamespace(context=SimpleNamespace(searcher=engine.knowledge)))
        whole = [(await with_whole_lists((each,), 2_000, state, runtime))[0] for each in found]
        _, text = await engine.knowledge.document(found[0].chunk.document_id)
        assert all(_in_document(each, text) for each in whole)
        assert [each.chunk.text for each in found] == [
            (await with_whole_lists((each,), 0, state, runtime))[0].chunk.text for each in found
        ]
    return [each.chunk.text for each in found], [each.chunk.text for each in whole]


def _in_document(passage: Passage, text: str) -> bool:
    return text[passage.chunk.start : passage.chunk.end] == passage.chunk.text


async def test_each_part_of_a_list_gets_the_other(settings: Settings, tmp_path: Path) -> None:
    (first, second), whole = await chunks_of(settings, tmp_path, listing(ITEMS[:4]))
    assert ITEMS[3] not in first
    assert LEAD not in second
    listed = "\n\n".join(f"- {item}" for item in ITEMS[:4])
    assert whole[0].endswith(f"{LEAD}\n\n{listed}")
    assert whole[1] == f"{LEAD}\n\n{listed}\n\nBring the boat back by six."


async def test_what_a_chunk_announces_comes_from_the_next_one(settings: Settings, tmp_path: Path) -> None:
    page = f"# Boats\n\n## Borrowing\n\n{FILLER} {FILLER} {ITEMS[0]}\n\nTo reserve one, run:\n\n```\n{COMMAND}\n```\n"
    (first, second, _), whole = await chunks_of(settings, tmp_path, page)
    assert first.endswith("run:")
    assert whole[0] == f"{first}\n\n{second}"


async def test_the_last_items_are_quoted_with_the_others(settings: Settings, tmp_path: Path) -> None:
    said = await answered(settings, tmp_path, listing(ITEMS[:4]), "In which cases must I not borrow a boat?")
    assert all(f"- {item} [1]" in said for item in ITEMS[:4])


async def test_what_does_not_fit_is_counted(settings: Settings, tmp_path: Path) -> None:
    said = await answered(settings, tmp_path, listing(ITEMS[:6]), "In which cases must I not borrow a boat?")
    assert f"{ITEMS[4]} [1]\n(5 of 6)" in said
    assert ITEMS[5] not in said


async def test_what_follows_a_list_is_no_item_of_it(settings: Settings, tmp_path: Path) -> None:
    said = await answered(settings, tmp_path, listing(ITEMS[:2]), "In which cases must I not borrow a boat?")
    assert "- Bring the boat" not in said


async def test_a_single_step_is_not_called_the_first(settings: Settings, tmp_path: Path) -> None:
    steps = "\n".join(f"{at}. Carry the {part} to the old shed." for at, part in enumerate(("mast", "anchor"), 1))
    page = f"# Boats\n\n## Winter\n\n{FILLER}\n\nBefore the winter:\n\n{steps}\n"
    assert "1. Carry the anchor" not in await answered(settings, tmp_path, page, "How do I store the anchor?")
