"""A list that goes on in the next chunk is answered with whole, and what is left out of it is counted."""

from pathlib import Path

from askwell.engine import Engine
from askwell.settings import Settings

LEAD = "You must not borrow a boat of the club in these cases:"
ITEMS = [
    f"You have broken rule {number} of the harbour, which the master has told you about in a letter before, and "
    f"{'the board of the club has agreed to it in writing' if number % 2 else 'nobody of the crew has objected to it'}."
    for number in range(1, 9)
]


async def answered(settings: Settings, tmp_path: Path, items: list[str]) -> str:
    listed = "\n".join(f"- {item}" for item in items)
    page = f"# Boats\n\n## Borrowing\n\n{LEAD}\n\n{listed}\n\nBring the boat back by six.\n"
    (tmp_path / "boats.md").write_text(page)
    async with await Engine.open(settings) as engine:
        async for _ in engine.knowledge.ingest(tmp_path / "boats.md", "documents"):
            pass
        return (await engine.ask("In which cases must I not borrow a boat?")).answer


async def test_the_last_item_comes_from_the_next_chunk(settings: Settings, tmp_path: Path) -> None:
    said = await answered(settings, tmp_path, [*ITEMS[:3], "You have an old boat, so you need none of the club."])
    assert "\n- You have an old boat, so you need none of the club. [1]" in said
    assert " of 4" not in said


async def test_what_does_not_fit_is_counted(settings: Settings, tmp_path: Path) -> None:
    said = await answered(settings, tmp_path, ITEMS[:5])
    assert f"{ITEMS[3]} [1]\n(4 of 5)" in said
    assert ITEMS[4] not in said


async def test_what_follows_a_list_is_no_item_of_it(settings: Settings, tmp_path: Path) -> None:
    assert "- Bring the boat" not in await answered(settings, tmp_path, ITEMS[:2])
