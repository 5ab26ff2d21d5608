"""Which tools a writer is offered, and the room in its prompt that is kept for them."""

import json

from askwell.pipeline.state import TurnRuntime
from askwell.prompts import TOOLS
from askwell.text.tokens import count_tokens
from askwell.types import Purpose, ToolSpec

OVERHEAD_TOKENS = 12
"""Frame of one passage, turn or call in a prompt: tags, label, title."""


def offered(runtime: TurnRuntime, purpose: Purpose, room: int, *, word_for_word: bool) -> tuple[ToolSpec, ...]:
    """The assistant's tools where something is written freely, if they fit; a refusal needs none."""
    if runtime.context.assistant.tools is None or purpose == "decline" or word_for_word:
        return ()
    tools = tuple(tool.spec for tool in runtime.context.tools.values())
    return tools if told_tokens(tools) <= room // 2 else ()


def told_tokens(tools: tuple[ToolSpec, ...]) -> int:
    """Tokens of what a prompt says of tools."""
    shown = [[each.name, each.description, dict(each.parameters)] for each in tools]
    return count_tokens(TOOLS + json.dumps(shown)) + OVERHEAD_TOKENS * len(tools) if tools else 0


def kept_room(runtime: TurnRuntime, tools: tuple[ToolSpec, ...], room: int) -> int:
    """Tokens of the room that are kept for what tools will give: their budget, but never more than half."""
    section = runtime.context.assistant.tools
    return min(section.budget_tokens, room // 2) if tools and section else 0
