"""The root of the command line: global options, commands, and exit codes for failures."""

import functools
import gc
import io
import sys
from collections.abc import Sequence
from typing import Annotated, Any, cast

import typer

from askwell.cli import (
    add,
    ask,
    calls,
    chat,
    check,
    config,
    demo,
    doctor,
    documents,
    eval_formats,
    eval_promote,
    eval_simulate,
    evaluate,
    keys,
    memory,
    models,
    new,
    replay,
    search,
    serve,
    sessions,
    show,
    subjects,
    trust,
)
from askwell.cli.ask import INTERRUPTED
from askwell.cli.call import Call, global_first, read_overrides
from askwell.cli.failure import configure_logging, disk_failure, print_failure, print_traceback
from askwell.cli.terminal import Color, this_terminal
from askwell.errors import AskwellError, BadInput

COLORS = ("auto", "always", "never")

COLLECT_AFTER = (10_000, 20, 10)
"""New objects after which garbage is collected, and rounds after which older ones are too.

The libraries that a question needs are about 200,000 objects that stay. With Python's 700 new objects, collections
while they load take 0.3 s of CPU of the 2.3 s of a question without a model.
"""

app = typer.Typer(
    name="askwell",
    help="Ask follow-up questions about your documents; every answer shows its passages.",
    epilog="Global options may be given anywhere. Exit codes: 0 ok, 1 failure, 2 usage, 3 below threshold, "
    "4 not found, 5 model failed, 130 interrupted.",
    rich_markup_mode=None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
app.command("demo")(demo.demo)
app.command("add")(add.add)
app.command("ask")(ask.ask)
app.command("chat")(chat.chat)
app.command("search")(search.search)
app.command("serve")(serve.serve)
app.command("show")(show.show)
app.command("new")(new.new)
app.command("check")(check.check)
app.command("replay")(replay.replay)
evaluate.app.command("import")(eval_formats.import_scenarios)
evaluate.app.command("export")(eval_formats.export_scenarios)
evaluate.app.command("promote")(eval_promote.promote)
evaluate.app.command("simulate")(eval_simulate.simulate)
app.add_typer(evaluate.app, name="eval")
app.add_typer(documents.app, name="documents")
app.add_typer(sessions.app, name="sessions")
app.add_typer(memory.app, name="memory")
app.add_typer(keys.app, name="keys")
app.add_typer(subjects.app, name="subjects")
app.add_typer(calls.app, name="calls")
app.add_typer(models.app, name="models")
app.add_typer(config.app, name="config")
app.command("trust")(trust.trust)
app.command("doctor")(doctor.doctor)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"askwell {version('askwell')}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    *,
    pairs: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Set a setting for this command; repeatable.")
    ] = None,
    home: Annotated[str | None, typer.Option("--home", metavar="FOLDER", help="Data folder for this command.")] = None,
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks and the log.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only answers and errors.")] = False,
    color: Annotated[str, typer.Option("--color", metavar="WHEN", help="auto, always or never.")] = "auto",
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Ask follow-up questions about your documents; every answer shows its passages."""
    if color not in COLORS:
        raise BadInput(f"`--color` is {color!r}", code="usage", hint=f"One of {', '.join(COLORS)}.")
    context.obj = Call(read_overrides(pairs or (), home), debug, quiet, cast("Color", color))


def run_command(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code. Failures are printed to stderr."""
    ordered = global_first(arguments)
    terminal = this_terminal()
    try:
        # Without standalone mode, exceptions and exit codes are passed on to us.
        code = _command().main(args=ordered, prog_name="askwell", standalone_mode=False)
    except AskwellError as error:
        if "--debug" in ordered:
            print_traceback(type(error), error, error.__traceback__)
        print_failure(terminal, error)
        return error.exit_code
    except typer.TyperException as error:
        return _report_usage(error)
    except (typer.Abort, KeyboardInterrupt):
        terminal.err.write("\nstopped\n")
        return INTERRUPTED
    except OSError as error:
        if "--debug" in ordered:
            print_traceback(type(error), error, error.__traceback__)
        print_failure(terminal, disk_failure(error))
        return 1
    return code if isinstance(code, int) else 0


@functools.cache
def _command() -> Any:
    """The tree of all commands. Building it takes 7 ms, which a process that runs many commands spends once."""
    return typer.main.get_command(app)


def _report_usage(error: typer.TyperException) -> int:
    """Print a usage error in the form of every other failure; returns exit code 2."""
    message = _usage_message(error)
    if "\n" in message:  # the help text of a group that was called without a command
        typer.echo(message, err=True)
        return 2
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "askwell"
    print_failure(this_terminal(), BadInput(message, code="usage", hint=f"Run `{path} --help`."))
    return 2


def _usage_message(error: typer.TyperException) -> str:
    """The error message, with the nearest option name if one was misspelt."""
    import difflib

    possible, typed = getattr(error, "possibilities", None), getattr(error, "option_name", "")
    if possible:
        near = difflib.get_close_matches(typed, possible, n=1, cutoff=0.0)
        return f"No such option {typed!r}. Did you mean {near[0]!r}?"
    return str(getattr(error, "format_message", error.__str__)())


def main() -> None:
    """Run the command line and exit the process with its exit code."""
    gc.set_threshold(*COLLECT_AFTER)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without UTF-8 shows a question mark, not a traceback
    configure_logging(debug="--debug" in sys.argv)
    sys.exit(run_command(sys.argv[1:]))
