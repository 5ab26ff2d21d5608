"""`askwell config`: show the settings and their sources, and create a settings file."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.call import call_of
from askwell.errors import Conflict

if TYPE_CHECKING:
    from askwell.cli.call import Call
    from askwell.settings import Loaded

app = typer.Typer(help="Show the settings and their sources.", no_args_is_help=True)


@app.command("show")
def show_config(
    context: typer.Context,
    sources: Annotated[bool, typer.Option("--sources", help="Show where each value comes from.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show all settings in effect. Of secrets only whether they are set."""
    call = call_of(context)
    loaded = call.read()
    values = shown_values(loaded)
    if as_json:
        shown: dict[str, object] = dict(values)
        if sources:
            shown = {key: {"value": value, "source": loaded.origins[key]} for key, value in values.items()}
        call.terminal.out.write(json.dumps(shown, ensure_ascii=False, indent=2) + "\n")
        return
    width = max(map(len, values))
    widest = min(48, max(len(_text(value)) for value in values.values()))
    for key, value in values.items():
        origin = f"  {loaded.origins[key]}" if sources else ""
        call.terminal.write(f"{key:{width}}  {_text(value):{widest if sources else 0}}{origin}".rstrip())
    for sentence in loaded.withheld:
        call.terminal.info(sentence)
    if not loaded.is_accepted:
        call.terminal.info(f"{loaded.foreign_file} is not used before `askwell trust`")
    elif loaded.settings.embedder == "auto":
        _show_embedders(call)


@app.command("path")
def show_paths(context: typer.Context) -> None:
    """Show which files are read. Later files override earlier ones."""
    from askwell.settings import FILE

    call = call_of(context)
    for folder in dict.fromkeys((call.read().settings.home, Path.cwd())):
        file = folder / FILE
        call.terminal.write(f"{file}" if file.is_file() else f"{file}  (not found)")


@app.command("init")
def init_config(
    context: typer.Context,
    here: Annotated[
        bool, typer.Option("--here", help="Write it to the current folder instead of the data folder.")
    ] = False,
) -> None:
    """Write an askwell.toml with all settings commented out. An existing file is not changed."""
    from askwell.settings import FILE

    call = call_of(context)
    folder = Path.cwd() if here else call.read().settings.home
    file = folder / FILE
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with file.open("x", encoding="utf-8") as written:
            written.write(commented_toml())
    except FileExistsError as error:
        raise Conflict(f"{file} already exists", code="config_exists", hint="Edit it, or move it first.") from error
    call.terminal.write(str(file))


def _show_embedders(call: "Call") -> None:
    """Show which embedder `auto` means for each collection."""
    from askwell.composition.assistants import load_assistants
    from askwell.composition.models import collection_embedders, documents_embedders

    call.terminal.write()
    for collection, name in sorted(collection_embedders(call.settings, load_assistants(call.settings)).items()):
        call.terminal.write(f"auto: {collection} uses {name}")
    english, other = documents_embedders(call.settings)
    both = english if english == other else f"{english} if they are in English, {other} if not"
    call.terminal.write(f"auto: documents that you add use {both}")


def commented_toml() -> str:
    """A settings file with every setting, its meaning and its default, all commented out."""
    from pydantic import SecretStr

    from askwell.settings import Settings

    lines = [
        "# Settings of askwell. Uncomment the ones to change.",
        "# `askwell config show --sources` shows the settings in effect and their sources.",
        "# Environment variables (ASKWELL_MODEL for `model`) and `--set model=...` override this file.",
    ]
    for key, field in Settings.model_fields.items():
        if key == "home":
            continue
        default = "" if isinstance(field.default, SecretStr) else field.default
        lines += ["", f"# {field.description}", f"# {key} = {json.dumps(default, ensure_ascii=False)}"]
    return "\n".join(lines) + "\n"


def shown_values(loaded: "Loaded") -> dict[str, str | int | float]:
    """The settings without secrets: keys and tokens as `(set)`, passwords in URLs as `(hidden)`."""
    from pydantic import SecretStr

    from askwell.text.secrets import hide_secrets

    shown: dict[str, str | int | float] = {}
    for key, value in loaded.settings:
        if isinstance(value, SecretStr):
            shown[key] = "(set)" if value.get_secret_value() else ""
        elif isinstance(value, int | float):
            shown[key] = value
        else:
            shown[key] = hide_secrets(str(value))
    return shown


def _text(value: str | float) -> str:
    return str(value) if value != "" else "-"
