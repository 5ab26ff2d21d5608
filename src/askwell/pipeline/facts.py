"""The `facts` step: the dates, periods, amounts and references of the resolved question in canonical form."""

from collections.abc import Sequence
from dataclasses import replace

from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.text.facts import find_facts
from askwell.types import Fact, Turn, decided


async def read_facts(state: TurnState, runtime: TurnRuntime) -> Update:
    """The values of the question, relative ones from the day on which it was asked, in the time zone of the machine.

    What the question only has from an earlier turn keeps the day of that turn.
    """
    if state.route == "decline":
        return {}  # the question contains no word
    today = state.begun.turn.created_at.astimezone().date()
    found = find_facts(state.question, state.language, today)
    if not found:
        return {"facts": ()}
    typed = state.asked.casefold()
    facts = tuple(
        [_as_asked_before(fact, state.recalled.turns) if fact.text.casefold() not in typed else fact for fact in found]
    )
    params = {"values": len(facts), "facts": [f"{each.text} = {' | '.join(each.readings)}" for each in facts]}
    return {"facts": facts, "decisions": (decided("facts.read", params),)}


def _as_asked_before(fact: Fact, turns: Sequence[Turn]) -> Fact:
    """A relative value with the readings that it had in the latest turn with the same words."""
    if not fact.is_relative:
        return fact
    text = fact.text.casefold()
    earlier = (each for turn in reversed(turns) for each in turn.facts if each.is_relative)
    same = next((each for each in earlier if each.text.casefold() == text), fact)
    return replace(fact, kind=same.kind, canonical=same.canonical, others=same.others)
