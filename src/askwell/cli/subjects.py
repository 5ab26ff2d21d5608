"""`askwell subjects`: all data of a person."""

import json
import os
from pathlib import Path
from typing import IO, Annotated

import typer

from askwell.cli.call import Call, call_of, run
from askwell.cli.failure import disk_failure

app = typer.Typer(help="Export or erase all data of a person.", no_args_is_help=True)

User = Annotated[str, typer.Argument(metavar="USER", help="The user; `local` is who uses the command line.")]
Tenant = Annotated[str, typer.Option("--tenant", help="The user's tenant.")]


@app.command("export")
def export(
    context: typer.Context,
    user: User,
    *,
    tenant: Tenant = "local",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write to this file instead of stdout.")] = None,
) -> None:
    """Export conversations, memory, feedback, files and the list of API keys as one JSON object."""
    run(_export(call_of(context), tenant, user, output))


@app.command("erase")
def erase(
    context: typer.Context,
    user: User,
    *,
    tenant: Tenant = "local",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Erase all data of a person for good, API keys included. It can be repeated."""
    run(_erase(call_of(context), tenant, user, as_json=as_json))


async def _export(call: Call, tenant: str, user: str, output: Path | None) -> None:
    from askwell.types import Principal

    async with call.reader() as engine:
        pieces = engine.export_subject(Principal(tenant, user))
        if output is None:
            async for piece in pieces:
                call.terminal.out.write(piece)
            return
        try:
            with _private(output) as file:
                async for piece in pieces:
                    file.write(piece)
        except OSError as error:
            raise disk_failure(error) from error
    call.terminal.info(f"written to {output}")


async def _erase(call: Call, tenant: str, user: str, *, as_json: bool) -> None:
    from askwell.projections import receipt_json
    from askwell.types import Principal

    subject = Principal(tenant, user)
    async with call.engine() as engine:
        receipt = await engine.deletions.subject(subject)
        await engine.access.limits.forget(subject)
    if as_json:
        call.terminal.out.write(json.dumps(receipt_json(receipt), indent=2) + "\n")
        return
    found = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in receipt.counts.items())
    call.terminal.write(f"erased {found}")
    call.terminal.info(f"receipt {receipt.id}")


def _private(path: Path) -> IO[str]:
    """A new or emptied file that only its owner can read."""

    def opened(name: str, flags: int) -> int:
        return os.open(name, flags, 0o600)

    return open(path, "w", encoding="utf-8", opener=opened)  # `Path.open` takes no opener
