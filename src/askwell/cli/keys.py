"""`askwell keys`: API keys for `askwell serve`."""

import json
from typing import Annotated, Any

import typer

from askwell.cli.call import Call, call_of, run

app = typer.Typer(help="Create, list and revoke API keys.", no_args_is_help=True)

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@app.command("create")
def create(
    context: typer.Context,
    *,
    user: Annotated[str, typer.Option("--user", help="The user whose data it reaches.")],
    tenant: Annotated[str, typer.Option("--tenant", help="The user's tenant.")] = "local",
    scopes: Annotated[
        list[str] | None,
        typer.Option("--scope", help="`ask`, `memory`, `documents` or `admin`; repeatable. Default: ask and memory."),
    ] = None,
    name: Annotated[str, typer.Option("--name", help="What the key is for.")] = "",
    days: Annotated[int, typer.Option("--days", min=0, help="Days until it expires; 0 for never.")] = 90,
    as_json: AsJson = False,
) -> None:
    """Create an API key and show it, this once."""
    wanted = {"name": name, "days": days or None, "scopes": scopes or ["ask", "memory"]}
    run(_create(call_of(context), tenant, user, wanted, as_json=as_json))


@app.command("list")
def list_keys(context: typer.Context, *, as_json: AsJson = False) -> None:
    """List all keys, the newest first; never their secrets."""
    run(_list(call_of(context), as_json=as_json))


@app.command("revoke")
def revoke(context: typer.Context, key: Annotated[str, typer.Argument(metavar="ID", help="Id of the key.")]) -> None:
    """Revoke a key at once, in all processes. It stays in the list."""
    run(_revoke(call_of(context), key))


async def _create(call: Call, tenant: str, user: str, wanted: dict[str, Any], *, as_json: bool) -> None:
    from askwell.projections import api_key_json
    from askwell.types import Principal

    async with call.engine() as engine:
        key, text = await engine.access.keys.create(Principal(tenant, user), **wanted)
        shown = api_key_json(key, engine.container.clock.now())
    if as_json:
        call.terminal.out.write(json.dumps(shown | {"key": text}, ensure_ascii=False, indent=2) + "\n")
        return
    call.terminal.write(text)
    call.terminal.info("Store it now: it is not shown again.")


async def _list(call: Call, *, as_json: bool) -> None:
    from askwell.projections import api_key_json

    async with call.reader() as engine:
        keys = await engine.access.keys.all()
        now = engine.container.clock.now()
    terminal = call.terminal
    if as_json:
        listed = {"keys": [api_key_json(each, now) for each in keys]}
        terminal.out.write(json.dumps(listed, ensure_ascii=False, indent=2) + "\n")
        return
    for each in keys:
        owner, scopes = f"{each.principal.tenant}/{each.principal.user}", ",".join(sorted(each.scopes))
        until = "never" if each.expires_at is None else f"{each.expires_at:%Y-%m-%d}"
        used = "unused" if each.last_used_at is None else f"used {each.last_used_at:%Y-%m-%d}"
        terminal.write(
            f"{each.id}  {each.state(now):7}  expires {until:10}  {used:15}  {owner}  {scopes}  {each.name}".rstrip()
        )
    if not keys:
        terminal.info("There are no keys yet.")


async def _revoke(call: Call, key_id: str) -> None:
    async with call.engine() as engine:
        key = await engine.access.keys.revoke(key_id)
    call.terminal.info(f"{key.id} is revoked")
