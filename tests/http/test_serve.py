"""The garbage collector of a server."""

import subprocess
import sys

CYCLES = """
import gc
from collections import deque
from askwell.http.serve import set_loaded_apart

loaded = [[] for _ in range(1_000_000)]
set_loaded_apart()
kept = deque(maxlen=150_000)
for _ in range(900_000):
    cycle = []
    cycle.append(cycle)
    kept.append(cycle)
print(len(gc.get_objects()))
"""
"""Objects in cycles that live long enough to become old, as those of a turn do, in a process with many libraries."""


def test_old_cycles_are_collected() -> None:
    done = subprocess.run([sys.executable, "-c", CYCLES], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 400_000, "900,000 were made, 150,000 are used"
