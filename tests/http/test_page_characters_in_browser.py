"""Line separators on the page, in a real browser. Not run by default: `-m browser` with Chromium on the PATH."""

from pathlib import Path

import pytest

from askwell.http import encoding
from askwell.text.characters import SEPARATORS
from tests.fake_endpoint import fake_endpoint
from tests.http.browser import IDLE, LAST, visit
from tests.http.conftest import WATERING, SettingsOf, served

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("escaped", [True, False])
async def test_an_answer_with_line_separators_arrives_and_the_next_question_can_be_asked(
    settings_of: SettingsOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, escaped: bool
) -> None:
    if not escaped:  # the page reads a stream that holds them as they are
        monkeypatch.setattr("askwell.http.sse.json_line", encoding.json_text)
    with fake_endpoint() as endpoint:
        async with (
            served(settings_of(model="strange", model_url=endpoint.url)) as client,
            visit(str(client.base_url), tmp_path / "profile") as page,
        ):
            await page.asked(WATERING, "When do I prune roses?")
            shown = await page.run(f"document.querySelector('{LAST} .answer').textContent")
            await page.reload()
            await page.until(f"{IDLE} && document.querySelectorAll('.turn').length === 2")
            after = await page.run(f"document.querySelector('{LAST} .answer').textContent")
    assert shown.startswith(f"Twice a{SEPARATORS}b 😀 c\ufffdd")
    assert after == shown
