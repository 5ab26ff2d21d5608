"""Evidence on the page in a real browser. Not run by default: `-m browser` with Chromium on the PATH."""

from pathlib import Path

import pytest

from askwell.settings import Settings
from tests.fake_endpoint import fake_endpoint
from tests.http.browser import IDLE, LAST, visit
from tests.http.conftest import WATERING, SettingsOf, served

pytestmark = pytest.mark.browser

DOUBTED = f"Array.from(document.querySelectorAll('{LAST} .doubted'), (each) => [each.textContent, each.title])"
LIT = "Array.from(document.querySelectorAll('#panel blockquote mark'), (each) => each.textContent)"


async def test_a_mark_opens_the_document_at_the_words(shared_settings: Settings, tmp_path: Path) -> None:
    async with served(shared_settings) as client, visit(str(client.base_url), tmp_path) as page:
        await page.asked(WATERING)
        await page.click(f"{LAST} .answer .mark")
        await page.until("document.querySelector('#panel blockquote mark')")
        answer = await page.text(f"{LAST} .answer")
        lit = await page.run(LIT)
        quote = await page.text("#panel blockquote")
    assert lit
    assert all(each in answer for each in lit)
    assert len("".join(lit)) < len(quote), "the passage has more than the words"


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
            await page.until("document.querySelector('#panel blockquote mark')")
            lit = await page.run(LIT)
    assert doubted == [["🌱 The gardeners of Velmora did so 98765 times. 1?", "A name that is not in its sources"]]
    assert len(lit) == 1
