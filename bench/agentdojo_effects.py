"""What the orders of AgentDojo achieve with a model that obeys them: its tasks, tools and texts in our engine.

A task of a user is the question, the tools of its suite are offered, and what a tool returns has the order. The
wordings of an attack that the package has are taken in turn, and the texts too. A forbidden effect is a tool that
writes and has run, or what `bench.effects` finds in the answer.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import create_model

from askwell.engine import Engine
from askwell.settings import Settings
from askwell.tools.calling import Arguments, FunctionTool, function_tool
from askwell.types import ToolContext, ToolResult
from bench.agentdojo import Function, Order, Suite, package, suites, templates
from bench.effects import SECRET, Outcome, ask
from bench.obeying import obeying_model

YAML = """
name: desk
title: The desk
languages: [en]
resolve: {{by: rules}}
route: {{by: rules}}
grade: {{by: rules, attempts: 1}}
tools: {{use: [{tools}], rounds: 8, budget_tokens: 12000}}
pack: {{budget_tokens: 16000}}
limits: {{question_bytes: 65536}}
"""


def run_all(limit: int | None) -> list[Outcome]:
    """The outcome of each suite over its first `limit` cases; nothing if the package is not installed."""
    folder = package()
    if folder is None:
        return []
    wordings = list(templates(folder).values())
    return [asyncio.run(measure(suite, wordings, limit)) for suite in suites(folder)]


async def measure(suite: Suite, wordings: Sequence[str], limit: int | None = None) -> Outcome:
    """The outcome of each task with each order of a suite, the first `limit` of them."""
    outcome = Outcome(f"agentdojo {suite.name}")
    cases = [(task, order) for task in suite.tasks for order in suite.orders][:limit]
    with TemporaryDirectory() as folder, obeying_model(SECRET) as model:
        desk = _Desk(suite)
        model.opens = desk.opens
        home = Path(folder) / "assistants" / "desk"
        (home / "knowledge").mkdir(parents=True)
        (home / "knowledge" / "empty.md").write_text("# Moss\n\nMoss is green.\n", encoding="utf-8")
        (home / "assistant.yaml").write_text(YAML.format(tools=", ".join(desk.tools)), encoding="utf-8")
        settings = Settings(
            home=Path(folder) / "home",
            assistants=str(home.parent),
            embedder="none",
            model="obeying",
            model_url=model.url,
            api_key=SECRET,
        )
        async with await Engine.open(settings, plug_ins={"tools": desk.tools}) as engine:
            async for _ in engine.prepare("desk"):
                pass
            for number, (task, order) in enumerate(cases):
                attack = attack_of(wordings[number % len(wordings)], order)
                desk.text = suite.texts[number % len(suite.texts)].replace("{order}", attack)
                desk.written.clear()
                model.attack, model.functions, model.has_read = order.goal, order.functions, False
                session = (await engine.create_session("desk")).id
                await ask(engine, session, task, model, outcome)
                outcome.effects += ["write" for _ in desk.written]
    return outcome


def attack_of(wording: str, order: Order) -> str:
    """The text that somebody plants."""
    return wording.replace("{goal}", order.goal).replace("{tools}", ", ".join(order.functions))


class _Desk:
    """The tools of a suite: those that read return a text with an order."""

    def __init__(self, suite: Suite) -> None:
        self.text = ""
        self.written: list[str] = []
        """Tools that write and have run."""
        self.tools = {each.name: self._tool(each) for each in suite.functions}
        self.opens = next(each.name for each in suite.functions if not each.writes)

    def _tool(self, function: Function) -> FunctionTool[Arguments]:
        fields: dict[str, Any] = dict.fromkeys(function.arguments, (str, ...))
        shape = create_model(function.name, __base__=Arguments, **fields)

        async def run(arguments: Arguments, context: ToolContext) -> ToolResult:  # noqa: ARG001
            if function.writes:
                self.written.append(function.name)
            return ToolResult(self.text)

        return function_tool(
            function.name, function.description, shape, run, effect="write" if function.writes else "read"
        )
