"""`askwell config`: the settings in force, where they come from, and a file to write them in."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.call import call_of
from askwell.errors import Conflict

if TYPE_CHECKING:
    from askwell.cli.call import Call
    from askwell.settings import Loaded

_PASSWORD = re.compile(r"(?<=//)([^/@:]*):[^/@]*@")

app = typer.Typer(help="Show the settings and where they come from.", no_args_is_help=True)


@app.command("show")
def show_config(
    context: typer.Context,
    sources: Annotated[bool, typer.Option("--sources", help="Say where each value comes from.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> None:
    """Show all settings in force; secrets only as set or not."""
    call = call_of(context)
    loaded = call.load()
    values = shown_values(loaded)
    if as_json:
        said: dict[str, object] = dict(values)
        if sources:
            said = {key: {"value": value, "source": loaded.origins[key]} for key, value in values.items()}
        call.terminal.out.write(json.dumps(said, ensure_ascii=False, indent=2) + "\n")
        return
    width = max(map(len, values))
    widest = min(48, max(len(_text(value)) for value in values.values()))
    for key, value in values.items():
        origin = f"  {loaded.origins[key]}" if sources else ""
        call.terminal.say(f"{key:{width}}  {_text(value):{widest if sources else 0}}{origin}".rstrip())
    if loaded.settings.embedder == "auto":
        _tell_embedders(call)


@app.command("path")
def tell_paths(context: typer.Context) -> None:
    """Show which files are read, the later one winning."""
    from askwell.settings import FILE

    call = call_of(context)
    for folder in dict.fromkeys((call.settings.home, Path.cwd())):
        file = folder / FILE
        call.terminal.say(f"{file}" if file.is_file() else f"{file}  (not there)")


@app.command("init")
def init_config(
    context: typer.Context,
    here: Annotated[bool, typer.Option("--here", help="In this folder instead of the data folder.")] = False,
) -> None:
    """Write a commented askwell.toml; an existing one is left alone."""
    from askwell.settings import FILE

    call = call_of(context)
    folder = Path.cwd() if here else call.settings.home
    file = folder / FILE
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with file.open("x", encoding="utf-8") as written:
            written.write(commented_toml())
    except FileExistsError as error:
        raise Conflict(
            f"{file} exists already", code="config_exists", hint="Edit it, or move it away first."
        ) from error
    call.terminal.say(str(file))


def _tell_embedders(call: "Call") -> None:
    """Which embedder `auto` stands for, collection by collection."""
    from askwell.composition.container import load_assistants
    from askwell.composition.models import collection_embedders

    call.terminal.say()
    for collection, name in sorted(collection_embedders(call.settings, load_assistants(call.settings)).items()):
        call.terminal.say(f"auto reads {collection} with {name}")


def commented_toml() -> str:
    """Every setting with its meaning and default, commented out."""
    from pydantic import SecretStr

    from askwell.settings import Settings

    lines = [
        "# Settings of askwell. Uncomment what you want to change.",
        "# `askwell config show --sources` says what is in force and where it comes from.",
        "# The environment (ASKWELL_MODEL for `model`) and `--set model=...` win over this file.",
    ]
    for key, field in Settings.model_fields.items():
        if key == "home":
            continue
        default = "" if isinstance(field.default, SecretStr) else field.default
        lines += ["", f"# {field.description}", f"# {key} = {json.dumps(default, ensure_ascii=False)}"]
    return "\n".join(lines) + "\n"


def shown_values(loaded: "Loaded") -> dict[str, str | int | float]:
    """Key to value as it may be shown: no keys, no tokens, no passwords inside addresses."""
    from pydantic import SecretStr

    shown: dict[str, str | int | float] = {}
    for key, value in loaded.settings:
        if isinstance(value, SecretStr):
            shown[key] = "(set)" if value.get_secret_value() else ""
        elif isinstance(value, int | float):
            shown[key] = value
        else:
            shown[key] = _PASSWORD.sub(r"\1:(hidden)@", str(value))
    return shown


def _text(value: str | float) -> str:
    return str(value) if value != "" else "-"
