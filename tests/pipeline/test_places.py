"""Marks lead to the words: the place of each cited sentence in documents of several formats."""

import random
from pathlib import Path

from fpdf import FPDF

from askwell.engine import Engine
from askwell.settings import Settings
from tests.alpine import let_write

_THINGS = "valve gate pump sluice lamp bridge tower engine cabin rope wheel mast".split()
_TOWNS = "Kessel Ostra Velda Brant Mirow Talum Sorvik Hadden Pelm Arrow".split()


def sentences(draw: random.Random, count: int) -> list[str]:
    """Different sentences about things in towns."""
    pairs = draw.sample([(thing, town) for thing in _THINGS for town in _TOWNS], count)
    return [f"The {thing} of {town} was repaired for {draw.randint(100, 9999)} crowns." for thing, town in pairs]


def as_pdf(pages: list[list[str]]) -> bytes:
    made = FPDF()
    made.set_font("Helvetica", size=12)
    for page in pages:
        made.add_page()
        for at in range(0, len(page), 3):
            made.multi_cell(0, 6, " ".join(page[at : at + 3]), new_x="LMARGIN", new_y="NEXT")
            made.ln(4)
    return bytes(made.output())


async def test_a_mark_leads_to_the_words_in_every_format(settings: Settings, tmp_path: Path) -> None:
    """At least 95 of 100 places are those of the cited sentence; in a PDF with its page."""
    draw = random.Random(5)
    folder = tmp_path / "docs"
    folder.mkdir()
    known = sentences(draw, 100)
    parts = {name: known[at * 25 : at * 25 + 25] for at, name in enumerate(("a.md", "b.html", "c.txt", "d.pdf"))}
    (folder / "a.md").write_text("# Repairs\n\n" + "\n\n".join(parts["a.md"]))
    html = "".join(f"<p>{each}</p>" for each in parts["b.html"])
    (folder / "b.html").write_text(f"<html><body><h1>Repairs</h1>{html}</body></html>")
    (folder / "c.txt").write_text("\n\n".join(" ".join(parts["c.txt"][at : at + 5]) for at in range(0, 25, 5)))
    pages = [parts["d.pdf"][at : at + 9] for at in range(0, 25, 9)]
    (folder / "d.pdf").write_bytes(as_pdf(pages))
    right = 0
    async with await Engine.open(settings) as engine:
        async for _ in engine.knowledge.ingest(folder, "documents"):
            pass
        for name, said in parts.items():
            for sentence in said:
                let_write(engine, [f"{sentence} [1][2][3][4][5][6]"])
                answer = await engine.ask(f"What happened with {sentence.removeprefix('The ').partition(' was')[0]}?")
                (support,) = answer.support
                place = next(iter(support.places), None)
                source = next((each for each in answer.sources if place and each.number == place.number), None)
                if place is None or source is None:
                    continue
                _, text = await engine.knowledge.document(source.document_id)
                is_right = " ".join(text[place.start : place.end].split()) == sentence and source.document == name
                if name == "d.pdf" and is_right:
                    (passage,) = [each for each in source.passages if each.start <= place.start < each.end]
                    page = next(at for at, page in enumerate(pages, 1) if sentence in page)
                    is_right = passage.page is not None and passage.page <= page
                right += is_right
    assert right >= 95
