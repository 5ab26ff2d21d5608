"""What a line is made of: steps, and forks where the way parts."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from askwell.assistant import Assistant
from askwell.pipeline.state import TurnRuntime, TurnState, Update

StepFunction = Callable[[TurnState, TurnRuntime], Awaitable[Update]]
Fork = tuple[Callable[[TurnState], str], dict[str, str]]
"""How to choose, and each choice with the step it leads to; the empty path is the next step in line."""


@dataclass(frozen=True)
class Step:
    """One step of the line."""

    name: str
    run: StepFunction
    wanted: Callable[[Assistant], bool] = lambda _: True
    """Whether an assistant has it."""
