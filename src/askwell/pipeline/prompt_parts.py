"""Parts of a prompt that are plugged in: what each tells of this turn, as far as it fits."""

from askwell.errors import BrokenPlugin
from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.text.tokens import count_tokens
from askwell.types import Reason

OVERHEAD_TOKENS = 12
"""Frame of one part in a prompt: tags and name."""

SHARE = 4
"""A part may take one in so many of the tokens that are left: passages and turns need most of them."""

Parts = tuple[tuple[str, str], ...]
"""Name and text of each, in the order in which the assistant names them."""


async def fit_parts(state: TurnState, runtime: TurnRuntime, room: int) -> tuple[Parts, int, tuple[Reason, ...]]:
    """The parts that fit into the room, the tokens they take, and what was left out.

    A part that has nothing to say gives an empty text. Raises BrokenPlugin for one that gives no text.
    """
    fitting: list[tuple[str, str]] = []
    used = 0
    left_out: list[Reason] = []
    for name, tell in runtime.context.parts.items():
        text = await tell(state, runtime)
        if not isinstance(text, str):
            raise BrokenPlugin(
                f"Prompt part `{name}` gave back {type(text).__name__}, not a text", hint="docs/extend.md shows one."
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
