"""Ask 64 KB questions that are built to take long: `python -m tests.hostile.questions [ASSISTANT] [EMBEDDER]`, part of
`make soak`.

Each shape is asked first in a conversation, then after an answer; a plain follow-up comes last. Prints the seconds of
each and exits with 1 if one takes more than `MOST_SECONDS`. On a busy machine a turn waits for a CPU: the longest wait
of a single thread, as Linux reports it, does not count. Any other wait does: for the disk, a lock, or a timer. The
longest duration with all waits is printed last.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from askwell.engine import Engine
from askwell.errors import BadInput
from tests.hostile.shapes import shapes
from tests.hostile.watching import longest_wait, waits_by_thread
from tests.prepared import prepared

MOST_SECONDS = 3.0
GOAL_SECONDS = 1.0
PLACES = ("first", "second", "after")
"""As the first turn, as the second one, and a plain question after it."""
FIRST = {
    "papers": "What is attention?",
    "childcare": "What is the income limit for a family of 2?",
    "shop": "Which laptops do you have?",
    "policy": "How many vacation days do I get?",
}
AFTER = "And how much is it for the second one?"


@dataclass(frozen=True)
class Timing:
    """Seconds that the turns of one shape took, by place."""

    name: str
    seconds: tuple[float, float, float]
    whole_s: float
    """The longest duration, with the wait for a CPU."""

    @property
    def slowest(self) -> float:
        """The slowest of its turns."""
        return max(self.seconds)


async def timings(engine: Engine, assistant: str, wanted: str = "") -> AsyncIterator[Timing]:
    """The timing of each shape whose name holds a text."""
    for name, text in shapes().items():
        if wanted not in name:
            continue
        alone = await engine.create_session(assistant)
        taken = [await _seconds(engine, text, alone.id)]
        after_answer = await engine.create_session(assistant)
        await engine.ask(FIRST[assistant], session=after_answer.id)
        taken += [await _seconds(engine, each, after_answer.id) for each in (text, AFTER)]
        first, second, after = (own for own, _ in taken)
        yield Timing(name, (first, second, after), max(whole for _, whole in taken))


async def _seconds(engine: Engine, question: str, session: str) -> tuple[float, float]:
    """Duration of a turn without the wait for a CPU, and with it."""
    began, waits = time.perf_counter(), waits_by_thread(os.getpid())
    with suppress(BadInput):  # blanks alone are refused
        await engine.ask(question, session=session)
    whole = time.perf_counter() - began
    return max(0.0, whole - longest_wait(waits, waits_by_thread(os.getpid()))), whole


async def main(assistant: str = "childcare", embedder: str = "none", wanted: str = "") -> int:
    """The exit code of a run."""
    with tempfile.TemporaryDirectory() as folder:
        async with prepared(assistant, Path(folder) / "home", embedder=embedder) as engine:
            await engine.ask(FIRST[assistant])  # libraries are loaded
            say(f"{'shape':32}" + "".join(f"{place:>9}" for place in (*PLACES, "longest")))
            found: list[Timing] = []
            async for each in timings(engine, assistant, wanted):
                found.append(each)
                say(f"{each.name:32}" + "".join(f"{seconds:9.3f}" for seconds in (*each.seconds, each.whole_s)))
    over, over_goal = (sum(each.slowest > bound for each in found) for bound in (MOST_SECONDS, GOAL_SECONDS))
    say(f"{assistant}, {len(found)} shapes: over {MOST_SECONDS:g} s {over}, over {GOAL_SECONDS:g} s {over_goal}")
    return 1 if over else 0


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
