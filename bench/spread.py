"""A fair sample of a data set's turns, the same on every run."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Protocol, TypeVar

_SEED = 60


class Placed(Protocol):
    """Something that was said in a conversation."""

    @property
    def conversation(self) -> str:
        """The conversation's name."""
        ...

    @property
    def exchanges(self) -> tuple[tuple[str, str], ...]:
        """What was said before it."""
        ...


T = TypeVar("T", bound=Placed)


def spread(turns: Sequence[T], n: int | None) -> list[T]:
    """`n` of the turns in their order, all of them without an `n`.

    Every conversation gives one before any gives two, and of a conversation's turns the one is taken whose depth has
    been taken least so far; chance decides where both leave a choice.
    """
    if n is None:
        return list(turns)
    draw = random.Random(_SEED)
    left: dict[str, list[int]] = {}
    for place in draw.sample(range(len(turns)), len(turns)):
        left.setdefault(turns[place].conversation, []).append(place)
    depths: Counter[int] = Counter()
    taken: list[int] = []
    while left and len(taken) < n:
        for name in list(left)[: n - len(taken)]:
            place = min(left[name], key=lambda each: depths[len(turns[each].exchanges)])
            depths[len(turns[place].exchanges)] += 1
            taken.append(place)
            left[name].remove(place)
            if not left[name]:
                del left[name]
    return [turns[place] for place in sorted(taken)]
