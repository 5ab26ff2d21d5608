"""The texts of documents on the page, in a real browser. Not run by default: `-m browser` with Chromium on the PATH."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from askwell.settings import Settings
from tests.http.browser import LAST, Tab, visit
from tests.http.conftest import SettingsOf, served
from tests.http.test_page_files_in_browser import LEASE, drop
from tests.http.test_page_markdown_in_browser import ATTRIBUTES, ELEMENTS, HOSTILE

pytestmark = pytest.mark.browser

HOSE = "The drip hose of the greenhouse runs for twenty minutes each evening."
QUESTION = "How long does the drip hose of the greenhouse run each evening?"
LIT = "Array.from(document.querySelectorAll('#panel mark'), (each) => each.textContent)"
SHOWN = "document.querySelector('#panel .reading > div').innerText"
TOP = "document.querySelector('#panel mark').getBoundingClientRect().top"
IN_VIEW = """(() => {
  const panel = document.querySelector("#panel").getBoundingClientRect();
  const words = document.querySelector("#panel mark").getBoundingClientRect();
  return words.top >= panel.top && words.bottom <= panel.bottom;
})()"""
STORED = """(async (texts, headings, places) => {
  const { showStored } = await import("/static/stored.js");
  return texts.map((text) => {
    const box = showStored(document.createElement("div"), text, 0, places, headings);
    document.body.append(box);
    const made = Array.from(box.querySelectorAll("*"), (each) => [each.tagName, each.getAttributeNames(), each.href]);
    const html = box.innerHTML;
    box.remove();
    return { html, made };
  });
})"""
ELEMENTS_OF = {
    "one\ntwo": "<div>one\ntwo</div>",
    "2*3*4 _a_ `b` # c [d](e)": "<div>2*3*4 _a_ `b` # c [d](e)</div>",
    "# no heading": "<div># no heading</div>",
    "[^1]: a note": "<div>[^1]: a note</div>",
    "Fees\n\nNone.": "<h3>Fees</h3><div>None.</div>",
    "Rose plot\n\nNone.": "<h4>Rose plot</h4>",
    "- one\n\n- two\n\nend": "<ul><li><div>one</div></li><li><div>two</div></li></ul><div>end</div>",
    "list:\n• one\n• two": "<div>list:</div><ul><li><div>one</div></li><li><div>two</div></li></ul>",
    "3. one\n\n4. two\n\n1. three": '<ol start="3"><li><div>one</div></li><li><div>two</div></li></ol><ol start="1">',
    "1986. A year": "<div>1986. A year</div>",
    "Plot | Fee\nHerb | 12": "<thead><tr><th>Plot</th><th>Fee</th></tr></thead><tbody><tr><td>Herb</td><td>12</td>",
    "a | 1\nb | 2": "<table><tbody><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></tbody></table>",
    "Plot | Fee\na | 1\n\nPlot | Fee\nb | 2": "<td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></tbody></table>",
    "either a | b": "<div>either a | b</div>",
    "def f(a):\n    return a | b\n\n# then\n\nEnd of it.": "<code>def f(a):\n    return a | b\n\n# then</code>",
    "x = 1": "<div>x = 1</div>",
    "See https://a.example/b.": ">https://a.example/b</a>.</div>",
}


@pytest.fixture
async def page(shared_settings: Settings, tmp_path: Path) -> AsyncIterator[Tab]:
    """The page, of which one module is used."""
    async with served(shared_settings) as client, visit(str(client.base_url), tmp_path) as here:
        yield here


def guide(chapters: int) -> str:
    """An HTML document with the words in its middle."""
    around = [f"<h2>Part {n}</h2><p>Part {n} has its beans 🫘 in drawer {n} of the shed.</p>" for n in range(chapters)]
    half = chapters // 2
    middle = f"<h2>Irrigation</h2><p>{HOSE}</p>"
    return f"<title>Guide</title><h1>The shed</h1>{''.join(around[:half])}{middle}{''.join(around[half:])}"


async def test_a_mark_opens_the_whole_text_of_a_document_at_the_words(settings_of: SettingsOf, tmp_path: Path) -> None:
    settings = settings_of()
    (tmp_path / "assistants/garden/knowledge/guide.html").write_text(guide(60))
    async with served(settings) as client, visit(str(client.base_url), tmp_path / "profile") as page:
        await page.asked(QUESTION)
        await page.click(f"{LAST} .answer .mark")
        await page.until("document.querySelector('#panel mark')")
        assert await page.run(LIT) == [HOSE]
        assert await page.run(IN_VIEW)
        text = await page.run(SHOWN)
        assert all(f"Part {n} has its beans 🫘 in drawer {n} of the shed." in text for n in range(60))
        assert await page.text("#panel .reading h3") == "The shed"
        await page.until("!document.querySelector('.reading > button:not([hidden])')")
        assert await page.run("document.querySelector('#close').getBoundingClientRect().top > 0"), "it stays in sight"


async def test_a_long_text_is_shown_in_parts(settings_of: SettingsOf, tmp_path: Path) -> None:
    settings = settings_of()
    (tmp_path / "assistants/garden/knowledge/guide.html").write_text(guide(1000))
    async with served(settings) as client, visit(str(client.base_url), tmp_path / "profile") as page:
        await page.asked(QUESTION)
        await page.click(f"{LAST} .answer .mark")
        await page.until("document.querySelector('#panel mark')")
        assert await page.run(LIT) == [HOSE]
        assert await page.run(IN_VIEW)
        before = await page.run(f"{SHOWN}.length")
        assert before < 25_000
        await page.run("document.querySelector('.reading > button').focus()")
        top = await page.run(TOP)
        await page.click(".reading > button:first-child")
        await page.until(f"{SHOWN}.length > {before + 1000}")
        assert abs(await page.run(TOP) - top) < 2, "what is read stays where it is"
        for button in ("first", "last"):
            for _ in range(9):
                if not await page.run(f"document.querySelector('.reading > button:{button}-child').hidden"):
                    shown = await page.run(f"{SHOWN}.length")
                    await page.click(f".reading > button:{button}-child")
                    await page.until(f"{SHOWN}.length > {shown}")
        text = await page.run(SHOWN)
        assert not await page.run("document.querySelectorAll('.reading > button:not([hidden])').length")
        document = (await client.get("/v1/documents?collection=garden")).json()["documents"]
        chosen = next(each["id"] for each in document if each["name"] == "guide.html")
        stored = (await client.get(f"/v1/documents/{chosen}/text")).json()["text"]
        assert text.split() == stored.split(), "nothing is left out and nothing is shown twice"


async def test_other_passages_of_a_source_are_gone_to(settings_of: SettingsOf, tmp_path: Path) -> None:
    settings = settings_of()
    parts = [f"## Bed {n}\n\n" + f"The compost of bed {n} is {n} years old and was sieved. " * 15 for n in range(2, 9)]
    (tmp_path / "assistants/garden/knowledge/beds.md").write_text("# Beds\n\n" + "\n\n".join(parts))
    async with served(settings) as client, visit(str(client.base_url), tmp_path / "profile") as page:
        await page.asked("How old is the compost of bed 3, and how old is that of bed 7?")
        await page.click(f"{LAST} .answer .mark")
        await page.until("document.querySelector('#panel mark')")
        lit = await page.run(LIT)
        label = await page.run("document.querySelector('#panel details button').textContent")
        await page.run("document.querySelector('#panel details button').click()")
        await page.until(f"JSON.stringify({LIT}) !== {json.dumps(json.dumps(lit))} && {IN_VIEW}")
        shown = await page.run(f"{LIT}.join(' ')")
    assert " ".join(shown.split()).startswith(label.removesuffix(" …"))


async def test_a_removed_file_says_so_and_shows_what_was_quoted(page: Tab) -> None:
    await drop(page, lease=LEASE)
    await page.until("document.querySelectorAll('#files .ready').length === 1")
    await page.asked("How much is the deposit?")
    await page.click("#files [aria-label='Remove lease.md']")
    await page.until("document.querySelector('.turn .sources .removed')")
    await page.click(f"{LAST} .answer .mark")
    await page.until("document.querySelector('#panel blockquote mark')")
    assert "removed since" in await page.text("#panel .removed")
    assert "two months of rent" in await page.text("#panel blockquote")
    assert not await page.run("document.querySelector('#panel .reading')")
    page.faults.clear()  # the browser logs the 404


async def stored(page: Tab, *texts: str, places: tuple[tuple[int, int], ...] = ()) -> list[dict[str, object]]:
    """What stored texts become, each with the words of the places lit."""
    lit = [{"start": start, "end": end} for start, end in places]
    found: list[dict[str, object]] = await page.run(
        f"{STORED}({json.dumps(texts)}, [['Fees', 'Rose plot']], {json.dumps(lit)})"
    )
    return found


async def test_stored_texts_become_elements_and_keep_their_characters(page: Tab) -> None:
    for text, html in ELEMENTS_OF.items():
        found = str((await stored(page, text))[0]["html"]).replace(' dir="auto"', "").replace(' class=""', "")
        assert html in found, text


async def test_words_are_lit_in_every_kind_of_block(page: Tab) -> None:
    text = "🫘 Beans.\n\n- Sow beans.\n\n- Water beans.\n\nBed | Beans\nA | bush\n\ndef f():\n    sow()\n\nEnd."
    words = ("Beans.\n\n- Sow", "Water", "bush", "f():\n    sow", "nd")
    places = tuple((at, at + len(each)) for each in words for at in [text.index(each)])
    found = (
        str((await stored(page, text, places=places))[0]["html"]).replace(' dir="auto"', "").replace(' class=""', "")
    )
    for html in (
        "🫘 <mark>Beans.</mark></div>",
        "<div><mark>Sow</mark> beans.</div>",
        "<div><mark>Water</mark> beans.</div>",
        "<td><mark>bush</mark></td>",
        "def <mark>f():\n    sow</mark>()</code>",
        "E<mark>nd</mark>.",
    ):
        assert html in found


async def test_hostile_documents_run_nothing_and_load_nothing(page: Tab) -> None:
    await page.run("(window.alert = (text) => { window.ran = text; }, 0)")
    made = [each for found in await stored(page, *HOSTILE, "\n\n".join(HOSTILE)) for each in found["made"]]  # type: ignore[attr-defined]
    await asyncio.sleep(0.2)
    assert await page.run("window.ran ?? null") is None
    assert {tag for tag, _, _ in made} <= ELEMENTS
    assert {name for _, names, _ in made for name in names} <= ATTRIBUTES
    assert {href.split(":")[0] for _, _, href in made if isinstance(href, str)} <= {"http", "https"}
