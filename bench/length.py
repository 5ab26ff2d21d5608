"""Whether a turn takes longer at the end of a very long conversation, in lockstep with a short one in one store."""

import tempfile
import time
from pathlib import Path
from statistics import quantiles

from bench.peers.ours import Askwell
from bench.report import Row

LENGTHS = (50, 50_000)
"""Turns that a session has had."""
_TURNS = 120
_WARM = 20
"""Turns of each before anything is measured: what is kept at hand of a conversation is read at the first."""


async def length_rows() -> list[Row]:
    """The 95th percentile of a turn's time in a short and in a very long session."""
    took: dict[int, list[float]] = {length: [] for length in LENGTHS}
    with tempfile.TemporaryDirectory(prefix="askwell-length-") as made:
        talker = Askwell()
        await talker.open(Path(made))
        for length in LENGTHS:
            await talker.fill(f"talk-{length}", length)
        for number in range(1, _WARM + _TURNS + 1):
            for length in LENGTHS:
                began = time.perf_counter()
                await talker.turn(f"talk-{length}", length + number)
                if number > _WARM:
                    took[length].append((time.perf_counter() - began) * 1000)
        await talker.close()
    return [
        {"system": "askwell", "set": f"{length:,} turns", "n": _TURNS, "ms_p95": round(quantiles(times, n=20)[-1], 2)}
        for length, times in took.items()
    ]
