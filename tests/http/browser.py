"""A real browser, driven over its own debugging protocol: Chromium or Chrome, whichever the machine has."""

import asyncio
import itertools
import json
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE_S = 20.0
KEYS = {"Enter": 13, "Escape": 27, "ArrowUp": 38}
HELD = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}
DRAWN = "document.querySelector('#assistant option')"
LAST = ".turn:last-child"
IDLE = f"!document.querySelector('#send').hidden && document.querySelector('{LAST} .why')"


@dataclass(eq=False)
class Tab:
    """One page, and what it did that it should not have done."""

    socket: ClientConnection
    session: str = ""
    ids: Iterator[int] = field(default_factory=itertools.count)
    loaded: asyncio.Event = field(default_factory=asyncio.Event)
    waiting: dict[int, asyncio.Future[dict[str, Any]]] = field(default_factory=dict)
    requested: list[str] = field(default_factory=list)
    """Addresses it asked for."""
    faults: list[str] = field(default_factory=list)
    """Exceptions, and what the content security policy refused."""

    async def send(self, method: str, **params: Any) -> dict[str, Any]:
        """The result of a command."""
        number = next(self.ids)
        self.waiting[number] = asyncio.get_running_loop().create_future()
        place = {"sessionId": self.session} if self.session else {}
        await self.socket.send(json.dumps({"id": number, "method": method, "params": params} | place))
        return await self.waiting[number]

    async def listen(self) -> None:
        """Read what the browser says, until the end."""
        async for message in self.socket:
            said = json.loads(message)
            if "id" in said:
                assert "error" not in said, said["error"]
                self.waiting.pop(said["id"]).set_result(said["result"])
            elif said["method"] == "Page.loadEventFired":
                self.loaded.set()
            elif said["method"] == "Network.requestWillBeSent":
                self.requested.append(said["params"]["request"]["url"])
            elif said["method"] == "Runtime.exceptionThrown":
                self.faults.append(str(said["params"]["exceptionDetails"]))
            elif said["method"] == "Log.entryAdded" and said["params"]["entry"]["source"] in {"security", "javascript"}:
                self.faults.append(said["params"]["entry"]["text"])

    async def open(self, url: str, ready: str = DRAWN) -> None:
        """Go to an address and wait until the page has drawn itself, which an expression tells."""
        await self._go("Page.navigate", ready, url=url)

    async def reload(self) -> None:
        """Go to where it is, and wait likewise."""
        await self._go("Page.reload", DRAWN)

    async def _go(self, method: str, ready: str, **params: Any) -> None:
        self.loaded.clear()
        await self.send(method, **params)
        await self.loaded.wait()
        await self.until(ready)

    async def run(self, script: str) -> Any:
        """The value of an expression."""
        found = await self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, (script, found)
        return found["result"].get("value")

    async def until(self, script: str) -> None:
        """Wait until an expression is true, or what it promises."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not await self.run(f"Promise.resolve({script}).then(Boolean)"):  # noqa: ASYNC110  # it is another process
                    await asyncio.sleep(0.02)
        except TimeoutError:
            page = await self.run("document.body.innerText")
            raise AssertionError(f"never true: {script}\n{page}\n{self.faults}") from None

    async def click(self, selector: str) -> None:
        """Press an element as soon as it is there and can be pressed."""
        found = f"document.querySelector({json.dumps(selector)})"
        await self.until(f"{found} && !{found}.disabled && {found}.checkVisibility()")
        await self.run(f"({found}.focus(), {found}.click())")

    async def type(self, text: str) -> None:
        """Type a text where the focus is."""
        await self.send("Input.insertText", text=text)

    async def press(self, key: str, *held: str) -> None:
        """Press and let go of a key while others are held; alone or with Shift, one of a character types it."""
        what: dict[str, Any] = {"key": key, "windowsVirtualKeyCode": KEYS.get(key) or ord(key.upper())}
        if key == "Enter" or (len(key) == 1 and set(held) <= {"Shift"}):
            what["text"] = "\r" if key == "Enter" else key
        for kind in ("keyDown", "keyUp"):
            await self.send("Input.dispatchKeyEvent", type=kind, modifiers=sum(HELD[each] for each in held), **what)

    async def ask(self, question: str) -> None:
        """Ask in the box below the conversation; the answer may still be coming."""
        await self.run("document.querySelector('#question').focus()")
        await self.type(question)
        await self.press("Enter")

    async def asked(self, *questions: str) -> None:
        """Ask one after the other, each when the one before is answered."""
        for question in questions:
            await self.ask(question)
            await self.until(f"{IDLE} && document.querySelector('{LAST} .question').textContent === '{question}'")

    async def text(self, selector: str) -> str:
        """What an element shows."""
        return str(await self.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")).strip()


@asynccontextmanager
async def tab(folder: Path, *, language: str = "en", width: int = 1280) -> AsyncIterator[Tab]:
    """A tab of a browser of its own, with its profile in the folder. Skips the test if the machine has none."""
    found = [path for name in NAMES if (path := shutil.which(name))]
    if not found:
        pytest.skip(f"None of {', '.join(NAMES)} is on the PATH")
    arguments = [f"--user-data-dir={folder}", f"--window-size={width},900", f"--accept-lang={language}"]
    arguments += ["--headless=new", "--remote-debugging-port=0", "--no-first-run", "--disable-gpu"]
    arguments.append("--disable-background-networking")
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    process = await asyncio.create_subprocess_exec(
        found[0], *arguments, "about:blank", stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        async with connect(await _address(folder), max_size=None, proxy=None) as socket:
            here = Tab(socket)
            listening = asyncio.create_task(here.listen())
            await _attach(here)
            yield here
            listening.cancel()
    finally:
        process.terminate()
        await process.wait()


@asynccontextmanager
async def visit(server: str, folder: Path) -> AsyncIterator[Tab]:
    """A tab with the garden's page; at the end nothing has left the origin and nothing went wrong unseen."""
    async with tab(folder) as here:
        await here.open(f"{server}?assistant=garden")
        yield here
        assert here.faults == []
        assert {url for url in here.requested if not url.startswith((server, f"blob:{server}", "about:"))} == set()


async def _address(folder: Path) -> str:
    """Where the browser listens; it writes that into its profile."""
    said = folder / "DevToolsActivePort"
    async with asyncio.timeout(PATIENCE_S):
        while not said.exists() or len(said.read_text().splitlines()) < 2:  # noqa: ASYNC110  # no event for a file
            await asyncio.sleep(0.02)
    port, path = said.read_text().splitlines()[:2]
    return f"ws://127.0.0.1:{port}{path}"


async def _attach(here: Tab) -> None:
    target = await here.send("Target.createTarget", url="about:blank")
    attached = await here.send("Target.attachToTarget", targetId=target["targetId"], flatten=True)
    here.session = attached["sessionId"]
    for domain in ("Page", "Runtime", "Network", "Log"):
        await here.send(f"{domain}.enable")
