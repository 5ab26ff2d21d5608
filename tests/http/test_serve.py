"""The garbage collector of a server."""

import platform
import subprocess
import sys

import pytest

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


HEAPS = """
import ctypes
import threading
from askwell.http.serve import share_memory_between_threads

share_memory_between_threads()
together = threading.Barrier(8)

def work():
    together.wait()
    kept = [bytes(2_000) for _ in range(1_000)]
    together.wait()

threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
ctypes.CDLL(None).malloc_stats()
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has a heap for each thread")
def test_threads_share_two_heaps() -> None:
    done = subprocess.run([sys.executable, "-c", HEAPS], capture_output=True, text=True, check=True)
    assert done.stderr.count("Arena ") <= 2


PAGES = """
from pathlib import Path
from askwell.http.serve import share_memory_between_threads

def heap():
    [line] = [each for each in Path("/proc/self/smaps").read_text().splitlines() if each.endswith("[heap]")]
    first, last = line.split()[0].split("-")
    return int(last, 16) - int(first, 16)

share_memory_between_threads()
bytes(20_000_000)  # freed at once: glibc would put the next ones into the heap
before = heap()
kept = [bytes(10_000_000) for _ in range(3)]
print(heap() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the others have no such threshold")
def test_a_large_text_has_pages_of_its_own() -> None:
    done = subprocess.run([sys.executable, "-c", PAGES], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 10_000_000
