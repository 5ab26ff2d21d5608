"""`askwell show`: list the assistants, or draw the graph of one."""

from typing import Annotated

import typer

from askwell.cli.call import call_of
from askwell.errors import NotFound


def show(
    context: typer.Context,
    assistant: Annotated[
        str | None, typer.Argument(help="Draw the graph of this assistant; default: list all assistants.")
    ] = None,
) -> None:
    """Draw an assistant's graph as Mermaid, or list the assistants."""
    from askwell.composition.assistants import load_assistants

    call = call_of(context)
    terminal = call.terminal
    known = {each.name: each for each in load_assistants(call.settings)}
    if assistant is None:
        width = max(map(len, known))
        for each in known.values():
            terminal.write(f"{each.name:{width}}  {each.title} ({', '.join(each.languages)})")
            if each.description:
                terminal.write(f"{' ' * width}  {each.description}")
        return
    if assistant not in known:
        listed = ", ".join(sorted(known))
        raise NotFound(
            f"No assistant {assistant!r}; known: {listed}", code="assistant_not_found", hint="Check the name."
        )
    from askwell.composition.plugins import plugged_steps
    from askwell.composition.registry import PluginRegistry
    from askwell.pipeline.graph import draw

    wanted = known[assistant]
    terminal.write(draw(wanted, plugged_steps(wanted, PluginRegistry())).strip())
