"""What a reader can do beside asking, in a real browser. Not run by default: `-m browser` with Chromium on the PATH."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from askwell.settings import Settings
from tests.http.browser import IDLE, LAST, PATIENCE_S, Tab, visit
from tests.http.conftest import WATERING, served

pytestmark = pytest.mark.browser

FOLLOW_UP = "And roses?"
UNDERSTOOD = "How often do I water roses?"
MEANT = "When do I prune roses?"
CORRECT = f"{LAST} .asked [aria-label='Edit the search question']"
STORED = "fetch(`/v1/sessions/${location.hash.slice(1)}/turns`).then((found) => found.json())"
COPIED = (
    "Water tomatoes twice a week in the morning. [1] Wet leaves at night bring blight. [1] "
    "Tomatoes are ripe when they come off the stem with a light twist. [1]\n\n- [1] Tomatoes · tomatoes.md"
)
COPY = f"{LAST} [aria-label='Copy the answer']"
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: undefined})"
HELP_IS_OPEN = "document.querySelector('#help-dialog').open"
REFUSE_ONCE = """(window.real = fetch, window.fetch = (path, ...rest) => {
  if (!path.includes("/edit")) return real(path, ...rest);
  window.fetch = real;
  return Promise.resolve(Response.json({ code: "queue_full", detail: "", hint: "" }, { status: 429 }));
}, 0)"""
FOCUS = "document.activeElement.id"


@pytest.fixture
async def page(shared_settings: Settings, tmp_path: Path) -> AsyncIterator[Tab]:
    """The page with rules that answer."""
    async with served(shared_settings) as client, visit(str(client.base_url), tmp_path) as here:
        yield here


async def test_what_was_searched_for_is_corrected_and_the_answer_follows_it(page: Tab) -> None:
    await page.asked(WATERING, FOLLOW_UP)
    assert (await page.text(f"{LAST} .asked")).startswith(f"asked as: {UNDERSTOOD}")
    await page.click(CORRECT)
    assert (await page.run("document.activeElement.value")).startswith(UNDERSTOOD)
    await page.run("document.activeElement.select()")
    await page.type(MEANT)
    await page.press("Enter")
    await page.until(f"{IDLE} && document.querySelector('{LAST} .asked').innerText.includes('{MEANT}')")
    assert await page.text(f"{LAST} .question") == FOLLOW_UP
    assert await page.text(f"{LAST} .versions") == "2 / 2"
    assert "in March" in await page.text(f"{LAST} .answer")
    turn = (await page.run(STORED))["turns"][-1]
    assert (turn["question"], turn["standalone_question"]) == (FOLLOW_UP, MEANT)
    await page.click(f"{LAST} .previous")
    await page.until(f"document.querySelector('{LAST} .asked')?.innerText.includes('{UNDERSTOOD}')")


async def test_a_correction_is_given_up_by_escape_and_by_cancel(page: Tab) -> None:
    await page.asked(WATERING, FOLLOW_UP)
    for give_up in (page.press("Escape"), page.click(f"{LAST} .editor button:last-child")):
        await page.click(CORRECT)
        await page.until(f"!document.querySelector('{LAST} .asked').checkVisibility()")
        await page.type(" And when?")
        await give_up
        await page.until(f"!document.querySelector(`.editor`) && document.activeElement.matches(`{CORRECT}`)")
        assert (await page.text(f"{LAST} .asked")).startswith(f"asked as: {UNDERSTOOD}")
    assert len((await page.run(STORED))["turns"]) == 2


async def test_a_correction_that_is_refused_stays_typed_and_can_be_asked_again(page: Tab) -> None:
    await page.asked(WATERING, FOLLOW_UP)
    await page.run(REFUSE_ONCE)
    await page.click(CORRECT)
    await page.run("document.activeElement.select()")
    await page.type(MEANT)
    await page.press("Enter")
    await page.until("!document.querySelector('#refused').hidden")
    assert await page.run("[document.activeElement.ariaLabel, document.activeElement.value]") == [
        "Search question",
        MEANT,
    ]
    await page.click("#refused button")
    await page.until(f"{IDLE} && document.querySelector('{LAST} .asked').innerText.includes('{MEANT}')")
    assert len((await page.run(STORED))["turns"]) == 2


async def test_one_text_of_a_turn_is_changed_at_a_time(page: Tab) -> None:
    await page.asked(WATERING, FOLLOW_UP)
    await page.click(CORRECT)
    await page.click(f"{LAST} [aria-label='Edit the question']")
    assert await page.run("document.querySelectorAll('.editor').length") == 1
    assert await page.run("document.activeElement.value") == FOLLOW_UP
    await page.press("Escape")
    assert await page.run("document.activeElement.ariaLabel") == "Edit the question"


async def test_an_answer_is_copied_as_markdown_with_its_sources(page: Tab) -> None:
    await page.send("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    await page.asked(WATERING)
    await page.click(COPY)
    await page.until("document.querySelector('.copied').innerText === 'Copied'")
    assert await page.run("document.querySelector('#live').textContent") == "Copied"
    assert await page.run("navigator.clipboard.readText()") == COPIED
    await page.until("!document.querySelector('.copied').innerText")


async def test_without_a_clipboard_an_answer_is_copied_by_selection(page: Tab) -> None:
    await page.asked(WATERING)
    await page.run(f"({NO_CLIPBOARD}, document.oncopy = () => (window.taken = document.activeElement.value), 0)")
    await page.click(COPY)
    await page.until("document.querySelector('.copied').innerText === 'Copied'")
    assert await page.run("window.taken") == COPIED
    assert await page.run("document.activeElement.ariaLabel") == "Copy the answer"
    assert await page.run("document.querySelectorAll('body > textarea').length") == 0


async def test_an_answer_that_cannot_be_copied_says_so_in_words(page: Tab) -> None:
    await page.asked(WATERING)
    await page.run(f"({NO_CLIPBOARD}, document.execCommand = () => false, 0)")
    await page.click(COPY)
    await page.until("document.querySelector('.copied').innerText")
    assert "Could not copy" in await page.text(".copied")
    assert "Could not copy" in await page.run("document.querySelector('#live').textContent")


async def unfold(page: Tab) -> None:
    """Show what can be done with the conversation that is open."""
    await page.click(".thread:has([aria-current='true']) [aria-expanded='false']")
    await page.until("document.querySelector('nav .ways')")


@pytest.mark.parametrize(("form", "ending"), [("Markdown", "md"), ("HTML", "html"), ("JSON", "json")])
async def test_a_conversation_is_exported_to_a_file(page: Tab, tmp_path: Path, form: str, ending: str) -> None:
    await page.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path / "saved"))
    await page.asked(WATERING)
    await unfold(page)
    session = await page.run("decodeURIComponent(location.hash.slice(1))")
    await page.run(
        f"[...document.querySelectorAll('nav .ways button')].find((each) => each.innerText === '{form}').click()"
    )
    saved = tmp_path / "saved" / f"{session}.{ending}"
    async with asyncio.timeout(PATIENCE_S):
        while not saved.exists():  # noqa: ASYNC110  # it is another process
            await asyncio.sleep(0.02)
    exported = f"fetch('/v1/sessions/{session}/export?format={form.lower()}').then((found) => found.text())"
    assert saved.read_text() == await page.run(exported)


async def test_an_export_that_is_refused_says_why(page: Tab) -> None:
    await page.asked(WATERING)
    await unfold(page)
    await page.run("fetch(`/v1/sessions/${location.hash.slice(1)}`, {method: 'DELETE'}).then(() => 0)")
    await page.click("nav .ways + .ways button")
    await page.until("!document.querySelector('#refused').hidden")
    assert await page.text("#refused") == "This conversation no longer exists."


async def leave_the_question(page: Tab) -> None:
    """Put the focus where nothing is typed."""
    await page.run("document.querySelector('#new').focus()")


async def test_help_opens_by_key_and_by_button_and_gives_the_focus_back(page: Tab) -> None:
    await leave_the_question(page)
    await page.press("?", "Shift")
    assert await page.run(HELP_IS_OPEN)
    rows = await page.run("[...document.querySelectorAll('#help-keys dt')].map((each) => each.textContent)")
    assert rows == ["Enter", "ShiftEnter", "Esc", "↑", "CtrlK", "/", "CtrlShiftO", "?"]
    await page.press("Escape")
    assert await page.run(f"[{HELP_IS_OPEN}, {FOCUS}]") == [False, "new"]
    for opener in ("help", "all-keys"):
        await page.click(f"#{opener}")
        assert await page.run(HELP_IS_OPEN)
        await page.click("#help-dialog .main")
        assert await page.run(f"[{HELP_IS_OPEN}, {FOCUS}]") == [False, opener]


async def test_keys_lead_to_the_question_the_search_and_a_new_conversation(page: Tab) -> None:
    await page.asked(WATERING)
    await leave_the_question(page)
    await page.press("/")
    assert await page.run(f"[{FOCUS}, document.querySelector('#question').value]") == ["question", ""]
    await page.press("k", "Control")
    assert await page.run(FOCUS) == "search"
    await page.press("O", "Control", "Shift")
    assert await page.run(f"[{FOCUS}, document.querySelectorAll('.turn').length]") == ["question", 0]


async def test_a_key_of_one_character_is_typed_in_a_field(page: Tab) -> None:
    await page.run("document.querySelector('#question').focus()")
    await page.press("/")
    await page.press("?", "Shift")
    assert await page.run(f"[document.querySelector('#question').value, {HELP_IS_OPEN}]") == ["/?", False]


async def test_keys_do_nothing_with_others_held_nor_behind_a_dialog(page: Tab) -> None:
    await leave_the_question(page)
    for held in ("Control", "Alt", "Meta"):
        await page.press("/", held)
        await page.press("?", held, "Shift")
    assert await page.run(f"[{HELP_IS_OPEN}, {FOCUS}]") == [False, "new"]
    await page.click("#help")
    await page.press("/")
    await page.press("k", "Control")
    assert await page.run(f"[{HELP_IS_OPEN}, document.activeElement.closest('dialog')?.id]") == [True, "help-dialog"]


async def test_keys_of_one_character_are_switched_off_and_stay_so(page: Tab) -> None:
    await page.click("#help")
    await page.click("#single-keys")
    await page.click("#help-dialog .main")
    for _ in range(2):
        await leave_the_question(page)
        await page.press("/")
        await page.press("?", "Shift")
        assert await page.run(f"[{HELP_IS_OPEN}, {FOCUS}]") == [False, "new"]
        await page.reload()
    await page.click("#help")
    await page.click("#single-keys")
    await page.press("Escape")
    await page.press("?", "Shift")
    assert await page.run(HELP_IS_OPEN)
