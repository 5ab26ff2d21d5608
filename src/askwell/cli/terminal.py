"""Output to a terminal: answers on stdout, messages on stderr, with line width and styles."""

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TextIO

Color = Literal["auto", "always", "never"]
"""When to use styles: on a terminal that supports them, always, or never."""

Style = Literal["plain", "bold", "dim"]
"""Style of a line."""

MAX_WIDTH = 100
"""Maximum line length of running text in columns, also on a wider terminal."""

_CODES: Mapping[Style, int] = {"bold": 1, "dim": 2}
_BULLET = re.compile(r"(?:[-*•–]|\d{1,3}[.)])\Z")


@dataclass(frozen=True, slots=True)
class Terminal:
    """The two streams of a process."""

    out: TextIO
    err: TextIO
    width: int
    """Columns for running text, 40 to 100."""
    color: Color = "auto"
    quiet: bool = False

    @property
    def is_interactive(self) -> bool:
        """Whether stdout is a terminal."""
        return self.out.isatty()

    @property
    def shows_progress(self) -> bool:
        """Whether stderr can show a progress bar."""
        return self.err.isatty() and not self.quiet

    def write(self, text: str = "", style: Style = "plain") -> None:
        """Write a line to stdout."""
        self.out.write(f"{self.styled(printable(text), style, self.out)}\n")

    def info(self, text: str = "") -> None:
        """Write a line to stderr, unless the terminal is quiet."""
        if not self.quiet:
            self.warn(text)

    def warn(self, text: str) -> None:
        """Write a line to stderr, even if the terminal is quiet."""
        self.out.flush()  # both streams usually share one screen; this keeps the lines in order
        self.err.write(f"{self.styled(printable(text), 'dim', self.err)}\n")
        self.err.flush()

    def styled(self, text: str, style: Style, stream: TextIO) -> str:
        """The text in a style, applied to each line; unchanged if the stream has no styles."""
        if style == "plain" or not self.styles(stream):
            return text
        return "\n".join(f"\x1b[{_CODES[style]}m{line}\x1b[0m" if line else "" for line in text.split("\n"))

    def styles(self, stream: TextIO) -> bool:
        """Whether to use styles on this stream."""
        if self.color != "auto":
            return self.color == "always"
        wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return wanted and stream.isatty()


def this_terminal(color: Color = "auto", *, quiet: bool = False) -> Terminal:
    """The terminal of this process, with its present size."""
    columns = shutil.get_terminal_size((MAX_WIDTH, 24)).columns
    return Terminal(sys.stdout, sys.stderr, max(40, min(MAX_WIDTH, columns)), color, quiet)


def printable(text: str) -> str:
    """The text without control characters. Documents must not be able to control the terminal."""
    return "".join(char for char in text if char in "\n\t" or unicodedata.category(char) not in {"Cc", "Cs"})


class Flow:
    """Wraps text that arrives in pieces, between words. List items get a hanging indent."""

    def __init__(self, write: Callable[[str], object], width: int | None, indent: str = "") -> None:
        self._write = write
        self._width = width
        self._indent = indent
        self._column = 0
        self._spaces = 0
        self._hang = 0
        self._word = ""

    def feed(self, text: str) -> None:
        """Add a piece. A word is written once it is complete. Without a width the text is not wrapped."""
        text = printable(text)
        if self._width is None:
            self._write(text)
            return
        for char in text:
            if char == "\n":
                self._flush()
                self._write("\n")
                self._column = self._spaces = self._hang = 0
            elif char.isspace():
                self._flush()
                self._spaces += 1
            else:
                self._word += char

    def end(self) -> None:
        """Write the rest."""
        self._flush()

    def _flush(self) -> None:
        if not self._word:
            return
        assert self._width is not None
        if self._column == 0:
            self._start(self._indent + " " * self._spaces)
            if _BULLET.match(self._word):
                self._hang = self._spaces + len(self._word) + 1
        elif self._column + self._spaces + len(self._word) > self._width:
            self._write("\n")
            self._column = 0
            self._start(self._indent + " " * self._hang)
        else:
            self._start(" " * self._spaces)
        self._write(self._word)
        self._column += len(self._word)
        self._word, self._spaces = "", 0

    def _start(self, space: str) -> None:
        self._write(space)
        self._column += len(space)


def wrap(text: str, width: int, indent: str = "") -> str:
    """The text wrapped between words at `width` columns; each line begins with the indent."""
    pieces: list[str] = []
    flow = Flow(pieces.append, width, indent)
    flow.feed(text)
    flow.end()
    return "".join(pieces)
