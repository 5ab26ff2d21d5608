"""`askwell eval promote`: a scenario from a stored conversation."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.branches import all_turns
from askwell.cli.call import Call, call_of, run
from askwell.errors import BadInput, Conflict

if TYPE_CHECKING:
    from askwell.engine import Engine
    from askwell.evals.promote import Candidate
    from askwell.types import Session

_PAGE = 100


def promote(
    context: typer.Context,
    session: Annotated[str, typer.Argument(metavar="[SESSION]", help="Id of the conversation.")] = "",
    *,
    turns: Annotated[str, typer.Option("--turns", metavar="FIRST-LAST", help="Only these turns.")] = "",
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write to this file.")] = None,
    lists: Annotated[bool, typer.Option("--list", help="List turns that were rated as bad instead.")] = False,
) -> None:
    """Write a scenario that expects what a conversation did, without personal data.

    With --list, list the turns that were rated as bad, of one conversation or of all.
    """
    if lists:
        run(_list(call_of(context), session))
        return
    if not session:
        raise BadInput("No conversation is given", code="usage", hint="Give its id, or `--list`.")
    run(_promote(call_of(context), session, turns, out))


async def _promote(call: Call, session_id: str, turns: str, out: Path | None) -> None:
    from askwell.engine import LOCAL
    from askwell.evals.promote import chosen_turns, promoted

    async with call.reader() as engine:
        session = await engine.store.sessions.get(LOCAL, session_id)
        stored = [turn async for turn in all_turns(engine.store, session_id)]
        chosen = chosen_turns(stored, turns)
        files = engine.container.attachments
        attached = () if files is None else await files.of(LOCAL, session_id)
    written = promoted(session, chosen, attached={each.document_id for each in attached})
    if out is None:
        call.terminal.out.write(written)
        return
    try:
        await asyncio.to_thread(_write_new, out, written)
    except FileExistsError as error:
        raise Conflict(f"{out} already exists", code="file_exists", hint="Choose another file.") from error
    call.terminal.info(f"written: {out}")


def _write_new(file: Path, text: str) -> None:
    with file.open("x", encoding="utf-8") as written:
        written.write(text)


async def _list(call: Call, session_id: str) -> None:
    async with call.reader() as engine:
        found = [each async for each in _candidates(engine, session_id)]
    for each in found:
        reason = f"  ({each.comment})" if each.comment else ""
        call.terminal.write(f"{each.session}  {each.assistant}  turn {each.number}  {each.question}{reason}")
    if not found:
        call.terminal.info("No turn is rated as bad.")


async def _candidates(engine: "Engine", session_id: str) -> "AsyncIterator[Candidate]":
    from askwell.evals.promote import candidates_of

    async for session in _sessions(engine, session_id):
        turns = [turn async for turn in all_turns(engine.store, session.id, every_branch=True)]
        for each in candidates_of(session, turns):
            yield each


async def _sessions(engine: "Engine", session_id: str) -> "AsyncIterator[Session]":
    """The named conversation, or all of them, the most recent first."""
    from askwell.engine import LOCAL

    if session_id:
        yield await engine.store.sessions.get(LOCAL, session_id)
        return
    last = ""
    while page := await engine.store.sessions.page(LOCAL, limit=_PAGE, before=last):
        for session in page:
            yield session
        last = page[-1].id
