"""`askwell trust`, and the question for consent that any command may ask on a terminal."""

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.call import call_of
from askwell.cli.terminal import Terminal
from askwell.errors import BadInput

if TYPE_CHECKING:
    from askwell.settings import Loaded

WHY = "These settings decide where questions, documents and keys go, which code is loaded, or who may connect."


def trust(
    context: typer.Context,
    *,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Accept without a question, for scripts.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Withdraw the consent.")] = False,
) -> None:
    """Accept the askwell.toml of the current folder, until its values change."""
    from askwell.consent import ConsentStore

    call = call_of(context)
    loaded, terminal = call.read(), call.terminal
    if loaded.foreign_file is None or not loaded.foreign_values:
        terminal.info("No settings of this folder need consent.")
        return
    if forget:
        had = ConsentStore(loaded.settings.home).withdraw(loaded.foreign_file)
        terminal.info(f"{loaded.foreign_file} {'is no longer accepted' if had else 'was not accepted'}")
        return
    if not yes and not can_ask(terminal):
        hint = "Run it on a terminal, or `askwell trust --yes` after reading the file."
        raise BadInput("There is no terminal to ask on", code="usage", hint=hint)
    if yes:
        show_foreign_values(terminal, loaded)
    elif not ask_for_consent(terminal, loaded):
        raise typer.Exit(1)
    loaded.accept()
    terminal.info(f"{loaded.foreign_file} is accepted")


def can_ask(terminal: Terminal) -> bool:
    """Whether a person can see a question and answer it."""
    return sys.stdin.isatty() and terminal.err.isatty()


def ask_for_consent(terminal: Terminal, loaded: "Loaded") -> bool:
    """Show the values that need consent and ask for it; anything but a yes is a no."""
    show_foreign_values(terminal, loaded)
    terminal.err.write("Use them from now on? [y/N] ")
    terminal.err.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def show_foreign_values(terminal: Terminal, loaded: "Loaded") -> None:
    """Write the values that need consent to stderr, without secrets."""
    terminal.warn(f"{loaded.foreign_file} sets:")
    width = max(map(len, loaded.foreign_values))
    for key, value in loaded.foreign_values.items():
        terminal.warn(f"  {key:{width}}  {_shown(key, value)}")
    terminal.warn(WHY)
    for sentence in loaded.withheld:
        terminal.warn(f"{sentence}.")


def _shown(key: str, value: object) -> str:
    """The value in ASCII: line breaks and letters that look like others are escaped."""
    from askwell.settings import is_secret
    from askwell.text.addresses import shown_url

    shown = shown_url(value) if isinstance(value, str) and key.endswith("_url") else value
    return "(set)" if is_secret(key) else json.dumps(shown, default=str)
