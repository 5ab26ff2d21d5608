"""The address of the page, and what stays in sight, in a real browser. Run with `-m browser`."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from askwell.settings import Settings
from tests.http.browser import IDLE, LAST, Tab, visit
from tests.http.conftest import WATERING, served

pytestmark = pytest.mark.browser

ROSES = "When do I prune roses?"
QUESTION = f"document.querySelector('{LAST} .question')?.textContent"
ADDRESS = "decodeURIComponent(location.hash.slice(1))"


@pytest.fixture
async def page(shared_settings: Settings, tmp_path: Path) -> AsyncIterator[Tab]:
    """The page with rules that answer."""
    async with served(shared_settings) as client, visit(str(client.base_url), tmp_path) as here:
        yield here


async def two(page: Tab) -> tuple[str, str]:
    """The ids of two conversations, of which the second is open."""
    await page.asked(WATERING)
    first = await page.run(ADDRESS)
    await page.click("#new")
    await page.asked(ROSES)
    return first, await page.run(ADDRESS)


async def test_a_changed_address_opens_its_conversation(page: Tab) -> None:
    first, second = await two(page)
    assert first != second
    await page.run(f"(location.hash = '{first}', 0)")
    await page.until(f"{IDLE} && {QUESTION} === '{WATERING}'")
    await page.run("(location.hash = '', 0)")
    await page.until("!document.querySelector('.turn') && !document.querySelector('#start').hidden")
    await page.run(f"(location.hash = '{second}', 0)")
    await page.until(f"{IDLE} && {QUESTION} === '{ROSES}'")
    assert await page.run("document.querySelector('#assistant').value") == "garden"


async def test_back_and_forward_lead_to_the_conversations_that_were_open(page: Tab) -> None:
    first, second = await two(page)
    await page.run("(history.back(), 0)")  # the empty conversation became the second one
    await page.until(f"{IDLE} && {QUESTION} === '{WATERING}'")
    assert await page.run(ADDRESS) == first
    await page.run("(history.forward(), 0)")
    await page.until(f"{IDLE} && {QUESTION} === '{ROSES}'")
    assert await page.run(ADDRESS) == second
    await page.click(".thread:has([title^='How often']) .open")
    await page.until(f"{IDLE} && {QUESTION} === '{WATERING}'")
    await page.run("(history.back(), 0)")
    await page.until(f"{IDLE} && {QUESTION} === '{ROSES}'")


async def test_an_address_of_no_conversation_says_so_and_leaves_what_is_open(page: Tab) -> None:
    await page.asked(WATERING)
    session = await page.run(ADDRESS)
    await page.run("(location.hash = 'nobody', 0)")
    await page.until("!document.querySelector('#refused').hidden")
    assert await page.text("#refused") == "This conversation no longer exists."
    assert await page.run(ADDRESS) == session
    assert await page.run(QUESTION) == WATERING
    page.faults.clear()  # the browser logs the 404


async def test_an_opened_conversation_keeps_its_assistant_in_sight_on_a_small_screen(page: Tab) -> None:
    await page.asked(WATERING, ROSES)
    await page.send("Emulation.setDeviceMetricsOverride", width=400, height=700, deviceScaleFactor=1, mobile=False)
    await page.reload()
    await page.until(f"{IDLE} && document.querySelectorAll('.turn').length === 2")
    await page.until("scrollY > 100")
    for scroll in ("0", "200", "document.body.scrollHeight"):
        await page.run(f"(document.documentElement.style.scrollBehavior = 'auto', scrollTo(0, {scroll}))")
        seen = await page.run("""(() => {
          const { top, bottom, left, right } = document.querySelector('#assistant').getBoundingClientRect();
          const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return [top >= 0 && bottom <= 200, found?.id, document.querySelector('#assistant').value];
        })()""")
        assert seen == [True, "assistant", "garden"], scroll
    assert await page.run("document.documentElement.scrollWidth <= innerWidth")


async def test_the_buttons_of_a_small_screen_are_in_one_row(page: Tab) -> None:
    """The second row, with the assistant, is what stays in sight; memory has a button where an assistant has one."""
    await page.send("Emulation.setDeviceMetricsOverride", width=400, height=700, deviceScaleFactor=1, mobile=False)
    await page.run("document.querySelector('#memory').hidden = false")
    buttons = "[...document.querySelectorAll('header button')].map((each) => each.getBoundingClientRect())"
    assert len(set(await page.run(f"{buttons}.map((each) => Math.round(each.top))"))) == 1
    assert max(await page.run(f"{buttons}.map((each) => each.right)")) <= 400
