"""Runs simulated conversations and collects the turns that break a promise."""

import random
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from askwell.engine import LOCAL
from askwell.errors import AskwellError
from askwell.evals.simulate.goals import Goals
from askwell.evals.simulate.personas import Message, Persona, first_message, next_message
from askwell.evals.simulate.promises import Broken, Exchange, Observed, broken_promises
from askwell.text.citations import strip_marks
from askwell.text.wanted import names_in
from askwell.types import Turn

if TYPE_CHECKING:
    from askwell.engine import Engine

TURNS = 6
"""Turns of a conversation."""
_PAGE = 100


@dataclass(frozen=True, slots=True)
class Simulated:
    """A simulated conversation with the promises that it breaks."""

    number: int
    """From 1."""
    persona: Persona
    observed: Observed
    broken: tuple[Broken, ...]


class User(Protocol):
    """Writes the messages of one conversation."""

    async def write(self, exchanges: Sequence[Exchange]) -> Message:
        """The next message, after these exchanges."""
        ...


class RulesUser:
    """A persona by rules; the same seed writes the same messages after the same answers."""

    def __init__(self, persona: Persona, goals: Goals, seed: str) -> None:
        self._persona = persona
        self._goals = goals
        self._rng = random.Random(seed)  # noqa: S311

    async def write(self, exchanges: Sequence[Exchange]) -> Message:
        if not exchanges:
            return first_message(self._persona, self._goals, self._rng)
        last = exchanges[-1].answer
        names = names_in(strip_marks(last.answer)) if last else []
        return next_message(self._persona, self._goals, self._rng, self._rng.choice(names) if names else "")


async def simulate(
    engine: "Engine",
    assistant: str,
    personas: Sequence[Persona],
    goals: Goals,
    *,
    count: int,
    seed: int,
    turns: int = TURNS,
    user_of: Callable[[Persona, str], User] | None = None,
) -> AsyncIterator[Simulated]:
    """Simulated conversations one by one; the personas take turns.

    `user_of` makes the user with a persona and a seed, in place of one by rules.
    """
    for number in range(1, count + 1):
        persona = personas[(number - 1) % len(personas)]
        key = f"{seed}:{assistant}:{persona}:{number}"
        user = user_of(persona, key) if user_of else RulesUser(persona, goals, key)
        observed = await _converse(engine, assistant, user, turns)
        yield Simulated(number, persona, observed, tuple(broken_promises(observed)))


async def _converse(engine: "Engine", assistant: str, user: User, turns: int) -> Observed:
    session = (await engine.create_session(assistant)).id
    exchanges: list[Exchange] = []
    for _ in range(turns):
        message = await user.write(exchanges)
        try:
            exchanges.append(Exchange(message, await engine.ask(message.text, session=session)))
        except AskwellError as error:
            exchanges.append(Exchange(message, None, f"{error.code}: {error.message}"))
        await engine.digested(session)
    stored = await _stored(engine, session)
    await engine.delete_session(session)
    return Observed(tuple(exchanges), tuple(stored), engine.assistant(assistant).subject)


async def _stored(engine: "Engine", session: str) -> list[Turn]:
    stored: list[Turn] = []
    while page := await engine.store.turns.page(LOCAL, session, after=len(stored), limit=_PAGE):
        stored += page
    return stored
