"""An assistant with tools over two documents, and a model that says and calls what it is told to."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from askwell.engine import Engine
from askwell.events import ToolUsed
from askwell.llm.write import LlmWriter
from askwell.models.scripted import Script, ScriptedChat
from askwell.pipeline.step import StepFunction
from askwell.ports import Tool
from askwell.settings import Settings
from askwell.tools.calling import Arguments, FunctionTool, function_tool
from askwell.types import Answer, Decision, Message, ToolCall, ToolContext, ToolResult
from tests.alpine import PASS, SKIS

YAML = """\
name: desk
title: The desk
languages: [en, nl]
resolve: {by: rules}
route: {by: rules}
grade: {by: rules, attempts: 1, keep: 1}
"""
COST = "What does the Alpine pass cost for adults?"
KNOWLEDGE = "search_knowledge_base"
LOOK_UP = "lookup_past_conversation"
RETRIEVE = "retrieve_past_answer"


@asynccontextmanager
async def runtime(
    settings: Settings,
    folder: Path,
    use: str,
    *,
    others: Mapping[str, Tool] | None = None,
    steps: Mapping[str, StepFunction] | None = None,
    more: str = "",
) -> AsyncIterator[Engine]:
    """An engine with an assistant `desk` that uses these tools, written as in YAML; `others` and `steps` plug in."""
    home = folder / "assistants" / "desk"
    (home / "knowledge").mkdir(parents=True, exist_ok=True)
    (home / "assistant.yaml").write_text(f"{YAML}{more}tools: {use}\n" if use else f"{YAML}{more}")
    (home / "knowledge" / "pass.md").write_text(PASS)
    (home / "knowledge" / "skis.md").write_text(SKIS)
    found = settings.model_copy(update={"assistants": str(folder / "assistants")})
    async with await Engine.open(found, plug_ins={"tools": others or {}, "steps": steps or {}}) as engine:
        async for _ in engine.prepare("desk"):
            pass
        yield engine


def let_write(engine: Engine, script: Script, *, assistant: str = "desk") -> ScriptedChat:
    """Let a scripted model write for an assistant."""
    at = engine.container.runtimes[assistant]
    model = ScriptedChat(script)
    at.services = replace(at.services, writer=LlmWriter(model, at.assistant))
    return model


async def ask(engine: Engine, question: str, session: str | None = None) -> Answer:
    return await engine.ask(question, session=session, assistant="desk")


def call(name: str, *, number: int = 1, **arguments: object) -> tuple[ToolCall, ...]:
    """One call, as a line of a script."""
    return (ToolCall(f"call-{number}", name, arguments),)


def used(answer: Answer) -> list[Decision]:
    """The decisions on tools."""
    return [each for each in answer.decisions if each.step == "use_tools"]


async def used_events(engine: Engine, question: str) -> list[ToolUsed]:
    events = [event async for event in engine.stream(question, assistant="desk")]
    return [event for event in events if isinstance(event, ToolUsed)]


def results(messages: tuple[Message, ...]) -> list[str]:
    """What tools gave, as the model reads it."""
    return [each.content for each in messages if each.role == "tool"]


class Word(Arguments):
    """One word."""

    word: str


def saying(name: str, say: Callable[[str, ToolContext], ToolResult]) -> FunctionTool[Word]:
    """A tool that answers a word."""

    async def run(arguments: Word, context: ToolContext) -> ToolResult:
        return say(arguments.word, context)

    return function_tool(name, "Says something.", Word, run)
