"""`askwell eval`: run scenarios and report how many pass."""

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.ask import DOCUMENTS
from askwell.cli.call import Call, call_of, run
from askwell.cli.default_command import DEFAULT, DefaultCommandGroup
from askwell.errors import NotFound

if TYPE_CHECKING:
    from askwell.cli.terminal import Terminal
    from askwell.engine import Engine
    from askwell.evals.results import ConversationResult
    from askwell.evals.scenario import Scenario

BELOW = 3
"""Exit code when a conversation does not meet its success criteria."""

app = typer.Typer(cls=DefaultCommandGroup, help="Run scenarios: conversations with the expected result of each turn.")


@app.command(DEFAULT)
def evaluate(
    context: typer.Context,
    targets: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ASSISTANT|FILE...]", help="Assistants or scenario files; default: all assistants."),
    ] = None,
    assistant: Annotated[
        str | None,
        typer.Option("--assistant", "-a", help="Assistant for scenario files outside of an assistant's folder."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Also write the results to this file.")
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show every turn, not only those that fail.")
    ] = False,
) -> None:
    """Run scenarios: conversations with the expected result of each turn."""
    if not run(_evaluate(call_of(context), targets or [], assistant, output, verbose=verbose)):
        raise typer.Exit(BELOW)


async def _evaluate(
    call: Call, targets: list[str], assistant: str | None, output: Path | None, *, verbose: bool
) -> bool:
    from askwell.evals.report import report_lines, results_json

    terminal = call.terminal
    async with call.engine() as engine:
        chosen = find(engine, targets, assistant)
        results = await _run_all(engine, terminal, chosen)
    for line in report_lines(results, verbose=verbose):
        terminal.write(line)
    if output is not None:
        written = json.dumps(results_json(results), ensure_ascii=False, indent=2) + "\n"
        await asyncio.to_thread(output.write_text, written, encoding="utf-8")
        terminal.info(f"results written to {output}")
    return all(result.conversation_passed for result in results)


async def _run_all(
    engine: "Engine", terminal: "Terminal", chosen: "list[tuple[str, Scenario]]"
) -> "list[ConversationResult]":
    """Run the scenarios and return their results. The conversations are deleted afterwards."""
    from askwell.cli.prepare import prepare
    from askwell.cli.progress import bar
    from askwell.engine import LOCAL
    from askwell.evals.run import run_scenario

    for name in dict.fromkeys(name for name, _ in chosen):
        await prepare(engine, name, terminal)
    results = []
    with bar(terminal, "scenarios") as move:
        for done, (name, scenario) in enumerate(chosen):
            move(done, len(chosen), scenario.name)
            result = await run_scenario(scenario, engine, name)
            await engine.store.sessions.delete(LOCAL, result.thread_id)
            results.append(result)
    return results


def find(engine: "Engine", targets: list[str], assistant: str | None) -> "list[tuple[str, Scenario]]":
    """Pairs of assistant name and scenario, in order.

    A file in an assistant's folder runs with that assistant, any other file with `assistant`, or with `documents` if
    that is None. Raises NotFound for a target that is neither an assistant nor a file, BadConfig for an invalid
    scenario.
    """
    from askwell.evals.scenario import find_scenarios, load_scenario

    if assistant is not None:
        engine.assistant(assistant)
    files: list[tuple[str, Path]] = []
    for target in targets or [name for name in engine.assistants if name != DOCUMENTS]:
        path = Path(target)
        if target in engine.assistants:
            folder = engine.assistants[target].folder
            files += [(target, file) for file in find_scenarios(folder / "scenarios")] if folder else []
        elif path.is_dir():
            files += [(assistant or _owner(engine, file), file) for file in find_scenarios(path)]
        elif path.is_file():
            files.append((assistant or _owner(engine, path), path))
        else:
            known = ", ".join(sorted(engine.assistants))
            raise NotFound(
                f"{target!r} is neither an assistant nor a file; known assistants: {known}",
                code="scenario_not_found",
                hint="Check the name.",
            )
    if not files:
        raise NotFound(
            "There are no scenarios",
            code="scenario_not_found",
            hint="Add YAML files to the assistant's `scenarios/` folder.",
        )
    return [(name, load_scenario(file)) for name, file in files]


def _owner(engine: "Engine", file: Path) -> str:
    home = file.resolve().parent.parent
    owned = (name for name, each in engine.assistants.items() if each.folder and each.folder.resolve() == home)
    return next(owned, DOCUMENTS)
