"""Memory of processes while they run, read from `/proc`."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_POLL_S = 0.02


def peak_memory(pid: int) -> int:
    """The most bytes that a process has held in memory (VmHWM); 0 if it has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:")), 0)


def children_of(pid: int) -> list[int]:
    """Child processes of a process; empty if it has ended."""
    found: list[int] = []
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    except OSError:
        return found
    return found


def waited_for_cpu(pid: int) -> float:
    """Seconds that the main thread of a process was ready to run but waited for a CPU; 0 if it has ended."""
    try:
        return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[1]) / 1e9
    except OSError:
        return 0.0


def waits_by_thread(pid: int) -> dict[str, float]:
    """For each thread of a process, the seconds that it was ready to run but waited for a CPU."""
    waits: dict[str, float] = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError, IndexError):  # it has ended
            waits[task.name] = int((task / "schedstat").read_text().split()[1]) / 1e9
    return waits


def longest_wait(before: dict[str, float], after: dict[str, float]) -> float:
    """The most seconds that a single thread waited for a CPU between two calls of `waits_by_thread`."""
    return max((wait - before.get(thread, 0.0) for thread, wait in after.items()), default=0.0)


class Watch:
    """The highest memory of the children of a process, and of the process itself."""

    def __init__(self) -> None:
        self.children = 0
        self.own = 0


def _command(pid: int) -> bytes:
    """The command line of a process: that of its parent until it has started a program, with the parent's memory."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@contextmanager
def watched(pid: int) -> Iterator[Watch]:
    """Watch a process and its children until the block ends."""
    watch, stop, own = Watch(), threading.Event(), _command(pid)

    def look() -> None:
        while not stop.wait(_POLL_S):
            watch.own = max(watch.own, peak_memory(pid))
            started = [child for child in children_of(pid) if _command(child) != own]
            watch.children = max([watch.children, *map(peak_memory, started)])

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield watch
    finally:
        stop.set()
        thread.join()
