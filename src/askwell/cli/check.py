"""`askwell check`: problems in the files of an assistant."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.call import Call, call_of
from askwell.errors import BadInput

if TYPE_CHECKING:
    from askwell.authoring.problems import Checked

INVALID = 2
"""Exit code if a definition or a scenario cannot be used."""
BROKEN = 1
"""Exit code if only parts cannot be used, such as a document or a table."""


def check(
    context: typer.Context,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[NAME|FOLDER|FILE...]", help="Assistants, or definitions, known questions, scenarios or prompts."
        ),
    ] = None,
    *,
    schema: Annotated[
        bool,
        typer.Option(
            "--schema", help="Print a JSON Schema for editors instead: `--schema assistant`, or `--schema scenario`."
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check the definition, prompts, tables, known questions, documents and scenarios of an assistant.

    Problems are printed with file, line and column. The exit code is 2 if a definition or a scenario is invalid, 1 if
    only something else is.
    """
    from askwell.assistant import find_assistants

    call = call_of(context)
    if schema:
        call.terminal.out.write(json.dumps(_schema(paths or []), ensure_ascii=False, indent=2) + "\n")
        return
    if not paths:
        raise BadInput("Nothing to check is given", code="usage", hint="Name an assistant, a folder or a file.")
    homes = find_assistants(folder for folder in call.settings.assistant_folders if folder.is_dir())
    chosen = [path if path.exists() else homes.get(str(path), path) for path in paths]
    results = [_check(call, path, frozenset(homes)) for path in chosen]
    problems = [problem for each in results for problem in each.problems]
    files = sum(each.files for each in results)
    if as_json:
        call.terminal.out.write(json.dumps(_as_json(results), ensure_ascii=False, indent=2) + "\n")
    else:
        for problem in problems:
            call.terminal.write(str(problem))
            if problem.hint:
                call.terminal.write(f"  hint: {problem.hint}")
        call.terminal.info(f"files checked: {files}, problems: {len(problems)}")
    if problems:
        raise typer.Exit(INVALID if any(each.weight == "invalid" for each in problems) else BROKEN)


def _schema(named: list[Path]) -> dict[str, object]:
    """The schema with a name; that of an assistant without one. Raises BadInput."""
    from askwell.authoring.definition import assistant_schema
    from askwell.evals.scenario import scenario_schema

    name = str(named[0]) if named else "assistant"
    schemas = {"assistant": assistant_schema, "scenario": scenario_schema}
    if len(named) > 1 or name not in schemas:
        raise BadInput(f"No schema {name!r}", code="usage", hint=f"One of {', '.join(schemas)}.")
    return schemas[name]()


def _check(call: Call, path: Path, known: frozenset[str]) -> "Checked":
    from askwell.authoring.check import check as checked
    from askwell.cli.progress import bar

    with bar(call.terminal, "checking") as move:
        count = 0

        def progress(name: str) -> None:
            nonlocal count
            count += 1
            move(count, 0, name)

        return checked(path, progress, known=known)


def _as_json(results: "list[Checked]") -> dict[str, object]:
    return {
        "files": sum(each.files for each in results),
        "problems": [
            {
                "file": str(problem.file),
                "line": problem.line,
                "column": problem.column,
                "message": problem.message,
                "hint": problem.hint,
                "weight": problem.weight,
            }
            for each in results
            for problem in each.problems
        ],
    }
