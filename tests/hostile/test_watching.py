"""What a soak does not hold against a turn: the wait for a CPU, and no other wait."""

import asyncio
import os

from tests.hostile import questions
from tests.hostile.watching import longest_wait, waits_by_thread


class _Sleeper:
    async def ask(self, _question: str, *, session: str) -> None:
        """A turn that uses no CPU and waits for something else."""
        await asyncio.sleep(0.3)


def test_a_turn_that_waits_without_a_cpu_takes_as_long_as_it_waits() -> None:
    own, whole = asyncio.run(questions._seconds(_Sleeper(), "Why?", "s"))  # type: ignore[arg-type]
    assert 0.25 < own <= whole


def test_the_longest_wait_of_a_single_thread_counts() -> None:
    assert longest_wait({"1": 1.0, "2": 5.0}, {"1": 1.5, "2": 5.25, "3": 0.125}) == 0.5
    assert waits_by_thread(os.getpid())
