"""Input lines of a chat, from a terminal or a pipe."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from askwell.cli.terminal import Terminal

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import History
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

PROMPT = "you > "

OWNER_ONLY = 0o600

QUIT_HINT = "Ctrl-D or /quit ends the chat."


async def read_lines(terminal: Terminal, history: Path | None, commands: Mapping[str, str]) -> AsyncIterator[str]:
    """The lines until the end of input; on a terminal with editing, history and completion.

    Without a file, the history is kept in memory and ends with the chat.
    """
    if not (sys.stdin.isatty() and terminal.out.isatty()):
        async for line in _piped(terminal):
            yield line
        return
    session = _session(history, commands)
    while True:
        try:
            yield await session.prompt_async(PROMPT)
        except KeyboardInterrupt:
            terminal.warn(QUIT_HINT)
        except EOFError:
            return


async def _piped(terminal: Terminal) -> AsyncIterator[str]:
    """The lines of stdin. Each is echoed on stderr, so that the output reads as a conversation."""
    while line := await asyncio.to_thread(sys.stdin.buffer.readline):
        text = line.decode("utf-8", errors="replace").rstrip("\r\n")
        if text.strip():
            terminal.info(f"{PROMPT}{text}")
        yield text


def kept_history(file: Path | None) -> "History":
    """The history in a file that only its owner may read, or in memory. Raises OSError."""
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    if file is None:
        return InMemoryHistory()
    file.touch(mode=OWNER_ONLY)
    file.chmod(OWNER_ONLY)  # one of an earlier version may be readable by others
    return FileHistory(str(file))


def _session(history: Path | None, commands: Mapping[str, str]) -> "PromptSession[str]":
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class Commands(Completer):
        """Completes a slash command at the start of the line."""

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002
            typed = document.text_before_cursor
            if typed.startswith("/"):
                for name, description in commands.items():
                    if name.startswith(typed):
                        yield Completion(name, start_position=-len(typed), display_meta=description)

    return PromptSession(
        history=kept_history(history), completer=Commands(), key_bindings=_keys(), complete_while_typing=True
    )


def _keys() -> "KeyBindings":
    """Enter sends, Alt-Enter inserts a line break, Ctrl-C clears the input."""
    from prompt_toolkit.key_binding import KeyBindings

    keys = KeyBindings()

    @keys.add("escape", "enter")
    def _new_line(event: "KeyPressEvent") -> None:
        event.current_buffer.insert_text("\n")

    @keys.add("c-c")
    def _clear(event: "KeyPressEvent") -> None:
        if event.current_buffer.text:
            event.current_buffer.reset()
        else:
            event.app.exit(exception=KeyboardInterrupt)

    return keys
