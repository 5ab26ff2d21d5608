"""Evidence on the page in a real browser. Not run by default: `-m browser` with Chromium on the PATH."""

from pathlib import Path

import pytest
from fpdf import FPDF

from askwell.settings import Settings
from tests.fake_endpoint import fake_endpoint
from tests.http.browser import IDLE, LAST, visit
from tests.http.conftest import WATERING, SettingsOf, served

pytestmark = pytest.mark.browser

FEES = (
    "# Fees\n\nWhat the garden costs.\n\n"
    "| Plot | Fee |\n|---|---|\n| Herb plot | 12 euros |\n| Rose plot | 34 euros |\n"
)
DOUBTED = f"Array.from(document.querySelectorAll('{LAST} .doubted'), (each) => [each.textContent, each.title])"
LIT = "Array.from(document.querySelectorAll('#panel mark'), (each) => each.textContent)"


async def test_a_mark_opens_the_document_at_the_words(shared_settings: Settings, tmp_path: Path) -> None:
    async with served(shared_settings) as client, visit(str(client.base_url), tmp_path) as page:
        await page.asked(WATERING)
        await page.click(f"{LAST} .answer .mark")
        await page.until("document.querySelector('#panel mark')")
        answer = await page.text(f"{LAST} .answer")
        lit = await page.run(LIT)
        quote = await page.text("#panel .stored")
    assert lit
    assert all(each in answer for each in lit)
    assert len("".join(lit)) < len(quote), "the document has more than the words"


async def test_sentences_without_support_are_underlined_with_the_reason(
    settings_of: SettingsOf, tmp_path: Path
) -> None:
    with fake_endpoint() as endpoint:
        settings = settings_of(model="inventing", model_url=endpoint.url)
        async with served(settings) as client, visit(str(client.base_url), tmp_path) as page:
            await page.asked(WATERING)
            await page.until(f"{IDLE} && document.querySelector('{LAST} .doubted')")
            doubted = await page.run(DOUBTED)
            await page.click(f"{LAST} .answer .mark")
            await page.until("document.querySelector('#panel mark')")
            lit = await page.run(LIT)
    assert doubted == [["🌱 The gardeners of Velmora did so 98765 times. 1?", "A name that is not in its sources"]]
    assert len(lit) == 1


FILTER = "The filter of the pond is rinsed every three weeks with pond water."
BOX = "(({ x, y, width, height }) => [x, y, x + width, y + height])"
IN_VIEW = """(() => {
  const view = document.querySelector("#panel .view").getBoundingClientRect();
  const box = document.querySelector("#panel rect").getBoundingClientRect();
  return box.top >= view.top && box.bottom <= view.bottom && box.left >= view.left && box.width > 50;
})()"""


def pond() -> bytes:
    made = FPDF(unit="pt", format=(400, 600))
    made.set_font("Helvetica", size=11)
    for page in ("A pond for frogs is dug in early spring.", FILTER):
        made.add_page()
        made.text(40, 400, page)
    return bytes(made.output())


async def test_a_mark_of_a_pdf_opens_the_page_with_the_words_in_a_box(settings_of: SettingsOf, tmp_path: Path) -> None:
    settings = settings_of()
    file = tmp_path / "assistants" / "garden" / "knowledge" / "pond.pdf"
    file.write_bytes(pond())
    async with served(settings) as client, visit(str(client.base_url), tmp_path / "profile") as page:
        await page.asked("How often is the filter of the pond rinsed?")
        assert "page 2" in await page.text(f"{LAST} .sources")
        await page.click(f"{LAST} .answer .mark")
        await page.until("document.querySelector('#panel image[href]')")
        assert await page.run("document.querySelector('#panel svg.paper').ariaLabel") == "Page 2 of pond.pdf"
        left, top, right, bottom = await page.run(f"{BOX}(document.querySelector('#panel rect').getBBox())")
        assert (round(left), 385 < top < 395, 400 < bottom < 410) == (40, True, True)
        assert 300 < right < 400
        assert await page.run(IN_VIEW)
        assert await page.run(LIT) == [FILTER]
        await page.run("document.querySelector('#panel figcaption button:last-child').focus()")
        wide = await page.run("document.querySelector('#panel svg.paper').clientWidth")
        await page.press("Enter")
        assert await page.run("document.querySelector('#panel svg.paper').clientWidth") > wide
        assert await page.run(IN_VIEW)


async def test_without_the_file_the_text_is_shown(settings_of: SettingsOf, tmp_path: Path) -> None:
    settings = settings_of()
    file = tmp_path / "assistants" / "garden" / "knowledge" / "pond.pdf"
    file.write_bytes(pond())
    async with served(settings) as client, visit(str(client.base_url), tmp_path / "profile") as page:
        await page.asked("How often is the filter of the pond rinsed?")
        file.unlink()
        await page.click(f"{LAST} .answer .mark")
        await page.until("document.querySelector('#panel mark') && !document.querySelector('#panel .sheet')")
        assert await page.run(LIT) == [FILTER]


async def test_rows_of_a_passage_are_a_table_with_their_words_lit(settings_of: SettingsOf, tmp_path: Path) -> None:
    settings = settings_of()
    (tmp_path / "assistants/garden/knowledge/fees.md").write_text(FEES)
    async with served(settings) as client, visit(str(client.base_url), tmp_path / "profile") as page:
        await page.asked("What is the fee of the rose plot?")
        await page.click(f"{LAST} .answer .mark")
        await page.until("document.querySelector('#panel .stored td')")
        cells = await page.run(
            "Array.from(document.querySelectorAll('#panel th, #panel td'), (each) => each.textContent)"
        )
        lit = await page.run("Array.from(document.querySelectorAll('#panel td mark'), (each) => each.textContent)")
        quote = await page.run("document.querySelector('#panel .stored').textContent")
    assert cells == ["Plot", "Fee", "Herb plot", "12 euros", "Rose plot", "34 euros"]
    assert set(lit) <= set(cells)
    assert "34 euros" in lit
    assert "What the garden costs." in quote
