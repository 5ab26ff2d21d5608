"""`askwell eval`: run scenarios and report how many pass."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.ask import DOCUMENTS
from askwell.cli.call import Call, call_of, run
from askwell.cli.default_command import DEFAULT, DefaultCommandGroup
from askwell.cli.eval_outputs import Outputs, write_outputs
from askwell.cli.eval_run import INTERFACES, How, how, run_all
from askwell.errors import BadConfig, BadInput, ModelFailed, NotFound

if TYPE_CHECKING:
    from askwell.cli.terminal import Terminal
    from askwell.engine import Engine
    from askwell.evals.reports.report import Report
    from askwell.evals.scenario import Scenario

BELOW = 3
"""Exit code when a conversation misses its success criteria, or the run is significantly worse than an old one."""

app = typer.Typer(cls=DefaultCommandGroup, help="Run scenarios: conversations with the expected result of each turn.")

File = Path | None


@app.command(
    DEFAULT, epilog="Other commands: `askwell eval import`, `export`, `promote`, `simulate`; each has `--help`."
)
def evaluate(
    context: typer.Context,
    targets: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ASSISTANT|FILE...]", help="Assistants or scenario files; default: all assistants."),
    ] = None,
    *,
    everything: Annotated[bool, typer.Option("--all", help="All assistants, as without a target.")] = False,
    assistant: Annotated[
        str | None,
        typer.Option("--assistant", "-a", help="Assistant for scenario files outside of an assistant's folder."),
    ] = None,
    judge: Annotated[
        str, typer.Option("--judge", metavar="WHO", help="rules, or llm: the configured model.")
    ] = "rules",
    votes: Annotated[int, typer.Option("--votes", metavar="N", help="Judgements of the model for each turn.")] = 3,
    url: Annotated[
        str | None, typer.Option("--url", metavar="URL", help="Ask this server instead of this installation.")
    ] = None,
    url_model: Annotated[
        str, typer.Option("--url-model", metavar="NAME", help="Model to ask for over the interface of OpenAI.")
    ] = "",
    url_as: Annotated[
        str,
        typer.Option("--url-as", metavar="INTERFACE", help=f"Interface of the URL: {', '.join(INTERFACES)}."),
    ] = "",
    old: Annotated[
        File, typer.Option("--compare", metavar="OLD.json", help="Show turns that flipped; fail on a significant loss.")
    ] = None,
    json: Annotated[File, typer.Option("--json", metavar="FILE", help="Write all results, for --compare.")] = None,
    html: Annotated[File, typer.Option("--html", metavar="FILE", help="Write a page that shows every turn.")] = None,
    junit: Annotated[File, typer.Option("--junit", metavar="FILE", help="Write JUnit XML for a CI server.")] = None,
    csv: Annotated[File, typer.Option("--csv", metavar="FILE", help="Write a table of turns.")] = None,
    markdown: Annotated[File, typer.Option("--markdown", metavar="FILE", help="Write a summary.")] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show every turn, not only those that fail.")
    ] = False,
) -> None:
    """Run scenarios: conversations with the expected result of each turn. Exits with 3 if one fails.

    Exits with 5 if a turn could not be judged.
    """
    if everything and targets:
        raise BadInput(f"`--all` and the target {targets[0]!r}", code="usage", hint="Give one of them.")
    options = how(judge, votes, url, url_model=url_model, url_as=url_as)
    outputs = Outputs(json, html, junit, csv, markdown)
    if not run(
        _evaluate(call_of(context), targets or [], assistant, options, outputs=outputs, old=old, verbose=verbose)
    ):
        raise typer.Exit(BELOW)


async def _evaluate(
    call: Call,
    targets: list[str],
    assistant: str | None,
    options: How,
    *,
    outputs: Outputs,
    old: Path | None,
    verbose: bool,
) -> bool:
    from askwell.evals.reports.compare import check_comparable, compare
    from askwell.evals.reports.report import read_report, report_of

    terminal = call.terminal
    outputs.check()
    before = read_report(old) if old is not None else None
    async with call.engine() as engine:
        chosen = find(engine, targets, assistant)
        if before is not None:
            check_comparable(before, chosen)
        results = await run_all(engine, terminal, chosen, options)
    report = report_of(results)
    compared = compare(before, report) if before is not None else None
    _print(terminal, report, verbose=verbose)
    if compared is not None:
        from askwell.evals.reports.compare import compare_lines

        _write(terminal, ["", *compare_lines(compared)])
    await write_outputs(terminal, outputs, report, compared)
    _check_judged(report)
    return report.summary.passed and not (compared and compared.is_significant_loss)


def _check_judged(report: "Report") -> None:
    """Raise ModelFailed (`judge_failed`) if turns could not be judged: the run says nothing about them."""
    errors = [turn.judge_error for each in report.conversations for turn in each.turns if turn.judge_error]
    if errors:
        raise ModelFailed(
            f"The judge {report.judge} gave no scores for {len(errors)} of {report.summary.turns} turns: {errors[0]}",
            code="judge_failed",
            hint="Check the model with `askwell doctor`, or use `--judge rules`.",
        )


def _print(terminal: "Terminal", report: "Report", *, verbose: bool) -> None:
    """The failures and the totals; the strips were printed when their conversations ended."""
    from askwell.evals.reports.terminal import failure_lines, summary_lines

    _write(terminal, [*failure_lines(report, verbose=verbose), "", *summary_lines(report)])


def _write(terminal: "Terminal", lines: list[str]) -> None:
    for line in lines:
        terminal.write(line)


def find(engine: "Engine", targets: list[str], assistant: str | None) -> "list[tuple[str, Scenario]]":
    """Pairs of assistant name and scenario, in order.

    A file runs with `assistant`, with the one that it names, or with the one whose folder it is in; any other file with
    `documents`. Raises NotFound for a target that is neither an assistant nor a file, BadConfig with the
    problems of all invalid scenarios.
    """
    from askwell.evals.load import find_scenarios, load_scenario
    from askwell.evals.targets import assistant_of

    if assistant is not None:
        engine.assistant(assistant)
    files: list[tuple[str | None, Path]] = []
    for target in targets or [name for name in engine.assistants if name != DOCUMENTS]:
        path = Path(target)
        if target in engine.assistants:
            folder = engine.assistants[target].folder
            files += [(target, file) for file in find_scenarios(folder / "scenarios")] if folder else []
        elif path.is_dir():
            files += [(assistant, file) for file in find_scenarios(path)]
        elif path.is_file():
            files.append((assistant, path))
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
            hint="Add files `*.conv.yaml` to the assistant's `scenarios/` folder.",
        )
    loaded, problems = [], []
    for name, file in files:
        try:
            loaded.append((name, file, load_scenario(file)))
        except BadConfig as error:
            problems.append(error)
    if problems:
        raise BadConfig("\n".join(each.message for each in problems), hint=problems[0].hint)
    return [(name or each.assistant or assistant_of(engine, file), each) for name, file, each in loaded]
