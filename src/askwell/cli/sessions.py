"""`askwell sessions`: stored conversations."""

import json
import shlex
from typing import Annotated

import typer

from askwell.cli import import_export
from askwell.cli.branches import all_turns
from askwell.cli.call import Call, call_of, run
from askwell.errors import BadInput

app = typer.Typer(help="List, show, rename, remove, export and import conversations.", no_args_is_help=True)

DEFAULT_LIMIT = 20

Id = Annotated[str, typer.Argument(metavar="ID", help="Id of the conversation.")]


@app.command("list")
def list_sessions(
    context: typer.Context,
    *,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=500, help="Maximum number of conversations.")
    ] = DEFAULT_LIMIT,
    before: Annotated[str, typer.Option("--before", help="Continue after this id, as the previous page shows.")] = "",
    assistant: Annotated[
        str, typer.Option("--assistant", "-a", help="List only conversations with this assistant.")
    ] = "",
    search: Annotated[
        str, typer.Option("--search", help="List only conversations with this text in the title or a question.")
    ] = "",
    pinned: Annotated[bool, typer.Option("--pinned", help="List only pinned conversations.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """List conversations, the most recent first."""
    filters = {"before": before, "assistant": assistant, "search": search}
    run(_list(call_of(context), limit, filters, pinned=pinned, as_json=as_json))


@app.command("show")
def show_session(
    context: typer.Context,
    session: Id,
    *,
    explain: Annotated[bool, typer.Option("--explain", help="Explain how each answer was found.")] = False,
) -> None:
    """Show a conversation: questions, answers and sources."""
    run(_show(call_of(context), session, explains=explain))


@app.command("rename")
def rename_session(
    context: typer.Context, session: Id, title: Annotated[str, typer.Argument(help="Its new title.")]
) -> None:
    """Change the title of a conversation."""
    if not title.strip():
        raise BadInput("The title is empty", code="usage", hint="Give a title.")
    run(_rename(call_of(context), session, title.strip()))


@app.command("pin")
def pin_session(context: typer.Context, session: Id) -> None:
    """Pin a conversation, so that `list --pinned` finds it."""
    run(_pin(call_of(context), session, pinned=True))


@app.command("unpin")
def unpin_session(context: typer.Context, session: Id) -> None:
    """Unpin a conversation."""
    run(_pin(call_of(context), session, pinned=False))


@app.command("rm")
def remove_session(
    context: typer.Context,
    sessions: Annotated[list[str], typer.Argument(metavar="ID...", help="Ids of the conversations.")],
) -> None:
    """Delete conversations permanently."""
    run(_remove(call_of(context), sessions))


@app.command("expire")
def expire(
    context: typer.Context,
    days: Annotated[
        float | None, typer.Option("--days", min=0, help="Days without activity; default: `retention_days`.")
    ] = None,
) -> None:
    """Delete the conversations of all users that are older than the retention period, permanently."""
    run(_expire(call_of(context), days))


app.command("export")(import_export.export_sessions)
app.command("import")(import_export.import_sessions)


async def _list(call: Call, limit: int, filters: dict[str, str], *, pinned: bool, as_json: bool) -> None:
    from askwell.engine import LOCAL
    from askwell.projections import session_json

    terminal = call.terminal
    async with call.reader() as engine:
        if filters["assistant"]:
            engine.assistant(filters["assistant"])
        found = await engine.store.sessions.page(LOCAL, limit=limit + 1, pinned=pinned or None, **filters)
    page, more = found[:limit], len(found) > limit
    if as_json:
        listed = {"sessions": [session_json(each) for each in page], "next": page[-1].id if more else None}
        terminal.out.write(json.dumps(listed, ensure_ascii=False, indent=2) + "\n")
        return
    width = max((len(each.assistant) for each in page), default=0)
    for each in page:
        when = each.updated_at.astimezone().strftime("%Y-%m-%d %H:%M")
        turns = "1 turn " if each.head == 1 else f"{each.head} turns"
        title = each.title if len(each.title) <= 60 else each.title[:59] + "…"
        terminal.write(f"{each.id}  {when}  {each.assistant:{width}}  {turns:>8}  {title}".rstrip())
    if not page:
        terminal.info("There are no conversations" + (" that match." if pinned or any(filters.values()) else " yet."))
    if more:
        given = {**filters, "before": page[-1].id} | ({"limit": str(limit)} if limit != DEFAULT_LIMIT else {})
        options = [part for name, value in given.items() if value for part in (f"--{name}", value)]
        terminal.info(f"more: {shlex.join(['askwell', 'sessions', 'list', *options, *(['--pinned'] * pinned)])}")


async def _show(call: Call, session_id: str, *, explains: bool) -> None:
    from askwell.cli.answers import INDENT, show_sources, took
    from askwell.cli.terminal import wrap
    from askwell.cli.why import why, wrap_lines
    from askwell.engine import LOCAL, answer_of

    terminal = call.terminal
    async with call.reader() as engine:
        session = await engine.store.sessions.get(LOCAL, session_id)
        terminal.info(f"{session.title or 'Untitled'} · {session.assistant} · {session.head} turns")
        async for turn in all_turns(engine.store, session_id):
            terminal.write(f"you > {turn.question}")
            if turn.standalone_question and turn.standalone_question != turn.question:
                terminal.write(wrap(f"asked as: {turn.standalone_question}", terminal.width, INDENT))
            terminal.write(wrap(turn.answer, terminal.width, INDENT))
            [shown] = await engine.attachments.marked([turn])
            show_sources(terminal, shown.sources, shown.support, INDENT)
            ended = "" if turn.status == "completed" else f"{turn.status} {turn.error_code}".rstrip() + " · "
            terminal.write(f"{INDENT}{ended}{took(turn.took_ms)}")
            reasons = why(answer_of(turn), turn.question) if explains else []
            for line in wrap_lines(reasons, terminal.width, INDENT):
                terminal.write(line, "dim")
            terminal.write()


async def _rename(call: Call, session_id: str, title: str) -> None:
    from askwell.engine import LOCAL

    async with call.engine() as engine:
        session = await engine.store.sessions.rename(LOCAL, session_id, title)
    call.terminal.info(f"{session.id} is now “{session.title}”")


async def _pin(call: Call, session_id: str, *, pinned: bool) -> None:
    from askwell.engine import LOCAL

    async with call.engine() as engine:
        session = await engine.store.sessions.pin(LOCAL, session_id, pinned)
    call.terminal.info(f"{session.id} is {'pinned' if session.pinned else 'no longer pinned'}")


async def _expire(call: Call, days: float | None) -> None:
    from askwell.text.words import counted

    async with call.engine() as engine:
        age = engine.settings.retention_days if days is None else days
        if not age:
            raise BadInput("No age is given", code="usage", hint="Give `--days`, or set `retention_days`.")
        removed = await engine.deletions.expire(age)
    call.terminal.info(f"removed {counted(removed, 'conversation')} without activity for {age:g} days")


async def _remove(call: Call, session_ids: list[str]) -> None:
    async with call.engine() as engine:
        for session_id in session_ids:
            await engine.delete_session(session_id)
            call.terminal.info(f"removed {session_id}")
