"""The page in a real browser. Not run by default: `-m browser` with Chromium on the PATH."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from httpx import AsyncClient

from askwell.settings import Settings
from tests.fake_endpoint import fake_endpoint
from tests.http.browser import IDLE, LAST, Tab, tab, visit
from tests.http.conftest import WATERING, SettingsOf, served

pytestmark = pytest.mark.browser

ROSES = "When do I prune roses?"
CARROTS = "When do I sow carrots?"
WRITES = f"document.querySelector('{LAST} .answer') && !document.querySelector('{LAST} .answer .soft')"


@pytest.fixture
async def page(shared_settings: Settings, tmp_path: Path) -> AsyncIterator[Tab]:
    """The page with rules that answer."""
    async with served(shared_settings) as client, visit(str(client.base_url), tmp_path) as here:
        yield here


@pytest.fixture
async def stalling(settings_of: SettingsOf) -> AsyncIterator[AsyncClient]:
    """A server whose model begins to answer and never ends."""
    with fake_endpoint() as endpoint:
        async with served(settings_of(model="stalling", model_url=endpoint.url)) as client:
            yield client


async def test_an_answer_can_be_given_again_and_its_versions_looked_at(page: Tab) -> None:
    await page.asked(WATERING, ROSES)
    await page.click(f"{LAST} [aria-label='Answer again']")
    await page.until(f"{IDLE} && document.querySelector('{LAST} .versions')")
    assert await page.text(f"{LAST} .versions") == "2 / 2"
    await page.click(f"{LAST} .previous")
    await page.until(f"document.querySelector('{LAST} .versions')?.innerText.trim() === '1 / 2'")
    assert await page.run("document.activeElement.ariaLabel") == "Next version"
    assert await page.run("document.querySelectorAll('.turn').length") == 2


async def test_an_edited_question_opens_a_branch_and_the_old_one_can_be_chosen(page: Tab) -> None:
    await page.asked(WATERING, ROSES)
    await page.press("ArrowUp")
    await page.run("document.activeElement.select()")
    await page.type(CARROTS)
    await page.press("Enter")
    await page.until(f"{IDLE} && document.querySelector('{LAST} .question').textContent === '{CARROTS}'")
    assert await page.text(f"{LAST} .versions") == "2 / 2"
    await page.click(f"{LAST} .previous")
    await page.until(f"document.querySelector('{LAST} .question')?.textContent === '{ROSES}'")


async def test_what_was_thought_of_an_answer_is_there_after_a_reload_and_can_be_taken_back(page: Tab) -> None:
    await page.asked(WATERING)
    await page.click("[aria-label='Bad answer']")
    await page.until("document.querySelector('.comment')")
    await page.run("document.querySelector('.comment textarea').focus()")
    await page.type("Too <b>short</b>.")
    await page.click(".comment button")
    await page.until("document.querySelector('.rated q')")
    await page.reload()
    await page.until("document.querySelector('.rated q')")
    assert await page.text(".rated q") == "Too <b>short</b>."
    await page.click("[aria-label='Bad answer'][aria-pressed='true']")
    await page.until("!document.querySelector('.rated').innerText")


async def test_a_conversation_is_pinned_renamed_found_and_deleted(page: Tab) -> None:
    await page.asked("Where do I keep the spade?")
    await page.click("[aria-label='More: Where do I keep the spade?']")
    await page.click("nav .ways button:nth-child(1)")
    await page.until("document.querySelector('#threads h2')?.innerText === 'Pinned'")
    await page.click("nav .ways button:nth-child(2)")
    await page.until("document.activeElement.closest('.renaming')")
    await page.type("The spade")
    await page.press("Enter")
    await page.until("document.querySelector('.thread .open')?.innerText === 'The spade'")
    for search, count in (("no such thing", 0), ("keep the spade", 1)):
        await page.run("document.querySelector('#search').select(), document.querySelector('#search').focus()")
        await page.type(search)
        await page.until(f"document.querySelectorAll('.thread').length === {count}")
    await page.click("nav .ways button:nth-child(3)")
    await page.until("document.querySelector('#confirm').open")
    assert "The spade" in await page.text("#confirm")
    await page.click("#confirm-yes")
    await page.until("!document.querySelector('.thread') && !document.querySelector('.turn')")


async def test_a_question_of_which_nothing_is_kept_leaves_the_conversation_as_it_was(page: Tab) -> None:
    await page.asked(WATERING)
    await page.click("#no-store")
    await page.ask(ROSES)
    await page.until(f"{IDLE} && document.querySelectorAll('.turn').length === 2")
    assert "This turn is not stored." in await page.text(LAST)
    await page.reload()
    await page.until(IDLE)
    assert await page.run("document.querySelectorAll('.turn').length") == 1


async def test_a_question_of_which_nothing_is_kept_opens_no_conversation(page: Tab) -> None:
    await page.click("#no-store")
    await page.ask(WATERING)
    await page.until(f"{IDLE}")
    assert "This turn is not stored." in await page.text(LAST)
    assert await page.run("location.hash") == ""


async def test_why_tells_the_steps_and_a_mark_opens_its_passage(page: Tab) -> None:
    await page.asked(WATERING)
    await page.click(".why summary")
    shown = await page.text(".why")
    assert all(text in shown for text in ("search", "tokens: passages of the documents", "context: the documents"))
    await page.click(".mark")
    await page.until("!document.querySelector('#panel').hidden && document.querySelector('#panel mark')")
    await page.press("Escape")
    assert await page.run("document.querySelector('#panel').hidden && document.activeElement.className") == "mark"


async def test_what_is_remembered_is_shown_corrected_and_forgotten(page: Tab) -> None:
    await page.asked("I prefer <i>short</i> answers.", "My greenhouse has 12 tomato plants.")
    learnt = "fetch(`/v1/sessions/${location.hash.slice(1)}/memory`).then((found) => found.json())"
    await page.until(f"{learnt}.then(({{topics}}) => topics.length === 2)")
    await page.click("#memory")
    await page.until("document.querySelectorAll('.entry').length === 5")
    assert "<i>short</i>" in await page.text("#panel")
    await page.click("[aria-label='Edit: My greenhouse has 12 tomato plants.']")
    await page.run("document.activeElement.select()")
    await page.type("My greenhouse has 14 tomato plants.")
    await page.click("#panel form .main")
    await page.until("document.querySelector(\"[aria-label='Edit: My greenhouse has 14 tomato plants.']\")")
    assert "written by you" in await page.text("#panel .entries")
    await page.click("#panel .entries:last-of-type li:last-child [aria-label^='Forget']")
    await page.until(f"{learnt}.then(({{topics}}) => topics.length === 1)")
    await page.click("#panel .entries:last-of-type .link")
    await page.until("document.activeElement.className === 'question'")
    assert "greenhouse" in await page.run("document.activeElement.textContent")
    await page.click("#panel-body > .danger")
    await page.click("#confirm-yes")
    await page.until("document.querySelector('#panel-body').innerText === 'Nothing is remembered yet.'")
    assert await page.run("document.querySelectorAll('.turn').length") == 2


async def test_the_page_speaks_the_language_of_its_reader(page: Tab) -> None:
    for language, ask in (("nl", "Vraag"), ("it", "Chiedi"), ("en", "Ask")):
        await page.run(f"(document.querySelector('#language').value = '{language}', document.querySelector"
                       "('#language').dispatchEvent(new Event('change')))")  # fmt: skip
        await page.until(f"document.documentElement.lang === '{language}'")
        assert await page.text("#send") == ask


async def test_a_running_answer_is_stopped_and_what_was_written_stays(stalling: AsyncClient, tmp_path: Path) -> None:
    async with tab(tmp_path / "one") as page:
        await page.open(f"{stalling.base_url}?assistant=garden")
        await page.ask(WATERING)
        await page.until(WRITES)
        written = await page.text(".answer")
        await page.press("Escape")
        await page.until(IDLE)
        assert (await page.text(".answer")).startswith(written)
        assert await page.text(".note") == "Stopped: this is what was written."


async def test_a_refused_question_stays_typed_and_may_wait_or_interrupt(stalling: AsyncClient, tmp_path: Path) -> None:
    async with tab(tmp_path / "one") as page, tab(tmp_path / "two") as other:
        await page.open(f"{stalling.base_url}?assistant=garden")
        await page.ask(WATERING)
        await page.until(WRITES)
        await page.press("Escape")
        await page.until(IDLE)
        await other.open(str(await page.run("location.href")))
        await other.until(IDLE)
        await page.ask(ROSES)
        await page.until(f"{WRITES} && document.querySelectorAll('.turn').length === 2")
        await other.ask(CARROTS)
        await other.until("!document.querySelector('#refused').hidden")
        assert await other.run("document.querySelector('#question').value") == CARROTS
        assert await other.run("document.querySelectorAll('.turn').length") == 1
        await other.click("#refused button:last-child")
        await page.until(IDLE)
        assert await page.text(f"{LAST} .note") == "Stopped: this is what was written."
        await other.until(WRITES)
        await other.press("Escape")
        await other.until("!document.querySelector('#send').hidden && document.querySelectorAll('.turn').length === 3")
        assert await other.run("document.querySelector('#question').value") == ""
