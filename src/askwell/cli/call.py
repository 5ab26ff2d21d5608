"""The context of a command: global options, and from them settings and an engine."""

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from askwell.cli.terminal import Color, Terminal, this_terminal
from askwell.errors import BadConfig, StorageFailed

if TYPE_CHECKING:
    from askwell.engine import Engine
    from askwell.settings import Loaded, Settings

Result = TypeVar("Result")

FLAGS = ("--debug", "--quiet", "-q")
VALUED = ("--set", "--home", "--color")


@dataclass(frozen=True, slots=True)
class Call:
    """The global options of one command."""

    overrides: Mapping[str, str] = field(default_factory=dict)
    """Setting to value, from `--set` and `--home`."""
    debug: bool = False
    quiet: bool = False
    color: Color = "auto"

    @property
    def terminal(self) -> Terminal:
        """The terminal, with the options for color and quiet applied."""
        return this_terminal(self.color, quiet=self.quiet)

    def load(self) -> "Loaded":
        """Settings with their origins, to be used. Asks for consent on a terminal. Raises BadConfig."""
        from askwell.cli.trust import ask_for_consent, can_ask
        from askwell.settings import load_settings

        terminal = self.terminal
        ask = partial(ask_for_consent, terminal) if can_ask(terminal) else None
        return load_settings(overrides=self.overrides, ask=ask)

    def read(self) -> "Loaded":
        """Settings with their origins, to be shown; nothing is asked. Raises BadConfig."""
        from askwell.settings import read_settings

        return read_settings(overrides=self.overrides)

    def notify(self, loaded: "Loaded") -> None:
        """Write a line about each address that does not get the user's key."""
        for sentence in loaded.withheld:
            self.terminal.info(sentence)

    @property
    def settings(self) -> "Settings":
        """The settings in force. Raises BadConfig."""
        return self.load().settings

    @asynccontextmanager
    async def engine(self) -> "AsyncIterator[Engine]":
        """An open engine. On exit it waits until memory has been updated, then closes."""
        from askwell.engine import Engine

        loaded = self.load()
        self.notify(loaded)
        async with await Engine.open(loaded.settings) as engine:
            yield engine
            await engine.digested()

    @asynccontextmanager
    async def reader(self) -> "AsyncIterator[Engine]":
        """An open engine for a command that only reads, which works on a full or read-only disk too."""
        async with await self._open_reader() as engine:
            yield engine

    async def _open_reader(self) -> "Engine":
        from askwell.composition.container import build_container
        from askwell.engine import Engine
        from askwell.stores.sql.database import open_snapshot

        loaded = self.load()
        self.notify(loaded)
        try:
            return await Engine.open(loaded.settings)
        except (StorageFailed, OSError) as error:
            try:
                container = await build_container(loaded.settings, opening=open_snapshot)
            except (StorageFailed, OSError):
                raise error from None
            self.terminal.info(f"Nothing can be stored: {getattr(error, 'message', error)}")
            return Engine(container, loaded.settings)


def call_of(context: typer.Context) -> Call:
    """The global options that were given with a command."""
    assert isinstance(context.obj, Call)
    return context.obj


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run the coroutine of a command and return its result. Raises Abort if it is interrupted."""
    try:
        return asyncio.run(work)
    except KeyboardInterrupt:
        threading.excepthook = lambda _: None  # that of a database may still answer to the loop, which is closed
        raise typer.Abort from None  # typer would exit without a word


def read_overrides(pairs: Sequence[str], home: str | None) -> dict[str, str]:
    """Settings from `--set key=value` and `--home`. Raises BadConfig for a pair without `=`."""
    overrides = {"home": home} if home else {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            # What follows `--set` may be a key without its name, so it is not shown.
            raise BadConfig("`--set` needs a name and a value", hint="Write `--set key=value`.")
        overrides[key.strip().replace("-", "_")] = value
    return overrides


def global_first(arguments: Sequence[str]) -> list[str]:
    """The arguments with global options moved to the front; so they may be given anywhere before `--`."""
    first: list[str] = []
    rest: list[str] = []
    remaining = list(arguments)
    while remaining:
        argument = remaining.pop(0)
        if argument == "--":
            return [*first, *rest, argument, *remaining]
        if argument in FLAGS or argument.startswith(tuple(f"{name}=" for name in VALUED)):
            first.append(argument)
        elif argument in VALUED:
            first += [argument, *remaining[:1]]
            remaining = remaining[1:]
        else:
            rest.append(argument)
    return [*first, *rest]
