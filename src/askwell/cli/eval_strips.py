"""The strips of a run while it is under way: a line for each conversation that ended, and one for the one at work."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from askwell.cli.terminal import Terminal, printable

if TYPE_CHECKING:
    from rich.live import Live

    from askwell.evals.results import ConversationResult, TurnResult
    from askwell.evals.scenario import Scenario


@contextmanager
def strips(terminal: Terminal, scenarios: "Sequence[Scenario]") -> "Iterator[Strips]":
    """Prints to stdout the strip of each conversation when it ends.

    If stderr is a terminal, the conversation at work is shown there with a mark for each turn that was run.
    """
    shown = Strips(terminal, scenarios)
    if not terminal.shows_progress:
        yield shown
        return
    from rich.console import Console
    from rich.live import Live

    console = Console(file=terminal.err, no_color=not terminal.styles(terminal.err), highlight=False, markup=False)
    with Live(console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as live:
        shown.live = live
        yield shown
        shown.live = None


class Strips:
    """The strips of one run."""

    def __init__(self, terminal: Terminal, scenarios: "Sequence[Scenario]") -> None:
        self.live: Live | None = None
        self._terminal = terminal
        self._count = len(scenarios)
        self._done = 0
        self._name_width = max((len(" ".join(each.name.split())) for each in scenarios), default=0)
        self._strip_width = max((len(each.conversation) for each in scenarios), default=0)
        self._name = ""
        self._turns = 0
        self._run: list[TurnResult] = []

    def begin(self, name: str, turns: int) -> None:
        """A conversation with this number of turns begins."""
        self._name, self._turns, self._run = " ".join(name.split()), turns, []
        self._refresh()

    def turned(self, turn: "TurnResult") -> None:
        """A turn of it was run."""
        self._run.append(turn)
        self._refresh()

    def end(self, result: "ConversationResult") -> None:
        """It ended; its line is printed."""
        from askwell.evals.reports.report import conversation_of
        from askwell.evals.reports.terminal import strip_line

        self._done += 1
        line = strip_line(conversation_of(result), name_width=self._name_width, strip_width=self._strip_width)
        if self.live is not None:
            self.live.update("", refresh=True)  # the line would be written over it on a shared screen
        self._terminal.write(line)
        self._terminal.out.flush()

    def _refresh(self) -> None:
        if self.live is None:
            return
        from rich.text import Text

        from askwell.evals.reports.terminal import strip

        marks = strip(self._run, self._turns)
        line = f"{self._done + 1:>4}  {self._name:{self._name_width}}  {marks:{self._strip_width}}  of {self._count}"
        self.live.update(Text(printable(line), no_wrap=True, overflow="ellipsis"), refresh=True)
