"""`askwell models`: weights on this machine."""

from typing import Annotated

import typer

from askwell.cli.call import Call, call_of, run

app = typer.Typer(help="List, pull and remove model weights.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the weights.")]


@app.command("list")
def list_weights(context: typer.Context) -> None:
    """List the weights that can be pulled, and which of them are here."""
    from askwell.models.weights import list_models

    call = call_of(context)
    known = list_models(call.settings.models_folder)
    width = max(len(each.name) for each in known)
    for each in known:
        here = "here" if each.pulled else "-"
        call.terminal.say(f"{each.name:{width}}  {here:4}  {size(each.bytes):>8}  {each.purpose:8}  {each.note}")


@app.command("pull")
def pull_weights(
    context: typer.Context,
    name: Name,
    mirror: Annotated[
        list[str] | None, typer.Option("--mirror", help="https address to ask first; repeatable.")
    ] = None,
) -> None:
    """Bring weights onto this machine, checked against their hash."""
    run(_pull(call_of(context), name, mirror or []))


@app.command("rm")
def remove_weights(context: typer.Context, name: Name) -> None:
    """Remove weights from this machine."""
    from askwell.models.weights import remove_model

    call = call_of(context)
    freed = remove_model(name, call.settings.models_folder)
    call.terminal.tell(f"removed {name}, {size(freed)} freed")


async def _pull(call: Call, name: str, mirrors: list[str]) -> None:
    from askwell.cli.progress import bar
    from askwell.models.pull import pull

    terminal = call.terminal
    skipped, total = False, 0
    with bar(terminal, f"pulling {name}", in_bytes=True) as move:
        async for moment in pull(name, call.settings.models_folder, mirrors=mirrors):
            move(moment.done_bytes, moment.total_bytes, moment.file)
            skipped, total = moment.skipped, moment.total_bytes
    terminal.tell(f"{name} is here already, {size(total)}" if skipped else f"pulled {name}, {size(total)}")


def size(count: int) -> str:
    """A number of bytes for a person."""
    return f"{count / 1e9:.2f} GB" if count >= 1e9 else f"{count / 1e6:.1f} MB"
