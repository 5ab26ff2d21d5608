"""`askwell replay`: run stored turns again with a changed assistant, and show the difference side by side."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.branches import all_turns
from askwell.cli.call import Call, call_of, run

if TYPE_CHECKING:
    from askwell.cli.terminal import Terminal
    from askwell.evals.what_if import Change, Replayed, Side

FORMAT = 1
"""Version of the JSON."""
_NAMES = {"asked_as": "asked as"}
_LABEL = 10
"""Columns of the name of a row."""
_BETWEEN = " │ "
_ANSWER_LINES = 12
"""Lines of an answer that are shown."""


def replay(
    context: typer.Context,
    session: Annotated[str, typer.Argument(metavar="SESSION", help="Id of the conversation.")],
    *,
    without: Annotated[
        list[str] | None,
        typer.Option(
            "--without", metavar="SECTION", help="Leave out this section of the assistant, or `memory`; repeatable."
        ),
    ] = None,
    budget: Annotated[int | None, typer.Option("--budget", help="Tokens of the prompt.")] = None,
    model: Annotated[
        str | None, typer.Option("--model", help="Chat model, written like the setting; empty for none.")
    ] = None,
    turn: Annotated[
        int | None, typer.Option("--turn", min=1, help="Only this turn, after the stored turns before it.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Run the turns of a conversation again with a changed assistant, and show what becomes different.

    Nothing is stored. Without options it shows what has changed since: documents, settings, the assistant.
    """
    from askwell.evals.what_if import Change

    call = call_of(context)
    change = Change(tuple(dict.fromkeys(without or ())), budget, model)
    results = run(_replay(call, session, change, turn))
    if as_json:
        call.terminal.out.write(json.dumps(_as_json(session, change, results), ensure_ascii=False, indent=2) + "\n")
        return
    for each in results:
        _show(call.terminal, each)
    call.terminal.write(_summary(results))


async def _replay(call: Call, session_id: str, change: "Change", only: int | None) -> "list[Replayed]":
    from askwell.cli.prepare import prepare
    from askwell.cli.progress import bar
    from askwell.engine import LOCAL
    from askwell.evals.what_if import replay as replayed

    loaded = call.load()
    call.notify(loaded)
    async with call.engine() as engine:
        # As they are stored: a placeholder of personal data means the same when the turn is run again.
        store = engine.container.store
        session = await store.sessions.get(LOCAL, session_id)
        turns = [turn async for turn in all_turns(store, session_id) if turn.status != "running"]
        await prepare(engine, session.assistant, call.terminal)
    results = []
    with bar(call.terminal, "turns") as move:
        async for each in replayed(loaded.settings, session, turns, change, only):
            results.append(each)
            move(len(results), 1 if only else len(turns), "")
    return results


def _show(terminal: "Terminal", each: "Replayed") -> None:
    """A turn: one line if nothing differs, else a table of what does, with the stored side on the left."""
    terminal.write(f"{each.number:>3}  {each.question}", "bold")
    if not each.differs:
        terminal.write("     the same")
        return
    width = (terminal.width - _LABEL - len(_BETWEEN)) // 2
    for name, left, right in [("", "stored", "replayed"), *_rows(each)]:
        pairs = list(zip_longest(_lines(left, width), _lines(right, width), fillvalue=""))
        for at, (one, other) in enumerate(pairs):
            terminal.write(f"{name if at == 0 else '':{_LABEL}}{one:{width}}{_BETWEEN}{other}".rstrip())


def _rows(each: "Replayed") -> list[tuple[str, str, str]]:
    return [(_NAMES.get(name, name), _value(each.stored, name), _value(each.replayed, name)) for name in each.differs]


def _value(side: "Side", name: str) -> str:
    value = getattr(side, name)
    return str(value) if isinstance(value, str) else "\n".join(value) or "none"


def _lines(text: str, width: int) -> list[str]:
    from askwell.cli.terminal import wrap

    lines = [
        line[at : at + width] for line in wrap(text, width).splitlines() for at in range(0, max(1, len(line)), width)
    ]
    return lines if len(lines) <= _ANSWER_LINES else [*lines[: _ANSWER_LINES - 1], "…"]


def _summary(results: "Sequence[Replayed]") -> str:
    differing = [each for each in results if each.differs]
    counts = Counter(_NAMES.get(name, name) for each in differing for name in each.differs)
    parts = ", ".join(f"{name} {count}" for name, count in counts.items())
    return f"{len(differing)} of {len(results)} turns differ{': ' if parts else ''}{parts}"


def _as_json(session: str, change: "Change", results: "Sequence[Replayed]") -> dict[str, object]:
    return {
        "format": FORMAT,
        "session": session,
        "change": asdict(change),
        "turns": [{**asdict(each), "differs": each.differs} for each in results],
    }
