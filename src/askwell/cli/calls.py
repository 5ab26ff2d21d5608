"""`askwell calls`: calls of tools that write, which may wait for a confirmation."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.call import Call, call_of, run

if TYPE_CHECKING:
    from askwell.types import WriteCall

app = typer.Typer(help="List, confirm and refuse calls of tools that change something.", no_args_is_help=True)

Session = Annotated[str, typer.Argument(metavar="SESSION", help="Id of the conversation.")]
CallId = Annotated[str, typer.Argument(metavar="CALL", help="Id of the call, or its beginning.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@app.command("list")
def list_calls(context: typer.Context, session: Session, *, as_json: AsJson = False) -> None:
    """List the calls of a conversation, oldest first."""
    run(_list(call_of(context), session, as_json=as_json))


@app.command("confirm")
def confirm(context: typer.Context, session: Session, call: CallId) -> None:
    """Run a call that waits, exactly with the arguments that are listed."""
    run(_decide(call_of(context), session, call, confirms=True))


@app.command("refuse")
def refuse(context: typer.Context, session: Session, call: CallId) -> None:
    """Refuse a call that waits; it is never run."""
    run(_decide(call_of(context), session, call, confirms=False))


async def _list(call: Call, session: str, *, as_json: bool) -> None:
    from askwell.projections import write_call_json

    async with call.engine() as engine:
        found = await engine.confirmations.list(session)
    if as_json:
        listed = {"calls": [write_call_json(each) for each in found]}
        call.terminal.out.write(json.dumps(listed, ensure_ascii=False, indent=2) + "\n")
        return
    for each in found:
        call.terminal.write(_line(each))
    if not found:
        call.terminal.info("There are no calls.")


async def _decide(call: Call, session: str, given: str, *, confirms: bool) -> None:
    async with call.engine() as engine:
        known = [each.id for each in await engine.confirmations.list(session) if each.id.startswith(given)]
        call_id = known[0] if len(known) == 1 else given
        decide = engine.confirmations.confirm if confirms else engine.confirmations.refuse
        call.terminal.write(_line(await decide(session, call_id)))


def _line(call: "WriteCall") -> str:
    result = " ".join(call.result.split())
    return f"{call.id[:12]}  {call.state:8}  turn {call.turn_number}  {call.tool} {call.arguments}  {result}".rstrip()
