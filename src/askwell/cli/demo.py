"""`askwell demo`: play a conversation with every assistant, over its own documents."""

import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.ask import DOCUMENTS
from askwell.cli.call import Call, call_of, run
from askwell.errors import NotFound

if TYPE_CHECKING:
    from askwell.assistant import Assistant
    from askwell.cli.terminal import Terminal
    from askwell.engine import Engine
    from askwell.types import Answer


def demo(
    context: typer.Context,
    assistants: Annotated[
        list[str] | None, typer.Argument(metavar="[ASSISTANT...]", help="Play only these.", show_default=False)
    ] = None,
) -> None:
    """Play a short conversation with every assistant."""
    run(_demo(call_of(context), assistants or []))


async def _demo(call: Call, names: list[str]) -> None:
    terminal = call.terminal
    async with call.engine() as engine:
        chosen = [engine.assistant(name) for name in names] or [
            each for each in engine.assistants.values() if each.name != DOCUMENTS
        ]
        if not chosen:
            raise NotFound(
                "There is no assistant for a demo",
                code="assistant_not_found",
                hint="Create one in `assistants/`, or add documents with `askwell add FOLDER`.",
            )
        for definition in chosen:
            await _play(engine, terminal, definition)
        model = engine.model_name
    _print_next_steps(terminal, chosen[0].name, model)


async def _play(engine: "Engine", terminal: "Terminal", definition: "Assistant") -> None:
    from askwell.cli.prepare import prepare

    await prepare(engine, definition.name, terminal)
    known = await engine.knowledge.collections()
    count = sum(known.get(place, 0) for place in definition.collections)
    terminal.write(definition.title, "bold")
    terminal.write(f"{definition.name} · {count} documents")
    terminal.write()
    session = await engine.create_session(definition.name, title=f"Demo: {definition.title}")
    for question in definition.demo or definition.starters:
        terminal.write(f"you > {question}", "bold")
        _show(terminal, question, await engine.ask(question, session=session.id))
    if not (definition.demo or definition.starters):
        terminal.write("This assistant has no demo questions.")
        terminal.write()


def _show(terminal: "Terminal", question: str, answer: "Answer") -> None:
    from askwell.cli.answers import INDENT, asked_as, show_answer, show_doubts, show_sources, took
    from askwell.cli.terminal import wrap

    if answer.resolution is not None and (
        line := asked_as(question, answer.resolution, answer.turn_number, terminal.width - len(INDENT))
    ):
        terminal.write(wrap(line, terminal.width, INDENT), "dim")
    show_answer(terminal, answer, INDENT)
    show_doubts(terminal, answer, INDENT)
    show_sources(terminal, answer.sources, answer.support, INDENT)
    terminal.write(f"{INDENT}{took(answer.took_ms)}", "dim")
    terminal.write()


def _print_next_steps(terminal: "Terminal", assistant: str, model: str) -> None:
    written = f"Written by {model}." if model else "No model was used: the answers are sentences from the passages."
    terminal.write(written)
    terminal.write("Next:")
    terminal.write(f"  askwell chat -a {shlex.quote(assistant):12}     chat with {assistant}")
    terminal.write("  askwell add ./my-documents       add your own documents, then: askwell chat")
    terminal.write("  askwell serve                    open the page at http://127.0.0.1:8420")
