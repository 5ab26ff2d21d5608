"""`askwell eval import` and `askwell eval export`: scenarios from and for other systems."""

import asyncio
import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.call import Call, call_of, run
from askwell.errors import BadInput, Conflict, NotFound

if TYPE_CHECKING:
    from askwell.evals.formats.imported import Imported

SOURCES = ("promptfoo", "deepeval", "rasa")
TARGETS = ("pydantic-evals",)


def import_scenarios(
    context: typer.Context,
    form: Annotated[str, typer.Argument(metavar="FORMAT", help=f"Format of the file: {', '.join(SOURCES)}.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to read.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FOLDER", help="Write a file for each scenario; default: stdout."),
    ] = None,
) -> None:
    """Turn tests of another system into scenarios, and list what has no equivalent."""
    terminal = call_of(context).terminal
    found = _read(form, file)
    if out is None:
        terminal.write("---\n".join(text for _, text in found.scenarios).rstrip("\n"))
    else:
        for target, text in _files(found, out):
            target.write_text(text, encoding="utf-8", newline="\n")
            terminal.info(f"written: {target}")
    for note in found.notes:
        terminal.warn(f"{note.place}: {note.text}")
    counts = f"scenarios: {len(found.scenarios)}, notes on what was left out or changed: {len(found.notes)}"
    terminal.info(counts)


def export_scenarios(
    context: typer.Context,
    form: Annotated[str, typer.Argument(metavar="FORMAT", help=f"Format to write: {', '.join(TARGETS)}.")],
    targets: Annotated[
        list[str] | None, typer.Argument(metavar="[ASSISTANT|FILE...]", help="As for `askwell eval`.")
    ] = None,
    assistant: Annotated[
        str | None, typer.Option("--assistant", "-a", help="Assistant for files outside of an assistant's folder.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write to this file.")] = None,
) -> None:
    """Write scenarios as a dataset of another system, and list what it cannot check."""
    _known(form, TARGETS)
    run(_export(call_of(context), targets or [], assistant, out))


async def _export(call: Call, targets: list[str], assistant: str | None, out: Path | None) -> None:
    from askwell.cli.evaluate import find
    from askwell.evals.formats.pydantic_evals import export_pydantic_evals

    async with call.engine() as engine:
        chosen = find(engine, targets, assistant)
    written, notes = export_pydantic_evals(chosen)
    if out is None:
        call.terminal.write(written.rstrip("\n"))
    else:
        await asyncio.to_thread(out.write_bytes, written.encode())
        call.terminal.info(f"written: {out}")
    for note in notes:
        call.terminal.warn(f"not checked: {note}")


def _read(form: str, file: Path) -> "Imported":
    from askwell.evals.formats.deepeval import import_deepeval
    from askwell.evals.formats.promptfoo import import_promptfoo
    from askwell.evals.formats.rasa import import_rasa

    _known(form, SOURCES)
    return {"promptfoo": import_promptfoo, "deepeval": import_deepeval, "rasa": import_rasa}[form](file)


def _known(form: str, forms: tuple[str, ...]) -> None:
    import difflib

    if form not in forms:
        near = difflib.get_close_matches(form, forms, n=1)
        hint = f"Did you mean {near[0]!r}?" if near else f"One of {', '.join(forms)}."
        raise BadInput(f"No format {form!r}", code="usage", hint=hint)


def _files(found: "Imported", folder: Path) -> list[tuple[Path, str]]:
    """A new file for each scenario, named after it. Raises NotFound and Conflict before anything is written."""
    if not folder.is_dir():
        raise NotFound(f"No folder {str(folder)!r}", code="folder_not_found", hint="Create it first.")
    from askwell.evals.load import SUFFIX

    files: dict[Path, str] = {}
    for name, text in found.scenarios:
        stem = _slug(name)
        file = folder / f"{stem}{SUFFIX}"
        for number in range(2, len(found.scenarios) + 1):
            if file in files:
                file = folder / f"{stem}-{number}{SUFFIX}"
        if file.exists():
            raise Conflict(f"{file} already exists", code="file_exists", hint="Choose another folder.")
        files[file] = text
    return list(files.items())


def _slug(name: str) -> str:
    """A file name without accents, spaces and punctuation, at most 60 characters."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60] or "scenario"
