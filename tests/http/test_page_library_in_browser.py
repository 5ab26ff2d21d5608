"""The list of documents on the page, in a real browser: `-m browser` with Chromium on the PATH."""

from pathlib import Path

import pytest

from tests.http.browser import Tab, visit
from tests.http.conftest import SettingsOf, served

pytestmark = pytest.mark.browser

LEASE = b"# Lease\n\nThe rent of the flat is 900 euros a month. The deposit is two months of rent.\n"


async def listed(page: Tab) -> list[str]:
    found: list[str] = await page.run(
        "[...document.querySelectorAll('#panel-body .entries li')].map((each) => each.innerText)"
    )
    return [" ".join(each.split()) for each in found]


async def choose_files(page: Tab, folder: Path, **files: bytes) -> None:
    """Choose files in the dialog of the browser."""
    for name, data in files.items():
        (folder / f"{name}.md").write_bytes(data)
    root = await page.send("DOM.getDocument")
    found = await page.send("DOM.querySelector", nodeId=root["root"]["nodeId"], selector="#own-files")
    paths = [str(folder / f"{name}.md") for name in files]
    await page.send("DOM.setFileInputFiles", nodeId=found["nodeId"], files=paths)


async def test_documents_of_an_assistant_are_listed_and_stay(settings_of: SettingsOf, tmp_path: Path) -> None:
    async with served(settings_of()) as client, visit(str(client.base_url), tmp_path) as page:
        names = [each["name"] for each in (await client.get("/v1/documents?collection=garden")).json()["documents"]]
        await page.click("#library")
        await page.until(f"document.querySelectorAll('#panel-body .entries li').length === {len(names)}")
        assert await page.run("document.querySelector('#library').ariaExpanded") == "true"
        assert await page.run("document.querySelectorAll('#panel-body [aria-label^=Remove], #own-files').length") == 0
        await page.click("#library")
        await page.until("document.querySelector('#panel').hidden")


STATES = """(() => {
  window.states = [];
  new MutationObserver(() => {
    for (const each of document.querySelectorAll("#panel-body li")) {
      const state = each.querySelector("progress")?.ariaLabel ?? each.querySelector("small").textContent;
      const shown = `${each.querySelector("p").textContent}: ${state}`;
      if (!window.states.includes(shown)) window.states.push(shown);
    }
  }).observe(document.querySelector("#panel-body"), { childList: true, subtree: true });
})()"""


async def test_own_documents_show_their_states(settings_of: SettingsOf, tmp_path: Path) -> None:
    async with served(settings_of()) as client, visit(str(client.base_url), tmp_path) as page:
        await page.open(f"{client.base_url}?assistant=documents")
        await page.click("#library")
        await page.until("document.querySelector('#panel-body').innerText.includes('No documents yet.')")
        await page.run(f"{STATES}, 0")
        await choose_files(page, tmp_path, lease=LEASE, broken=b"\0\1\2\3", rules=b"# Rules\n\nBins on Tuesday.\n")
        await page.until("document.querySelectorAll('#panel-body .ready').length === 2")
        assert await listed(page) == [
            "broken.md This kind of file cannot be read.",
            "Lease lease.md · 84 characters · ready",
            "Rules rules.md · 23 characters · ready",
        ]
        states = await page.run("window.states")
        for shown in ("rules.md: waiting", "rules.md: Sending rules.md", "rules.md: being read"):
            assert shown in states
        assert states.index("broken.md: This kind of file cannot be read.") < states.index("rules.md: being read")
        await page.click("#panel-body .failed button")
        await page.until("!document.querySelector('#panel-body .failed')")


async def test_a_removed_document_is_shown_as_removed_until_the_list_is_closed(
    settings_of: SettingsOf, tmp_path: Path
) -> None:
    async with served(settings_of()) as client, visit(str(client.base_url), tmp_path) as page:
        await client.post("/v1/documents", files={"files": ("lease.md", LEASE)})
        await page.open(f"{client.base_url}?assistant=documents")
        await page.click("#library")
        await page.click("#panel-body [aria-label='Remove lease.md']")
        await page.click("#confirm-yes")
        await page.until("document.querySelector('#panel-body .removed')")
        assert await listed(page) == ["Lease removed"]
        assert (await client.get("/v1/documents")).json()["documents"] == []
        await page.click("#library")
        await page.until("document.querySelector('#panel').hidden")
        await page.click("#library")
        await page.until("document.querySelector('#panel-body').innerText.includes('No documents yet.')")


async def test_a_document_that_somebody_else_removed_is_shown_as_removed(
    settings_of: SettingsOf, tmp_path: Path
) -> None:
    async with served(settings_of()) as client, visit(str(client.base_url), tmp_path) as page:
        await client.post("/v1/documents", files={"files": ("lease.md", LEASE)})
        await page.open(f"{client.base_url}?assistant=documents")
        await page.click("#library")
        await page.until("document.querySelector('#panel-body .ready')")
        [found] = (await client.get("/v1/documents")).json()["documents"]
        await client.delete(f"/v1/documents/{found['id']}")
        await page.click("#panel-body [aria-label='Remove lease.md']")
        await page.click("#confirm-yes")
        await page.until("document.querySelector('#panel-body .removed')")
        assert await listed(page) == ["Lease removed"]


async def test_the_page_opens_on_own_documents_once_there_are_any(settings_of: SettingsOf, tmp_path: Path) -> None:
    async with served(settings_of()) as client, visit(str(client.base_url), tmp_path) as page:
        chosen = "document.querySelector('#assistant').value"
        await page.open(str(client.base_url))
        assert await page.run(chosen) == "garden"
        await client.post("/v1/documents", files={"files": ("lease.md", LEASE)})
        await page.reload()
        assert await page.run(chosen) == "documents"
        await page.open(f"{client.base_url}?assistant=garden")
        assert await page.run(chosen) == "garden"
