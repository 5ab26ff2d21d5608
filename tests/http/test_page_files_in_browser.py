"""Files of a conversation on the page, in a real browser: `-m browser` with Chromium on the PATH."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.http.browser import IDLE, LAST, Tab, visit
from tests.http.conftest import SettingsOf, served

pytestmark = pytest.mark.browser

LEASE = "# Lease\n\nThe rent of the flat is 900 euros a month. The deposit is two months of rent.\n"
HOUSE = "# House rules\n\nThe bins are emptied on Tuesday. Bicycles are parked in the cellar.\n"
DEPOSIT = "How much is the deposit?"


@pytest.fixture
async def page(settings_of: SettingsOf, tmp_path: Path) -> AsyncIterator[Tab]:
    async with served(settings_of()) as client, visit(str(client.base_url), tmp_path) as here:
        yield here


async def drop(page: Tab, **files: str) -> None:
    """Drop files on the page, as a person does who drags them from a folder."""
    texts = json.dumps({f"{name}.md": text for name, text in files.items()})
    await page.run(
        f"""(() => {{
          const dataTransfer = new DataTransfer();
          for (const [name, text] of Object.entries({texts})) dataTransfer.items.add(new File([text], name));
          const event = (kind) => new DragEvent(kind, {{ dataTransfer, bubbles: true, cancelable: true }});
          document.body.dispatchEvent(event("dragover"));
          document.body.dispatchEvent(event("drop"));
        }})()"""
    )


async def chips(page: Tab) -> list[str]:
    found: list[str] = await page.run("[...document.querySelectorAll('#files li')].map((each) => each.innerText)")
    return [" ".join(each.split()) for each in found]


async def test_files_are_dropped_asked_alone_and_removed(page: Tab) -> None:
    await drop(page, lease=LEASE, house=HOUSE)
    await page.until("document.querySelectorAll('#files .ready').length === 2")
    assert await chips(page) == ["1 lease.md ready Only this one", "2 house.md ready Only this one"]
    await page.asked(DEPOSIT)
    assert "two months" in await page.text(f"{LAST} .answer")
    await page.click("#files li:nth-child(2) button[aria-pressed]")
    await page.until("document.querySelector('#files .only button[aria-pressed=\"true\"]')")
    assert await page.run("document.activeElement.ariaLabel") == "Search only house.md"
    await page.asked("What does the rent of the flat cost a month?")
    assert "900" not in await page.text(f"{LAST} .answer")
    await page.click("#files [aria-label='Remove lease.md']")
    await page.until("document.querySelectorAll('#files li').length === 1")
    await page.until("document.querySelector('.turn .sources .removed')")
    assert "removed since" in await page.text(".turn .sources .removed")
    await page.reload()
    await page.until(f"document.querySelectorAll('#files .ready').length === 1 && {IDLE}")
    assert "removed since" in await page.text(".turn .sources .removed")


async def test_files_dropped_one_after_the_other_are_in_one_new_conversation(page: Tab) -> None:
    await drop(page, lease=LEASE)
    await drop(page, house=HOUSE)
    await page.until("document.querySelectorAll('#files .ready').length === 2")
    found = await page.run("fetch('/v1/sessions').then((reply) => reply.json())")
    assert len(found["sessions"]) == 1


async def test_a_file_that_cannot_be_read_says_why_and_can_be_put_away(page: Tab) -> None:
    await drop(page, lease="\0\1\2\3")
    await page.until("document.querySelector('#files .failed')")
    assert await chips(page) == ["lease.md This kind of file cannot be read."]
    await page.click("#files .failed button")
    await page.until("document.querySelector('#files').hidden")
    assert await page.run("document.activeElement.id") == "add-file"


async def test_the_list_of_files_is_that_of_the_conversation(page: Tab) -> None:
    await drop(page, lease=LEASE)
    await page.until("document.querySelector('#files .ready')")
    await page.click("#new")
    await page.until("document.querySelector('#files').hidden")
    await page.click("#threads .open")
    await page.until("document.querySelector('#files .ready')")
