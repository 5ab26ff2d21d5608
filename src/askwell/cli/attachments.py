"""Files of a conversation in the terminal: `--attach`, `/attach`, `/documents`, `/remove`, `/only`."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from askwell.errors import AskwellError, BadInput

if TYPE_CHECKING:
    from askwell.cli.terminal import Terminal
    from askwell.engine import Engine
    from askwell.types import Attachment


async def attach_files(engine: "Engine", terminal: "Terminal", session: str, files: Sequence[Path]) -> None:
    """Give files to a conversation, wait until they are read, and say which can be searched.

    Raises BadInput (`unreadable_file`, and what `SessionAttachments.add` raises) at the first file that is refused.
    """
    numbers: list[int] = []
    for file in files:
        data = await asyncio.to_thread(_read, file, engine.settings.max_upload_bytes)
        numbers.append((await engine.attach(session, file.name, data)).number)
    for each in await engine.attachments.settled(session):
        if each.number in numbers:
            terminal.warn(_line(each))


class AttachmentCommands:
    """The commands of a chat that concern its files. `session` returns the id of the conversation, and creates it."""

    def __init__(
        self, engine: "Engine", terminal: "Terminal", session: Callable[[], Awaitable[str]], *, stores: bool
    ) -> None:
        self._engine = engine
        self._terminal = terminal
        self._session = session
        self._stores = stores

    async def attach(self, *files: str) -> None:
        """Give files to the conversation."""
        if not files:
            self._terminal.warn("Give a file: /attach contract.pdf")
            return
        await self._guarded(self._attach([Path(file) for file in files]))

    async def show(self) -> None:
        """List the files of the conversation."""
        found = await self._engine.attachments.list(await self._session()) if self._stores else []
        for each in found:
            self._terminal.write(f"  {_line(each)}")
        if not found:
            self._terminal.warn("The conversation has no files; /attach contract.pdf adds one.")

    async def remove(self, number: str = "") -> None:
        """Remove a file from the conversation."""

        async def work(chosen: int) -> None:
            await self._engine.attachments.remove(await self._session(), chosen)
            self._terminal.warn(f"{chosen} is removed; it is not searched any more.")

        await self._with_number(number, "/remove 2", work)

    async def only(self, number: str = "") -> None:
        """Search one file alone; `all` searches everything again."""
        if number == "all":
            await self._guarded(self._search_all())
            return

        async def work(chosen: int) -> None:
            found = await self._engine.attachments.change(await self._session(), chosen, only=True)
            self._terminal.warn(f"Only {chosen} ({found.name}) is searched; /only all searches everything again.")

        await self._with_number(number, "/only 2, or /only all", work)

    async def _attach(self, files: Sequence[Path]) -> None:
        if not self._stores:
            raise BadInput(
                "A chat with `--no-store` has no files", code="usage", hint="Start the chat without `--no-store`."
            )
        await attach_files(self._engine, self._terminal, await self._session(), files)

    async def _search_all(self) -> None:
        session = await self._session()
        for each in await self._engine.attachments.list(session):
            if each.is_only or (not each.is_active and each.state != "failed"):
                await self._engine.attachments.change(session, each.number, active=True, only=False)
        self._terminal.warn("All files and documents are searched.")

    async def _with_number(self, number: str, example: str, work: Callable[[int], Awaitable[None]]) -> None:
        if not (number.isascii() and number.isdigit()):
            self._terminal.warn(f"Give the number of a file: {example}. /documents lists them.")
            return
        await self._guarded(work(int(number[:9])))

    async def _guarded(self, work: Awaitable[None]) -> None:
        """Print an error instead of ending the chat."""
        from askwell.cli.failure import print_failure

        try:
            await work
        except AskwellError as error:
            print_failure(self._terminal, error)


def _line(attachment: "Attachment") -> str:
    """Number, name, state, and the error if there is one."""
    state: str = attachment.state
    if attachment.is_only:
        state = "only this one is searched"
    elif attachment.state == "failed":
        state = f"failed ({attachment.error_code}): {attachment.error}"
    elif not attachment.is_active:
        state = "not searched"
    return f"{attachment.number}  {attachment.name}  {state}"


def _read(file: Path, most_bytes: int) -> bytes:
    """The bytes of a file, of which more than `most_bytes` are refused without being read."""
    try:
        with file.expanduser().open("rb") as opened:
            data = opened.read(most_bytes + 1)
    except OSError as error:
        raise BadInput(
            f"{str(file)!r} cannot be read: {error.strerror or error}", code="unreadable_file", hint="Check the path."
        ) from error
    if len(data) > most_bytes:
        raise BadInput(
            f"{str(file)!r} has more than {most_bytes:,} bytes",
            code="body_too_large",
            hint="Split it, or raise `max_upload_bytes`.",
        )
    return data
