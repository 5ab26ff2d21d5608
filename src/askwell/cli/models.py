"""`askwell models`: list, download and remove weights, check the configured chat model."""

from typing import Annotated

import typer

from askwell.cli.call import Call, call_of, run

app = typer.Typer(help="List, download and remove model weights; check the chat model.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the weights.")]


@app.command("list")
def list_weights(context: typer.Context) -> None:
    """List the weights that can be downloaded, and whether they are installed."""
    from askwell.models.weights import list_models

    call = call_of(context)
    known = list_models(call.settings.models_folder)
    width = max(len(each.name) for each in known)
    for each in known:
        state = "installed" if each.pulled else "-"
        call.terminal.write(f"{each.name:{width}}  {state:9}  {size(each.bytes):>8}  {each.purpose:8}  {each.note}")


@app.command("pull")
def pull_weights(
    context: typer.Context,
    name: Name,
    mirror: Annotated[list[str] | None, typer.Option("--mirror", help="https URL to try first; repeatable.")] = None,
) -> None:
    """Download weights and check their hash."""
    run(_pull(call_of(context), name, mirror or []))


@app.command("rm")
def remove_weights(context: typer.Context, name: Name) -> None:
    """Delete downloaded weights."""
    from askwell.models.weights import remove_model

    call = call_of(context)
    freed = remove_model(name, call.settings.models_folder)
    call.terminal.info(f"removed {name}, {size(freed)} freed")


@app.command("check")
def check(context: typer.Context) -> None:
    """Ask the configured chat model to resolve 20 built-in questions, and count the good wordings."""
    run(_check(call_of(context)))


async def _check(call: Call) -> None:
    from collections import Counter

    from askwell.composition.judges import resolver_of_model
    from askwell.composition.models import make_model
    from askwell.errors import MissingModel
    from askwell.evals.model_check import ABOUT, ENOUGH, check_model

    loaded = call.load()
    call.notify(loaded)
    model = make_model(loaded.settings)
    if model is None:
        raise MissingModel("There is no chat model to check", hint="Set `model`, and `model_url` for an endpoint.")
    counts: Counter[str] = Counter()
    async for each in check_model(resolver_of_model(model, ABOUT)):
        counts[each.verdict] += 1
        why = f"  ({each.refused})" if each.refused else ""
        call.terminal.write(f"{each.verdict:8}  {each.case.question}  →  {each.question}{why}")
    parts = ", ".join(f"{counts[verdict]} {verdict}" for verdict in ("resolved", "copied", "spoiled", "failed"))
    call.terminal.write(f"{model.name}: {parts}")
    if counts["resolved"] < ENOUGH * counts.total():
        call.terminal.info("The rules may do better than this model: set `resolve: {by: rules}` in the assistant.")


async def _pull(call: Call, name: str, mirrors: list[str]) -> None:
    from askwell.cli.progress import bar
    from askwell.models.pull import pull

    terminal = call.terminal
    skipped, total = False, 0
    with bar(terminal, f"pulling {name}", in_bytes=True) as move:
        async for update in pull(name, call.settings.models_folder, mirrors=mirrors):
            move(update.done_bytes, update.total_bytes, update.file)
            skipped, total = update.skipped, update.total_bytes
    terminal.info(f"{name} is already installed, {size(total)}" if skipped else f"pulled {name}, {size(total)}")


def size(count: int) -> str:
    """A number of bytes as text, in MB or GB (powers of ten)."""
    return f"{count / 1e9:.2f} GB" if count >= 1e9 else f"{count / 1e6:.1f} MB"
