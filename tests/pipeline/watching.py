"""What each step of the line reads and writes while turns go through it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from typing import Any

import pytest

from askwell.pipeline import steps
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.pipeline.step import Step, StepFunction

FIELDS = frozenset(each.name for each in fields(TurnState))


class Read(TurnState):
    """A state that notes which of its fields are looked at."""

    def __getattribute__(self, name: str) -> Any:
        if name in FIELDS:
            object.__getattribute__(self, "__dict__").setdefault("looked_at", set()).add(name)
        return super().__getattribute__(name)


@dataclass
class Walk:
    """One step of one turn."""

    step: str
    turn: str
    given: TurnState
    read: frozenset[str]
    update: Update


@dataclass
class Walks:
    """All steps of all turns, in order."""

    made: list[Walk] = field(default_factory=list)

    def read(self) -> dict[str, set[str]]:
        """Step to the fields that it looked at."""
        return self._gathered(lambda walk: walk.read)

    def written(self) -> dict[str, set[str]]:
        """Step to the fields that it gave back."""
        return self._gathered(lambda walk: frozenset(walk.update))

    def _gathered(self, part: Callable[[Walk], frozenset[str]]) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for walk in self.made:
            found.setdefault(walk.step, set()).update(part(walk))
        return found


@contextmanager
def watched() -> Iterator[Walks]:
    """Engines that are opened in here note what their steps do."""
    walks = Walks()

    def noting(step: Step) -> StepFunction:
        async def run(state: TurnState, runtime: TurnRuntime) -> Update:
            seen = Read(**{name: getattr(state, name) for name in FIELDS})
            update: Mapping[str, Any] = await step.run(seen, runtime)
            looked_at = frozenset(seen.__dict__.get("looked_at", ()))
            walks.made.append(Walk(step.name, state.begun.turn.id, state, looked_at, update))
            return update

        return run

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(steps, "LINE", tuple(replace(step, run=noting(step)) for step in steps.LINE))
        yield walks
