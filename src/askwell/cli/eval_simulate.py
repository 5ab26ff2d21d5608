"""`askwell eval simulate`: simulated users look for turns that break what is promised."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.call import Call, call_of, run
from askwell.errors import BadInput, MissingModel

if TYPE_CHECKING:
    from askwell.engine import Engine
    from askwell.evals.scenario import Scenario
    from askwell.evals.simulate.goals import Goals
    from askwell.evals.simulate.llm_user import Counts
    from askwell.evals.simulate.personas import Persona
    from askwell.evals.simulate.run import Simulated, User
    from askwell.settings import Settings

BROKEN = 3
"""Exit code if a promise is broken."""
EVERY = "all"


def simulate(
    context: typer.Context,
    assistant: Annotated[str, typer.Argument(help="Assistant to talk to.")],
    *,
    persona: Annotated[
        list[str] | None, typer.Option("--persona", "-p", help="Persona, or `all`; repeatable.", show_default="all")
    ] = None,
    count: Annotated[int, typer.Option("--n", "-n", min=1, max=10_000, help="Number of conversations.")] = 50,
    turns: Annotated[int, typer.Option("--turns", min=1, max=50, help="Turns of a conversation.")] = 6,
    seed: Annotated[int, typer.Option("--seed", help="The same seed simulates the same users.")] = 1,
    by: Annotated[
        str, typer.Option("--by", help="What writes the messages: `rules`, or `llm`, which needs a model.")
    ] = "rules",
    shown: Annotated[int, typer.Option("--show", min=0, help="Findings to show of each kind.")] = 3,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FOLDER", help="Save each finding as a scenario there.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Also write the findings to this file.")
    ] = None,
) -> None:
    """Let simulated users talk to an assistant, and report turns that break what is promised.

    Nothing is stored. The exit code is 3 if a promise is broken, 5 if the model of `--by llm` writes no message.
    """
    from askwell.evals.simulate.report import found_json, found_lines, found_scenarios
    from askwell.text.words import counted

    call = call_of(context)
    if by not in {"rules", "llm"}:
        raise BadInput(f"`--by` is {by!r}", code="usage", hint="One of rules, llm.")
    personas = _personas(persona or [EVERY])
    results = run(_simulate(call, assistant, personas, by, count=count, turns=turns, seed=seed))
    for line in found_lines(results, shown=shown):
        call.terminal.write(line)
    if output is not None:
        written = json.dumps(found_json(results, assistant=assistant, seed=seed), ensure_ascii=False, indent=2)
        output.write_text(written + "\n", encoding="utf-8")
    if out is not None:
        saved = _save(out, found_scenarios(results, assistant=assistant, seed=seed))
        call.terminal.info(f"{counted(saved, 'scenario')} written to {out}")
    if any(each.broken for each in results):
        raise typer.Exit(BROKEN)


def _personas(named: list[str]) -> "list[Persona]":
    from askwell.evals.simulate.personas import PERSONAS

    for each in named:
        if each not in {EVERY, *PERSONAS}:
            raise BadInput(f"No persona {each!r}", code="usage", hint=f"One of {', '.join(PERSONAS)}, or {EVERY}.")
    return [each for each in PERSONAS if EVERY in named or each in named]


async def _simulate(
    call: Call, assistant: str, personas: "list[Persona]", by: str, *, count: int, turns: int, seed: int
) -> "list[Simulated]":
    from askwell.cli.prepare import prepare
    from askwell.cli.progress import bar
    from askwell.evals.scratch import scratch_engine
    from askwell.evals.simulate.goals import goals_of
    from askwell.evals.simulate.llm_user import Counts
    from askwell.evals.simulate.run import simulate as simulated

    loaded = call.load()
    call.notify(loaded)
    results = []
    async with scratch_engine(loaded.settings) as engine:
        definition = engine.assistant(assistant)
        await prepare(engine, assistant, call.terminal)
        goals = await goals_of(engine, definition, _scenarios(engine, assistant))
        counts = Counts()
        users = _users(loaded.settings, goals, definition.subject, counts) if by == "llm" else None
        with bar(call.terminal, "conversations") as move:
            async for each in simulated(
                engine, assistant, personas, goals, count=count, seed=seed, turns=turns, user_of=users
            ):
                results.append(each)
                move(len(results), count, each.persona)
    if counts.replaced:
        total = counts.written + counts.replaced
        call.terminal.warn(f"rules wrote {counts.replaced} of {total} messages of the model: {counts.reason}")
    return results


def _users(settings: "Settings", goals: "Goals", subject: str, counts: "Counts") -> "Callable[[Persona, str], User]":
    """Makes users whose messages the configured model writes. Raises MissingModel."""
    from askwell.composition.models import make_model
    from askwell.evals.simulate.llm_user import LlmUser
    from askwell.evals.simulate.run import RulesUser

    model = make_model(settings)
    if model is None:
        raise MissingModel("`--by llm` needs a chat model, and none is configured", hint="Set `model`, or use `rules`.")
    return lambda persona, seed: LlmUser(model, persona, subject, RulesUser(persona, goals, seed), counts)


def _scenarios(engine: "Engine", assistant: str) -> "list[Scenario]":
    """The scenarios in the assistant's folder."""
    from askwell.evals.load import find_scenarios, load_scenario

    folder = engine.assistant(assistant).folder
    return [load_scenario(file) for file in find_scenarios(folder / "scenarios")] if folder else []


def _save(folder: Path, scenarios: "Iterator[tuple[str, str]]") -> int:
    """Write each scenario into the folder; returns how many there are."""
    from askwell.evals.load import SUFFIX

    folder.mkdir(parents=True, exist_ok=True)
    saved = 0
    for name, text in scenarios:
        (folder / f"{name}{SUFFIX}").write_text(text, encoding="utf-8")
        saved += 1
    return saved
