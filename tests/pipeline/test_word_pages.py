"""The page of a source is that of the words, in a passage of several pages."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fpdf import FPDF

from askwell.engine import LOCAL, Engine
from askwell.pipeline.word_pages import with_pages
from askwell.settings import Settings
from askwell.types import CitedPassage, Place, Source
from tests.alpine import let_write

PAGES = (
    "The workshop opens at nine. Tea is free on Mondays.",
    "Saddles are oiled in March. Bells cost six euros each.",
    "Wheels are trued by Ottoline Vashti of Velmora.",
)


def as_pdf(*pages: str) -> bytes:
    made = FPDF(unit="pt", format=(400, 600))
    made.set_font("Helvetica", size=11)
    for text in pages:
        made.add_page()
        made.multi_cell(320, 12, text)
    return bytes(made.output())


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    """An engine with one PDF, whose pages are one passage, and the same text without pages."""
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "manual.pdf").write_bytes(as_pdf(*PAGES))
    async with await Engine.open(settings) as engine:
        async for _ in engine.knowledge.ingest(folder, "documents"):
            pass
        yield engine


async def test_an_answer_has_the_pages_of_its_words(engine: Engine) -> None:
    session = (await engine.create_session()).id
    let_write(engine, ["Bells cost six euros each. [1] Wheels are trued by Ottoline Vashti. [1]"])
    answer = await engine.ask("What do bells cost each, and who trues the wheels?", session=session)
    assert [place.page for each in answer.support for place in each.places] == [2, 3]
    assert [each.page for source in answer.sources for each in source.passages] == [2]
    stored = await engine.store.turns.get(LOCAL, session, 1)
    assert (stored.sources, stored.support) == (answer.sources, answer.support)


async def test_the_nearest_passages_have_the_page_of_the_quotation(settings: Settings, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    drawers = " ".join(f"Drawer {at} holds {at + 3} screws and a small box of nails." for at in range(1, 11))
    (folder / "manual.pdf").write_bytes(as_pdf("The workshop opens at nine.", drawers, *PAGES[1:]))
    async with await Engine.open(settings) as engine:
        async for _ in engine.knowledge.ingest(folder, "documents"):
            pass
        answer = await engine.ask("Where did Ottoline Vashti learn to play the organ?")
    assert answer.outcome == "passages"
    assert 'manual: "Drawer' in answer.answer
    (source,) = answer.sources
    assert [(each.page, each.text[:12]) for each in source.passages] == [(2, "The workshop")]


async def test_asked_where_it_says_so_the_page_is_that_of_the_words(engine: Engine) -> None:
    session = (await engine.create_session()).id
    await engine.ask("What do bells cost each?", session=session)
    answer = await engine.ask("Are you sure?", session=session)
    assert answer.route == "last_answer"
    assert "page 2" in answer.answer


async def test_a_document_that_is_removed_meanwhile_leaves_the_page_of_the_passage(engine: Engine) -> None:
    """It is removed between the search and the answer."""
    found = CitedPassage("c", PAGES[0], (), 4, 0, 50, 1.0)
    source = Source(1, "no-such-document", "gone.pdf", "", "", (found,))
    pages = engine.container.pages
    assert pages is not None
    assert await with_pages([Place(1, 0, 9), Place(1, 90, 99)], [source], pages) == (
        Place(1, 0, 9, 4),
        Place(1, 90, 99, None),
    )


async def test_a_document_without_pages_has_none(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "docs" / "manual.md").write_text("# Pumps\n\nPumps are rented for two euros a day.\n")
    async for _ in engine.knowledge.ingest(tmp_path / "docs", "documents"):
        pass
    answer = await engine.ask("What are pumps rented for?")
    assert answer.outcome == "answered"
    assert {place.page for each in answer.support for place in each.places} == {None}
