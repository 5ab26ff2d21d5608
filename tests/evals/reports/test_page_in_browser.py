"""The page in a real browser. Not run by default: `-m browser` with Chromium on the PATH."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from askwell.evals.reports.compare import compare
from askwell.evals.reports.page import as_html
from askwell.evals.reports.report import Report, report_of
from tests.evals.reports.results import conversation, judged, marks, report, turn
from tests.http.browser import Tab, tab

pytestmark = pytest.mark.browser

SHOWN = "[...document.querySelectorAll('.conversation')].filter(each => each.checkVisibility())"
NAMES = f"{SHOWN}.map(each => each.querySelector('h2').textContent).join()"
CHOOSE = "select => (select.value = %r, select.dispatchEvent(new Event('change', {bubbles: true})))"

NEW = report_of(
    [
        conversation("good", judged(1), turn(2)),
        conversation("bad", turn(1), *(judged(number, passed=number != 6) for number in range(2, 8))),
        conversation("chat", turn(1), turn(2, passed=False), assistant="shop"),
    ]
)


@asynccontextmanager
async def opened(folder: Path, new: Report, old: Report | None = None, width: int = 1280) -> AsyncIterator[Tab]:
    """The report's page from a file; at the end nothing was requested and nothing went wrong unseen."""
    file = folder / "report.html"
    file.write_text(as_html(new, compare(old, new) if old else None), encoding="utf-8")
    async with tab(folder / "profile") as here:
        await here.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False
        )
        await here.open(file.as_uri(), "document.readyState === 'complete'")
        yield here
        assert here.faults == []
        assert [url for url in here.requested if url != file.as_uri()] == []


async def test_filters_show_the_conversations_with_such_a_turn(tmp_path: Path) -> None:
    async with opened(tmp_path, NEW, marks({"good": "+-"})) as here:
        assert await here.run(NAMES) == "good,bad,chat"
        await here.click("input[name=failed]")
        assert await here.run(NAMES) == "bad,chat"
        assert await here.text("output") == "2 of 3 conversations"
        await here.click("input[name=context]")
        assert await here.run(NAMES) == "bad"
        await here.click("input[name=failed]")
        assert await here.run(NAMES) == "good,bad"
        await here.click("input[name=context]")
        await here.click("input[name=flipped]")
        assert await here.run(NAMES) == "good"
        await here.click("input[name=flipped]")
        await here.run(f"({CHOOSE % 'shop'})(document.querySelector('select'))")
        assert await here.run(NAMES) == "chat"
        await here.run(f"({CHOOSE % ''})(document.querySelector('select'))")
        assert await here.text("output") == "3 conversations"


async def test_a_filter_scrolls_to_the_first_such_turn(tmp_path: Path) -> None:
    async with opened(tmp_path, NEW) as here:
        await here.click("input[name=failed]")
        box = "document.querySelector('#c2t6').getBoundingClientRect()"
        assert await here.run(f"{box}.left >= 0 && {box}.right <= innerWidth")
        assert await here.run("document.querySelector('#c2t1').classList.contains('other')")


async def test_a_conversation_that_only_misses_its_criteria_counts_as_failed(tmp_path: Path) -> None:
    weak = replace(conversation("weak", turn(1)), conversation_passed=False, missed=("average score 60.0, below 75",))
    async with opened(tmp_path, report_of([weak, conversation("good", turn(1))])) as here:
        await here.click("input[name=failed]")
        assert await here.run(NAMES) == "weak"


async def test_turns_are_a_row_from_left_to_right(tmp_path: Path) -> None:
    async with opened(tmp_path, NEW) as here:
        left, top = await here.run(
            "[...document.querySelectorAll('#c1 .turn')].map(each => each.getBoundingClientRect())"
            ".reduce((found, box) => [[...found[0], box.left], [...found[1], box.top]], [[], []])"
        )
        assert left == sorted(left)
        assert len(set(top)) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1400])
async def test_it_fits_its_width_in_light_and_dark(tmp_path: Path, width: int, scheme: str) -> None:
    long = replace(judged(1), user_query="x" * 300, sources=("y" * 200,))
    async with opened(tmp_path, report(talk=(long, turn(2))), width=width) as here:
        await here.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        assert await here.run("document.documentElement.scrollWidth <= innerWidth")
        card = "document.querySelector('.turn')"
        assert await here.run(f"{card}.offsetWidth <= innerWidth && {card}.scrollWidth <= {card}.clientWidth")
        ground = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).reduce((sum, part) => sum + +part, 0)"
        assert (await here.run(ground) < 380) == (scheme == "dark")
