"""The cache of final turns."""

from dataclasses import replace

from askwell.stores.sql.turn_cache import TurnCache
from askwell.types import Turn
from tests.prompting import MOMENT, turn


def final(number: int, question: str) -> Turn:
    return replace(turn(number, question, "An answer."), finished_at=MOMENT)


def cached(cache: TurnCache, turns: list[Turn]) -> list[int]:
    found = cache.find((each.id, each.finished_at, None) for each in turns)
    return [each.number for each in found.values()]


def test_turns_are_bounded_by_their_characters() -> None:
    cache = TurnCache(max_chars=100_000)
    turns = [final(number, "word " * 2_000) for number in range(20)]
    cache.add(turns)
    assert cached(cache, turns) == [16, 17, 18, 19]
    assert cache.chars <= 100_000
    cache.add(turns[-1:])
    assert cached(cache, turns) == [16, 17, 18, 19], "a turn that is added again counts once"
    cache.clear()
    assert cache.chars == 0


def test_turns_are_bounded_by_their_number() -> None:
    cache = TurnCache(max_turns=3)
    turns = [final(number, "And then?") for number in range(5)]
    cache.add(turns)
    assert cached(cache, turns) == [2, 3, 4]
