"""`askwell ask`: one question, one answer."""

import json
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.call import Call, call_of, run
from askwell.errors import BadInput, NotFound

if TYPE_CHECKING:
    from askwell.cli.terminal import Terminal
    from askwell.engine import Engine
    from askwell.types import Answer, Session

INTERRUPTED = 130
"""Exit code when the answer was stopped before it was complete."""

DOCUMENTS = "documents"
"""Name of the assistant for documents added with `askwell add`."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """Arguments of one `ask` command."""

    question: str
    assistant: str | None
    session: str | None
    resumes: bool
    stores: bool
    remembers: bool
    labels: tuple[str, ...]
    as_json: bool
    as_events: bool
    streams: bool
    sources: bool
    explains: bool
    files: tuple[Path, ...]


def ask(
    context: typer.Context,
    *,
    question: Annotated[str | None, typer.Argument(help="The question; `-` or nothing reads it from stdin.")] = None,
    assistant: Annotated[
        str | None, typer.Option("--assistant", "-a", help="Assistant to ask; `documents` searches what `add` added.")
    ] = None,
    session: Annotated[str | None, typer.Option("--session", "-s", help="Continue this conversation.")] = None,
    resumes: Annotated[bool, typer.Option("--continue", "-c", help="Continue the last conversation.")] = False,
    no_store: Annotated[bool, typer.Option("--no-store", help="Do not store this question or its answer.")] = False,
    no_memory: Annotated[
        bool, typer.Option("--no-memory", help="Do not use memory for this question, and add nothing to it.")
    ] = False,
    label: Annotated[
        list[str] | None, typer.Option("--label", help="Search only documents with this label; repeatable.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    as_events: Annotated[
        bool, typer.Option("--jsonl", help="Print the turn's events, one JSON object per line.")
    ] = False,
    no_stream: Annotated[bool, typer.Option("--no-stream", help="Print the answer only when it is complete.")] = False,
    sources: Annotated[bool, typer.Option("--show-sources/--no-sources", help="List the sources.")] = True,
    explain: Annotated[bool, typer.Option("--explain", help="Explain how the answer was found.")] = False,
    attach: Annotated[
        list[Path] | None, typer.Option("--attach", help="Give this file to the conversation first; repeatable.")
    ] = None,
) -> None:
    """Ask one question. The answer and its sources go to stdout, the resolved question to stderr."""
    call = call_of(context)
    if as_json and as_events:
        raise BadInput("`--json` and `--jsonl` exclude each other", code="usage", hint="Choose one of them.")
    if session is not None and resumes:
        raise BadInput("`--session` and `--continue` exclude each other", code="usage", hint="Choose one of them.")
    if attach and no_store:
        raise BadInput("`--attach` and `--no-store` exclude each other", code="usage", hint="Choose one of them.")
    arguments = Arguments(
        _read_question(question),
        assistant,
        session,
        resumes,
        not no_store,
        not no_memory,
        tuple(label or ()),
        as_json,
        as_events,
        not no_stream,
        sources,
        explain,
        tuple(attach or ()),
    )
    if run(_ask(call, arguments)).status == "stopped":
        raise typer.Exit(INTERRUPTED)


async def _ask(call: Call, arguments: Arguments) -> "Answer":
    from askwell.cli.attachments import attach_files
    from askwell.cli.follow import Display, drain, print_events, watch
    from askwell.cli.prepare import prepare
    from askwell.pipeline.screen import check_question
    from askwell.types import TurnOptions

    terminal = call.terminal
    async with call.engine() as engine:
        earlier = await find_session(engine, arguments.assistant, arguments.session, resumes=arguments.resumes)
        name = earlier.assistant if earlier else arguments.assistant or DOCUMENTS
        check_question(arguments.question, engine.assistant(name))
        await prepare(engine, name, terminal)
        is_new = earlier is None and arguments.stores
        if is_new:
            earlier = await engine.create_session(name)
        if earlier is not None and arguments.files:
            await attach_files(engine, terminal, earlier.id, arguments.files)
        turn = await engine.start(
            arguments.question,
            session=earlier.id if earlier else None,
            assistant=name,
            options=TurnOptions(labels=arguments.labels, use_memory=arguments.remembers, store=arguments.stores),
        )
        marks = engine.assistant(name).cite.marks
        if is_new and earlier is not None:
            terminal.info(started(earlier.id))
        if arguments.as_events:
            return await print_events(turn, marks, _print)
        if arguments.as_json:
            from askwell.projections import answer_json, shown

            answer = await drain(turn)
            _print(json.dumps(answer_json(shown(answer, marks)), ensure_ascii=False, indent=2))
            return answer
        answer = await watch(turn, Display(terminal, streams=arguments.streams))
        _print_rest(terminal, answer, arguments)
        return answer


def _print_rest(terminal: "Terminal", answer: "Answer", arguments: Arguments) -> None:
    from askwell.cli.answers import NO_MODEL, is_from_passages, show_doubts, show_sources
    from askwell.cli.why import why, wrap_lines

    show_doubts(terminal, answer)
    if arguments.sources:
        show_sources(terminal, answer.sources, answer.support)
    if arguments.explains:
        for line in wrap_lines(why(answer, arguments.question), terminal.width):
            terminal.warn(line)
    elif is_from_passages(answer):
        terminal.info(NO_MODEL)


async def find_session(
    engine: "Engine", assistant: str | None, session: str | None, *, resumes: bool
) -> "Session | None":
    """The session to continue: the named one, the newest one, or None for a new one.

    Raises NotFound when there is no such session, BadInput (`other_assistant`) when it belongs to another assistant.
    """
    from askwell.engine import LOCAL

    if assistant is not None:
        engine.assistant(assistant)
    if session is not None:
        try:
            found = await engine.store.sessions.get(LOCAL, session)
        except NotFound as error:
            hint = (
                "`askwell sessions list` shows the ids. A new conversation gets its id itself: leave `--session` out."
            )
            raise NotFound(error.message, code=error.code, hint=hint) from error
        if assistant not in {None, found.assistant}:
            raise BadInput(
                f"The conversation {session!r} is with {found.assistant!r}, not with {assistant!r}",
                code="other_assistant",
                hint="Leave `--assistant` out.",
            )
        return found
    if not resumes:
        return None
    newest = await engine.store.sessions.page(LOCAL, limit=1, assistant=assistant or "")
    if not newest:
        suffix = f" with {assistant!r}" if assistant else ""
        raise NotFound(
            f"There is no conversation{suffix} to continue", code="session_not_found", hint="Ask without `--continue`."
        )
    return newest[0]


def started(session: str) -> str:
    """The line that names a new conversation."""
    return f"conversation {session} · to go on: askwell ask --session {shlex.quote(session)} QUESTION"


def _read_question(given: str | None) -> str:
    if given is not None and given != "-":
        return given
    if given is None and sys.stdin.isatty():
        raise BadInput("No question was given", code="usage", hint='Write `askwell ask "…"`, or pipe the question in.')
    try:
        return sys.stdin.buffer.read().decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise BadInput(
            f"The question on stdin is not UTF-8: {error.reason} at byte {error.start}",
            code="bad_character",
            hint="Send UTF-8 text.",
        ) from error


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
