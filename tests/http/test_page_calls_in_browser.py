"""Calls that wait for their user, in a real browser. Not run by default: `-m browser` with Chromium on the PATH."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from askwell.engine import Engine
from askwell.http.app import create_app
from askwell.http.serve import server
from askwell.settings import Settings
from tests.http.browser import LAST, Tab, tab
from tests.pipeline.test_write_calls import CANCEL, USE, Shop
from tests.tooling import COST, ask, call, let_write, runtime

pytestmark = pytest.mark.browser

ENTRY = f"{LAST} .calls li"


@pytest.fixture
def shop() -> Shop:
    return Shop()


@pytest.fixture
async def page(settings: Settings, tmp_path: Path, shop: Shop) -> AsyncIterator[Tab]:
    """The page of a conversation in which a call waits."""
    async with (
        runtime(settings, tmp_path, USE, others={CANCEL: shop.tool()}) as engine,
        _served(engine) as url,
        tab(tmp_path / "profile") as here,
    ):
        session = (await engine.create_session("desk")).id
        let_write(engine, [call(CANCEL, order="A-1"), "It waits for you."])
        await ask(engine, COST, session)
        await here.open(f"{url}?assistant=desk#{session}")
        await here.until(f"document.querySelector('{ENTRY}')")
        yield here
        assert here.faults == []


async def test_what_waits_is_shown_with_its_arguments_and_runs_when_it_is_confirmed(page: Tab, shop: Shop) -> None:
    shown = await page.text(ENTRY)
    assert CANCEL in shown
    assert '{"order":"A-1"}' in shown
    assert shop.cancelled == []
    await page.click(f"{ENTRY} button:first-of-type")
    await page.until(f"document.querySelector('{ENTRY}').innerText.includes('A-1 is cancelled.')")
    assert shop.cancelled == ["A-1"]
    assert await page.run(f"document.querySelectorAll('{ENTRY} button').length") == 0
    await page.reload()
    await page.until(f"document.querySelector('{ENTRY}')?.innerText.includes('A-1 is cancelled.')")
    assert shop.cancelled == ["A-1"]


async def test_what_is_refused_never_runs_and_cannot_be_confirmed_later(page: Tab, shop: Shop) -> None:
    await page.click(f"{ENTRY} button:last-of-type")
    await page.until(f"document.querySelectorAll('{ENTRY} button').length === 0")
    assert "refused" in await page.text(ENTRY)
    await page.reload()
    await page.until(f"document.querySelector('{ENTRY}')?.innerText.includes('refused')")
    assert await page.run(f"document.querySelectorAll('{ENTRY} button').length") == 0
    assert shop.cancelled == []


@asynccontextmanager
async def _served(engine: Engine) -> AsyncIterator[str]:
    """The application over this engine behind uvicorn on a free port."""
    uvicorn = server(create_app(engine), host="127.0.0.1", port=0)
    task = asyncio.create_task(uvicorn.serve())
    try:
        while not uvicorn.started:  # noqa: ASYNC110  # it has no event for this
            await asyncio.sleep(0.01)
        yield f"http://127.0.0.1:{uvicorn.servers[0].sockets[0].getsockname()[1]}"
    finally:
        uvicorn.should_exit = True
        await task
