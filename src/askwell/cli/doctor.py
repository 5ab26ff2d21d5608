"""`askwell doctor`: check the installation and suggest fixes."""

from typing import Annotated

import typer

from askwell.cli.call import Call, call_of, run

MARKS = {"ok": "ok  ", "warn": "warn", "fail": "FAIL"}


def doctor(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check the installation and suggest fixes."""
    if not run(_doctor(call_of(context), as_json=as_json)):
        raise typer.Exit(1)


async def _doctor(call: Call, *, as_json: bool) -> bool:
    import json
    from dataclasses import asdict

    from askwell.cli.checkup import examine, unsent_keys

    terminal = call.terminal
    loaded = call.load()
    findings = [*await examine(loaded.settings), *unsent_keys(loaded)]
    if as_json:
        listed = {"findings": [asdict(each) for each in findings]}
        terminal.out.write(json.dumps(listed, ensure_ascii=False, indent=2) + "\n")
    else:
        width = max(len(each.what) for each in findings)
        for each in findings:
            terminal.write(f"{MARKS[each.state]}  {each.what:{width}}  {each.found}")
            if each.fix:
                terminal.write(f"      {'':{width}}  {each.fix}")
    return all(each.state != "fail" for each in findings)
