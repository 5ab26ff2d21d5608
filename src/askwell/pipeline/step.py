"""Steps of a turn, and the forks between them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from askwell.assistant import Assistant
from askwell.pipeline.state import TurnRuntime, TurnState, Update

StepFunction = Callable[[TurnState, TurnRuntime], Awaitable[Update]]
Fork = tuple[Callable[[TurnState], str], dict[str, str]]
"""A function that chooses a path, and the step of each path; an empty step name is the next step."""


@dataclass(frozen=True)
class Step:
    """One step of a turn."""

    name: str
    run: StepFunction
    wanted: Callable[[Assistant], bool] = lambda _: True
    """Whether an assistant has this step."""
