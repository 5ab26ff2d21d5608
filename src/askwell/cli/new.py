"""`askwell new`: create an assistant."""

from pathlib import Path
from typing import Annotated

import typer

from askwell.cli.call import call_of
from askwell.errors import NotFound


def new(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="Name of the assistant and of its folder.")],
    *,
    source: Annotated[
        str, typer.Option("--from", metavar="ASSISTANT", help="Copy this assistant; by default a small one is written.")
    ] = "",
    parent: Annotated[
        Path, typer.Option("--in", metavar="FOLDER", help="Folder of assistants to create it in.")
    ] = Path("assistants"),
) -> None:
    """Create an assistant to change: a folder that answers questions and passes `askwell check`."""
    from askwell.assistant import find_assistants
    from askwell.authoring.new import create

    call = call_of(context)
    known = find_assistants(folder for folder in call.settings.assistant_folders if folder.is_dir())
    if source and source not in known:
        raise NotFound(
            f"No assistant {source!r}; known: {', '.join(sorted(known))}",
            code="assistant_not_found",
            hint="Check the name.",
        )
    folder = create(name, parent, known[source] if source else None)
    call.terminal.write(str(folder))
    call.terminal.info(f"next: askwell check {folder}, askwell chat --assistant {name}")
