"""Prompt parts of plug-ins: the text of each for this turn, if it fits."""

from askwell.errors import BrokenPlugin
from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.text.tokens import count_tokens
from askwell.types import Reason

OVERHEAD_TOKENS = 24
"""Tokens around one part in a prompt: tags with their key, and name."""

SHARE = 4
"""A part may use 1/SHARE of the remaining tokens, because passages and turns need most of them."""

Parts = tuple[tuple[str, str], ...]
"""Name and text of each part, in the order of the assistant's file."""


async def fit_parts(state: TurnState, runtime: TurnRuntime, room: int) -> tuple[Parts, int, tuple[Reason, ...]]:
    """The parts that fit into `room` tokens, their tokens, and a reason for each part left out.

    A part that returns an empty text is skipped. Raises BrokenPlugin if a part does not return a string.
    """
    fitting: list[tuple[str, str]] = []
    used = 0
    left_out: list[Reason] = []
    for name, part in runtime.context.parts.items():
        text = await part(state, runtime)
        if not isinstance(text, str):
            raise BrokenPlugin(
                f"Prompt part `{name}` returned {type(text).__name__}, not a string", hint="See docs/extend.md."
            )
        if not text.strip():
            continue
        cost = count_tokens(text) + OVERHEAD_TOKENS
        if cost > (room - used) // SHARE:
            left_out.append(Reason("pack.part_over", {"part": name}))
            continue
        fitting.append((name, text.strip()))
        used += cost
    return tuple(fitting), used, tuple(left_out)
