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
        typer.Argument(metavar="[FOLDER|FILE...]", help="Folders of assistants, definitions, scenarios or prompts."),
    ] = None,
    *,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of assistant.yaml for editors instead.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check the definition, prompts, tables, documents and scenarios of an assistant.

    Problems are printed with file, line and column. The exit code is 2 if a definition or a scenario is invalid, 1 if
    only something else is.
    """
    call = call_of(context)
    if schema:
        from askwell.authoring.definition import assistant_schema

        call.terminal.out.write(json.dumps(assistant_schema(), ensure_ascii=False, indent=2) + "\n")
        return
    if not paths:
        raise BadInput("Nothing to check is given", code="usage", hint="Name a folder or a file.")
    results = [_check(call, path) for path in paths]
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


def _check(call: Call, path: Path) -> "Checked":
    from askwell.authoring.check import check as checked
    from askwell.cli.progress import bar

    with bar(call.terminal, "checking") as move:
        count = 0

        def progress(name: str) -> None:
            nonlocal count
            count += 1
            move(count, 0, name)

        return checked(path, progress)


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
