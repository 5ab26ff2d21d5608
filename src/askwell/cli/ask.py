"""`askwell ask`: one question, one answer."""

import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.call import Call, call_of, run
from askwell.errors import BadInput, NotFound

if TYPE_CHECKING:
    from askwell.cli.terminal import Terminal
    from askwell.engine import Engine
    from askwell.types import Answer, Session

INTERRUPTED = 130
"""Exit code when the answer was stopped before its end."""

DOCUMENTS = "documents"
"""The assistant over what `askwell add` took in."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What one call of `ask` wants."""

    question: str
    assistant: str | None
    session: str | None
    goes_on: bool
    stores: bool
    remembers: bool
    labels: tuple[str, ...]
    as_json: bool
    as_events: bool
    streams: bool
    sources: bool
    explains: bool


def ask(
    context: typer.Context,
    *,
    question: Annotated[str | None, typer.Argument(help="The question; `-` or nothing reads it from stdin.")] = None,
    assistant: Annotated[
        str | None, typer.Option("--assistant", "-a", help="Whom to ask; `documents` is what `add` took in.")
    ] = None,
    session: Annotated[str | None, typer.Option("--session", "-s", help="Go on with this conversation.")] = None,
    goes_on: Annotated[bool, typer.Option("--continue", "-c", help="Go on with the last conversation.")] = False,
    no_store: Annotated[bool, typer.Option("--no-store", help="Store nothing of this question.")] = False,
    no_memory: Annotated[
        bool, typer.Option("--no-memory", help="Recall nothing for this question, and learn nothing of it.")
    ] = False,
    label: Annotated[list[str] | None, typer.Option("--label", help="Only documents with it; repeatable.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
    as_events: Annotated[
        bool, typer.Option("--jsonl", help="The turn's events on stdout, a line of JSON each.")
    ] = False,
    no_stream: Annotated[bool, typer.Option("--no-stream", help="Show the answer when it is whole.")] = False,
    sources: Annotated[bool, typer.Option("--show-sources/--no-sources", help="List the sources.")] = True,
    explain: Annotated[bool, typer.Option("--explain", help="Say why the answer came out so.")] = False,
) -> None:
    """Ask one question. stdout is the answer with its sources; stderr says how it was understood."""
    call = call_of(context)
    if as_json and as_events:
        raise BadInput("`--json` and `--jsonl` exclude each other", code="usage", hint="Choose one of them.")
    if session is not None and goes_on:
        raise BadInput("`--session` and `--continue` exclude each other", code="usage", hint="Choose one of them.")
    wish = Wish(
        _read_question(question),
        assistant,
        session,
        goes_on,
        not no_store,
        not no_memory,
        tuple(label or ()),
        as_json,
        as_events,
        not no_stream,
        sources,
        explain,
    )
    if run(_ask(call, wish)).status == "stopped":
        raise typer.Exit(INTERRUPTED)


async def _ask(call: Call, wish: Wish) -> "Answer":
    from askwell.cli.follow import Look, drain, print_events, watch
    from askwell.cli.prepare import prepare
    from askwell.pipeline.screen import check_question
    from askwell.types import TurnOptions

    terminal = call.terminal
    async with call.engine() as engine:
        earlier = await find_session(engine, wish.assistant, wish.session, goes_on=wish.goes_on)
        name = earlier.assistant if earlier else wish.assistant or DOCUMENTS
        check_question(wish.question, engine.assistant(name))
        await prepare(engine, name, terminal)
        if earlier is None and wish.stores:
            earlier = await engine.create_session(name)
        turn = await engine.start(
            wish.question,
            session=earlier.id if earlier else None,
            assistant=name,
            options=TurnOptions(labels=wish.labels, use_memory=wish.remembers, store=wish.stores),
        )
        if wish.as_events:
            return await print_events(turn, _print)
        if wish.as_json:
            from askwell.projections import answer_json

            answer = await drain(turn)
            _print(json.dumps(answer_json(answer), ensure_ascii=False, indent=2))
            return answer
        answer = await watch(turn, Look(terminal, streams=wish.streams))
        _tell_rest(terminal, answer, wish)
        return answer


def _tell_rest(terminal: "Terminal", answer: "Answer", wish: Wish) -> None:
    from askwell.cli.answers import NO_MODEL, is_from_passages, show_sources
    from askwell.cli.why import laid_out, why

    if wish.sources:
        show_sources(terminal, answer.sources)
    if wish.explains:
        for line in laid_out(why(answer, wish.question), terminal.width):
            terminal.warn(line)
    elif is_from_passages(answer):
        terminal.tell(NO_MODEL)


async def find_session(
    engine: "Engine", assistant: str | None, session: str | None, *, goes_on: bool
) -> "Session | None":
    """The session to go on with: the named one, the newest one, or none for a new one.

    Raises NotFound when there is no such session, BadInput (`other_assistant`) when it belongs to another assistant.
    """
    from askwell.engine import LOCAL

    if assistant is not None:
        engine.assistant(assistant)
    if session is not None:
        found = await engine.store.sessions.get(LOCAL, session)
        if assistant not in {None, found.assistant}:
            raise BadInput(
                f"The conversation {session!r} is with {found.assistant!r}, not with {assistant!r}",
                code="other_assistant",
                hint="Leave `--assistant` out.",
            )
        return found
    if not goes_on:
        return None
    newest = await engine.store.sessions.page(LOCAL, limit=1, assistant=assistant or "")
    if not newest:
        whom = f" with {assistant!r}" if assistant else ""
        raise NotFound(
            f"There is no conversation{whom} to go on with", code="session_not_found", hint="Ask without `--continue`."
        )
    return newest[0]


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
