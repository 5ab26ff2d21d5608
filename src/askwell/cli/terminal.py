"""Where lines go and how wide they are: the answer to stdout, the talk to stderr, styled only where that is wanted."""

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TextIO

Color = Literal["auto", "always", "never"]
"""When to style: on a terminal that wants it, always, or never."""

Style = Literal["plain", "bold", "dim"]
"""How a line stands out."""

MAX_WIDTH = 100
"""Longest line of running text, also on a wider terminal."""

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
        """Whether a person sees the answer as it is written."""
        return self.out.isatty()

    @property
    def shows_progress(self) -> bool:
        """Whether a bar may move on stderr."""
        return self.err.isatty() and not self.quiet

    def say(self, text: str = "", style: Style = "plain") -> None:
        """A line of the answer."""
        self.out.write(f"{self.styled(printable(text), style, self.out)}\n")

    def tell(self, text: str = "") -> None:
        """A line of the talk; nothing when it is to be quiet."""
        if not self.quiet:
            self.warn(text)

    def warn(self, text: str) -> None:
        """A line of the talk that is told also when it is to be quiet."""
        self.out.flush()  # both streams usually end on one screen: the lines keep their order
        self.err.write(f"{self.styled(printable(text), 'dim', self.err)}\n")
        self.err.flush()

    def styled(self, text: str, style: Style, stream: TextIO) -> str:
        """The text in a style, line by line, where this stream is styled."""
        if style == "plain" or not self.styles(stream):
            return text
        return "\n".join(f"\x1b[{_CODES[style]}m{line}\x1b[0m" if line else "" for line in text.split("\n"))

    def styles(self, stream: TextIO) -> bool:
        """Whether this stream is styled."""
        if self.color != "auto":
            return self.color == "always"
        wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return wanted and stream.isatty()


def this_terminal(color: Color = "auto", *, quiet: bool = False) -> Terminal:
    """The terminal of the process as it is now."""
    columns = shutil.get_terminal_size((MAX_WIDTH, 24)).columns
    return Terminal(sys.stdout, sys.stderr, max(40, min(MAX_WIDTH, columns)), color, quiet)


def printable(text: str) -> str:
    """The text without control characters: what stands in a document must not steer the terminal."""
    return "".join(char for char in text if char in "\n\t" or unicodedata.category(char) not in {"Cc", "Cs"})


class Flow:
    """Running text that comes in pieces, broken between words; list items hang."""

    def __init__(self, write: Callable[[str], object], width: int | None, indent: str = "") -> None:
        self._write = write
        self._width = width
        self._indent = indent
        self._column = 0
        self._spaces = 0
        self._hang = 0
        self._word = ""

    def feed(self, text: str) -> None:
        """Take a piece; a word is written when it is whole. With no width everything passes as it is."""
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
        """Write what is left."""
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
    """The text broken between words at a width, each line behind the indent."""
    pieces: list[str] = []
    flow = Flow(pieces.append, width, indent)
    flow.feed(text)
    flow.end()
    return "".join(pieces)
