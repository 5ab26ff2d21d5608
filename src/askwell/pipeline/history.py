"""Selects the turns of a prompt. Prompts begin at the same turn for a while, so that models can cache what they share.

A window that moves with every turn changes the beginning of every prompt. Here it moves by half a window at once.
"""

from collections.abc import Sequence
from dataclasses import replace

from askwell.pipeline.passages import fitting_sentences
from askwell.prompts import turn_messages
from askwell.text.tokens import count_tokens
from askwell.types import Purpose, Recalled, Turn

MESSAGE_TOKENS = 6
"""Tokens around one message: its role and its limits."""


def block_turns(window_turns: int) -> int:
    """Turns by which the beginning of the prompts moves."""
    return (window_turns + 1) // 2


def candidates(recalled: Recalled, purpose: Purpose) -> tuple[Turn, ...]:
    """Turns that a prompt may contain, oldest first. Answers from documents are written without earlier refusals.

    At least the window, and turns before it back to the one at which the prompts before began.
    """
    turns = (*recalled.before, *recalled.turns)
    if purpose in {"chat", "recall", "decline"}:
        return turns
    return tuple(turn for turn in turns if turn.status != "declined")


def cost_of(turn: Turn) -> int:
    """Tokens of a turn's messages."""
    return sum(count_tokens(message.content) + MESSAGE_TOKENS for message in turn_messages(turn))


def fitted(turns: Sequence[Turn], most: int, window_turns: int) -> tuple[Turn, ...]:
    """The last `most` turns, without the first ones up to a turn at which a block begins.

    All turns of the window stay if all turns fit, and the newest stays in any case. A window of 0 turns has no blocks.
    """
    kept = list(turns[max(0, len(turns) - most) :])
    least = max(1, window_turns) if len(kept) == len(turns) else 1
    while window_turns and len(kept) > least and (kept[0].number - 1) % block_turns(window_turns):
        del kept[0]
    return tuple(kept)


def cut_to(turn: Turn, room: int) -> Turn | None:
    """The turn with the first sentences of its answer, in `room` tokens; None if not one fits."""
    left = room - cost_of(replace(turn, answer="…")) - MESSAGE_TOKENS
    answer = fitting_sentences(turn.answer, left)
    short = replace(turn, answer=answer)
    return short if answer and cost_of(short) <= room else None
