"""Selects the tools that a writer is offered, and reserves tokens of its prompt for their results."""

import json

from askwell.pipeline.state import TurnRuntime
from askwell.prompts import TOOLS
from askwell.text.tokens import count_tokens
from askwell.types import Purpose, ToolSpec

OVERHEAD_TOKENS = 32
"""Tokens around one passage, turn or call in a prompt: tags with their key, label, names of attributes."""


def offered(runtime: TurnRuntime, purpose: Purpose, room: int, *, word_for_word: bool) -> tuple[ToolSpec, ...]:
    """The assistant's tools; empty for refusals and word-for-word answers, or if they take over half of the room."""
    if runtime.context.assistant.tools is None or purpose == "decline" or word_for_word:
        return ()
    tools = tuple(tool.spec for tool in runtime.context.tools.values())
    return tools if tool_tokens_of(tools) <= room // 2 else ()


def tool_tokens_of(tools: tuple[ToolSpec, ...]) -> int:
    """Tokens of the tool descriptions in a prompt."""
    described = [[each.name, each.description, dict(each.parameters)] for each in tools]
    return count_tokens(TOOLS + json.dumps(described)) + OVERHEAD_TOKENS * len(tools) if tools else 0


def reserved_tokens(runtime: TurnRuntime, tools: tuple[ToolSpec, ...], room: int) -> int:
    """Tokens reserved for results of tools: their budget, but at most half of the room."""
    section = runtime.context.assistant.tools
    return min(section.budget_tokens, room // 2) if tools and section else 0
